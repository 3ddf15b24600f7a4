//! Frames of boxes that move, come and go: the pairs are those of brute force in each, in a
//! sequence that depends on neither threads nor levels.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Filter, Join, Pairs, SimdLevel,
    broad::{BoxSet, BruteForce, QuadtreeFit, QuadtreePhase},
};

use crate::common::{Boxes, Random, SCENES, assert_same, canonical, pool, uniform};

/// Trees for the same frames, each on its own number of threads, at its own level.
struct Lanes<const D: usize>(Vec<(usize, QuadtreePhase<D>)>);

impl<const D: usize> Lanes<D> {
    fn new(fit: QuadtreeFit) -> Self {
        let levels = SimdLevel::available();
        let make = |index: usize| {
            let phase = QuadtreePhase::new().with_level(levels[index % levels.len()]);
            (1 + index, phase.with_fit(fit).expect("the looseness is valid"))
        };
        Self((0..3).map(make).collect())
    }

    /// Asserts that all of them find what brute force finds, twice. Returns the number of pairs.
    fn check(&mut self, join: &Join<'_, D>, what: &str) -> usize {
        let expected = canonical(&mut BruteForce::new(), join);
        let mut sequence = None;
        for (threads, phase) in &mut self.0 {
            let what = format!("{what}, {threads} threads");
            pool(*threads).install(|| {
                for _ in 0..2 {
                    let mut pairs = Pairs::new();
                    phase.pairs(join, &mut pairs).expect("the call is valid");
                    phase.validate().unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
                    let first = sequence.get_or_insert_with(|| pairs.to_vec());
                    assert!(*first == *pairs, "another sequence: {what}");
                    pairs.sort_canonical().expect("there is memory");
                    assert_same(&pairs, &expected, &what);
                }
                let mut brute = BruteForce::new();
                brute.count(join).expect("the call is valid");
                assert_eq!(phase.invalid(), brute.invalid(), "{what}");
            });
        }
        expected.len()
    }
}

/// What happens to the boxes before a frame.
fn happen<const D: usize>(frame: usize, boxes: &mut Boxes<D>, random: &mut Random, side: f32) {
    boxes.move_all(random, 0.1);
    match frame % 10 {
        // Some become invalid, are so for two frames, and are valid again.
        2 => (0..boxes.len()).step_by(7).for_each(|index| boxes.max[1][index] = f32::NAN),
        4 => (0..boxes.len()).step_by(7).for_each(|i| boxes.max[1][i] = boxes.min[1][i] + 0.5),
        // Some go, and others come.
        5 => *boxes = boxes.iter().take(boxes.len() / 2 + 50).collect(),
        6 => uniform::<D>(random, 300, side, 1.0).iter().for_each(|(a, b)| boxes.push(a, b)),
        // Some are thrown far away, large, or without an end.
        7 => {
            for index in (0..boxes.len()).step_by(50) {
                let (low, high) = random.pick(&[
                    (1e3, 1e3),
                    (-1e30, 1e30),
                    (f32::NEG_INFINITY, f32::INFINITY),
                    (-1e4, -0.0),
                ]);
                (boxes.min[0][index], boxes.max[0][index]) = (low, high);
            }
        }
        // All leave the world, or change places.
        8 if frame % 20 == 8 => boxes.move_all(random, side),
        8 => {
            boxes.min.iter_mut().chain(&mut boxes.max).for_each(|x| {
                x.iter_mut().for_each(|x| *x += 3.0 * side);
            });
        }
        9 => *boxes = uniform(random, boxes.len(), side, 1.0),
        _ => {}
    }
}

fn check_frames<const D: usize>(fit: QuadtreeFit, seed: u64) {
    let mut random = Random::seeded(seed);
    let side = 1500.0_f32.powf(1.0 / D as f32);
    let mut boxes = uniform::<D>(&mut random, 1500, side, 1.0);
    let mut others = uniform::<D>(&mut random, 200, side, 2.0);
    let mut lanes = Lanes::<D>::new(fit);
    let mut pairs = [0; 2];
    for frame in 0..45 {
        happen(frame, &mut boxes, &mut random, side);
        let statics: Vec<bool> = (0..boxes.len()).map(|index| (index + frame) % 3 == 0).collect();
        let masks: Vec<u32> = (0..boxes.len() as u32).map(|index| 1 << (index % 2)).collect();
        let mut filter = Filter::default();
        if frame % 4 == 1 {
            filter = filter.with_statics(&statics);
        }
        if frame % 5 == 1 {
            filter = filter.with_categories(&masks, &masks);
        }
        let set = BoxSet { bounds: boxes.bounds(), filter };
        pairs[0] += lanes.check(&Join::within(set), &format!("{D}D, {fit:?}, frame {frame}"));
        others.move_all(&mut random, 0.2);
        let join = Join::between(set, others.bounds());
        pairs[1] += lanes.check(&join, &format!("{D}D, {fit:?}, frame {frame}, two sets"));
    }
    assert!(pairs[0] > 10_000 && pairs[1] > 5000, "hardly any pairs: {pairs:?}");
}

#[test]
fn moving_boxes_in_2d() {
    for fit in [
        QuadtreeFit::Tight,
        QuadtreeFit::Loose(2.0),
        QuadtreeFit::Loose(1.0),
        QuadtreeFit::Loose(1e30),
    ] {
        check_frames::<2>(fit, 1);
    }
}

#[test]
fn moving_boxes_in_3d() {
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        check_frames::<3>(fit, 2);
    }
}

/// A scene is no trouble for the one that comes after it.
#[test]
fn bad_scenes_one_after_the_other() {
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        let mut lanes = Lanes::<3>::new(fit);
        for size in [700, 1, 0, 300] {
            for (what, scene) in SCENES {
                let mut boxes = scene(size);
                for by in [0.0, 0.05, 5.0] {
                    boxes.move_all(&mut Random::seeded(7), by);
                    lanes.check(&Join::within(boxes.bounds()), &format!("{what}, {fit:?}, {size}"));
                }
            }
        }
    }
}

/// ADV2: more pairs than any memory holds are streamed in that of the boxes.
#[test]
fn a_million_identical_boxes() {
    let boxes: Boxes<2> = (0..1_000_000).map(|_| ([3.0, 3.0], [4.0, 5.0])).collect();
    let mut phase = QuadtreePhase::<2>::new();
    for threads in [1, 3] {
        let mut seen = 0;
        let summary = pool(threads).install(|| {
            phase.stream(&Join::within(boxes.bounds()), &mut |pairs| {
                seen += pairs.len();
                if seen < 3_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        let summary = summary.expect("the call is valid");
        assert!(summary.stopped && seen >= 3_000_000, "{summary:?}");
        let bytes = phase.memory_bytes();
        assert!(bytes < 300 << 20, "{bytes} bytes");
    }
    phase.validate().expect("it is sound");
}
