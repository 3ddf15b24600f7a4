//! SweptBallBall and shapes of any size, held against `f64`.

use jostle_kernels::{
    pairs::{
        Impact, ImpactState, MovingShape, SweptBallBall, SweptBallBox, SweptBallCapsule, SweptTest,
    },
    shape::{Ball, Capsule, Displacement, Obb, Pack},
};

use super::{BallTally, MovingBall};
use crate::support::{
    Random, evidence,
    impacts::{agreed_impacts, mirrored},
    met::{Met, dot},
};

/// The least distance of a ball on its way until `end`, by ternary search, as it is convex.
fn least_distance<S: Met<D>, const D: usize>(
    shape: &S,
    (from, by): ([f64; D], [f64; D]),
    end: f64,
) -> f64 {
    let distance = |time: f64| shape.distance(std::array::from_fn(|i| from[i] + by[i] * time)).0;
    let (mut low, mut high) = (0.0, end);
    for _ in 0..90 {
        let [one, two] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
        (low, high) = if distance(one) < distance(two) { (low, two) } else { (one, high) };
    }
    distance((low + high) / 2.0)
}

/// Runs cases of any numbers through the kernel and holds them against `f64`, but for those too
/// near to tell.
fn against_f64<T, S, const D: usize>(
    of: &str,
    random: &mut Random,
    mut make: impl FnMut(&mut Random, [f32; D], f32) -> S,
) -> Vec<(MovingBall<D>, MovingShape<S, Displacement<D>>, Impact<D>)>
where
    S: Met<D> + Pack<Of<f32> = S>,
    T: SweptTest<D, A = Ball<D>, B = S, Motion = Displacement<D>>,
{
    let mut tally = BallTally::default();
    let mut all = Vec::new();
    for scale in [1e-30, 1e-20, 1e-15, 1e-8, 1.0, 1.0, 1.0, 1e8, 1e15, 1e20, 1e30] {
        let cases: Vec<_> = (0..2_000 * crate::support::scale())
            .map(|_| {
                let place = random.of(&[0.0, 0.0, 1e3, 1e5]) * scale;
                let at: [f32; D] = random.vector(place);
                let shape = make(random, at, scale);
                let range = random.of(&[1.5, 6.0]) * scale;
                let off: [f32; D] = random.vector(range);
                let radius = random.of(&[0.0, 1e-4, 0.5, 2.0]) * scale;
                let by: [f32; D] = random.vector(scale);
                // Toward the other, more or less.
                let toward = random.of(&[0.0, 1.0, 1.0, 3.0]);
                let motion = std::array::from_fn(|i| by[i] - off[i] * toward);
                let center = std::array::from_fn(|i| at[i] + off[i]);
                let ball = MovingShape {
                    shape: Ball { center, radius },
                    motion: Displacement { by: motion },
                };
                (ball, MovingShape { shape, motion: Displacement { by: random.vector(scale) } })
            })
            .collect();
        let found = agreed_impacts::<T, D>(&cases, 1.0);
        for ((ball, other), found) in cases.into_iter().zip(found) {
            let case = || format!("{ball:?} {other:?}\n{found:?}");
            let in_f64 = |a: [f32; D], b: [f32; D]| -> [f64; D] {
                std::array::from_fn(|i| f64::from(a[i]) - f64::from(b[i]))
            };
            let from = in_f64(ball.shape.center, other.shape.center());
            let by = in_f64(ball.motion.by, other.motion.by);
            let radius = f64::from(ball.shape.radius);
            let sizes = from.iter().map(|x| x.abs()).sum::<f64>() + other.shape.sizes() + radius;
            let unclear = 1e-6 * sizes;
            let [start, least] =
                [0.0, 1.0].map(|end| least_distance(&other.shape, (from, by), end) - radius);
            let state = found.state();
            assert!(
                start.abs() < unclear || (start < 0.0) == (state == ImpactState::Overlapping),
                "{}",
                case()
            );
            assert!(
                least.abs() < unclear || (least > 0.0) == (state == ImpactState::Apart),
                "{}",
                case()
            );
            match state {
                ImpactState::Apart => tally.apart += 1,
                ImpactState::Overlapping => tally.overlapping += 1,
                _ => {
                    tally.hit += 1;
                    let motion = (from, by, sizes);
                    tally.check_place(motion, ball.shape.radius, &other.shape, &found, &case);
                }
            }
            all.push((ball, other, found));
        }
    }
    println!("{tally:?}");
    evidence(of, all.len(), 0, tally.worst());
    let counts = [tally.apart, tally.hit, tally.overlapping];
    assert!(counts.into_iter().all(|count| count > 700), "{tally:?}");
    all
}

