//! Rays and boxes, against exact fractions.

use jostle_kernels::{
    Aabb, Node,
    geometry::ray::{self, Ray, RayHit},
    node::Cast,
};

use super::support::{Cases, Exact, exact, scale};

/// A time as a fraction, the denominator above 0.
#[derive(Clone, Debug)]
struct ExactTime(Exact, Exact);

impl ExactTime {
    fn of(t: f32) -> Self {
        Self(exact(t), exact(1.0))
    }

    /// Of passing a side that is finite.
    fn passing(side: f32, origin: f32, speed: f32) -> Self {
        let way = exact(side) - exact(origin);
        if speed < 0.0 { Self(-way, exact(-speed)) } else { Self(way, exact(speed)) }
    }

    fn at_most(&self, other: &Self) -> bool {
        self.0.clone() * other.1.clone() <= other.0.clone() * self.1.clone()
    }
}

/// When a ray is in a box first and last.
fn oracle<const D: usize>(ray: &Ray<D>, aabb: &Aabb<D>) -> Option<[ExactTime; 2]> {
    let mut enter = vec![ExactTime::of(ray.t_min)];
    let mut exit = vec![ExactTime::of(ray.t_max.min(f32::MAX))];
    for k in 0..D {
        let (origin, speed) = (ray.origin[k], ray.direction[k]);
        if speed == 0.0 {
            if origin < aabb.min[k] || origin > aabb.max[k] {
                return None;
            }
            continue;
        }
        let forward = speed > 0.0;
        let (near, far) =
            if forward { (aabb.min[k], aabb.max[k]) } else { (aabb.max[k], aabb.min[k]) };
        // What is infinite lies behind or is never reached.
        let ahead = |side: f32| (side > 0.0) == forward;
        if near.is_finite() {
            enter.push(ExactTime::passing(near, origin, speed));
        } else if ahead(near) {
            return None;
        }
        if far.is_finite() {
            exit.push(ExactTime::passing(far, origin, speed));
        } else if !ahead(far) {
            return None;
        }
    }
    let all = enter.iter().all(|begin| exit.iter().all(|end| begin.at_most(end)));
    let last = |a: ExactTime, b: ExactTime| if a.at_most(&b) { b } else { a };
    let first = |a: ExactTime, b: ExactTime| if a.at_most(&b) { a } else { b };
    let enter = enter.into_iter().reduce(last).expect("one is there");
    let exit = exit.into_iter().reduce(first).expect("one is there");
    all.then_some([enter, exit])
}

/// Whether a `t` is that of exact arithmetic but for a step.
fn is_rounded(t: f32, exact_time: &ExactTime) -> bool {
    let below = if t > 0.0 { ExactTime::of(t.next_down()) } else { ExactTime::of(0.0) };
    let above = if t < f32::MAX { ExactTime::of(t.next_up()) } else { ExactTime::of(t) };
    below.at_most(exact_time) && exact_time.at_most(&above)
}

/// Whether the test of lanes and that of trees find the box.
fn of_trees<const D: usize>(ray: &Ray<D>, aabb: &Aabb<D>) -> [bool; 2] {
    let mut node = Node::<D>::NONE;
    for k in 0..D {
        (node.min[k][0], node.max[k][0]) = (aabb.min[k], aabb.max[k]);
    }
    node.refs[0] = 0;
    let origin = Aabb::point(ray.origin);
    let cast = Cast::new(origin, ray.direction, ray.t_min, ray.t_max);
    let found = cast.reference(&node, 0).is_some();
    [found, found && cast.meets(&node, 0)]
}

#[derive(Debug, Default)]
struct AabbCounts {
    hits: usize,
    misses: usize,
    inside: usize,
    grazing: usize,
    in_plane: usize,
    infinite: usize,
    flat: usize,
    extreme: usize,
    at_rest: usize,
}

/// A ray and a box, often in line with each other.
fn case<const D: usize>(cases: &mut Cases) -> (Ray<D>, Aabb<D>) {
    cases.next();
    let [a, b]: [[f32; D]; 2] = cases.points();
    let mut aabb = Aabb::point(a).including(b);
    if cases.random.below(8) == 0 {
        let axis = cases.random.below(D as u32) as usize;
        match cases.random.below(4) {
            0 => aabb.max[axis] = f32::INFINITY,
            1 => aabb.min[axis] = f32::NEG_INFINITY,
            2 => (aabb.min[axis], aabb.max[axis]) = (f32::NEG_INFINITY, f32::INFINITY),
            _ => (aabb.min[axis], aabb.max[axis]) = (f32::INFINITY, f32::INFINITY),
        }
    }
    if cases.random.below(8) == 0 {
        let axis = cases.random.below(D as u32) as usize;
        aabb.min[axis] = aabb.max[axis];
    }
    let origin = cases.point();
    let mut direction: [f32; D] = cases.point();
    if cases.random.below(2) == 0 {
        // Towards a point of the box, often a corner.
        let corner: [f32; D] = std::array::from_fn(|k| cases.random.of(&[a[k], b[k]]));
        let way = std::array::from_fn(|k| corner[k] - origin[k]);
        direction = if way.iter().all(|x: &f32| x.is_finite()) { way } else { direction };
    }
    for x in &mut direction {
        if cases.random.below(5) == 0 {
            *x = cases.random.of(&[0.0, -0.0]);
        }
    }
    let t_min = cases.random.of(&[0.0, 0.0, 0.0, 0.5, 1.0]);
    let t_max = cases.random.of(&[f32::INFINITY, f32::INFINITY, 1.0, 2.0]);
    (Ray { origin, direction, t_min, t_max }, aabb)
}

