//! Frames of boxes that move a little, come and go, against a plain double loop.

use jostle::{
    BroadPhase, Filter, Join, Pair, Pairs, SimdLevel,
    broad::{Auto, BoxSet, DynamicTreePhase, IncrementalSap, IncrementalSapAxes, VerletSap},
};

use crate::common::{Boxes, Counts, Random, Style, assert_same, mixed, naive_within, pool};

/// The broad phases that keep something from frame to frame.
fn kept<const D: usize>() -> Vec<Box<dyn BroadPhase<D>>> {
    let level = SimdLevel::detect();
    vec![
        Box::new(DynamicTreePhase::new().with_level(level)),
        Box::new(IncrementalSap::new().with_level(level)),
        Box::new(VerletSap::new().with_level(level)),
        Box::new(Auto::new().with_level(level)),
        Box::new(IncrementalSap::new().with_level(level).with_axes(IncrementalSapAxes::One)),
    ]
}

/// A scene that changes.
struct Changing<const D: usize> {
    boxes: Boxes<D>,
    statics: Vec<bool>,
    random: Random,
}

impl<const D: usize> Changing<D> {
    fn new(seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let style = Style { side: 14.0, unit: 1.0, special: 0.02, invalid: 1.0 };
        let boxes = mixed(&mut random, 900, style);
        let statics = (0..900).map(|_| random.percent(40.0)).collect();
        Self { boxes, statics, random }
    }

    /// Moves everything by up to `by`, and something far.
    fn step(&mut self, by: f32) {
        let far = self.random.below(self.boxes.len());
        for index in 0..self.boxes.len() {
            let by = if index == far { 20.0 } else { by };
            let step: [f32; D] = self.random.point(-by, by);
            for (axis, step) in step.into_iter().enumerate() {
                self.boxes.min[axis][index] += step;
                self.boxes.max[axis][index] += step;
            }
        }
    }

    /// Takes some off the end, or adds some.
    fn resize(&mut self, by: i32) {
        if by < 0 {
            let len = self.boxes.len() - by.unsigned_abs() as usize;
            self.boxes.min.iter_mut().chain(&mut self.boxes.max).for_each(|c| c.truncate(len));
        }
        let style = Style { side: 14.0, unit: 1.0, special: 0.1, invalid: 5.0 };
        let more: Boxes<D> = mixed(&mut self.random, by.max(0) as usize, style);
        more.iter().for_each(|(min, max)| self.boxes.push(min, max));
        self.statics.resize(self.boxes.len(), false);
    }

    /// What the pairs are.
    fn expected(&self, filtered: bool) -> Vec<Pair> {
        let both = |pair: &Pair| [pair.a, pair.b].iter().all(|id| self.statics[*id as usize]);
        let mut pairs = naive_within(&self.boxes);
        pairs.retain(|pair| !(filtered && both(pair)));
        pairs
    }
}

fn check_frames<const D: usize>() {
    let mut counts = Counts::default();
    for mut phase in kept::<D>() {
        let mut scene = Changing::<D>::new(D as u64);
        let mut pairs = Pairs::new();
        for frame in 0..60 {
            match frame % 10 {
                3 => scene.resize(-40),
                5 => scene.resize(60),
                7 => scene.statics.rotate_right(5),
                9 => scene.step(3.0),
                _ => scene.step(0.01),
            }
            let filtered = frame % 4 > 1;
            let filter = Filter::default();
            let filter = if filtered { filter.with_statics(&scene.statics) } else { filter };
            let join = Join::within(BoxSet { bounds: scene.boxes.bounds(), filter });
            let found = pool([1, 2, 3][frame % 3]).install(|| phase.pairs(&join, &mut pairs));
            found.expect("there is memory");
            pairs.sort_canonical().expect("there is memory");
            let expected = scene.expected(filtered);
            assert_same(&pairs, &expected, &format!("{} in frame {frame}", phase.name()));
            let invalid = (0..scene.boxes.len()).filter(|index| !scene.boxes.is_valid(*index));
            let listed = phase.invalid().iter().map(|q| q.index as usize);
            assert!(listed.eq(invalid), "the invalid boxes of frame {frame}");
            counts.add("frames with pairs", !expected.is_empty());
            counts.add("frames with invalid boxes", !phase.invalid().is_empty());
            counts.add("frames with static pairs", filtered && expected != scene.expected(false));
        }
    }
    counts.assert(&[
        ("frames with pairs", 50),
        ("frames with invalid boxes", 20),
        ("frames with static pairs", 20),
    ]);
}

#[test]
fn frames_in_2d() {
    check_frames::<2>();
}

#[test]
fn frames_in_3d() {
    check_frames::<3>();
}
