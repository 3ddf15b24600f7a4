//! Regions and neighbors against a tree.
//!
//! Promised: what touches a box, a point or a ball is decided without rounding, closed, and so is
//! what is not farther than asked for; neighbors are those that a plain loop over all boxes finds,
//! bit for bit, by rounded distance and index, for any `k`, any farthest distance and any filter.

use jostle::{
    Aabb, SimdLevel,
    bvh::{BallQuery, Bvh, NearestHit, Region},
};
use jostle_kernels::node::{distance_squared, per_unit};

use crate::common::{Boxes, Counts, Random, Style, is_within, mixed, node_of, scale, trees};

type Trees<const D: usize> = Vec<(SimdLevel, Bvh<D>)>;

fn all(_: u32) -> bool {
    true
}

fn some(id: u32) -> bool {
    id % 3 != 1
}

/// Asserts that every tree finds these boxes to touch the region, filtered and not.
fn check_region<const D: usize, R: Region<D> + std::fmt::Debug>(
    trees: &Trees<D>,
    region: &R,
    expected: &[u32],
) {
    let filtered: Vec<u32> = expected.iter().copied().filter(|id| some(*id)).collect();
    for (level, tree) in trees {
        let mut ids = vec![7];
        tree.overlapping(region, all, &mut ids).unwrap();
        assert_eq!((ids[0], &ids[1..]), (7, expected), "{level}, {region:?}");
        ids.clear();
        tree.overlapping(region, some, &mut ids).unwrap();
        assert_eq!(ids, filtered, "{level}, {region:?}, filtered");
    }
}

fn valid<const D: usize>(boxes: &Boxes<D>) -> impl Iterator<Item = (u32, [f32; D], [f32; D])> {
    let valid = boxes.iter().enumerate().filter(|(id, _)| boxes.is_valid(*id));
    valid.map(|(id, (min, max))| (id as u32, min, max))
}

fn check_box<const D: usize>(
    boxes: &Boxes<D>,
    trees: &Trees<D>,
    aabb: Aabb<D>,
    counts: &mut Counts,
) {
    let touches = |min: &[f32; D], max: &[f32; D]| {
        (0..D).all(|axis| min[axis] <= aabb.max[axis] && aabb.min[axis] <= max[axis])
    };
    let flush = |min: &[f32; D], max: &[f32; D]| {
        (0..D).any(|axis| min[axis] == aabb.max[axis] || aabb.min[axis] == max[axis])
    };
    let mut expected = Vec::new();
    for (id, min, max) in valid(boxes).filter(|(_, min, max)| touches(min, max)) {
        expected.push(id);
        counts.add("boxes that touch", true);
        counts.add("boxes that only touch", flush(&min, &max));
    }
    check_region(trees, &aabb, &expected);
    if aabb.min == aabb.max && aabb.min.iter().all(|x| x.is_finite()) {
        counts.add("boxes at a point", !expected.is_empty());
        check_region(trees, &aabb.min, &expected);
    }
}

/// The distance from a point to a box, in double precision.
fn distance<const D: usize>(at: &[f32; D], min: &[f32; D], max: &[f32; D]) -> f64 {
    let outside = |axis: usize| {
        let at = f64::from(at[axis]);
        (f64::from(min[axis]) - at).max(at - f64::from(max[axis])).max(0.0)
    };
    (0..D).map(|axis| outside(axis).powi(2)).sum::<f64>().sqrt()
}

fn check_ball<const D: usize>(
    boxes: &Boxes<D>,
    trees: &Trees<D>,
    ball: BallQuery<D>,
    counts: &mut Counts,
) {
    let mut expected = Vec::new();
    for (id, min, max) in valid(boxes) {
        let touches = is_within(ball.radius, &ball.center, &min, &max);
        expected.extend(touches.then_some(id));
        let (radius, distance) = (f64::from(ball.radius), distance(&ball.center, &min, &max));
        counts.add("balls that touch", touches);
        counts.add("balls that only touch", touches && distance > 0.0 && distance == radius);
        counts.add("balls around a point of a box", touches && distance == 0.0);
    }
    check_region(trees, &ball, &expected);
}

