//! Balls against points and boxes that lie on their boundary, as near as numbers get.

use jostle::bvh::BallQuery;

use crate::common::{Boxes, Counts, Random, is_within, scale, trees};

/// A point within some steps of the sphere of a ball.
fn at_boundary<const D: usize>(random: &mut Random, ball: &BallQuery<D>) -> [f32; D] {
    let way: [f64; D] = random.point(-1.0, 1.0).map(f64::from);
    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut at = ball.center;
    for axis in 0..D {
        let step = way[axis] * (f64::from(ball.radius) / length);
        at[axis] = (f64::from(at[axis]) + step) as f32;
        at[axis] = f32::from_bits(at[axis].to_bits().wrapping_add(random.below(3) as u32));
    }
    at
}

/// Whether the squares of the distance and the radius, rounded, say something else than is true.
fn is_doubtful<const D: usize>(ball: &BallQuery<D>, at: &[f32; D]) -> bool {
    let step = |axis: usize| at[axis] - ball.center[axis];
    let square = (0..D).map(|axis| step(axis) * step(axis)).sum::<f32>();
    (square <= ball.radius * ball.radius) != is_within(ball.radius, &ball.center, at, at)
}

fn boundaries<const D: usize>(seed: u64, counts: &mut Counts) {
    let mut random = Random::seeded(seed);
    for round in 0..100 * scale() {
        let size = [1.0, 1e-3, 1e15, 1e-20, 1e30, 1e-38][round % 6];
        let ball =
            BallQuery::new(random.point(-2.0 * size, 2.0 * size), random.unit() * 6.0 * size);
        let mut boxes = Boxes::<D>::new();
        for index in 0..1000 {
            let at = at_boundary(&mut random, &ball);
            let beyond: [f32; D] = std::array::from_fn(|axis| {
                let side = (at[axis] - ball.center[axis]) * random.unit();
                if index % 2 == 0 { at[axis] } else { at[axis] + side }
            });
            boxes.push(
                std::array::from_fn(|axis| at[axis].min(beyond[axis])),
                std::array::from_fn(|axis| at[axis].max(beyond[axis])),
            );
            counts.add("points where rounded squares are wrong", is_doubtful(&ball, &at));
        }
        let within = |id: &u32| {
            let (min, max) = boxes.corners(*id as usize);
            is_within(ball.radius, &ball.center, &min, &max)
        };
        let expected: Vec<u32> = (0..1000).filter(within).collect();
        counts.add("balls that part their boundary", !expected.is_empty() && expected.len() < 1000);
        for (level, tree) in trees(&boxes) {
            let (mut ids, mut nearest) = (Vec::new(), Vec::new());
            tree.overlapping(&ball, |_| true, &mut ids).unwrap();
            assert_eq!(ids, expected, "{level}, {ball:?}");
            tree.nearest(ball.center, 1000, ball.radius, |_| true, &mut nearest).unwrap();
            let mut near: Vec<u32> = nearest.iter().map(|hit| hit.id).collect();
            near.sort_unstable();
            assert_eq!(near, expected, "{level}, nearest, {ball:?}");
        }
    }
}

#[test]
fn balls_touch_what_is_within_without_rounding() {
    for (seed, run) in [(1, boundaries::<2> as fn(u64, &mut Counts)), (2, boundaries::<3>)] {
        let mut counts = Counts::default();
        run(seed, &mut counts);
        counts.assert(&[
            ("points where rounded squares are wrong", 5000),
            ("balls that part their boundary", 90),
        ]);
    }
}

/// Its distance is 5.20134583 to nine digits, and the radius 5.201346.
#[test]
fn a_point_within_by_a_rounding_is_touched() {
    let at = [2.173_841_2, 2.988_902_6];
    let ball = BallQuery::new([-0.198_354_96, -1.639_994], 5.201_346);
    assert!(is_doubtful(&ball, &at) && is_within(ball.radius, &ball.center, &at, &at));
    for (level, tree) in trees(&[(at, at)].into_iter().collect()) {
        let mut ids = Vec::new();
        tree.overlapping(&ball, |_| true, &mut ids).unwrap();
        assert_eq!(ids, [0], "{level}");
    }
}
