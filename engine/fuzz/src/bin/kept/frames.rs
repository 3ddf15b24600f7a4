//! Frames in which boxes move a little, come, go, trade places or become invalid.

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Bounds, BroadPhase, Filter, Join, Moved, Pair, Pairs,
    broad::{
        Auto, BoxSet, DynamicTreePhase, IncrementalSap, IncrementalSapAxes, Output, QuadtreePhase,
        StaticCacheSap, VerletSap,
    },
    bvh::Bvh,
};
use jostle_fuzz::{
    input::{AnyBox, Number, floats, some},
    stored::{Kind, Layout, Stored},
};

use crate::{
    common::{Boxes, assert_same, naive_within, pool},
    recorder::Recorder,
};

/// Most frames of an input.
const FRAMES: usize = 24;

/// Most pairs in all frames of an input: where all boxes meet, a frame or two are enough.
const PAIRS: usize = 50_000;

/// What happens to the boxes between two frames.
#[derive(Arbitrary, Debug)]
enum Change<const D: usize> {
    /// One moves.
    Move(u16, [Number; D]),
    /// All move a little, each its own way.
    Drift(Number),
    /// All move by the same.
    Shift([Number; D]),
    /// One becomes another.
    Set(u16, AnyBox<D>),
    Push(AnyBox<D>),
    /// One goes, and the last takes its place.
    Remove(u16),
    Swap(u16, u16),
    /// One of its numbers is none.
    Spoil(u16),
    /// One more is static, or one less.
    Static(u16),
    Truncate(u16),
}

/// One frame.
#[derive(Arbitrary, Debug)]
struct Frame<const D: usize> {
    changes: [Change<D>; 2],
    /// Whether broad phases are told what moved.
    told: bool,
    filtered: bool,
    /// Threads, less one, and how boxes are stored.
    bits: u8,
}

/// The boxes, and which of them are not as they were in the frame before.
struct Scene<const D: usize> {
    boxes: Boxes<D>,
    statics: Vec<bool>,
    moved: Vec<u32>,
}

impl<const D: usize> Scene<D> {
    fn push(&mut self, min: [f32; D], max: [f32; D]) {
        self.moved.push(self.boxes.len() as u32);
        self.boxes.push(min, max);
        self.statics.push(false);
    }

    fn columns(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        self.boxes.min.iter_mut().chain(&mut self.boxes.max)
    }

    fn shift(&mut self, index: usize, by: [f32; D]) {
        for (axis, by) in by.into_iter().enumerate() {
            self.boxes.min[axis][index] += by;
            self.boxes.max[axis][index] += by;
        }
        self.moved.push(index as u32);
    }

    fn change(&mut self, change: &Change<D>) {
        let len = self.boxes.len();
        let at = |index: u16| usize::from(index) % len.max(1);
        match *change {
            Change::Push(AnyBox(aabb)) => self.push(aabb.min, aabb.max),
            _ if len == 0 => {}
            Change::Move(index, by) => self.shift(at(index), floats(by)),
            Change::Drift(by) => {
                for index in 0..len {
                    let turn = |axis: usize| ((7 * index + 3 * axis) % 13) as f32 / 6.0 - 1.0;
                    self.shift(index, std::array::from_fn(|axis| by.0 * turn(axis)));
                }
            }
            Change::Shift(by) => (0..len).for_each(|index| self.shift(index, floats(by))),
            Change::Set(index, AnyBox(aabb)) => {
                for axis in 0..D {
                    self.boxes.min[axis][at(index)] = aabb.min[axis];
                    self.boxes.max[axis][at(index)] = aabb.max[axis];
                }
                self.moved.push(at(index) as u32);
            }
            Change::Remove(index) => {
                for column in self.columns() {
                    column.swap_remove(at(index));
                }
                self.statics.swap_remove(at(index));
                self.moved.push(at(index) as u32);
            }
            Change::Swap(one, other) => {
                self.columns().for_each(|column| column.swap(at(one), at(other)));
                self.moved.extend([at(one) as u32, at(other) as u32]);
            }
            Change::Spoil(index) => {
                self.boxes.max[usize::from(index) % D][at(index)] = f32::NAN;
                self.moved.push(at(index) as u32);
            }
            Change::Static(index) => {
                self.statics[at(index)] ^= true;
            }
            Change::Truncate(index) => {
                let len = len - at(index) / 8;
                self.columns().for_each(|column| column.truncate(len));
                self.statics.truncate(len);
            }
        }
    }
}

