//! Moving boxes against a tree.
//!
//! Promised as for rays (`rays.rs`): found are the boxes that the moving box touches, closed as
//! both are, even where they only slide along each other or touch at a corner, and no others; the
//! time is that of the first touch, and 0 where they touch from the start; and bit for bit it is
//! what testing every box alone gives. A box at rest touches what `overlapping` finds.

use jostle::{Aabb, bvh::BoxCast};

use crate::common::{Boxes, Counts, Random, Style, check_line, mixed, scale, trees};

/// A box that moves towards another, and stops there, before or behind; or at rest.
fn cast_at<const D: usize>(random: &mut Random, boxes: &Boxes<D>, unit: f32) -> BoxCast<D> {
    let finite = |x: f32| if x.abs() < f32::MAX { x } else { 0.0 };
    let (min, max) = boxes.corners(random.below(boxes.len()));
    let (min, max) = (min.map(finite), max.map(finite));
    let mut low: [f32; D] = random.point(-6.0 * unit, 6.0 * unit);
    let mut size: [f32; D] = random.point(0.0, 2.0 * unit);
    for axis in 0..D {
        match random.below(8) {
            0 => size[axis] = 0.0,
            1 => size[axis] = f32::from_bits(random.below(50) as u32),
            // Flush with a side of the other: touching it from the start, or never more than that.
            2 => low[axis] = max[axis],
            3 => low[axis] = min[axis] - size[axis],
            4 => low[axis] = min[axis],
            _ => {}
        }
    }
    let high: [f32; D] = std::array::from_fn(|axis| (low[axis] + size[axis]).max(low[axis]));
    let mut motion: [f32; D] = std::array::from_fn(|axis| {
        // Just up to the other, to its far side, or anywhere.
        let anywhere = random.between(-5.0, 5.0) * unit;
        random.pick(&[min[axis] - high[axis], max[axis] - low[axis], anywhere])
    });
    for motion in &mut motion {
        if random.percent(25.0) {
            *motion = random.pick(&[0.0, -0.0]);
        }
    }
    let factor = random.pick(&[1.0, 1.0, 1.0, 1e30, 1e-30, 1e-44, 0.0]);
    let motion = motion.map(|d| finite(d * factor));
    let t_max = random.pick(&[1.0, 1.0, 0.5, 0.0, 3.0, 1.0 / factor.max(1e-30), f32::INFINITY]);
    BoxCast { t_max, ..BoxCast::new(Aabb { min: low, max: high }, motion) }
}

fn special_boxes<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    for unit in [1.0, 1.0, 1e-20, 1e18] {
        for count in [1, 3, 8, 17, 80, 250] {
            let style = Style { side: 6.0, unit, special: 1.0, invalid: 3.0 };
            let boxes: Boxes<D> = mixed(&mut random, count, style);
            let trees = trees(&boxes);
            for _ in 0..500 * scale() {
                check_line(&boxes, &trees, cast_at(&mut random, &boxes, unit), counts);
            }
        }
    }
}

#[test]
fn casts_at_boxes_of_all_kinds() {
    let mut counts = Counts::default();
    special_boxes::<2>(1, &mut counts);
    special_boxes::<3>(2, &mut counts);
    counts.assert(&[
        ("hits", 30_000),
        ("misses that are nearly hits", 50),
        ("grazes", 3000),
        ("grazes a corner", 800),
        ("grazes at the last moment", 1500),
        ("still on an axis", 10_000),
        ("still on all axes but one", 10_000),
        ("at rest", 3000),
        ("in the plane of a face", 1000),
        ("along an edge", 800),
        ("starts within", 10_000),
        ("starts on the surface", 1500),
        ("fast", 4000),
        ("slow", 3000),
        ("denormal direction", 1000),
        ("infinite box", 4000),
        ("point", 700),
        ("flat box", 1500),
        ("denormal box", 1000),
        ("huge box", 4000),
    ]);
}

/// Whole numbers, so that boxes slide along each other and touch at corners exactly.
fn lattice<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    let whole = |random: &mut Random, end: usize| random.below(end) as f32;
    for scene in 0..4 * scale() {
        let corners = |random: &mut Random, sizes: usize| {
            let min: [f32; D] = std::array::from_fn(|_| whole(random, 10) - 5.0);
            (min, min.map(|x| x + whole(random, sizes)))
        };
        let boxes: Boxes<D> = (0..200).map(|_| corners(&mut random, 3)).collect();
        let trees = trees(&boxes);
        let unit = [1.0, 1e-30, 1e30, 0.125][scene % 4];
        for _ in 0..600 {
            let (min, max) = corners(&mut random, 4);
            let motion: [f32; D] = std::array::from_fn(|_| (whole(&mut random, 9) - 4.0) * unit);
            let t_max = random.pick(&[1.0 / unit, 0.5 / unit, 2.0 / unit]);
            let cast = BoxCast { t_max, ..BoxCast::new(Aabb { min, max }, motion) };
            check_line(&boxes, &trees, cast, counts);
        }
    }
}

#[test]
fn casts_that_slide_along_and_touch_corners() {
    let mut counts = Counts::default();
    lattice::<2>(3, &mut counts);
    lattice::<3>(4, &mut counts);
    counts.assert(&[
        ("hits", 50_000),
        ("grazes", 25_000),
        ("grazes a corner", 15_000),
        ("grazes at the last moment", 2500),
        ("in the plane of a face", 5000),
        ("along an edge", 4000),
        ("starts on the surface", 20_000),
        ("starts within", 5000),
    ]);
}

/// A box at rest, or one that is stopped before it moves, touches what a region touches.
fn at_rest<const D: usize>(seed: u64) -> usize {
    let mut random = Random::seeded(seed);
    let style = Style { side: 6.0, unit: 1.0, special: 1.0, invalid: 3.0 };
    let boxes: Boxes<D> = mixed(&mut random, 200, style);
    let (mut total, trees) = (0, trees(&boxes));
    for _ in 0..300 {
        let BoxCast { aabb, direction, .. } = cast_at(&mut random, &boxes, 1.0);
        for (level, tree) in &trees {
            let mut touched = Vec::new();
            tree.overlapping(&aabb, |_| true, &mut touched).unwrap();
            total += touched.len();
            let stopped = BoxCast { t_max: 0.0, ..BoxCast::new(aabb, direction) };
            for cast in [BoxCast::new(aabb, [0.0; D]), BoxCast::new(aabb, [-0.0; D]), stopped] {
                let mut hits = Vec::new();
                tree.all_hits(&cast, |_| true, &mut hits).unwrap();
                assert!(hits.iter().map(|hit| hit.id).eq(touched.iter().copied()), "{level}");
                assert!(hits.iter().all(|hit| hit.t == 0.0), "{level}");
            }
        }
    }
    total
}

#[test]
fn casts_at_rest_touch_what_regions_touch() {
    let total = at_rest::<2>(5) + at_rest::<3>(6);
    assert!(total > 1000, "{total}");
}
