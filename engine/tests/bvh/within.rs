//! What is in the boxes, by a time or a distance of its own, held against all of it.

use jostle::{
    SimdLevel,
    bvh::{Bvh, DistanceHit, Hit},
    geometry::{
        closest,
        ray::{self, Ray},
    },
    shape::Ball,
};

use crate::common::{Boxes, Random, scale};

/// Balls and their boxes.
fn balls(random: &mut Random, count: usize) -> (Vec<Ball<3>>, Boxes<3>) {
    let ball = |random: &mut Random| Ball {
        center: random.point::<3>(-8.0, 8.0).map(f32::round),
        radius: random.pick(&[0.0, 0.5, 1.0, 3.0]),
    };
    let balls: Vec<Ball<3>> = (0..count).map(|_| ball(random)).collect();
    let corners = |ball: &Ball<3>| {
        (ball.center.map(|x| x - ball.radius), ball.center.map(|x| x + ball.radius))
    };
    let boxes = balls.iter().map(corners).collect();
    (balls, boxes)
}

#[test]
fn the_first_of_what_is_in_boxes() {
    let mut random = Random::seeded(61);
    let (mut hits, mut misses, mut ties, mut nearest) = (0, 0, 0, 0);
    for _ in 0..20 * scale() {
        let (balls, boxes) = balls(&mut random, 300);
        let trees = SimdLevel::available().iter().map(|level| {
            let mut tree = Bvh::new().with_level(*level);
            tree.build(boxes.bounds()).unwrap();
            tree
        });
        let trees: Vec<Bvh<3>> = trees.collect();
        for _ in 0..200 {
            let origin: [f32; 3] = random.point::<3>(-12.0, 12.0).map(f32::round);
            let ray = Ray::new(origin, random.point(-1.0, 1.0));
            let even = |id: u32| id.is_multiple_of(2);
            let time = |id: u32| {
                let hit = ray::ball(&ray, &balls[id as usize]).filter(|_| even(id));
                // A NaN is none.
                if id.is_multiple_of(10) { Some(f32::NAN) } else { hit.map(|hit| hit.t) }
            };
            let counts = |id: &u32| !id.is_multiple_of(10);
            let hit = |id: u32| time(id).map(|t| Hit { id, t });
            let mut expected: Vec<Hit> = (0..300).filter(counts).filter_map(hit).collect();
            expected.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.id.cmp(&b.id)));
            let distance = |id: u32| {
                let on: [f32; 3] = closest::ball(origin, &balls[id as usize]);
                let square: f32 = (0..3).map(|k| (on[k] - origin[k]).powi(2)).sum();
                even(id).then(|| square.sqrt())
            };
            let mut near: Vec<DistanceHit> = (0..300)
                .filter_map(|id| distance(id).map(|distance| DistanceHit { id, distance }))
                .filter(|near| near.distance <= 4.0)
                .collect();
            near.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.id.cmp(&b.id)));
            near.truncate(20);
            for tree in &trees {
                let first = tree.closest_hit_by(&ray, time).unwrap();
                assert_eq!(first, expected.first().copied(), "{ray:?}");
                let (mut all, mut found) = (Vec::new(), Vec::new());
                tree.all_hits_by(&ray, time, &mut all).unwrap();
                assert_eq!(all, expected, "{ray:?}");
                tree.nearest_by(origin, 20, 4.0, distance, &mut found).unwrap();
                assert_eq!(found, near, "{origin:?}");
            }
            hits += expected.len();
            misses += usize::from(expected.is_empty());
            ties += expected.windows(2).filter(|pair| pair[0].t == pair[1].t).count();
            nearest += near.len();
        }
    }
    assert!(
        hits > 4000 && misses > 100 && ties > 300 && nearest > 10_000,
        "{hits} {misses} {ties} {nearest}"
    );
}

/// A time before its box is met counts as that of the box: which boxes were looked at first changes
/// nothing.
#[test]
fn what_is_in_a_box_is_met_with_it() {
    let mut random = Random::seeded(62);
    let (_, boxes) = balls(&mut random, 300);
    let mut tree = Bvh::new();
    tree.build(boxes.bounds()).unwrap();
    let ray = Ray::new([-20.0, 0.25, 0.125], [1.0, 0.0, 0.0]);
    let by_box = tree.closest_hit(&ray, |_| true).unwrap().expect("some are in the way");
    let early = tree.closest_hit_by(&ray, |_| Some(0.0)).unwrap().expect("some are in the way");
    assert!((early.t - by_box.t).abs() <= 8.0 * f32::EPSILON * by_box.t, "{early:?} {by_box:?}");
    assert_eq!(early.id, by_box.id);
}
