//! Each way in which a frame does not follow from the one before, and what it costs.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Filter, Join, Pair,
    broad::{BoxSet, IncrementalSap, IncrementalSapAxes, IncrementalSapFallback},
};

use super::lanes::Lanes;
use crate::common::{Boxes, Random, naive_within, pool, uniform};

fn row(len: usize, direction: f32) -> Boxes<2> {
    let x = |i: usize| direction * i as f32 * 0.75;
    let y = |i: usize| (i % 3) as f32;
    (0..len).map(|i| ([x(i), y(i)], [x(i) + 1.0, y(i) + 1.5])).collect()
}

/// ADV16: boxes that change places in every frame are soon swept anew, and tried now and then.
#[test]
fn order_that_swaps_each_frame() {
    let mut lanes = Lanes::<2>::new();
    let mut swaps = Vec::new();
    for frame in 0..70 {
        let boxes = row(1000, if frame % 2 == 0 { 1.0 } else { -1.0 });
        lanes.check(&Join::within(boxes.bounds()), &|| format!("frame {frame}"));
        let stats = lanes.stats();
        swaps.push(stats.swaps.iter().sum::<u64>());
        if stats.fallback == Some(IncrementalSapFallback::Swaps) {
            assert_eq!(stats.unsorted_axes, 1, "the other axis does not change");
        }
    }
    // Frames 1, 2, 5, 10 and so on, each farther from the one before.
    let tried: Vec<usize> = (0..swaps.len()).filter(|frame| swaps[*frame] > 0).collect();
    assert_eq!(tried, [1, 2, 4, 8, 16, 32, 64]);
    // Two swaps a box, and those of the box that goes beyond.
    assert!(swaps.iter().all(|swaps| *swaps <= 4000), "{swaps:?}");
    assert!(lanes.pairs > 600 * 70, "{}", lanes.pairs);
    lanes.assert_met(IncrementalSapAxes::All, Some(IncrementalSapFallback::Resting), 100);
    // Once it is coherent again it is followed within 32 frames, and from then on.
    let still = row(1000, 1.0);
    let mut followed = 0;
    for frame in 0..40 {
        lanes.check(&Join::within(still.bounds()), &|| format!("still, frame {frame}"));
        followed += usize::from(lanes.stats().fallback.is_none());
    }
    assert!(followed >= 7, "{followed}");
}

/// A few boxes that come have few candidates; or too many, if all are in one place on each axis.
#[test]
fn arrivals() {
    let mut random = Random::seeded(2);
    let mut lanes = Lanes::<2>::new();
    let mut boxes = uniform::<2>(&mut random, 400, 20.0, 1.0);
    lanes.check(&Join::within(boxes.bounds()), &|| "first".into());
    uniform::<2>(&mut random, 20, 20.0, 1.0).iter().for_each(|(min, max)| boxes.push(min, max));
    lanes.check(&Join::within(boxes.bounds()), &|| "some that come".into());
    assert_eq!((lanes.stats().came, lanes.stats().fallback), (20, None));
    // A cross: everything overlaps on either axis.
    let bar = |i: usize| (0.1 * i as f32, 0.1 * i as f32 + 0.05);
    let along = |i: usize| ([0.0, bar(i).0], [100.0, bar(i).1]);
    let mut cross: Boxes<2> = (0..500).map(along).collect();
    for _ in 0..3 {
        lanes.check(&Join::within(cross.bounds()), &|| "bars".into());
    }
    assert_eq!(lanes.stats().fallback, None);
    (0..100).for_each(|i| cross.push([bar(i).0, 0.0], [bar(i).1, 100.0]));
    lanes.check(&Join::within(cross.bounds()), &|| "bars across".into());
    assert_eq!(
        (lanes.stats().came, lanes.stats().fallback),
        (100, Some(IncrementalSapFallback::Arrivals))
    );
    lanes.assert_met(IncrementalSapAxes::All, Some(IncrementalSapFallback::Arrivals), 2);
}

/// A few boxes that are thrown far away are taken out and put in; many are sorted.
#[test]
fn teleports() {
    let mut random = Random::seeded(6);
    let mut lanes = Lanes::<2>::new();
    let mut boxes = uniform::<2>(&mut random, 480, 22.0, 1.0);
    for (few, frame) in [(0, 0), (30, 1), (1, 2), (31, 3), (0, 4)] {
        for index in 0..few {
            for axis in 0..2 {
                let by = random.pick(&[-5.0, 5.0]);
                boxes.min[axis][index * 15] += by;
                boxes.max[axis][index * 15] += by;
            }
        }
        lanes.check(&Join::within(boxes.bounds()), &|| format!("frame {frame}"));
        let stats = lanes.stats();
        assert_eq!(stats.came, if few == 31 { 0 } else { few }, "frame {frame}");
        assert_eq!(stats.swaps.iter().sum::<u64>() > 0, few == 31, "frame {frame}: {stats:?}");
    }
    assert!(lanes.pairs > 5 * 200, "{}", lanes.pairs);
}

