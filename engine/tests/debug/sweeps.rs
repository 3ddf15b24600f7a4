//! Sweeps: strips with the boxes in them, and intervals that are those of the boxes.

use jostle::{
    Aabb, BroadPhase, Sap,
    broad::{IncrementalSap, IncrementalSapAxes},
    debug_draw::{DrawElement, DrawStyle},
};

use crate::{
    common::{Boxes, Counts, Random, SCENES, Style as Look, mixed, uniform},
    recorder::{Recorder, aabb_of, is_infinite, spoil},
};

/// The axis on which a box has no end that a strip cuts: the one that is swept.
fn swept_axis<const D: usize>(drawn: &Recorder<D>) -> Option<usize> {
    let (from, to, _) = drawn.lines.iter().find(|(from, to, _)| from != to)?;
    (0..D).find(|axis| from[*axis] != to[*axis])
}

/// Whether a strip reaches a box on an axis, but for rounding of where it was cut.
fn reaches<const D: usize>(strip: &Aabb<D>, aabb: &Aabb<D>, axis: usize) -> bool {
    let near = |low: f32, high: f32| {
        let scale = f64::from(low.abs()).max(f64::from(high.abs())).min(1e30);
        low <= high || f64::from(low) - f64::from(high) <= 1e-4 * (scale + 1.0)
    };
    near(strip.min[axis], aabb.max[axis]) && near(aabb.min[axis], strip.max[axis])
}

/// Asserts that each valid box has an interval in each strip it is in, which is its own.
fn check_strips<const D: usize>(drawn: &Recorder<D>, boxes: &Boxes<D>, what: &str) {
    assert_eq!(drawn.lines.len(), drawn.members.len(), "{what}");
    let (mut times, swept) = (vec![0; boxes.len()], swept_axis(drawn));
    for ((from, to, of), (id, at, style)) in drawn.lines.iter().zip(&drawn.members) {
        let (strip, aabb) = (&drawn.boxes[*at], aabb_of(boxes, *id));
        assert_eq!((strip.1, style.element), (*style, DrawElement::Strip), "{what}");
        assert_eq!((of.element, of.depth), (DrawElement::Interval, style.depth), "{what}");
        for axis in 0..D {
            assert!(reaches(&strip.0, &aabb, axis), "{what}: box {id}, strip {:?}", strip.0);
            let lower = aabb.min[axis].max(strip.0.min[axis]);
            assert_eq!(from[axis], lower, "{what}: box {id}");
            let end = if Some(axis) == swept { aabb.max[axis] } else { lower };
            // Each size class sweeps an axis of its own.
            assert!(to[axis] == end || style.depth > 0, "{what}: box {id}");
        }
        times[*id as usize] += 1;
    }
    for (id, times) in times.into_iter().enumerate() {
        assert_eq!(times > 0, boxes.is_valid(id), "{what}: box {id}");
    }
}

fn check_cuts<const D: usize>(drawn: &Recorder<D>, sap: &Sap<D>, what: &str) -> usize {
    let planes: Vec<_> = drawn.of_element(DrawElement::Cut).collect();
    let cuts: Vec<_> = sap.cuts().collect();
    assert_eq!(planes.len(), cuts.len(), "{what}");
    for ((plane, style), cut) in planes.into_iter().zip(&cuts) {
        assert_eq!(style.depth as usize, cut.class, "{what}");
        assert_eq!((plane.min[cut.axis], plane.max[cut.axis]), (cut.at, cut.at), "{what}");
        let others = (0..D).filter(|axis| *axis != cut.axis);
        let without_end =
            |axis| (plane.min[axis], plane.max[axis]) == (-f32::INFINITY, f32::INFINITY);
        assert!(others.into_iter().all(without_end), "{what}: {plane:?}");
    }
    cuts.len()
}

#[test]
fn strips_hold_their_boxes() {
    let mut counts = Counts::default();
    for (what, scene) in SCENES {
        for size in [1, 9, 513, 5000] {
            let mut boxes = scene(size);
            for _ in 0..2 {
                let mut sap = Sap::<3>::new();
                let drawn = Recorder::of_run(&mut sap, &boxes);
                check_strips(&drawn, &boxes, what);
                counts.add("cut", check_cuts(&drawn, &sap, what) > 0);
                counts.add("copied", drawn.members.len() > boxes.len());
                counts.add("no end", drawn.boxes.iter().all(|(strip, _)| is_infinite(strip)));
                spoil(&mut boxes);
            }
        }
    }
    counts.assert(&[("cut", 4), ("copied", 2), ("no end", 100)]);
}

