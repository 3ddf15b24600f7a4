//! Rays and balls, capsules, oriented boxes and polygons about a center.

use jostle_kernels::{
    geometry::{
        inside,
        ray::{self, Ray, RayHit},
    },
    shape::{Ball, Capsule, MAX_VERTICES, Obb, Polygon},
};

use super::support::{Cases, length, minus, product, rotation, scale, sizes, to_segment, wide};

#[derive(Debug, Default)]
struct SolidCounts {
    hits: usize,
    misses: usize,
    starts: usize,
    grazing: usize,
    late: usize,
}

/// The point of a ray at a time.
fn at<const D: usize>(ray: &Ray<D>, t: f64) -> [f64; D] {
    std::array::from_fn(|k| f64::from(ray.origin[k]) + t * f64::from(ray.direction[k]))
}

/// Where between two times a convex function is least: by golden sections.
fn least(mut from: f64, mut to: f64, value: impl Fn(f64) -> f64) -> f64 {
    let golden = 0.5 * (5_f64.sqrt() - 1.0);
    for _ in 0..90 {
        let (low, high) = (to - golden * (to - from), from + golden * (to - from));
        if value(low) < value(high) { to = high } else { from = low }
    }
    0.5 * (from + to)
}

/// Holds a hit against the distance from a shape, negative or 0 inside, which takes in some slack.
fn check<const D: usize>(
    ray: &Ray<D>,
    found: Option<RayHit<D>>,
    size: f64,
    distance: impl Fn([f64; D]) -> f64,
    counts: &mut SolidCounts,
) {
    let speed = length(wide(ray.direction));
    let (first, size) = (f64::from(ray.t_min), size + sizes(&[ray.origin]));
    let last = f64::from(ray.t_max).min(if speed > 0.0 { 10.0 * size / speed } else { 0.0 });
    let last = last.max(first);
    let away = |t: f64| distance(at(ray, t));
    let closest = least(first, last, away);
    let nearest = away(closest).min(away(first)).min(away(last));
    let Some(RayHit { t, normal }) = found else {
        assert!(nearest > -1e-13 * size, "{ray:?} {nearest}");
        counts.misses += 1;
        return;
    };
    let time = f64::from(t);
    let step = speed * time * f64::from(f32::EPSILON) * 0.51;
    let bound = (size + speed * time) * 2_f64.powi(-43) + step;
    assert!(ray.t_min <= t && t <= ray.t_max, "{ray:?} {t}");
    assert!(away(time) <= bound, "{ray:?} {t} {} {bound}", away(time));
    counts.hits += 1;
    counts.grazing += usize::from(nearest > -1e-6 * size);
    if normal == [0.0; D] {
        assert!(t == ray.t_min && away(first) <= bound, "{ray:?} {t}");
        counts.starts += 1;
        return;
    }
    // On the surface, coming in.
    assert!((length(wide(normal)) - 1.0).abs() < 1e-6, "{ray:?} {normal:?}");
    let before = time - 1e-4 * size / speed;
    assert!(before < first || away(before) > -bound, "{ray:?} {t} {}", away(before));
    assert!(product(wide(normal), wide(ray.direction)) <= 1e-3 * speed, "{ray:?} {normal:?}");
    counts.late += usize::from(t > 0.0);
}

/// A ray, half of the time aimed at a place.
fn ray_to<const D: usize>(cases: &mut Cases, target: [f32; D]) -> Ray<D> {
    let origin = cases.point();
    let mut direction: [f32; D] = std::array::from_fn(|k| target[k] - origin[k]);
    if cases.random.below(2) == 0 {
        direction = cases.point();
    }
    if cases.random.below(3) == 0 {
        direction[cases.random.below(D as u32) as usize] = cases.random.of(&[0.0, -0.0]);
    }
    if cases.random.below(50) == 0 {
        direction = [0.0; D];
    }
    let t_min = cases.random.of(&[0.0, 0.0, 0.0, 0.5]);
    Ray::new(origin, direction).between(t_min, cases.random.of(&[f32::INFINITY, 1.0, 2.0]))
}

