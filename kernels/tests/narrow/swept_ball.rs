//! SweptBallBall that move.

mod sizes;

use jostle_kernels::{
    pairs::{
        GAP, Impact, ImpactState, MovingShape, SweptBallBall, SweptBallBox, SweptBallCapsule,
        SweptTest, impact_of,
    },
    shape::{Ball, Capsule, Displacement, Obb, Pack},
};

use crate::support::{
    Random, evidence, exact,
    impacts::agreed_impacts,
    met::{Met, dot, length},
    scale, sub,
    way::Way,
};

type MovingBall<const D: usize> = MovingShape<Ball<D>, Displacement<D>>;

/// How the cases of a run turned out.
#[derive(Default, Debug)]
struct BallTally {
    apart: usize,
    hit: usize,
    overlapping: usize,
    /// Hits for which a radius a little smaller would not do, and misses for which a little larger
    /// would.
    grazing: usize,
    resting: usize,
    wrongly_hit: usize,
    /// Of the rounding that is promised.
    worst_gap: f64,
}

impl BallTally {
    fn add<S: Met<D>, const D: usize>(
        &mut self,
        ball: &MovingBall<D>,
        (shape, by): (&S, [f32; D]),
        end: f32,
        found: &Impact<D>,
    ) {
        let case = || format!("{ball:?} {shape:?} {by:?} {end}\n{found:?}");
        let way = Way {
            from: sub(&ball.shape.center.map(exact), &shape.center().map(exact)),
            by: sub(&ball.motion.by.map(exact), &by.map(exact)),
            end: exact(end),
        };
        let radius = exact(ball.shape.radius);
        let here = Way { end: exact(0.0), ..way.clone() };
        let (overlaps, meets) = (shape.meets(&here, &radius), shape.meets(&way, &radius));
        let state = found.state();
        assert!(!meets || state != ImpactState::Apart, "missed: {}", case());
        assert!(!overlaps || state == ImpactState::Overlapping, "missed at the start: {}", case());

        let in_f64 = |a: [f32; D], b: [f32; D]| -> [f64; D] {
            std::array::from_fn(|i| f64::from(a[i]) - f64::from(b[i]))
        };
        let away = in_f64(ball.shape.center, shape.center());
        let own = away.iter().map(|x| x.abs()).sum::<f64>() + f64::from(ball.shape.radius);
        let sizes = own + shape.sizes();
        // What is smaller than normal numbers is no length.
        let hidden = 4.0 * f64::from(f32::MIN_POSITIVE);
        let little = exact(sizes * (2.0_f64.powi(-44) + shape.skew()) + hidden);
        let larger = |way: &Way<D>| shape.meets(way, &(radius.clone() + little.clone()));
        if state != ImpactState::Apart && !meets || state == ImpactState::Overlapping && !overlaps {
            // As large as a box may be taken to be, it is met all the time on a grid.
            self.wrongly_hit += usize::from(shape.skew() == 0.0);
            assert!(
                larger(if state == ImpactState::Overlapping { &here } else { &way }),
                "{}",
                case()
            );
        }
        self.resting += usize::from(ball.motion.by == by);
        match state {
            ImpactState::Apart => {
                self.apart += 1;
                self.grazing += usize::from(larger(&way));
            }
            ImpactState::Overlapping => self.overlapping += 1,
            _ => {
                self.hit += 1;
                let smaller = radius.clone() - little;
                self.grazing += usize::from(!shape.meets(&way, &smaller));
                let by = in_f64(ball.motion.by, by);
                self.check_place((away, by, sizes), ball.shape.radius, shape, found, &case);
            }
        }
    }

    /// For the table: hits that are none, by how much at most the ball is smaller than it would
    /// take, and how far from touching it is at the time of a hit.
    fn worst(&self) -> String {
        let (gap, wrongly) = (self.worst_gap * f64::from(GAP), self.wrongly_hit);
        format!("{wrongly} hits, by less than 2^-44; {gap:.1} roundings off at the time")
    }

