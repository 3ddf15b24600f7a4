//! Closest points, held against what makes them closest.
//!
//! A point of a convex shape is the closest one to a point if and only if no point of the shape is
//! farther on the way there. So an oracle need not find it.

use jostle_kernels::{
    Aabb,
    geometry::closest,
    shape::{Ball, Capsule, Obb},
};

use super::support::{Cases, length, minus, product, rotation, scale, sizes, to_segment, wide};

/// A bound of the error, for sizes that sum up to `size`.
pub(crate) fn bound(size: f64) -> f64 {
    f64::from(closest::ROUNDINGS) * size * 2_f64.powi(-24) + 1e-37
}

/// A distance that no point of a shape is closer to a point than: told by how far the shape reaches
/// on the way from one of its points.
fn at_least<const D: usize>(p: [f32; D], on: [f64; D], reach: impl Fn([f64; D]) -> f64) -> f64 {
    let way = minus(wide(p), on);
    let distance = length(way);
    if distance == 0.0 {
        return 0.0;
    }
    let direction = way.map(|x| x / distance);
    distance - (reach(direction) - product(direction, on)).max(0.0)
}

/// Asserts that a point of a shape is as close to a point as one can be.
pub(crate) fn is_closest<const D: usize>(
    p: [f32; D],
    found: [f32; D],
    in_f64: [f64; D],
    bound: f64,
    reach: impl Fn([f64; D]) -> f64,
    what: &str,
) {
    let least = at_least(p, in_f64, reach).max(0.0);
    let distance = length(minus(wide(p), wide(found)));
    // `f64` does not tell more than 2^-29 of the sizes where the distance is as small.
    assert!(distance <= least + 2.0 * bound, "{distance} {least} {bound} {what}");
}

/// How far the corners reach in a direction.
pub(crate) fn of_corners<const D: usize>(corners: &[[f32; D]], direction: [f64; D]) -> f64 {
    corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(product(wide(*c), direction)))
}

#[derive(Debug, Default)]
struct Counts {
    cases: usize,
    at_ends: usize,
    between: usize,
    within: usize,
    degenerate: usize,
    extreme: usize,
}

fn segments_and_boxes<const D: usize>(seed: u64) -> Counts {
    let (mut cases, mut counts) = (Cases::new(seed), Counts::default());
    for _ in 0..40_000 * scale() {
        cases.next();
        let mut segment = cases.points::<D, 2>();
        if cases.random.below(8) == 0 {
            segment[1] = segment[0];
        }
        let p = cases.among(&segment);
        let [a, b] = segment;
        let aabb = Aabb::point(a).including(b);
        let nearest = closest::aabb(p, &aabb);
        for k in 0..D {
            let expected = if p[k] < aabb.min[k] {
                aabb.min[k]
            } else if p[k] > aabb.max[k] {
                aabb.max[k]
            } else {
                p[k]
            };
            assert_eq!(nearest[k], expected);
        }
        if [p, a, b].as_flattened().iter().any(|x| x.abs() > 1e37) {
            continue;
        }
        let found = closest::segment(p, segment);
        let (size, what) = (sizes(&[p, a, b]), format!("{p:?} {segment:?} {found:?}"));
        let off = to_segment(wide(found), segment.map(wide));
        assert!(off <= bound(size), "{off} {what}");
        let in_f64 = closest::segment(wide(p), segment.map(wide));
        is_closest(p, found, in_f64, bound(size), |way| of_corners(&segment, way), &what);
        assert!(length(minus(wide(found), in_f64)) <= bound(size), "{what}");
        counts.cases += 1;
        counts.at_ends += usize::from(found == a || found == b);
        counts.between += usize::from(found != a && found != b);
        counts.within += usize::from(nearest == p);
        counts.degenerate += usize::from(a == b);
        counts.extreme += usize::from(cases.is_extreme());
    }
    counts
}

#[test]
fn points_of_segments_and_boxes_are_closest() {
    for counts in [segments_and_boxes::<2>(91), segments_and_boxes::<3>(92)] {
        assert!(counts.cases > 30_000 && counts.at_ends > 10_000, "{counts:?}");
        assert!(counts.between > 5_000 && counts.within > 3_000, "{counts:?}");
        assert!(counts.degenerate > 3_000 && counts.extreme > 5_000, "{counts:?}");
    }
    let half = Aabb::new([f32::NEG_INFINITY, 0.0], [1.0, f32::INFINITY]);
    assert_eq!(closest::aabb([-1e30, -2.0], &half), [-1e30, 0.0]);
    assert_eq!(closest::aabb([2.0, 1e30], &half), [1.0, 1e30]);
}

