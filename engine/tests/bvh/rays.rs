//! Rays and segments against a tree.
//!
//! Promised: found are the boxes that a ray meets and no others, boxes being closed, so that a ray
//! through a corner, along an edge or in the plane of a face meets it, decided without rounding.
//! Times are right to `4 * f32::EPSILON` of themselves, and of
//! several boxes at the same time the one with the lowest index is the first. All of it is, bit for
//! bit, what testing every box alone gives. Held against an oracle that does not round
//! (`common/lines.rs`).
//!
//! Lines are followed until they have gone half as far as numbers go. A component of a direction
//! that is less than 1e-38 of the largest may count for more than it is: see `without_drift`.

use jostle::{bvh::Bvh, geometry::ray::Ray};

use crate::common::{Boxes, Counts, Random, Style, check_line, mixed, pool, scale, trees};

const TINY: f32 = f32::from_bits(1);

/// A ray towards or from a box, of one of many kinds.
fn ray_at<const D: usize>(random: &mut Random, boxes: &Boxes<D>, span: f32) -> Ray<D> {
    let (min, max) = boxes.corners(random.below(boxes.len()));
    let finite = |x: f32| if x.abs() < f32::MAX { x } else { 0.0 };
    let (min, max) = (min.map(finite), max.map(finite));
    let side = |random: &mut Random, axis: usize| random.pick(&[min[axis], max[axis]]);
    let within = |random: &mut Random, axis: usize| {
        let (low, high) = (min[axis].min(max[axis]), min[axis].max(max[axis]));
        (low + random.unit() * (0.5 * high - 0.5 * low) * 2.0).clamp(low, high)
    };
    let mut target: [f32; D] = std::array::from_fn(|axis| within(random, axis));
    let sides = random.below(D + 1);
    for (axis, target) in target.iter_mut().enumerate().take(sides) {
        *target = side(random, axis);
    }
    target.rotate_left(random.below(D));
    let mut origin: [f32; D] = random.point(-span, span);
    match random.below(8) {
        0 => origin = target,
        1 => origin = std::array::from_fn(|axis| within(random, axis)),
        _ => {}
    }
    let mut direction: [f32; D] = match random.below(5) {
        0 => random.point(-1.0, 1.0),
        _ => std::array::from_fn(|axis| target[axis] - origin[axis]),
    };
    // In the planes of faces, along edges, at rest.
    for _ in 0..[0, 0, 0, 1, 1, D - 1, D - 1, D][random.below(8)] {
        let axis = random.below(D);
        direction[axis] = random.pick(&[0.0, -0.0]);
        origin[axis] = side(random, axis);
    }
    let factor = random.pick(&[1.0, 1.0, 1.0, 1e30, 1e-30, 1e-38, 1e-44]);
    direction = direction.map(|d| (d * factor).clamp(-f32::MAX, f32::MAX));
    if random.below(20) == 0 {
        direction[random.below(D)] = random.pick(&[TINY, -TINY, 1e-40, -1e-39]);
    }
    let direction = direction.map(|d| if d.is_finite() { d } else { 1.0 });
    cut(random, Ray::new(origin, direction), target)
}

/// Some or all of a ray; often it ends or begins just where it is at its target.
fn cut<const D: usize>(random: &mut Random, ray: Ray<D>, target: [f32; D]) -> Ray<D> {
    let axis = random.below(D);
    let there = ((target[axis] - ray.origin[axis]) / ray.direction[axis]).abs();
    let there = if there < 1e30 { there } else { 1.0 };
    match random.below(10) {
        0..5 => ray,
        5 => ray.between(0.0, 1.0),
        6 => ray.between(0.0, there),
        7 => ray.between(there, f32::INFINITY),
        8 => ray.between(0.5 * there, 2.0 * there),
        _ => ray.between(there, there),
    }
}

fn check_scene<const D: usize>(
    random: &mut Random,
    boxes: &Boxes<D>,
    (rays, span): (usize, f32),
    counts: &mut Counts,
) {
    let trees = trees(boxes);
    for _ in 0..rays {
        check_line(boxes, &trees, ray_at(random, boxes, span), counts);
    }
}

fn special_boxes<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    for unit in [1.0, 1.0, 1e-20, 1e18] {
        for count in [1, 2, 7, 9, 70, 300] {
            let style = Style { side: 6.0, unit, special: 1.0, invalid: 3.0 };
            let boxes: Boxes<D> = mixed(&mut random, count, style);
            check_scene(&mut random, &boxes, (500 * scale(), 8.0 * unit), counts);
        }
    }
}

