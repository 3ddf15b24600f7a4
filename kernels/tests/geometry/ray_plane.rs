//! Rays, segments and convex polygons in the plane, against exact fractions.

use jostle_kernels::geometry::{
    inside,
    ray::{self, Ray},
};

use super::support::{
    Cases, Exact, exact, hull, length, minus, on_segment, point, product, scale, sub, turn, wide,
};

/// `a x b`.
fn across(a: &[Exact; 2], b: &[Exact; 2]) -> Exact {
    a[0].clone() * b[1].clone() - a[1].clone() * b[0].clone()
}

/// A ray, often towards one of several points or along two of them.
fn ray_at(cases: &mut Cases, points: &[[f32; 2]]) -> Ray<2> {
    let origin = cases.among(points);
    let target = cases.among(points);
    let mut direction = std::array::from_fn(|k| target[k] - origin[k]);
    if direction.iter().any(|x| !x.is_finite()) || cases.random.below(3) == 0 {
        direction = cases.point();
    }
    if cases.random.below(20) == 0 {
        direction[cases.random.below(2) as usize] = -0.0;
    }
    let t_min = cases.random.of(&[0.0, 0.0, 0.5]);
    let t_max = cases.random.of(&[f32::INFINITY, f32::INFINITY, 1.0, 2.0]);
    Ray { origin, direction, t_min, t_max }
}

/// When the line of a ray that moves meets a segment first and last: two fractions.
fn times(ray: &Ray<2>, [a, b]: [[f32; 2]; 2]) -> Option<[[Exact; 2]; 2]> {
    let [origin, direction] = [ray.origin, ray.direction].map(point);
    let [from, to] = [a, b].map(|end| sub(&point(end), &origin));
    let sides = [across(&direction, &from), across(&direction, &to)];
    let square =
        direction[0].clone() * direction[0].clone() + direction[1].clone() * direction[1].clone();
    match sides.each_ref().map(Exact::signum) {
        [1, 1] | [-1, -1] => None,
        [0, 0] => {
            let along = |v: &[Exact; 2]| {
                v[0].clone() * direction[0].clone() + v[1].clone() * direction[1].clone()
            };
            let (first, last) = (along(&from).min(along(&to)), along(&from).max(along(&to)));
            Some([[first, square.clone()], [last, square]])
        }
        _ => {
            let side = sub(&to, &from);
            let (above, below) = (across(&from, &side), across(&direction, &side));
            let sign = exact(f64::from(below.signum()));
            let time = [above * sign.clone(), below * sign];
            Some([time.clone(), time])
        }
    }
}

fn at_most(t: f64, time: &[Exact; 2]) -> bool {
    exact(t) * time[1].clone() <= time[0]
}

fn at_least(t: f64, time: &[Exact; 2]) -> bool {
    exact(t) * time[1].clone() >= time[0]
}

/// What is left to rounding: 2^-29 of a time, more than is promised.
const SLACK: f64 = 1.0 + 1.0 / (1_u64 << 29) as f64;

/// Holds a hit, or a miss, against the times between which the line of a ray is in a shape.
fn check(ray: &Ray<2>, found: Option<f32>, chord: Option<&[[Exact; 2]; 2]>, what: &str) -> bool {
    let (first, last) = (f64::from(ray.t_min), f64::from(ray.t_max.min(f32::MAX)));
    let Some([enter, exit]) = chord else {
        assert!(found.is_none(), "{what}");
        return false;
    };
    let Some(t) = found else {
        assert!(!(at_most(first, exit) && at_least(last, enter)), "{what}");
        return false;
    };
    assert!(at_most(first / SLACK, exit) && at_least(last * SLACK, enter), "{what}");
    assert!(ray.t_min <= t && t <= ray.t_max, "{what}");
    if t > ray.t_min {
        // A step and more on either side, within the limits.
        let below = f64::from(t.next_down()) / SLACK;
        let above = f64::from(t.next_up().min(f32::MAX)) * SLACK;
        assert!(at_most(below, enter) || t == ray.t_max, "{what}");
        assert!(at_least(above, enter), "{what}");
    } else {
        assert!(at_least(f64::from(t.next_up()) * SLACK, enter), "{what}");
    }
    true
}