fn rays_and_boxes<const D: usize>(seed: u64) -> AabbCounts {
    let (mut cases, mut counts) = (Cases::new(seed), AabbCounts::default());
    for _ in 0..150_000 * scale() {
        let (ray, aabb) = case::<D>(&mut cases);
        let (found, expected) = (ray::aabb(&ray, &aabb), oracle(&ray, &aabb));
        let what = || format!("{ray:?} {aabb:?} {found:?}");
        assert_eq!(of_trees(&ray, &aabb)[1], expected.is_some(), "{}", what());
        let Some([enter, exit]) = expected else {
            assert!(found.is_none(), "{}", what());
            counts.misses += 1;
            continue;
        };
        let Some(RayHit { t, normal }) = found else {
            panic!("{}", what());
        };
        assert!(is_rounded(t, &enter), "{}", what());
        assert!(ray.t_min <= t && t <= ray.t_max && t.is_sign_positive());
        let at_start = enter.at_most(&ExactTime::of(ray.t_min));
        let side = normal.iter().position(|x| *x != 0.0);
        assert_eq!(side.is_none(), at_start, "{}", what());
        if let Some(k) = side {
            let forward = ray.direction[k] > 0.0;
            let near = if forward { aabb.min[k] } else { aabb.max[k] };
            let passing = ExactTime::passing(near, ray.origin[k], ray.direction[k]);
            assert!(enter.at_most(&passing) && passing.at_most(&enter), "{}", what());
            let mut along = [0.0; D];
            along[k] = if forward { -1.0 } else { 1.0 };
            assert_eq!(normal, along, "{}", what());
        }
        counts.hits += 1;
        counts.inside += usize::from(at_start);
        counts.grazing += usize::from(exit.at_most(&enter));
        let in_plane = |k: usize| {
            ray.direction[k] == 0.0 && [aabb.min[k], aabb.max[k]].contains(&ray.origin[k])
        };
        counts.in_plane += usize::from((0..D).any(in_plane) && !at_start);
        counts.infinite += usize::from(aabb.min.iter().chain(&aabb.max).any(|x| x.is_infinite()));
        counts.flat += usize::from((0..D).any(|k| aabb.min[k] == aabb.max[k]));
        counts.extreme += usize::from(cases.is_extreme());
        counts.at_rest += usize::from(ray.direction == [0.0; D]);
    }
    counts
}

#[test]
fn boxes_are_met_exactly() {
    for counts in [rays_and_boxes::<2>(51), rays_and_boxes::<3>(52)] {
        let AabbCounts { hits, misses, inside, grazing, in_plane, .. } = counts;
        assert!(hits > 20_000 && misses > 40_000 && inside > 4_000, "{counts:?}");
        assert!(grazing > 5_000 && in_plane > 1_000, "{counts:?}");
        assert!(counts.infinite > 1_000 && counts.flat > 2_000, "{counts:?}");
        assert!(counts.extreme > 5_000 && counts.at_rest > 20, "{counts:?}");
    }
}

/// Times that differ by less than `f64` tells, and that it has the wrong way round.
#[test]
fn times_that_double_precision_confuses_are_told_apart() {
    let unit = 2_f32.powi(-51);
    let ray = Ray::new([1.25 * unit / 8.0, 0.49 * unit], [1.0, 3.0]);
    let [left, right] = [0, 1].map(|axis| {
        let way = [1.0, 3.0][axis] - f64::from(ray.origin[axis]);
        way * f64::from(ray.direction[1 - axis])
    });
    assert!(left < right, "as they are rounded");
    // Past a corner, on either side of it.
    let missed = Aabb::new([1.0, -1.0], [2.0, 3.0]);
    assert!(oracle(&ray, &missed).is_none() && ray::aabb(&ray, &missed).is_none());
    let met = Aabb::new([-1.0, 3.0], [1.0, 4.0]);
    assert!(oracle(&ray, &met).is_some() && ray::aabb(&ray, &met).is_some());
}

/// Rays past the corners and edges of boxes, as near as numbers get.
fn grazing<const D: usize>(seed: u64) {
    let (mut cases, mut counts) = (Cases::new(seed), [0; 3]);
    for _ in 0..1_000_000 * scale() {
        cases.next_plain();
        let [corner, size, mut origin]: [[f32; D]; 3] = cases.points();
        let mut direction: [f32; D] = cases.point();
        let t = cases.random.of(&[0.25, 1.0, 3.0, 10.0]);
        for axis in 0..D {
            if cases.random.below(3) > 0 || axis < 2 {
                origin[axis] = corner[axis] - t * direction[axis];
            }
        }
        let way = std::array::from_fn(|axis| corner[axis] + size[axis]);
        let aabb = Aabb::point(corner).including(way);
        if cases.random.below(8) == 0 {
            direction = direction.map(|x| -x);
        }
        let ray = Ray::new(origin, direction);
        let (met, [found, holds]) = (ray::aabb(&ray, &aabb).is_some(), of_trees(&ray, &aabb));
        assert_eq!(met, holds, "{ray:?} {aabb:?}");
        counts[usize::from(found) + usize::from(met)] += 1;
    }
    // Missed, missed by roundings, and met.
    assert!(counts.iter().all(|count| *count > 20_000), "{counts:?}");
}

#[test]
fn trees_meet_what_single_rays_meet() {
    grazing::<2>(61);
    grazing::<3>(62);
}

/// A ray that rounded times meet at 10, and exact ones not at all.
#[test]
fn a_ray_that_misses_by_a_rounding_is_not_met() {
    let ray = Ray::new([-1.375, -1.0, -3.75], [0.4125, 0.4, 0.575]);
    let aabb = Aabb::new([1.75, 2.0, 2.0], [2.75, 3.0, 3.0]);
    assert_eq!((of_trees(&ray, &aabb), ray::aabb(&ray, &aabb)), ([true, false], None));
}
