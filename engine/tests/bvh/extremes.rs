//! Queries at the edge of what numbers can hold, each in its smallest form.

use jostle::{
    Aabb, BroadPhase, Join,
    broad::Output,
    bvh::{BallQuery, BoxCast, Bvh, Hit, Moving},
    geometry::ray::Ray,
};

use crate::common::{Boxes, Line, brute, trees};

const INF: f32 = f32::INFINITY;

fn all<const D: usize>(boxes: &Boxes<D>, moving: impl Moving<D>) -> Vec<Hit> {
    let (_, tree) = trees(boxes).remove(0);
    let mut hits = Vec::new();
    tree.all_hits(&moving, |_| true, &mut hits).unwrap();
    hits
}

fn one<const D: usize>(min: [f32; D], max: [f32; D]) -> Boxes<D> {
    [(min, max)].into_iter().collect()
}

/// A time of -0 is sorted before one of 0, so that hits at the same time are not by index.
#[test]
fn hits_at_zero_are_sorted_by_index() {
    let boxes = [([-1.0, -1.0], [1.0, 1.0]), ([-1.0, -1.0], [0.0, 0.0])].into_iter().collect();
    let hits = all::<2>(&boxes, Ray::new([0.0, 0.0], [-1.0, -1.0]));
    assert_eq!(hits.iter().map(|hit| hit.id).collect::<Vec<_>>(), [0, 1], "{hits:?}");
    assert!(hits.iter().all(|hit| hit.t.is_sign_positive()), "{hits:?}");
}

/// A component that vanishes next to the largest one, but moves far enough: the box is missed.
#[test]
fn slow_motion_beside_fast_motion_is_kept() {
    let cast = BoxCast::new(Aabb { min: [0.0; 2], max: [0.0; 2] }, [1e28, 4e-20]);
    let boxes = one([-1e29, 1e-20], [1e29, 2e-20]);
    assert!(Line::from(cast).meets(&[-1e29, 1e-20], &[1e29, 2e-20]).hit);
    assert_eq!(all(&boxes, cast).len(), 1, "reached at t = 0.25");
}

/// As before, for a ray without an end.
#[test]
fn slow_motion_of_a_ray_is_kept() {
    let ray = Ray::new([0.0, 0.0], [2e10, 1e-45]);
    let boxes = one([-1e37, 1e-20], [1e37, 2e-20]);
    assert!(Line::from(ray).meets(&[-1e37, 1e-20], &[1e37, 2e-20]).hit);
    assert_eq!(all(&boxes, ray).len(), 1, "reached at t = 7e24");
}

/// A ray that passes a box at a distance of a fifth of its side is reported to hit it.
#[test]
fn a_ray_with_a_denormal_component_keeps_its_distance() {
    let ray = Ray::new([0.0, 0.0], [1.0, 1e-39]);
    assert_eq!(all(&one([1.0, 0.2], [2.0, 1.2]), ray), []);
}

/// The same, as to the time: it is known to within roundings, not just not before.
#[test]
fn a_box_that_is_reached_by_slow_motion_is_reached_late() {
    let ray = Ray::new([0.0, 0.0], [1.0, 1e-39]);
    let hits = all(&one([1.0, 0.01], [1e38, 1.0]), ray);
    assert!(hits.len() == 1 && (0.99e37..1.01e37).contains(&hits[0].t), "{hits:?}");
}

/// Infinity less infinity.
#[test]
fn moving_boxes_without_end_touch_boxes_without_end() {
    for (own, box_) in [((-INF, INF), (INF, INF)), ((0.0, INF), (INF, INF))] {
        for last in [0, 1] {
            let (mut own_box, mut other) = (([0.0; 2], [1.0; 2]), ([0.0; 2], [1.0; 2]));
            (own_box.0[last], own_box.1[last]) = own;
            (other.0[last], other.1[last]) = box_;
            let aabb = Aabb { min: own_box.0, max: own_box.1 };
            let hits = all(&one(other.0, other.1), BoxCast::new(aabb, [1.0, 1.0]));
            assert_eq!(hits.len(), 1, "{own:?} {box_:?} on axis {last}");
            assert_eq!(hits[0].t, 0.0, "they touch from the start");
        }
    }
}

/// A NaN on one axis forgets the axes before it.
#[test]
fn moving_boxes_without_end_do_not_forget_an_axis() {
    let aabb = Aabb { min: [0.0, 0.0, -INF], max: [1.0, 1.0, INF] };
    let cast = BoxCast::new(aabb, [1.0, 1.0, 1.0]);
    // On x it is reached at t = 9 only.
    assert_eq!(all(&one([10.0, 0.0, -INF], [11.0, 1.0, -INF]), cast), []);
    let cast = BoxCast::new(Aabb { min: [0.0, -INF, 0.0], max: [1.0, INF, 1.0] }, [1.0; 3]);
    assert_eq!(all(&one([10.0, INF, 0.0], [11.0, INF, 1.0]), cast), []);
}