fn enough(counts: &SolidCounts) {
    assert!(counts.hits > 3_000 && counts.misses > 3_000, "{counts:?}");
    assert!(counts.starts > 300 && counts.grazing > 100 && counts.late > 2_000, "{counts:?}");
}

fn balls_and_capsules<const D: usize>(seed: u64) {
    let mut cases = Cases::new(seed);
    let (mut balls, mut capsules) = (SolidCounts::default(), SolidCounts::default());
    for _ in 0..15_000 * scale() {
        cases.next_plain();
        let ball = Ball { center: cases.point::<D>(), radius: cases.size() };
        let ray = ray_to(&mut cases, ball.center);
        let radius = f64::from(ball.radius);
        let distance = |p: [f64; D]| length(minus(p, wide(ball.center))) - radius;
        let size = sizes(&[ball.center]) + radius;
        let found = ray::ball(&ray, &ball);
        check(&ray, found, size, distance, &mut balls);
        let begins = ray.t_min == 0.0 && inside::ball(ray.origin, &ball);
        assert!(!begins || found == Some(RayHit { t: 0.0, normal: [0.0; D] }), "{ray:?} {ball:?}");

        let axis = if cases.random.below(10) == 0 { [0.0; D] } else { cases.point() };
        let capsule = Capsule { center: ball.center, axis, radius: cases.size() };
        let (center, half) = (wide(capsule.center), wide(axis));
        let ends = [minus(center, half), minus(center, half.map(|x| -x))];
        let radius = f64::from(capsule.radius);
        let size = sizes(&[capsule.center, axis]) + radius;
        let ray = ray_to(&mut cases, capsule.center);
        let found = ray::capsule(&ray, &capsule);
        check(&ray, found, size, |p| to_segment(p, ends) - radius, &mut capsules);
    }
    enough(&balls);
    enough(&capsules);
}

#[test]
fn balls_and_capsules_are_met_where_they_are() {
    balls_and_capsules::<2>(81);
    balls_and_capsules::<3>(82);
}

#[test]
fn oriented_boxes_are_met_where_they_are() {
    let mut cases = Cases::new(83);
    let (mut counts, mut straight) = (SolidCounts::default(), 0);
    for _ in 0..30_000 * scale() {
        cases.next_plain();
        let mut axes = rotation(cases.random.direction());
        if cases.random.below(2) == 0 {
            axes = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
            straight += 1;
        }
        let half = std::array::from_fn(|_| cases.size());
        let obb = Obb { center: cases.point(), half, axes };
        let ray = ray_to(&mut cases, obb.center);
        // Shrunk or grown by what axes are off, so that it is not that which is looked at.
        let size = sizes(&[obb.center, half]);
        let own = |p: [f64; 3], k: usize| {
            let along = product(minus(p, wide(obb.center)), wide(axes[k])).abs();
            along - f64::from(half[k])
        };
        let off = if axes[0] == [0.0, 1.0, 0.0] { 0.0 } else { 1e-6 };
        let found = ray::obb(&ray, &obb);
        let reach = size + sizes(&[ray.origin]);
        let speed = length(wide(ray.direction));
        let way = found.map_or(0.0, |hit| speed * f64::from(hit.t));
        let slack = off * (reach + way) * if found.is_some() { -1.0 } else { 1.0 };
        let distance = |p: [f64; 3]| {
            let beyond = [0, 1, 2].map(|k| own(p, k));
            let outside = beyond.map(|x| x.max(0.0));
            let most = beyond.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x));
            slack + if most > 0.0 { length(outside) } else { most }
        };
        if off == 0.0 {
            check(&ray, found, size, distance, &mut counts);
        } else if let Some(hit) = found {
            assert!(distance(at(&ray, f64::from(hit.t))) <= 0.0, "{ray:?} {obb:?} {hit:?}");
        } else {
            check(&ray, found, size, distance, &mut counts);
        }
    }
    enough(&counts);
    assert!(straight > 10_000, "{straight}");
}