/// So many boxes in rows, of which neighbors touch.
fn rows<const D: usize>(scene: &mut Scene<D>, count: usize, gap: f32) {
    for index in 0..count {
        let place = [index % 16, index / 16 % 8, index / 128];
        let min = std::array::from_fn(|axis| place[axis] as f32 * (1.0 + gap));
        scene.push(min, min.map(|x| x + 1.0));
    }
}

/// Gives a tree new boxes, of which these pairs touch.
fn refit<const D: usize>(tree: &mut Bvh<D>, bounds: Bounds<'_, D>, expected: &[Pair]) {
    tree.refit(bounds).expect("there is memory");
    tree.validate().expect("the tree is sound");
    let mut pairs = Pairs::new();
    tree.self_pairs(Output::Collect(&mut pairs)).expect("there is memory");
    pairs.sort_canonical().expect("there is memory");
    assert_same(&pairs, expected, "a tree that was refitted");
}

/// Runs the frames that the bytes are, of all that keeps something.
pub(crate) fn frames<const D: usize>(u: &mut Unstructured<'_>, kind: Kind) -> Result<()> {
    let mut scene = Scene { boxes: Boxes::new(), statics: Vec::new(), moved: Vec::new() };
    let (count, gap) = (u8::arbitrary(u)?, Number::arbitrary(u)?.0);
    rows::<D>(&mut scene, if count < 128 { 0 } else { 2 * usize::from(count) }, gap);
    for AnyBox(aabb) in some::<AnyBox<D>>(u, 40)? {
        scene.push(aabb.min, aabb.max);
    }
    let mut phases: Vec<Box<dyn BroadPhase<D>>> = vec![
        Box::new(VerletSap::new()),
        Box::new(IncrementalSap::new()),
        Box::new(IncrementalSap::new().with_axes(IncrementalSapAxes::One)),
        Box::new(DynamicTreePhase::new()),
        Box::new(QuadtreePhase::new()),
        Box::new(StaticCacheSap::new()),
        Box::new(Auto::new()),
    ];
    let mut tree = Bvh::new();
    let (mut moved, mut pairs, mut found_in_all) = (Moved::new(), Pairs::new(), 0);
    for number in 0..FRAMES {
        if u.is_empty() || found_in_all > PAIRS {
            break;
        }
        let frame = Frame::<D>::arbitrary(u)?;
        frame.changes.iter().for_each(|change| scene.change(change));
        let len = scene.boxes.len();
        // What was changed and is gone need not be told.
        let told = std::mem::take(&mut scene.moved);
        let told: Vec<u32> = told.into_iter().filter(|index| (*index as usize) < len).collect();
        moved.tell(len, &told).expect("they are there");
        let stored = Stored::new(scene.boxes.iter(), kind, Layout::of(frame.bits >> 1));
        let boxes: Boxes<D> = stored.corners().collect();
        let mut bounds = stored.bounds();
        if frame.told {
            bounds = bounds.with_moved(&moved).expect("it is told of as many");
        }
        let statics = &scene.statics;
        let filter = Filter::default();
        let filter = if frame.filtered { filter.with_statics(statics) } else { filter };
        let join = Join::within(BoxSet { bounds, filter });
        let mut expected = naive_within(&boxes);
        refit(&mut tree, stored.bounds(), &expected);
        expected.retain(|pair| {
            !(frame.filtered && statics[pair.a as usize] && statics[pair.b as usize])
        });
        found_in_all += expected.len();
        for phase in &mut phases {
            let what = format!("{} in frame {number}, {frame:?}", phase.name());
            let mut run = || phase.pairs(&join, &mut pairs).map(|stats| stats.pairs);
            let found = if frame.bits & 1 == 1 { pool(2).install(&mut run) } else { run() };
            assert_eq!(found, Ok(pairs.len() as u64), "{what}");
            pairs.sort_canonical().expect("there is memory");
            assert_same(&pairs, &expected, &what);
            let invalid = (0..len).filter(|index| !boxes.is_valid(*index));
            let listed = phase.invalid().iter().map(|invalid| invalid.index as usize);
            assert!(listed.eq(invalid), "the invalid boxes of {what}");
            Recorder::of_boxes(&**phase, &boxes);
        }
    }
    Ok(())
}