#[test]
fn strips_of_all_kinds_of_boxes_in_the_plane() {
    let (mut random, mut counts) = (Random::seeded(1), Counts::default());
    let mut sap = Sap::<2>::new();
    for round in 0..20 {
        let look = Look { side: 60.0, unit: 1.0, special: 0.2, invalid: 2.0 };
        let boxes = mixed::<2>(&mut random, 300 * round, look);
        let drawn = Recorder::of_run(&mut sap, &boxes);
        check_strips(&drawn, &boxes, "mixed");
        counts.add("cut", check_cuts(&drawn, &sap, "mixed") > 0);
        let infinite = |(from, to, _): &([f32; 2], [f32; 2], DrawStyle)| {
            from.iter().chain(to).any(|x| x.is_infinite())
        };
        counts.add("interval without end", drawn.lines.iter().any(infinite));
    }
    counts.assert(&[("cut", 10), ("interval without end", 10)]);
}

/// Many small boxes, and few that are too large for their strips.
#[test]
fn size_classes_are_drawn_one_after_the_other() {
    let mut random = Random::seeded(9);
    let mut boxes = uniform::<2>(&mut random, 10_000, 300.0, 1.0);
    for _ in 0..30 {
        let min = random.point(0.0, 100.0);
        boxes.push(min, min.map(|x| x + random.between(150.0, 200.0)));
    }
    let mut sap = Sap::<2>::new();
    let drawn = Recorder::of_run(&mut sap, &boxes);
    check_strips(&drawn, &boxes, "two sizes");
    assert!(check_cuts(&drawn, &sap, "two sizes") > 0);
    let depths = || drawn.boxes.iter().map(|(_, style)| style.depth);
    assert!(depths().is_sorted() && depths().max() == Some(1));
    for (id, _, style) in &drawn.members {
        assert_eq!(style.depth, u32::from(*id >= 10_000), "box {id}");
    }
}

/// Asserts that the intervals are those of the valid boxes on some axes, one by one.
fn check_intervals<const D: usize>(drawn: &Recorder<D>, boxes: &Boxes<D>, axes: &[usize]) {
    let key = |x: f32| (x + 0.0).to_bits();
    let mut found: Vec<_> = drawn
        .lines
        .iter()
        .map(|(from, to, style)| {
            assert_eq!(style.element, DrawElement::Interval);
            (style.depth as usize, from.map(key), to.map(key))
        })
        .collect();
    let mut expected = Vec::new();
    for (_, (min, max)) in boxes.iter().enumerate().filter(|(id, _)| boxes.is_valid(*id)) {
        for axis in axes {
            let mut to = min;
            to[*axis] = max[*axis];
            expected.push((*axis, min.map(key), to.map(key)));
        }
    }
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found == expected, "{} intervals, not {}", found.len(), expected.len());
    assert!(drawn.boxes.is_empty() && drawn.members.is_empty());
}

/// Whatever happened in a frame, what is drawn is of that frame.
#[test]
fn kept_intervals_are_those_of_the_last_frame() {
    let (mut random, mut counts) = (Random::seeded(2), Counts::default());
    let mut phase = IncrementalSap::<3>::new();
    let mut boxes = uniform::<3>(&mut random, 600, 12.0, 1.0);
    for frame in 0..60 {
        // Thrown about for some frames, so that it rests, and then nearly still.
        let by = if frame % 30 < 12 { 6.0 } else { 0.01 };
        for axis in 0..3 {
            for index in 0..boxes.len() {
                let step = random.between(-by, by);
                boxes.min[axis][index] += step;
                boxes.max[axis][index] += step;
            }
        }
        if frame == 20 {
            spoil(&mut boxes);
        }
        let drawn = Recorder::of_run(&mut phase, &boxes);
        let is_kept = drawn.members.is_empty();
        if is_kept {
            check_intervals(&drawn, &boxes, &[0, 1, 2]);
        } else {
            check_strips(&drawn, &boxes, "resting");
        }
        counts.add("kept", is_kept && phase.stats().fallback.is_none());
        counts.add("anew", is_kept && phase.stats().fallback.is_some());
        counts.add("not kept", !is_kept);
    }
    counts.assert(&[("kept", 20), ("anew", 3), ("not kept", 3)]);
}

#[test]
fn one_axis_is_drawn_alone() {
    let mut phase = IncrementalSap::<2>::new().with_axes(IncrementalSapAxes::One);
    for round in 0..10 {
        let boxes = uniform::<2>(&mut Random::seeded(round), 100 + 50 * round as usize, 9.0, 1.0);
        let drawn = Recorder::of_run(&mut phase, &boxes);
        let axis = phase.stats().axis.expect("it swept one");
        check_intervals(&drawn, &boxes, &[axis]);
        assert!(drawn.lines.is_sorted_by(|a, b| a.0[axis] <= b.0[axis]), "out of order");
    }
    assert_eq!(phase.name(), "incremental-sap");
}
