//! Scenes of boxes that move, come, go and become static, within a set and between two.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Filter, Join, Pairs,
    broad::{BoxSet, IncrementalSap, IncrementalSapAxes, IncrementalSapFallback},
};

use super::lanes::Lanes;
use crate::common::{Boxes, Random, SCENES, naive_within, streamed, uniform};

/// What happens to the boxes before a frame, besides that all move a little.
fn happen<const D: usize>(frame: usize, boxes: &mut Boxes<D>, random: &mut Random, side: f32) {
    boxes.move_all(random, 0.01);
    match frame % 10 {
        // Some become invalid, are so for two frames, and are valid again.
        2 => (0..boxes.len()).step_by(70).for_each(|index| boxes.max[1][index] = f32::NAN),
        4 => (0..boxes.len()).step_by(70).for_each(|i| boxes.max[1][i] = boxes.min[1][i] + 0.5),
        // Some go, and others come.
        5 => *boxes = boxes.iter().take(boxes.len() - 30).collect(),
        6 => uniform::<D>(random, 30, side, 1.0).iter().for_each(|(a, b)| boxes.push(a, b)),
        // Some are thrown far away, large, or without an end.
        7 => {
            for index in (0..boxes.len()).step_by(90) {
                let (inf, tiny) = (f32::INFINITY, f32::from_bits(1));
                let ends = [(1e3, 1e3), (-1e30, 1e30), (-inf, inf), (-1e4, -0.0), (0.0, tiny)];
                (boxes.min[0][index], boxes.max[0][index]) = random.pick(&ends);
            }
        }
        // All change places, or there are many more or fewer.
        8 if frame % 40 == 8 => *boxes = uniform(random, boxes.len(), side, 1.0),
        8 if frame % 40 == 18 => *boxes = boxes.iter().take(150).collect(),
        8 if frame % 40 == 28 => *boxes = uniform(random, 700, side, 1.0),
        _ => {}
    }
}

fn check_frames<const D: usize>() {
    let mut random = Random::seeded(D as u64);
    let side = 600.0_f32.powf(1.0 / D as f32);
    let mut boxes = uniform::<D>(&mut random, 700, side, 1.0);
    let mut others = uniform::<D>(&mut random, 80, side, 2.0);
    let mut lanes = Lanes::<D>::new();
    for frame in 0..80 {
        happen(frame, &mut boxes, &mut random, side);
        let statics: Vec<bool> = (0..boxes.len()).map(|index| index % 3 == frame / 20).collect();
        let masks: Vec<u32> = (0..boxes.len() as u32).map(|index| 1 << (index % 2)).collect();
        let mut filter = Filter::default();
        if frame % 20 > 5 {
            filter = filter.with_statics(&statics);
        }
        if frame % 5 == 1 {
            filter = filter.with_categories(&masks, &masks);
        }
        let set = BoxSet { bounds: boxes.bounds(), filter };
        lanes.check(&Join::within(set), &|| format!("{D}D, frame {frame}"));
        others.move_all(&mut random, 0.01);
        let join = Join::between(set, others.bounds());
        lanes.check(&join, &|| format!("{D}D, frame {frame}, two sets"));
    }
    assert!(lanes.pairs > 30_000, "hardly any pairs: {}", lanes.pairs);
    for axes in [IncrementalSapAxes::All, IncrementalSapAxes::One] {
        lanes.assert_met(axes, None, 100);
        lanes.assert_met(axes, Some(IncrementalSapFallback::Fresh), 2);
        lanes.assert_met(axes, Some(IncrementalSapFallback::Turnover), 2);
        lanes.assert_met(axes, Some(IncrementalSapFallback::Swaps), 2);
    }
}

#[test]
fn moving_boxes_in_2d() {
    check_frames::<2>();
}

#[test]
fn moving_boxes_in_3d() {
    check_frames::<3>();
}

/// Boxes are read 4,096 at a time.
#[test]
fn more_boxes_than_are_read_at_a_time() {
    let mut random = Random::seeded(9);
    let mut boxes = uniform::<2>(&mut random, 9000, 80.0, 1.0);
    let others = uniform::<2>(&mut random, 2500, 80.0, 1.0);
    let mut lanes = Lanes::<2>::new();
    for frame in 0..16 {
        happen(frame, &mut boxes, &mut random, 80.0);
        lanes.check(&Join::within(boxes.bounds()), &|| format!("frame {frame}"));
        let join = Join::between(others.bounds(), boxes.bounds());
        lanes.check(&join, &|| format!("frame {frame}, two sets"));
    }
    assert!(lanes.pairs > 100_000, "{}", lanes.pairs);
    lanes.assert_met(IncrementalSapAxes::All, None, 20);
}

/// A scene is no trouble for the one that comes after it.
#[test]
fn bad_scenes_one_after_the_other() {
    let mut lanes = Lanes::<3>::new();
    for size in [600, 1, 0, 2, 250] {
        for (what, scene) in SCENES {
            let mut boxes = scene(size);
            for by in [0.0, 0.05, 5.0] {
                boxes.move_all(&mut Random::seeded(7), by);
                lanes.check(&Join::within(boxes.bounds()), &|| format!("{what}, {size}, {by}"));
            }
        }
    }
    lanes.assert_met(IncrementalSapAxes::All, Some(IncrementalSapFallback::Crowded), 6);
    lanes.assert_met(IncrementalSapAxes::One, Some(IncrementalSapFallback::OtherAxis), 2);
}

/// The list, the stream and the count of a frame are the same, whichever is asked for first.
#[test]
fn outputs_agree_in_every_frame() {
    let mut random = Random::seeded(5);
    let mut boxes = uniform::<2>(&mut random, 500, 20.0, 1.0);
    let mut phase = IncrementalSap::<2>::new();
    for frame in 0..12 {
        boxes.move_all(&mut random, 0.02);
        let join = Join::within(boxes.bounds());
        let expected = naive_within(&boxes);
        assert!(expected.len() > 100);
        match frame % 3 {
            0 => {
                let mut pairs = Pairs::new();
                phase.pairs(&join, &mut pairs).expect("the call is valid");
                assert_eq!(*pairs, *expected);
            }
            1 => assert_eq!(streamed(&mut phase, &join), expected),
            _ => assert_eq!(phase.count(&join).expect("valid").pairs, expected.len() as u64),
        }
        assert_eq!(phase.stats().fallback, (frame == 0).then_some(IncrementalSapFallback::Fresh));
        let stopped = phase.stream(&join, &mut |_| ControlFlow::Break(())).expect("valid");
        assert!(stopped.stopped);
    }
}