/// The nearest boxes by a loop over all.
fn nearest<const D: usize>(
    boxes: &Boxes<D>,
    at: &[f32; D],
    (k, farthest): (usize, f32),
    accept: fn(u32) -> bool,
) -> Vec<NearestHit> {
    let per_unit = per_unit(farthest.min(1.0));
    let mut found: Vec<NearestHit> = valid(boxes)
        .filter(|(id, min, max)| accept(*id) && is_within(farthest, at, min, max))
        .map(|(id, min, max)| NearestHit {
            id,
            distance_squared: distance_squared(at, per_unit, &node_of(min, max), 0),
        })
        .collect();
    found.sort_by(|a, b| {
        let order = a.distance_squared.partial_cmp(&b.distance_squared);
        order.expect("no distance is a NaN").then(a.id.cmp(&b.id))
    });
    found.truncate(k);
    for neighbor in &mut found {
        neighbor.distance_squared = neighbor.distance_squared / per_unit / per_unit;
    }
    found
}

fn check_nearest<const D: usize>(
    boxes: &Boxes<D>,
    trees: &Trees<D>,
    at: [f32; D],
    (k, farthest): (usize, f32),
    counts: &mut Counts,
) {
    for accept in [all, some] {
        let expected = nearest(boxes, &at, (k, farthest), accept);
        for (level, tree) in trees {
            let mut found = vec![NearestHit::default()];
            tree.nearest(at, k, farthest, accept, &mut found).unwrap();
            let bits = |n: &NearestHit| (n.id, n.distance_squared.to_bits());
            assert_eq!(found.remove(0), NearestHit::default(), "the list is appended to");
            let same = found.iter().map(bits).eq(expected.iter().map(bits));
            assert!(same, "{level}, {at:?}, {k}, {farthest}: {found:?} {expected:?}");
        }
        for neighbor in &expected {
            let (min, max) = boxes.corners(neighbor.id as usize);
            let (distance, found) = (distance(&at, &min, &max), neighbor.distance_squared.sqrt());
            let error = (f64::from(found) - distance).abs();
            let squares_well = (1e-18..1e19).contains(&distance) || distance == 0.0;
            assert!(!squares_well || error <= 1e-6 * distance, "{at:?}, {neighbor:?} {distance}");
            counts.add("neighbors around a point", distance == 0.0);
        }
        let tie = |n: &[NearestHit]| n[0].distance_squared == n[1].distance_squared;
        counts.add("neighbors", !expected.is_empty());
        counts.add("neighbors at the same distance", expected.windows(2).any(tie));
        counts.add("fewer neighbors than asked for", expected.len() < k);
    }
}

/// All that is within a distance, asked for in two ways.
fn check_within<const D: usize>(trees: &Trees<D>, n: usize, ball: BallQuery<D>) {
    for (level, tree) in trees {
        let (mut neighbors, mut ids) = (Vec::new(), Vec::new());
        tree.nearest(ball.center, n, ball.radius, all, &mut neighbors).unwrap();
        tree.overlapping(&ball, all, &mut ids).unwrap();
        let mut near: Vec<u32> = neighbors.iter().map(|neighbor| neighbor.id).collect();
        near.sort_unstable();
        assert_eq!(near, ids, "{level}, {ball:?}");
    }
}

/// A place in or at a box, or anywhere.
fn place<const D: usize>(random: &mut Random, boxes: &Boxes<D>, span: f32) -> [f32; D] {
    let (min, max) = boxes.corners(random.below(boxes.len()));
    std::array::from_fn(|axis| {
        let anywhere = random.between(-span, span);
        let middle = 0.5 * min[axis] + 0.5 * max[axis];
        let at = random.pick(&[anywhere, anywhere, min[axis], max[axis], middle]);
        if at.is_finite() { at } else { anywhere }
    })
}

