//! Boxes of raw bytes, in order or not, in columns or records, or around balls; with any filter.
//!
//! * All broad phases at all SIMD levels, on one thread or three, find the pairs of a double loop
//!   over the boxes, within a set and between two, and list the invalid ones. What is explained of
//!   a pair is what was found, and what is drawn is of valid boxes.
//! * A tree of them is sound; its regions, nearest boxes, rays and moving boxes are answered as
//!   every box alone answers, and as an oracle without rounding says (`tests/bvh/fuzz.rs`).
//! * Of domains that space is cut into, one reports each pair, and has both boxes.

#![no_main]

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod domains;
#[allow(dead_code, reason = "the kernels' tests use more of it")]
#[path = "../../../../../kernels/tests/narrow/support/exact.rs"]
mod exact;
#[allow(dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/debug/recorder.rs"]
mod recorder;
#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/bvh/fuzz.rs"]
mod trees;

use arbitrary::{Arbitrary, Result, Unstructured};
use common::{
    Boxes, Counts, assert_same, broad_phases, explain_pairs, naive_between, naive_within, pool,
};
use jostle::{
    BroadPhase, Join, Pair, Pairs, SimdLevel,
    broad::{Auto, BoxSet},
};
use jostle_fuzz::{
    filters::{FilterColumns, Flagged, Flags, wants},
    input::{AnyBox, some},
    on_one_thread,
    stored::{Kind, Layout, Stored},
};
use libfuzzer_sys::fuzz_target;
use recorder::Recorder;

/// A set of boxes with what a filter knows of them.
struct Set<const D: usize> {
    stored: Stored<D>,
    boxes: Boxes<D>,
    flags: Flagged,
}

impl<const D: usize> Set<D> {
    fn new(u: &mut Unstructured<'_>, kind: Kind, layout: Layout) -> Result<Self> {
        let entries: Vec<(AnyBox<D>, Flags)> = some(u, 80)?;
        let corners = entries.iter().map(|(of, _)| (of.0.min, of.0.max));
        let stored = Stored::new(corners, kind, layout);
        let flags = Flagged::new(entries.iter().map(|(_, flags)| *flags));
        Ok(Self { boxes: stored.corners().collect(), stored, flags })
    }

    fn filtered(&self, columns: FilterColumns) -> BoxSet<'_, D> {
        BoxSet { bounds: self.stored.bounds(), filter: self.flags.filter(columns) }
    }
}

/// Boxes of a set whose pairs are explained, which takes long.
const EXPLAINED: usize = 12;

fn joins<const D: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let (columns, bits) = (FilterColumns::arbitrary(u)?, u8::arbitrary(u)?);
    let threads = [1, 1, 1, 3][usize::from(bits % 4)];
    let sets = [
        Set::<D>::new(u, Kind::of(bits >> 2), Layout::of(bits >> 3))?,
        Set::<D>::new(u, Kind::of(bits >> 4), Layout::of(bits >> 5))?,
    ];
    let [first, second] = [sets[0].filtered(columns), sets[1].filtered(columns)];
    let keep = |mut pairs: Vec<Pair>, other: usize| {
        let flags = [0, other].map(|set| &sets[set].flags);
        pairs.retain(|pair| wants((flags[0], pair.a), (flags[1], pair.b), columns));
        pairs
    };
    let within = keep(naive_within(&sets[0].boxes), 0);
    let between = keep(naive_between(&sets[0].boxes, &sets[1].boxes), 1);
    let invalid: [Vec<u32>; 2] = sets.each_ref().map(|set| {
        let all = 0..set.boxes.len();
        all.filter(|index| !set.boxes.is_valid(*index)).map(|index| index as u32).collect()
    });
    let mut phases: Vec<Box<dyn BroadPhase<D>>> = vec![Box::new(Auto::new())];
    for level in SimdLevel::available() {
        phases.extend(broad_phases().into_iter().map(|make| make(*level)));
    }
    let mut pairs = Pairs::new();
    let both: Boxes<D> = sets.iter().flat_map(|set| set.boxes.iter()).collect();
    let to_explain = usize::from(bits) % phases.len();
    for (number, phase) in phases.iter_mut().enumerate() {
        let asked = [
            (Join::within(first), &within, &sets[0].boxes, invalid[0].clone()),
            (Join::between(first, second), &between, &both, invalid.concat()),
        ];
        for (join, expected, boxes, invalid) in asked {
            let found = pool(threads).install(|| phase.pairs(&join, &mut pairs));
            assert_eq!(found.map(|stats| stats.pairs), Ok(pairs.len() as u64));
            pairs.sort_canonical().expect("there is memory");
            assert_same(&pairs, expected, phase.name());
            let listed = phase.invalid().iter().map(|invalid| invalid.index);
            assert!(listed.eq(invalid), "{}: {:?}", phase.name(), phase.invalid());
            Recorder::of_boxes(&**phase, boxes);
            if number == to_explain {
                explain_pairs(&**phase, &join, &pairs, EXPLAINED, |_| ());
            }
        }
    }
    Ok(())
}

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let counts = &mut Counts::default();
    match first % 10 {
        0 => trees::build_and_query::<2>(rest, counts),
        1 => trees::build_and_query::<3>(rest, counts),
        2 => trees::sweep_and_cast::<2>(rest, counts),
        3 => trees::sweep_and_cast::<3>(rest, counts),
        // Bytes that do not suffice are no input.
        4 | 5 => drop(joins::<2>(&mut Unstructured::new(rest))),
        6 | 7 => drop(joins::<3>(&mut Unstructured::new(rest))),
        8 => drop(domains::run::<2>(&mut Unstructured::new(rest))),
        _ => drop(domains::run::<3>(&mut Unstructured::new(rest))),
    }
});