#[test]
fn segments_are_met_exactly() {
    let mut cases = Cases::new(71);
    let (mut hits, mut misses, mut ends, mut along, mut points, mut rest) = (0, 0, 0, 0, 0, 0);
    for _ in 0..120_000 * scale() {
        cases.next();
        let mut segment = cases.points::<2, 2>();
        if cases.random.below(10) == 0 {
            segment[1] = segment[0];
        }
        let ray = ray_at(&mut cases, &segment);
        let found = ray::segment(&ray, segment);
        let what = format!("{ray:?} {segment:?} {found:?}");
        if ray.direction == [0.0; 2] {
            assert_eq!(found.is_some(), on_segment(ray.origin, segment), "{what}");
            rest += usize::from(found.is_some());
            continue;
        }
        let chord = times(&ray, segment);
        if !check(&ray, found.map(|hit| hit.t), chord.as_ref(), &what) {
            misses += 1;
            continue;
        }
        let (normal, direction) = (wide(found.expect("it is met").normal), wide(ray.direction));
        let side = minus(wide(segment[1]), wide(segment[0]));
        let (with, size) = (product(normal, direction), length(direction));
        assert!((length(normal) - 1.0).abs() < 1e-6 && with <= 1e-6 * size, "{what}");
        let [first, last] = chord.expect("it is met");
        let is_along = first != last;
        let cosine = product(normal, side) / length(side);
        assert!(is_along || segment[0] == segment[1] || cosine.abs() < 1e-6, "{what}");
        hits += 1;
        let [a, b] =
            segment.map(|end| across(&point(ray.direction), &sub(&point(end), &point(ray.origin))));
        ends += usize::from(a.signum() == 0 || b.signum() == 0);
        along += usize::from(is_along);
        points += usize::from(segment[0] == segment[1]);
    }
    assert!(hits > 20_000 && misses > 20_000 && ends > 10_000, "{hits} {misses} {ends}");
    assert!(along > 3_000 && points > 1_000 && rest > 100, "{along} {points} {rest}");
}

/// Whether a time is after another.
fn later(a: &[Exact; 2], b: &[Exact; 2]) -> bool {
    a[0].clone() * b[1].clone() > b[0].clone() * a[1].clone()
}

/// When the line of a ray that moves is in a convex polygon: from the first edge to the last.
fn chord(ray: &Ray<2>, polygon: &[[f32; 2]]) -> Option<[[Exact; 2]; 2]> {
    let edges = (0..polygon.len()).map(|i| [polygon[i], polygon[(i + 1) % polygon.len()]]);
    edges.filter_map(|edge| times(ray, edge)).reduce(|[enter, exit], [first, last]| {
        [
            if later(&enter, &first) { first } else { enter },
            if later(&last, &exit) { last } else { exit },
        ]
    })
}

#[test]
fn convex_polygons_are_met_exactly() {
    let mut cases = Cases::new(72);
    let (mut hits, mut misses, mut starts, mut grazing, mut flat) = (0, 0, 0, 0, 0);
    for _ in 0..40_000 * scale() {
        cases.next();
        let count = cases.random.of(&[1, 2, 3, 4, 6, 12]);
        let points: Vec<[f32; 2]> = (0..count).map(|_| cases.point()).collect();
        let mut polygon = hull(&points);
        if cases.random.below(2) == 0 {
            polygon.reverse();
        }
        if polygon.is_empty() {
            polygon = points;
        }
        let ray = ray_at(&mut cases, &polygon);
        let found = ray::convex_polygon(&ray, &polygon);
        let what = format!("{ray:?} {polygon:?} {found:?}");
        if ray.direction == [0.0; 2] {
            assert_eq!(found.is_some(), inside::polygon(ray.origin, &polygon), "{what}");
            continue;
        }
        let chord = chord(&ray, &polygon);
        let met = check(&ray, found.map(|hit| hit.t), chord.as_ref(), &what);
        hits += usize::from(met);
        misses += usize::from(!met);
        if let Some(hit) = found {
            let begins_inside = ray.t_min == 0.0 && inside::polygon(ray.origin, &polygon);
            assert!(!begins_inside || hit.normal == [0.0; 2] && hit.t == 0.0, "{what}");
            starts += usize::from(begins_inside);
            let size = length(wide(hit.normal));
            assert!(hit.normal == [0.0; 2] || (size - 1.0).abs() < 1e-6, "{what}");
            let [enter, exit] = chord.expect("it is met");
            grazing += usize::from(!later(&exit, &enter) && polygon.len() > 2);
        }
        let is_flat = polygon.windows(3).all(|w| turn(w[0], w[1], w[2]) == exact(0.0));
        flat += usize::from(met && is_flat);
    }
    assert!(hits > 10_000 && misses > 5_000, "{hits} {misses}");
    assert!(starts > 3_000 && grazing > 500 && flat > 1_000, "{starts} {grazing} {flat}");
}