/// An ellipse of some vertices, the first of them repeated behind the last.
fn ellipse(cases: &mut Cases) -> Polygon {
    let count = 3 + cases.random.below(14);
    let (size, flat) = (cases.size(), cases.random.of(&[1.0, 0.1, 1e-3, 0.0]));
    let turn = cases.random.below(100) as f32;
    let mut vertices = [[0.0; 2]; MAX_VERTICES];
    for (number, vertex) in vertices.iter_mut().enumerate() {
        let along = if number as u32 >= count { 0.0 } else { number as f32 / count as f32 };
        let (sin, cos) = (along * std::f32::consts::TAU).sin_cos();
        let (x, y) = (size * cos, size * flat * sin);
        let (sin, cos) = turn.sin_cos();
        *vertex = [cos * x - sin * y, sin * x + cos * y];
    }
    Polygon { center: cases.point(), count: count as f32, vertices, rounding: 0.0 }
}

#[test]
fn polygons_about_a_center_are_met_where_they_are() {
    let mut cases = Cases::new(84);
    let (mut counts, mut full) = (SolidCounts::default(), 0);
    for _ in 0..30_000 * scale() {
        cases.next_plain();
        let polygon = ellipse(&mut cases);
        let count = polygon.count as usize;
        let vertices = polygon.vertices.map(|vertex| minus(wide(vertex), [0.0; 2]));
        let edge = |k: usize| [vertices[k], vertices[(k + 1) % count]];
        let distance = |p: [f64; 2]| {
            let p = minus(p, wide(polygon.center));
            // Beyond the ends of what is but a line no edge has it on its outside.
            let beyond = (0..2).any(|axis| {
                let ends = || vertices[..count].iter().map(|vertex| vertex[axis]);
                let (low, high) =
                    (ends().fold(f64::MAX, f64::min), ends().fold(f64::MIN, f64::max));
                p[axis] < low || p[axis] > high
            });
            let outside = beyond
                || (0..count).any(|k| {
                    let ([a, b], from) = (edge(k), vertices[k]);
                    let ([x, y], [u, v]) = (minus(b, a), minus(p, from));
                    y * u - x * v > 0.0
                });
            let nearest = (0..count).map(|k| to_segment(p, edge(k))).fold(f64::INFINITY, f64::min);
            if outside { nearest } else { -nearest }
        };
        let size = sizes(&[polygon.center, polygon.vertices[0]]);
        let ray = ray_to(&mut cases, polygon.center);
        check(&ray, ray::polygon(&ray, &polygon), size, distance, &mut counts);
        full += usize::from(count == MAX_VERTICES);
    }
    enough(&counts);
    assert!(full > 1000, "{full}");
}

/// Along faces and edges, and from them.
#[test]
fn grazing_rays_meet() {
    let axes = [[1.0, 0.0], [0.0, 1.0]];
    let obb = Obb { center: [5.0, 0.0], half: [2.0, 1.0], axes };
    let hit = ray::obb(&Ray::new([0.0, 1.0], [2.0, -0.0]), &obb).expect("along a face");
    assert_eq!(hit.t, 1.5);
    assert!(ray::obb(&Ray::new([0.0, 1.0_f32.next_up()], [2.0, 0.0]), &obb).is_none());
    let ball = Ball { center: [5.0, 0.0, 0.0], radius: 1.0 };
    let hit = ray::ball(&Ray::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]), &ball).expect("a tangent");
    assert!((hit.t - 5.0).abs() < 1e-3 && hit.normal[1] > 0.999);
    let segment = Capsule { center: [5.0, 0.0, 0.0], axis: [0.0, 2.0, 0.0], radius: 0.0 };
    let hit = ray::capsule(&Ray::new([0.0, 2.0, 0.0], [1.0, 0.0, 0.0]), &segment).expect("its end");
    assert_eq!(hit.t, 5.0);
}