/// Boxes that become static leave the pairs with static ones, and come back.
#[test]
fn boxes_become_static() {
    let mut lanes = Lanes::<2>::new();
    let boxes: Boxes<2> = (0..60).map(|i| ([i as f32; 2], [i as f32 + 1.0; 2])).collect();
    for frame in 0..20 {
        let statics: Vec<bool> = (0..60).map(|i| i < 20 + frame % 5).collect();
        let filter = Filter::default().with_statics(&statics);
        let before = lanes.pairs;
        lanes.check(&Join::within(BoxSet { bounds: boxes.bounds(), filter }), &|| "row".into());
        assert_eq!(lanes.pairs - before, 59 - (19 + frame % 5));
        let changed = match frame {
            0 => 60,
            _ => [4, 1][usize::from(frame % 5 > 0)],
        };
        assert_eq!(lanes.stats().came, if frame == 0 { 0 } else { changed }, "frame {frame}");
    }
    lanes.assert_met(IncrementalSapAxes::All, None, 38);
}

/// ADV2: more pairs than any memory holds are streamed in that of the boxes.
#[test]
fn a_million_identical_boxes() {
    let boxes: Boxes<2> = (0..1_000_000).map(|_| ([3.0, 3.0], [4.0, 5.0])).collect();
    for axes in [IncrementalSapAxes::All, IncrementalSapAxes::One] {
        let mut phase = IncrementalSap::<2>::new().with_axes(axes);
        for threads in [1, 3] {
            let mut seen = 0;
            let summary = pool(threads).install(|| {
                phase.stream(&Join::within(boxes.bounds()), &mut |pairs| {
                    seen += pairs.len();
                    let more = seen < 3_000_000;
                    if more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            });
            let summary = summary.expect("the call is valid");
            assert!(summary.stopped && seen >= 3_000_000, "{summary:?}");
            let bytes = phase.memory_bytes();
            assert!(bytes < 400 << 20, "{axes:?}: {bytes} bytes");
            let crowded = phase.stats().fallback == Some(IncrementalSapFallback::Crowded);
            assert_eq!(crowded, axes == IncrementalSapAxes::All);
        }
    }
}

/// Around the number of pairs that is kept, which is 65,536 of few boxes.
#[test]
fn pairs_become_too_many() {
    let mut lanes = Lanes::<2>::new();
    let mut random = Random::seeded(3);
    let mut crowded = [0, 0];
    for frame in 0..12 {
        let side = if frame % 4 < 2 { 8.0 } else { 4.0 + 0.01 * frame as f32 };
        let boxes: Boxes<2> = (0..1500)
            .map(|_| random.point(0.0, side))
            .map(|at: [f32; 2]| (at, at.map(|x| x + 1.0)))
            .collect();
        for _ in 0..2 {
            lanes.check(&Join::within(boxes.bounds()), &|| format!("frame {frame}"));
            let is_crowded = lanes.stats().fallback == Some(IncrementalSapFallback::Crowded);
            assert_eq!(is_crowded, naive_within(&boxes).len() > 65_536, "frame {frame}");
            crowded[usize::from(is_crowded)] += 1;
        }
    }
    assert_eq!(crowded, [12, 12]);
}

/// Boxes that come and go for long leave nothing behind.
#[test]
fn memory_stays_flat() {
    for axes in [IncrementalSapAxes::All, IncrementalSapAxes::One] {
        let mut phase = IncrementalSap::<3>::new().with_axes(axes);
        let (mut bytes, mut followed) = (Vec::new(), 0);
        for cycle in 0..5 {
            // The same frames in each cycle.
            let mut random = Random::seeded(4);
            let mut boxes = uniform::<3>(&mut random, 2000, 12.0, 1.0);
            for frame in 0..40 {
                let len = [2000, 1940, 1960, 100][frame / 10];
                boxes = boxes.iter().take(len - 10).collect();
                let more = uniform::<3>(&mut random, len - boxes.len(), 12.0, 1.0);
                more.iter().for_each(|(min, max)| boxes.push(min, max));
                let join = Join::within(boxes.bounds());
                let count = phase.count(&join).expect("there is memory").pairs;
                if cycle == 0 && frame % 4 == 0 {
                    assert_eq!(count, naive_within(&boxes).len() as u64);
                }
                followed += usize::from(phase.stats().fallback.is_none());
            }
            bytes.push(phase.memory_bytes());
        }
        assert!(bytes[1..].iter().all(|held| *held == bytes[1]), "{axes:?}: {bytes:?}");
        assert!(followed > 100, "{axes:?}: {followed}");
    }
}

/// A pair is told in canonical order whichever set its boxes are in.
#[test]
fn two_sets_of_unlike_size() {
    let mut phase = IncrementalSap::<2>::new();
    let first: Boxes<2> = (0..5).map(|i| ([i as f32; 2], [i as f32 + 0.5; 2])).collect();
    for len in [1, 9, 3, 0, 2] {
        let second: Boxes<2> = (0..len).map(|i| ([i as f32; 2], [i as f32 + 0.25; 2])).collect();
        let mut found = Vec::new();
        let join = Join::between(first.bounds(), second.bounds());
        let mut take = |pairs: &[Pair]| {
            found.extend_from_slice(pairs);
            ControlFlow::Continue(())
        };
        phase.stream(&join, &mut take).expect("the call is valid");
        let expected: Vec<Pair> = (0..len.min(5)).map(|i| Pair { a: i, b: i }).collect();
        assert_eq!(found, expected);
    }
}
