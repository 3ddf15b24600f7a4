//! Small scenes of every kind that has ever been trouble.

use std::array;

use crate::boxes::Corners;

/// A linear congruential generator (Knuth's MMIX), of which the upper half is used.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }

    /// A box with its center in a cube of this side, and half sides between these.
    fn corners<const D: usize>(&mut self, side: f32, least: f32, most: f32) -> Corners<D> {
        let center: [f32; D] = array::from_fn(|_| self.between(-side, side));
        let half: [f32; D] = array::from_fn(|_| self.between(least, most));
        around(center, half)
    }
}

fn around<const D: usize>(center: [f32; D], half: [f32; D]) -> Corners<D> {
    Corners {
        min: array::from_fn(|axis| center[axis] - half[axis]),
        max: array::from_fn(|axis| center[axis] + half[axis]),
    }
}

/// Boxes on a grid of integers, each as large as the distance to the next, or a point.
fn on_a_grid<const D: usize>(per_side: usize, half: f32) -> Vec<Corners<D>> {
    let cell = |index: usize| {
        let place = |axis: usize| (index / per_side.pow(axis as u32) % per_side) as f32;
        around(array::from_fn(place), [half; D])
    };
    (0..per_side.pow(D as u32)).map(cell).collect()
}

/// Scenes by name.
pub(super) fn scenes<const D: usize>() -> Vec<(&'static str, Vec<Corners<D>>)> {
    let mut random = Random(7);
    let mut many = |count: usize, side, least, most| -> Vec<Corners<D>> {
        (0..count).map(|_| random.corners(side, least, most)).collect()
    };
    let side = if D == 2 { 25.0 } else { 7.0 };
    let mut giants = many(400, side, 0.1, 0.3);
    giants.extend(many(3, side, side / 2.0, side));
    giants.extend(many(1, 0.0, 2.0 * side, 2.0 * side));
    let mut flat = many(500, side, 0.2, 0.6);
    for (index, corners) in flat.iter_mut().enumerate() {
        corners.max[index % D] = corners.min[index % D];
    }
    let mut points = on_a_grid(4, 0.0);
    points.extend(on_a_grid(4, 0.0));
    points.extend(on_a_grid(2, 0.5));
    let per_side = if D == 2 { 20 } else { 7 };
    // All the same bar one axis: a tree that splits them by space has nothing to split.
    let column = (0..200).map(|index| {
        let mut center = [0.0; D];
        center[D - 1] = index as f32;
        around(center, [0.75; D])
    });
    let unit = around([0.0; D], [0.5; D]);
    let mut next = unit;
    (next.min[0], next.max[0]) = (0.5, 1.5);
    vec![
        ("none", Vec::new()),
        ("one", vec![unit]),
        ("two that touch", vec![next, unit]),
        ("two apart", vec![unit, around([9.0; D], [1.0; D])]),
        ("three", vec![unit, next, unit]),
        ("random", many(300, side / 2.0, 0.1, 1.0)),
        ("random, many", many(3000, side, 0.1, 0.5)),
        ("far away", many(500, 1e6, 0.0, 1e5)),
        ("touching", on_a_grid(per_side, 0.5)),
        ("just apart", on_a_grid(per_side, 0.499_999_97)),
        ("coincident", vec![unit; 70]),
        ("coincident points", vec![around([3.0; D], [0.0; D]); 70]),
        ("giants", giants),
        ("flat", flat),
        ("points", points),
        ("column", column.collect()),
    ]
}

/// What one box in so many goes on by: a little, some of them far.
pub(super) fn steps<const D: usize>(boxes: &[Corners<D>], one_in: usize) -> Vec<[f32; D]> {
    let mut random = Random(11);
    let step = |(index, _): (usize, &Corners<D>)| {
        let far = if index % 7 == 0 { 1.0 } else { 0.05 };
        let by = array::from_fn(|_| random.between(-far, far));
        if index % one_in == 0 { by } else { [0.0; D] }
    };
    boxes.iter().enumerate().map(step).collect()
}