/// The difference of two coordinates overflows, and an entry becomes infinite.
#[test]
fn rays_across_all_of_space_miss_nothing() {
    let ray = Ray::new([-f32::MAX, 0.0], [1.75, 0.5]);
    let (min, max) = ([0.25 * f32::MAX, 0.0], [f32::MAX, 0.75 * 0.5 * f32::MAX]);
    assert!(Line::from(ray).meets(&min, &max).hit);
    assert_eq!(all(&one(min, max), ray).len(), 1, "reached at t = 0.714 * f32::MAX");
}

/// Times are multiplied by the speed and lose digits, or become zero or infinite.
#[test]
fn times_lie_between_the_first_and_the_last() {
    let everywhere = || one([-INF; 2], [INF; 2]);
    let rays = [
        ([1e-35, 0.0], 1e-10, 1e-10),
        ([1e-35, 0.0], 1.2e-10, 1.3e-10),
        ([1e-30, 0.0], 1e-30, 2e-30),
        ([1e30, 0.0], 1e30, 2e30),
        ([1.0, 0.0], 1.0, INF),
        ([0.0, 0.0], 1e38, INF),
    ];
    for (direction, t_min, t_max) in rays {
        let hits = all(&everywhere(), Ray::new([0.0, 0.0], direction).between(t_min, t_max));
        let within = hits.len() == 1 && (t_min..=t_max).contains(&hits[0].t);
        assert!(within, "{direction:?} {t_min} {t_max}: {hits:?}");
    }
}

/// Two boxes at different times that the caller sees as one: which is first?
#[test]
fn the_closest_hit_is_the_first_of_all_hits() {
    let ray = Ray::new([0.0, 0.0], [1e38, 0.0]);
    let boxes = [([1.1e-7, 0.0], [1.0, 1.0]), ([1e-7, 0.0], [1.0, 1.0])].into_iter().collect();
    let (_, first) = brute(&boxes, &ray.into(), |_| true);
    let hits = all(&boxes, ray);
    assert_eq!(hits[0].t, hits[1].t);
    assert_eq!(first, Some(hits[0]), "{hits:?}");
}

/// Squares would overflow, or vanish.
#[test]
fn balls_of_all_sizes_are_round() {
    let touched = |radius: f32, at: f32| {
        let (_, tree) = trees(&one([at, 0.0], [at, 0.0])).remove(0);
        let mut ids = Vec::new();
        tree.overlapping(&BallQuery::new([0.0, 0.0], radius), |_| true, &mut ids).unwrap();
        ids.len()
    };
    assert_eq!(touched(1e30, 1e29), 1, "large");
    assert_eq!(touched(1e-30, 1e-25), 0, "small");
    assert_eq!(touched(1e-21, 1.01e-21), 0, "rather small");
}

/// The same of neighbors.
#[test]
fn neighbors_are_not_farther_than_asked_for() {
    let near = |at: f32, farthest: f32| {
        let (_, tree) = trees(&one([at, 0.0], [at, 0.0])).remove(0);
        usize::from(tree.closest([0.0, 0.0], farthest, |_| true).unwrap().is_some())
    };
    assert_eq!((near(1e25, f32::INFINITY), near(1e-25, 1e-30), near(1e-25, 1e-24)), (1, 0, 1));
    assert_eq!((near(1e25, 1e24), near(1e25, 2e25), near(f32::MAX, f32::MAX)), (0, 1, 1));
}

/// The boxes of the first set still lack what made them no pairs among each other in the join.
#[test]
fn the_tree_of_a_join_between_two_finds_its_own_pairs() {
    let boxes: Boxes<2> = [([0.0; 2], [1.0; 2]); 3].into_iter().collect();
    let mut tree = Bvh::new();
    tree.count(&Join::between(boxes.bounds(), boxes.bounds())).unwrap();
    let kept = tree.self_pairs(Output::Count).unwrap().pairs;
    tree.refit(boxes.bounds()).unwrap();
    let refitted = tree.self_pairs(Output::Count).unwrap().pairs;
    tree.build(boxes.bounds()).unwrap();
    let built = tree.self_pairs(Output::Count).unwrap().pairs;
    assert_eq!((kept, refitted), (built, built), "a refit answers as a build");
}