fn check_scene<const D: usize>(
    random: &mut Random,
    boxes: &Boxes<D>,
    span: f32,
    counts: &mut Counts,
) {
    let (trees, n) = (trees(boxes), boxes.len());
    let style = Style { side: 6.0, unit: span / 6.0, special: 1.0, invalid: 0.0 };
    let regions: Boxes<D> = mixed(random, 60 * scale(), style);
    for (min, max) in regions.iter() {
        check_box(boxes, &trees, Aabb { min, max }, counts);
    }
    for _ in 0..60 * scale() {
        let at = place(random, boxes, span);
        check_box(boxes, &trees, Aabb { min: at, max: at }, counts);
        let (min, max) = boxes.corners(random.below(n));
        let just = distance(&at, &min, &max) as f32;
        let radius = random.pick(&[0.0, 0.3, 1.0, 5.0]) * span;
        for radius in [radius, if just >= 0.0 { just } else { f32::INFINITY }] {
            check_ball(boxes, &trees, BallQuery::new(at, radius), counts);
            check_within(&trees, n, BallQuery::new(at, radius));
            let k = random.pick(&[0, 1, 2, 8, 16, 17, 100, n, n + 5, usize::MAX]);
            check_nearest(boxes, &trees, at, (k, radius), counts);
            check_nearest(boxes, &trees, at, (k, f32::INFINITY), counts);
        }
    }
}

fn special_boxes<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    for unit in [1.0, 1e-3, 1e15] {
        for count in [1, 2, 8, 9, 17, 100, 400] {
            let style = Style { side: 6.0, unit, special: 1.0, invalid: 3.0 };
            let boxes: Boxes<D> = mixed(&mut random, count, style);
            check_scene(&mut random, &boxes, 6.0 * unit, counts);
        }
    }
}

#[test]
fn regions_and_neighbors_among_boxes_of_all_kinds() {
    let mut counts = Counts::default();
    special_boxes::<2>(1, &mut counts);
    special_boxes::<3>(2, &mut counts);
    counts.assert(&[
        ("boxes that touch", 3000),
        ("boxes that only touch", 400),
        ("boxes at a point", 400),
        ("balls that touch", 50_000),
        ("balls that only touch", 200),
        ("balls around a point of a box", 1000),
        ("neighbors", 5000),
        ("neighbors around a point", 3000),
        ("neighbors at the same distance", 2000),
        ("fewer neighbors than asked for", 4000),
    ]);
}

/// Whole numbers, whose squares are exact: touching is decided without rounding, and most distances
/// are tied.
fn lattice<const D: usize>(seed: u64) -> (usize, Counts) {
    let (mut random, mut counts, mut touching) = (Random::seeded(seed), Counts::default(), 0);
    let mut corners = || {
        let min: [f32; D] = std::array::from_fn(|_| random.below(12) as f32);
        (min, min.map(|x| x + random.below(2) as f32))
    };
    let boxes: Boxes<D> = (0..300).map(|_| corners()).collect();
    let trees = trees(&boxes);
    for _ in 0..200 * scale() {
        let at: [f32; D] = std::array::from_fn(|_| random.below(14) as f32);
        let radius = random.below(6) as f32;
        let apart = |min: &[f32; D], max: &[f32; D]| distance(&at, min, max).powi(2).round();
        let near =
            valid(&boxes).filter(|(_, min, max)| apart(min, max) <= (radius * radius).into());
        let expected: Vec<u32> = near.map(|(id, ..)| id).collect();
        touching += expected.len();
        check_region(&trees, &BallQuery::new(at, radius), &expected);
        let k = random.pick(&[1, 2, 8, 16, 17, 100]);
        check_nearest(&boxes, &trees, at, (k, radius), &mut counts);
        check_nearest(&boxes, &trees, at, (k, f32::INFINITY), &mut counts);
    }
    (touching, counts)
}

#[test]
fn touching_balls_and_ties() {
    for (touching, counts) in [lattice::<2>(3), lattice::<3>(4)] {
        assert!(touching > 1000, "{touching}");
        counts.assert(&[("neighbors at the same distance", 400)]);
    }
}

/// Many boxes at one place are all at the same distance, and the first of them are the nearest.
#[test]
fn coincident_boxes_are_near_in_the_order_of_their_indices() {
    let boxes: Boxes<3> = (0..1000).map(|_| ([1.0; 3], [2.0; 3])).collect();
    for (_, tree) in trees(&boxes) {
        for (k, at) in [(1, [0.0; 3]), (5, [1.5; 3]), (16, [1.0; 3]), (17, [9.0; 3])] {
            let mut found = Vec::new();
            tree.nearest(at, k, f32::INFINITY, |id| id >= 10, &mut found).unwrap();
            assert!(found.iter().map(|n| n.id).eq(10..10 + k as u32), "{k} {found:?}");
        }
    }
}