    /// At the time, the shapes touch, and the ball is coming closer, along the normal.
    fn check_place<S: Met<D>, const D: usize>(
        &mut self,
        (from, by, sizes): ([f64; D], [f64; D], f64),
        radius: f32,
        shape: &S,
        found: &Impact<D>,
        case: &dyn Fn() -> String,
    ) {
        let time = f64::from(found.time);
        let place = std::array::from_fn(|i| from[i] + by[i] * time);
        let (distance, away) = shape.distance(place);
        let gap = (distance - f64::from(radius)).abs();
        // The time itself is rounded, too.
        let sizes = sizes + by.iter().map(|x| x.abs()).sum::<f64>() * time;
        // Capsules shorter than 1e-18 have no direction: they are balls.
        let tiny = 1e-18 + 1e-45 * length(by);
        let slack = f64::from(GAP) * f64::from(f32::EPSILON / 2.0) * sizes + tiny;
        self.worst_gap = self.worst_gap.max(gap / slack);
        assert!(gap <= slack, "gap {gap:e} slack {slack:e} {}", case());
        let normal = found.normal.map(f64::from);
        // What is as near as rounding has no direction.
        let known = 1e-3 + slack / length(away);
        assert!(dot(normal, by) >= -known * length(by), "normal {}", case());
        // Where the direction is known.
        if length(away) > 1e3 * slack {
            assert!(-dot(normal, away) > length(away) * 0.999, "{}", case());
        }
    }
}

/// Directions of whole length.
const FLAT: [([i32; 3], i32); 4] = [([1, 0, 0], 1), ([0, 1, 0], 1), ([3, 4, 0], 5), ([4, 3, 0], 5)];
const SOLID: [([i32; 3], i32); 5] =
    [([0, 0, 1], 1), ([1, 2, 2], 3), ([2, 3, 6], 7), ([0, 3, 4], 5), ([12, 0, 5], 13)];

/// A direction and its length.
fn whole_direction<const D: usize>(random: &mut Random) -> ([f32; D], f32) {
    let solid = D == 3 && random.below(3) > 0;
    let (direction, length) = if solid { random.of(&SOLID) } else { random.of(&FLAT) };
    let sign = |x: i32, random: &mut Random| if random.below(2) == 0 { x } else { -x };
    (std::array::from_fn(|i| sign(direction[i], random) as f32), length as f32)
}

/// A ball that comes to touch a shape at some time, or only nearly does, at a place on the way out
/// from a point of the shape in some direction; and how the shape moves.
fn near<S: Met<D>, const D: usize>(random: &mut Random, shape: &S) -> (MovingBall<D>, [f32; D]) {
    let (direction, unit) = whole_direction(random);
    let most = random.of(&[1.0, 2.0, 8.0]);
    let (point, own_radius) = shape.farthest(direction);
    let reach = (own_radius / unit).ceil() + random.below(3) as f32 * most;
    let whole = |random: &mut Random| random.below(17) as f32 - 8.0;
    let mut by: [f32; D] = std::array::from_fn(|_| whole(random) * most);
    match random.below(8) {
        0 => by = [0.0; D],
        // Along the surface.
        1..=3 => {
            let [x, y] = [direction[0], direction[1]];
            by = [0.0; D];
            (by[0], by[1]) = if x == 0.0 && y == 0.0 { (8.0, 4.0) } else { (-y * 4.0, x * 4.0) };
        }
        4 => by = std::array::from_fn(|i| direction[i] * -4.0),
        _ => {}
    }
    let time = random.of(&[0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.25]);
    let drift: [f32; D] = std::array::from_fn(|_| whole(random));
    let center =
        std::array::from_fn(|i| shape.center()[i] + point[i] + direction[i] * reach - by[i] * time);
    let radius = reach * unit - own_radius;
    let motion = Displacement { by: std::array::from_fn(|i| by[i] + drift[i]) };
    (MovingShape { shape: Ball { center, radius }, motion }, drift)
}

/// A number that is nearly the same.
fn nudged(random: &mut Random, x: f32) -> f32 {
    match random.below(8) {
        0 => x.next_up(),
        1 => x.next_down(),
        2 => x * (1.0 + random.within(1e-5)),
        3 => x * (1.0 + random.within(0.2)),
        _ => x,
    }
}

/// Whole numbers, some of them zero.
fn whole_vector<const D: usize>(random: &mut Random) -> [f32; D] {
    std::array::from_fn(|_| (random.below(13) as f32 - 6.0) * random.of(&[0.0, 1.0, 1.0]))
}

fn place<const D: usize>(random: &mut Random) -> [f32; D] {
    random.of(&[[0.0; D], [7.0; D], [1e3; D], [1e5; D]])
}

