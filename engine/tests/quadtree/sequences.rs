//! Sequences of operations against a model: all short ones, and random ones.

use std::collections::HashSet;

use jostle::{
    Aabb, Handle,
    broad::{QuadtreeFit, QuadtreeSettings},
};
use proptest::{prelude::*, test_runner::RngSeed};

use crate::{
    common::{Random, scale},
    model::{Model, settings},
};

/// Where boxes end in short sequences: on lines of several levels, and beside one.
const LINES: [f32; 6] = [0.0, 2.0, 4.0, 4.000_000_5, 6.0, 8.0];

fn on_lines(random: &mut Random) -> Aabb<2> {
    let mut ends = || {
        let (a, b) = (random.pick(&LINES), random.pick(&LINES));
        // Half of them are points on this axis.
        if random.below(2) == 0 { (a, a) } else { (a.min(b), a.max(b)) }
    };
    let (x, y) = (ends(), ends());
    Aabb::new([x.0, y.0], [x.1, y.1])
}

/// What was met, so that a test of nothing does not pass.
#[derive(Default)]
struct Met {
    /// Numbers of objects, of nodes, and levels, after a step.
    states: HashSet<(usize, usize, usize)>,
    pairs: usize,
    made_whole: usize,
}

impl Met {
    fn step<const D: usize>(&mut self, model: &mut Model<D>, regions: &[Aabb<D>], nodes: usize) {
        self.pairs += model.check(regions);
        let stats = model.tree.stats();
        self.made_whole += usize::from(stats.nodes < nodes && stats.objects > 0);
        self.states.insert((stats.objects, stats.nodes, stats.depth));
    }
}

/// One sequence of seven operations on at most four objects, by the digits of its number.
fn short_sequence(number: usize, fit: QuadtreeFit, met: &mut Met) {
    let mut random = Random::seeded(number as u64);
    let mut model = Model::<2>::new(settings(1, 3, fit));
    let mut given: Vec<Handle> = Vec::new();
    for step in 0..LENGTH {
        let nodes = model.tree.stats().nodes;
        match number / OPERATIONS.pow(step) % OPERATIONS {
            0 | 1 if model.boxes.len() < 4 => given.extend(model.insert(on_lines(&mut random))),
            2 if !given.is_empty() => model.remove(given[0]),
            3 if !given.is_empty() => model.remove(given[given.len() - 1]),
            4 if !given.is_empty() => model.remove(given[given.len() / 2]),
            5 if !given.is_empty() => model.set(given[0], on_lines(&mut random)),
            6 if !given.is_empty() => model.set(given[given.len() - 1], on_lines(&mut random)),
            7 => model.clear(),
            _ => break,
        }
        met.step(&mut model, &[on_lines(&mut random)], nodes);
    }
}

const LENGTH: u32 = 7;
const OPERATIONS: usize = 8;

/// Every so many of the short sequences are run by default; odd, so that each operation meets every
/// other in every place. A larger scale runs more of them, from this one on all.
const SHARE: usize = 41;

#[test]
fn all_short_sequences() {
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        let mut met = Met::default();
        for number in (0..OPERATIONS.pow(LENGTH)).step_by((SHARE / scale()).max(1)) {
            short_sequence(number, fit, &mut met);
        }
        let objects: HashSet<_> = met.states.iter().map(|state| state.0).collect();
        let depths: HashSet<_> = met.states.iter().map(|state| state.2).collect();
        assert_eq!((objects.len(), depths.len()), (5, 4), "{fit:?}: {:?}", met.states);
        assert!(met.pairs > 1000 && met.made_whole > 100, "{} {}", met.pairs, met.made_whole);
    }
}

#[derive(Clone, Debug)]
enum Operation<const D: usize> {
    Insert(Aabb<D>),
    Remove(usize),
    Set(usize, Aabb<D>),
    /// Whatever may be done with a handle that is stale.
    Stale(usize),
    Clear,
}