#[test]
fn rays_at_boxes_of_all_kinds() {
    let mut counts = Counts::default();
    special_boxes::<2>(1, &mut counts);
    special_boxes::<3>(2, &mut counts);
    counts.assert(&[
        ("hits", 25_000),
        ("misses that are nearly hits", 50),
        ("grazes", 5000),
        ("grazes a corner", 400),
        ("grazes at the last moment", 800),
        ("still on an axis", 12_000),
        ("still on all axes but one", 10_000),
        ("at rest", 1500),
        ("in the plane of a face", 3000),
        ("along an edge", 3000),
        ("starts within", 2500),
        ("starts on the surface", 2000),
        ("starts behind", 1500),
        ("fast", 3000),
        ("slow", 6000),
        ("denormal direction", 1500),
        ("infinite box", 4000),
        ("point", 250),
        ("flat box", 800),
        ("denormal box", 800),
        ("huge box", 4000),
    ]);
}

/// Whole numbers, so that rays go exactly through corners and edges.
fn lattice<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    for scene in 0..4 * scale() {
        let whole = |random: &mut Random, end: usize| random.below(end) as f32;
        let mut corners = || {
            let min: [f32; D] = std::array::from_fn(|_| whole(&mut random, 8) - 4.0);
            (min, min.map(|x| x + whole(&mut random, 3)))
        };
        let boxes: Boxes<D> = (0..200).map(|_| corners()).collect();
        let trees = trees(&boxes);
        let unit = [1.0, 1e-30, 1e30, 0.125][scene % 4];
        for _ in 0..800 {
            let origin: [f32; D] = std::array::from_fn(|_| whole(&mut random, 17) - 8.0);
            let direction: [f32; D] = std::array::from_fn(|_| (whole(&mut random, 7) - 3.0) * unit);
            let end = random.pick(&[f32::INFINITY, 1.0 / unit, 2.0 / unit]);
            let begin = random.pick(&[0.0, 0.0, 1.0 / unit]);
            check_line(&boxes, &trees, Ray::new(origin, direction).between(begin, end), counts);
        }
    }
}

#[test]
fn rays_through_corners_and_along_edges() {
    let mut counts = Counts::default();
    lattice::<2>(3, &mut counts);
    lattice::<3>(4, &mut counts);
    counts.assert(&[
        ("hits", 15_000),
        ("grazes", 10_000),
        ("grazes a corner", 7000),
        ("in the plane of a face", 2500),
        ("along an edge", 2000),
        ("starts on the surface", 3000),
        ("starts within", 100),
    ]);
}

/// Of boxes that are met at once, the one with the lowest index is the first.
#[test]
fn ties_are_decided_by_index() {
    let mut random = Random::seeded(5);
    let wall = |i: usize| ([2.0, i as f32, 0.0], [3.0 + (i % 5) as f32, i as f32 + 20.0, 1.0]);
    let order = random.order(600);
    let boxes: Boxes<3> = order.into_iter().map(wall).collect();
    let trees = trees(&boxes);
    let mut counts = Counts::default();
    let (mut hits, mut ties) = (0, 0);
    for row in 0..620 {
        let ray = Ray::new([0.0, row as f32 + 0.5, 0.5], [1.0, 0.0, 0.0]);
        let met = check_line(&boxes, &trees, ray, &mut counts);
        let first = trees[0].1.closest_hit(&ray, |_| true).unwrap();
        assert_eq!(first.map(|hit| hit.t), (met > 0).then_some(2.0));
        (hits, ties) = (hits + met, ties + usize::from(met > 1));
    }
    // Towards them from within, so that all of the times are 0.
    for direction in [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, -1.0, 0.0]] {
        let ray = Ray::new([2.0, 300.0, 0.5], direction);
        hits += check_line(&boxes, &trees, ray, &mut counts);
    }
    assert!(hits > 11_000 && ties > 590, "{hits} {ties}");
}

/// The same answers whatever number of threads built the tree.
#[test]
fn threads_change_nothing() {
    let mut random = Random::seeded(6);
    let style = Style { side: 30.0, unit: 1.0, special: 0.1, invalid: 1.0 };
    let boxes: Boxes<3> = mixed(&mut random, 20_000, style);
    let rays: Vec<Ray<3>> = (0..300).map(|_| ray_at(&mut random, &boxes, 20.0)).collect();
    let answers = |threads| {
        pool(threads).install(|| {
            let mut tree = Bvh::new();
            tree.build(boxes.bounds()).unwrap();
            let mut all = Vec::new();
            for ray in &rays {
                tree.all_hits(ray, |_| true, &mut all).unwrap();
                all.extend(tree.closest_hit(ray, |_| true).unwrap());
            }
            all
        })
    };
    let one = answers(1);
    assert!(one.len() > 1000, "{}", one.len());
    for threads in [2, 3, 8] {
        assert!(answers(threads) == one, "{threads} threads");
    }
}