#[test]
fn balls_of_any_size_meet_balls_and_capsules() {
    let ball = |random: &mut Random, center: [f32; 3], scale: f32| Ball {
        center,
        radius: random.unit() * 2.0 * scale,
    };
    let all = against_f64::<SweptBallBall, _, 3>(
        "moving sphere, sphere of any size",
        &mut Random(7),
        ball,
    );
    let (cases, found): (Vec<_>, Vec<_>) = all.into_iter().map(|(a, b, i)| ((a, b), i)).unzip();
    mirrored::<SweptBallBall, 3>(&cases, &found, 1.0);
    let long = |random: &mut Random, scale: f32| random.of(&[1e-7, 0.1, 1.0, 5.0]) * scale;
    against_f64::<SweptBallCapsule, _, 2>(
        "moving circle, capsule of any size",
        &mut Random(8),
        |random, center, scale| {
            let (radius, reach) = (random.of(&[0.0, 0.5]) * scale, long(random, scale));
            Capsule { center, axis: random.vector(reach), radius }
        },
    );
    against_f64::<SweptBallCapsule, _, 3>(
        "moving sphere, capsule of any size",
        &mut Random(9),
        |random, center, scale| {
            let (radius, reach) = (random.of(&[0.0, 0.5]) * scale, long(random, scale));
            Capsule { center, axis: random.vector(reach), radius }
        },
    );
}

#[test]
fn balls_meet_sides_edges_and_corners_of_turned_boxes() {
    let half = |random: &mut Random, scale| random.of(&[0.0, 1e-4, 1.0, 3.0]) * scale;
    against_f64::<SweptBallBox, _, 2>(
        "moving circle, turned box",
        &mut Random(10),
        |random, center, scale| {
            let [c, s] = random.direction::<2>();
            let axes = [[c, s], [-s, c]].map(|axis| axis.map(|x| x as f32));
            Obb { center, half: [half(random, scale), half(random, scale)], axes }
        },
    );
    let all = against_f64::<SweptBallBox, _, 3>(
        "moving sphere, turned box",
        &mut Random(11),
        |random, center, scale| {
            let half = [0; 3].map(|_| half(random, scale));
            random.obb3(center, half)
        },
    );
    // On how many axes the ball is beside the box when it meets it.
    let mut beside = [0; 4];
    for (ball, other, found) in all.iter().filter(|case| case.2.state() == ImpactState::Hit) {
        if ball.shape.radius > 1e-3 * other.shape.sizes() as f32 {
            let cosines =
                other.shape.axes.map(|axis| dot(axis.map(f64::from), found.normal.map(f64::from)));
            beside[cosines.iter().filter(|cosine| cosine.abs() > 1e-3).count()] += 1;
        }
    }
    assert!(beside[1] > 100 && beside[2] > 100 && beside[3] > 100, "{beside:?}");
}

#[test]
fn numbers_at_the_edge_of_f32_give_no_nan() {
    let mut random = Random(12);
    let edge = [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-38, 1e-20, 1e19, -1e30, 2e38, f32::MAX, f32::MIN];
    let mut vector = || -> [f32; 3] { std::array::from_fn(|_| random.of(&edge)) };
    let mut cases = Vec::new();
    for _ in 0..20_000 {
        let [center, by, other, axis] = [vector(), vector(), vector(), vector()];
        let radius = vector()[0].abs().min(1e38);
        let ball = MovingShape { shape: Ball { center, radius }, motion: Displacement { by } };
        let motion = Displacement { by: vector() };
        cases.push((ball, other, axis, motion));
    }
    for end in [0.0, 1.0, 1e-30, f32::INFINITY] {
        let with = |shape: fn([f32; 3], [f32; 3]) -> Capsule<3>| -> Vec<_> {
            cases
                .iter()
                .map(|(a, b, c, m)| (*a, MovingShape { shape: shape(*b, *c), motion: *m }))
                .collect()
        };
        // Well-formed impacts have no NaN in them.
        let capsules = with(|center, axis| Capsule { center, axis, radius: 1.0 });
        agreed_impacts::<SweptBallCapsule, 3>(&capsules, end);
        let balls: Vec<_> = cases
            .iter()
            .map(|(a, center, c, motion)| {
                let shape = Ball { center: *center, radius: c[0].abs().min(1e38) };
                (*a, MovingShape { shape, motion: *motion })
            })
            .collect();
        agreed_impacts::<SweptBallBall, 3>(&balls, end);
        let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
        let boxes: Vec<_> = cases
            .iter()
            .map(|(a, center, half, motion)| {
                let shape = Obb { center: *center, half: half.map(f32::abs), axes };
                (*a, MovingShape { shape, motion: *motion })
            })
            .collect();
        agreed_impacts::<SweptBallBox, 3>(&boxes, end);
    }
}