/// Ends of boxes: lines of the world and beside them, its ends, and what numbers can be.
const ENDS: [f32; 28] = [
    0.0,
    -0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    2.5,
    3.0,
    3.999_999_8,
    4.0,
    4.000_000_5,
    4.5,
    5.0,
    5.5,
    6.0,
    7.0,
    7.5,
    8.0,
    8.000_001,
    -1.0,
    9.0,
    1e-45,
    -1e-40,
    1e30,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

fn aabb<const D: usize>() -> impl Strategy<Value = Aabb<D>> {
    // Mostly small boxes in the world; else any two ends, which are in order or not.
    let tame = (0.0..8.0_f32, 0.0..1.0_f32).prop_map(|(low, size)| (low, low + size));
    let end = || prop::sample::select(ENDS.as_slice());
    let nasty = (end(), end()).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let any = (end(), prop_oneof![9 => end(), 1 => Just(f32::NAN)]);
    let ends = prop_oneof![8 => tame, 5 => nasty, 1 => any];
    prop::collection::vec(ends, D).prop_map(|ends| {
        Aabb::new(std::array::from_fn(|k| ends[k].0), std::array::from_fn(|k| ends[k].1))
    })
}

fn operation<const D: usize>() -> impl Strategy<Value = Operation<D>> {
    prop_oneof![
        12 => aabb().prop_map(Operation::Insert),
        5 => any::<usize>().prop_map(Operation::Remove),
        8 => (any::<usize>(), aabb()).prop_map(|(which, aabb)| Operation::Set(which, aabb)),
        2 => any::<usize>().prop_map(Operation::Stale),
        1 => Just(Operation::Clear),
    ]
}

fn fit() -> impl Strategy<Value = QuadtreeFit> {
    let factors = prop::sample::select([1.0, 1.25, 2.0, 3.5, 1e30, f32::MAX].as_slice());
    prop_oneof![Just(QuadtreeFit::Tight), factors.prop_map(QuadtreeFit::Loose)]
}

/// Runs operations on what is in the tree to begin with.
fn run<const D: usize>((begin, operations): Sequence<D>, regions: &[Aabb<D>], mut model: Model<D>) {
    for aabb in begin {
        model.insert(aabb);
    }
    for operation in operations {
        let handles = model.handles();
        let pick = |which: usize| (!handles.is_empty()).then(|| handles[which % handles.len()]);
        match operation {
            Operation::Insert(aabb) => {
                model.insert(aabb);
            }
            Operation::Remove(which) => pick(which).into_iter().for_each(|one| model.remove(one)),
            Operation::Set(which, aabb) => {
                pick(which).into_iter().for_each(|one| model.set(one, aabb));
            }
            Operation::Stale(which) if !model.stale.is_empty() => {
                let stale = model.stale[which % model.stale.len()];
                model.remove(stale);
                model.set(stale, Aabb::point([1.0; D]));
            }
            Operation::Stale(_) => {}
            Operation::Clear => model.clear(),
        }
        model.check(regions);
    }
}

/// What the tree holds to begin with, and what is done then.
type Sequence<const D: usize> = (Vec<Aabb<D>>, Vec<Operation<D>>);

/// A sequence, regions and settings.
fn case<const D: usize>()
-> impl Strategy<Value = (Sequence<D>, Vec<Aabb<D>>, (usize, usize, QuadtreeFit))> {
    let valid = aabb().prop_filter("a region is valid", Aabb::is_valid);
    let settings =
        (1..6_usize, prop_oneof![0..7_usize, Just(QuadtreeSettings::MOST_LEVELS)], fit());
    let begin = prop_oneof![Just(Vec::new()), prop::collection::vec(aabb(), 1..100)];
    let sequence = (begin, prop::collection::vec(operation(), 0..90));
    (sequence, prop::collection::vec(valid, 3), settings)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400 * scale() as u32,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_sequences_in_2d((sequence, regions, (objects, levels, fit)) in case::<2>()) {
        run(sequence, &regions, Model::new(settings(objects, levels, fit)));
    }

    #[test]
    fn random_sequences_in_3d((sequence, regions, (objects, levels, fit)) in case::<3>()) {
        run(sequence, &regions, Model::new(settings(objects, levels, fit)));
    }
}