/// Runs cases of a kind of shape through the kernel and holds them against exact arithmetic.
fn against_exact<T, S, const D: usize>(
    of: &str,
    random: &mut Random,
    count: usize,
    mut make: impl FnMut(&mut Random) -> S,
) -> BallTally
where
    S: Met<D> + Pack<Of<f32> = S>,
    T: SweptTest<D, A = Ball<D>, B = S, Motion = Displacement<D>>,
{
    let mut tally = BallTally::default();
    for end in [1.0, 1.0, 1.0, 0.0, 0.5, 1e6, f32::INFINITY] {
        let cases: Vec<_> = (0..count * scale())
            .map(|_| {
                let shape = make(random);
                let (mut ball, mut by) = near(random, &shape);
                if random.below(2) == 0 {
                    let number = random.below(D as u32) as usize;
                    ball.shape.center[number] = nudged(random, ball.shape.center[number]);
                    ball.motion.by[number] = nudged(random, ball.motion.by[number]);
                    by[number] = nudged(random, by[number]);
                    ball.shape.radius = nudged(random, ball.shape.radius).max(0.0);
                }
                (ball, MovingShape { shape, motion: Displacement { by } })
            })
            .collect();
        let found = agreed_impacts::<T, D>(&cases, end);
        for ((ball, other), found) in cases.iter().zip(&found) {
            tally.add(ball, (&other.shape, other.motion.by), end.min(3e38), found);
        }
    }
    println!("{tally:?}");
    let cases = 7 * count * scale();
    evidence(of, cases, cases, tally.worst());
    let BallTally { apart, hit, overlapping, grazing, resting, .. } = tally;
    let enough = [apart, hit, overlapping, 2 * grazing, 3 * resting];
    assert!(enough.into_iter().all(|cases| cases >= count / 2), "{tally:?}");
    assert!(tally.wrongly_hit * 10 < count * scale(), "{tally:?}");
    tally
}

fn ball<const D: usize>(random: &mut Random) -> Ball<D> {
    Ball { center: place(random), radius: random.below(8) as f32 }
}

fn capsule<const D: usize>(random: &mut Random) -> Capsule<D> {
    let radius = random.of(&[0.0, 1.0, 5.0]);
    Capsule { center: place(random), axis: whole_vector(random), radius }
}

/// A box whose axes are those of the space, in another order and with other signs, some of them a
/// little too long or too short.
fn obb<const D: usize>(random: &mut Random) -> Obb<D> {
    let first = random.below(D as u32) as usize;
    let off = random.of(&[1.0, 1.0, 1.0 + f32::EPSILON, 1.0 - f32::EPSILON, 1.0 + 1e-6]);
    let axes = std::array::from_fn(|own| {
        let mut axis = [0.0; D];
        axis[(first + own) % D] = random.of(&[1.0, -1.0]) * off;
        axis
    });
    Obb { center: place(random), half: whole_vector(random).map(f32::abs), axes }
}

#[test]
fn balls_meet_balls() {
    against_exact::<SweptBallBall, _, 2>("moving circle, circle", &mut Random(1), 3_000, ball);
    against_exact::<SweptBallBall, _, 3>("moving sphere, sphere", &mut Random(2), 3_000, ball);
}

#[test]
fn balls_meet_capsules() {
    against_exact::<SweptBallCapsule, _, 2>(
        "moving circle, capsule",
        &mut Random(3),
        3_000,
        capsule,
    );
    against_exact::<SweptBallCapsule, _, 3>(
        "moving sphere, capsule",
        &mut Random(4),
        3_000,
        capsule,
    );
}

#[test]
fn balls_meet_boxes() {
    against_exact::<SweptBallBox, _, 2>("moving circle, box", &mut Random(5), 3_000, obb);
    against_exact::<SweptBallBox, _, 3>("moving sphere, box", &mut Random(6), 3_000, obb);
}

/// Where the side of a shape ends and its edge begins, what is out of reach of the side by just the
/// slack comes into reach of the edge. Both were missed.
#[test]
fn what_passes_a_side_by_the_slack_meets_the_edge() {
    let ball = |center, radius, by| MovingShape {
        shape: Ball { center, radius },
        motion: Displacement { by },
    };
    let a = ball([1_004.999_94, 1_005.0], 1.999_999_9, [-3.0, -3.0]);
    let capsule = Capsule { center: [1000.0, 1000.0], axis: [3.0, 0.0], radius: 1.0 };
    let b = MovingShape { shape: capsule, motion: Displacement { by: [5.0, 5.0] } };
    let found = impact_of::<SweptBallCapsule, 2>(&a, &b, 1.0);
    assert!(found.state() == ImpactState::Hit && (found.time - 0.25).abs() < 1e-4, "{found:?}");

    let a = ball([1_000.999_94, 992.0], 4.0, [-9.0, 16.0]);
    let axes = [[0.0, -1.0], [1.0, 0.0]];
    let shape = Obb { center: [1000.0, 1000.0], half: [0.0, 3.0], axes };
    let b = MovingShape { shape, motion: Displacement { by: [-1.0, 8.0] } };
    let found = impact_of::<SweptBallBox, 2>(&a, &b, 1.0);
    assert!(found.state() == ImpactState::Hit && (found.time - 0.5).abs() < 1e-4, "{found:?}");
}