fn balls_and_capsules<const D: usize>(seed: u64) -> Counts {
    let (mut cases, mut counts) = (Cases::new(seed), Counts::default());
    for _ in 0..30_000 * scale() {
        cases.next();
        let axis = if cases.random.below(8) == 0 { [0.0; D] } else { cases.point() };
        let capsule = Capsule { center: cases.point(), axis, radius: cases.size() };
        let p = cases.among(&[capsule.center, axis]);
        let size = sizes(&[p, capsule.center, axis]) + f64::from(capsule.radius);
        if size > 1e37 {
            continue;
        }
        let (center, half, radius) = (wide(capsule.center), wide(axis), f64::from(capsule.radius));
        for half in [half, [0.0; D]] {
            let ends = [minus(center, half), minus(center, half.map(|x| -x))];
            let ball = Ball { center: capsule.center, radius: capsule.radius };
            let wide_ball = Ball { center, radius };
            let wide_capsule = Capsule { center, axis: half, radius };
            let (found, in_f64) = if half == [0.0; D] {
                (closest::ball(p, &ball), closest::ball(wide(p), &wide_ball))
            } else {
                (closest::capsule(p, &capsule), closest::capsule(wide(p), &wide_capsule))
            };
            let what = format!("{p:?} {capsule:?} {found:?}");
            let off = to_segment(wide(found), ends) - radius;
            assert!(off <= bound(size), "{off} {what}");
            let reach = |way: [f64; D]| product(ends[0], way).max(product(ends[1], way)) + radius;
            is_closest(p, found, in_f64, bound(size), reach, &what);
            assert!(length(minus(wide(found), in_f64)) <= bound(size), "{what}");
            let deep = to_segment(wide(p), ends) < radius - bound(size);
            assert!(!deep || found == p, "{what}");
            counts.within += usize::from(deep);
            counts.between += usize::from(found != p);
        }
        counts.cases += 1;
        counts.degenerate += usize::from(axis == [0.0; D] || capsule.radius == 0.0);
        counts.extreme += usize::from(cases.is_extreme());
    }
    counts
}

#[test]
fn points_of_balls_and_capsules_are_closest() {
    for counts in [balls_and_capsules::<2>(93), balls_and_capsules::<3>(94)] {
        assert!(counts.cases > 20_000 && counts.within > 5_000, "{counts:?}");
        assert!(counts.between > 20_000 && counts.degenerate > 3_000, "{counts:?}");
        assert!(counts.extreme > 3_000, "{counts:?}");
    }
}

#[test]
fn points_of_oriented_boxes_are_closest() {
    let mut cases = Cases::new(95);
    let (mut within, mut without, mut flat) = (0, 0, 0);
    for _ in 0..30_000 * scale() {
        cases.next_plain();
        let half: [f32; 3] = std::array::from_fn(|_| cases.size());
        let axes = rotation(cases.random.direction());
        let obb = Obb { center: cases.point(), half, axes };
        let p = cases.among(&[obb.center, half]);
        let found = closest::obb(p, &obb);
        let what = format!("{p:?} {obb:?} {found:?}");
        // And what the axes are off.
        let bound = bound(sizes(&[p, obb.center, half])) * 2.0;
        let own = |at: [f64; 3], k: usize| product(minus(at, wide(obb.center)), wide(axes[k]));
        for (k, half) in half.iter().enumerate() {
            let beyond = own(wide(found), k).abs() - f64::from(*half);
            assert!(beyond <= bound, "{beyond} {what}");
        }
        let reach = |way: [f64; 3]| {
            let own = |k: usize| product(way, wide(axes[k])).abs() * f64::from(half[k]);
            product(way, wide(obb.center)) + own(0) + own(1) + own(2)
        };
        let center = wide(obb.center);
        let wide_box = Obb { center, half: wide(half), axes: axes.map(wide) };
        let in_f64 = closest::obb(wide(p), &wide_box);
        is_closest(p, found, in_f64, bound, reach, &what);
        assert!(length(minus(wide(found), in_f64)) <= bound, "{what}");
        let deep = (0..3).all(|k| own(wide(p), k).abs() < f64::from(half[k]) - bound);
        assert!(!deep || found == p, "{what}");
        within += usize::from(deep);
        without += usize::from(found != p);
        flat += usize::from(half.contains(&0.0));
    }
    assert!(within > 1_000 && without > 15_000 && flat > 5_000, "{within} {without} {flat}");
}
