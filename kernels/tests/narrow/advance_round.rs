//! Balls and capsules against other shapes, as they turn.

use std::fmt::Debug;

use jostle_kernels::{
    pairs::{
        BallBox, BallCapsule, BallTriangle, BoxCapsule, CapsuleCapsule, CapsuleTriangle, Impact,
        ImpactState, MovingShape, SweptTest,
        advance::{Advance, TOLERANCE},
        impact_of,
    },
    shape::{Ball, Capsule, Obb, Pack, RigidMotion2, RigidMotion3, Triangle},
};

use crate::support::{
    Random,
    impacts::agreed_impacts,
    scale,
    solid::{Solid, plus, wide},
    turning::Turns,
};

/// A point or a segment with a radius, relative to its center.
trait Round<const D: usize>: Copy + Debug {
    fn center(&self) -> [f32; D];
    fn axis(&self) -> [f32; D];
    fn radius(&self) -> f32;
}

impl<const D: usize> Round<D> for Ball<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn axis(&self) -> [f32; D] {
        [0.0; D]
    }
    fn radius(&self) -> f32 {
        self.radius
    }
}

impl<const D: usize> Round<D> for Capsule<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn axis(&self) -> [f32; D] {
        self.axis
    }
    fn radius(&self) -> f32 {
        self.radius
    }
}

/// The distance at a time, in the frame in which the second shape neither moves nor turns.
fn distance<A: Round<D>, B: Solid<D>, M: Turns<D>, const D: usize>(
    a: &MovingShape<A, M>,
    b: &MovingShape<B, M>,
    time: f64,
) -> f64 {
    let center = |at: [f32; D], motion: &M| plus(wide(at), motion.by(), time);
    let between =
        plus(center(a.shape.center(), &a.motion), center(b.shape.center(), &b.motion), -1.0);
    let axis = a.motion.turned(wide(a.shape.axis()), time);
    let from = |part: f64| {
        let point = b.motion.turned(plus(between, axis, part), -time);
        b.shape.distance(point)
    };
    // Along a segment the distance from what is convex is convex.
    let (mut low, mut high) = (-1.0, 1.0);
    while high - low > 1e-9 && a.shape.axis() != [0.0; D] {
        let third = (high - low) / 3.0;
        let falls = from(low + third) > from(high - third);
        (low, high) = if falls { (low + third, high) } else { (low, high - third) };
    }
    from(0.5 * (low + high)) - f64::from(a.shape.radius())
}

/// A pair of a round shape and another one.
type Case<A, B, M> = (MovingShape<A, M>, MovingShape<B, M>);

/// How the cases of a run turned out.
#[derive(Default, Debug)]
struct RoundTally {
    apart: usize,
    hit: usize,
    overlapping: usize,
    capped: usize,
    /// Of the sizes.
    widest_gap: f64,
}

impl RoundTally {
    fn add<A: Round<D>, B: Solid<D>, M: Turns<D>, const D: usize>(
        &mut self,
        (a, b): &Case<A, B, M>,
        found: &Impact<D>,
        end: f32,
    ) {
        let case = || format!("{a:?} {b:?} {end}\n{found:?}");
        let sum = |numbers: &[f32]| numbers.iter().map(|x| f64::from(x.abs())).sum::<f64>();
        let own = sum(&a.shape.axis()) + f64::from(a.shape.radius() + b.shape.radius());
        let size = own + sum(&b.shape.numbers());
        let rounding = 1e-6 * size + 1e-9 * distance(a, b, 0.0).abs();
        let until = match found.state() {
            ImpactState::Apart => f64::from(end),
            _ => f64::from(found.time),
        };
        if found.state() != ImpactState::Overlapping {
            for step in 0..=64 {
                let gap = distance(a, b, until * f64::from(step) / 64.0);
                assert!(gap > -rounding, "{gap:e} at {step}/64 {}", case());
            }
        }
        match found.state() {
            ImpactState::Apart => self.apart += 1,
            ImpactState::Overlapping => {
                self.overlapping += 1;
                assert!(distance(a, b, 0.0) < rounding, "{}", case());
            }
            ImpactState::Capped => self.capped += 1,
            ImpactState::Hit => {
                self.hit += 1;
                let gap = distance(a, b, until);
                self.widest_gap = self.widest_gap.max(gap / size);
                let speeds = [a.motion.by(), b.motion.by()];
                let speeds: f64 = speeds.as_flattened().iter().map(|x| x.abs()).sum();
                let step = f64::from(f32::EPSILON) * until * speeds;
                let of_a = sum(&a.shape.axis()) + f64::from(a.shape.radius());
                let of_b = sum(&b.shape.numbers()) + f64::from(b.shape.radius());
                let exact = 1e-9 * size;
                let most = 1.5 * f64::from(TOLERANCE) * of_a.min(of_b) + step + exact;
                assert!(gap <= most, "{gap:e} {}", case());
            }
        }
    }
}

/// How fast shapes turn.
const TURNS: [f32; 6] = [0.0, 0.0, 0.1, 1.0, 3.0, 12.0];

fn motion3(random: &mut Random, by: [f32; 3]) -> RigidMotion3 {
    let turn = random.of(&TURNS);
    RigidMotion3 { by, rotation: random.vector(turn) }
}

fn motion2(random: &mut Random, by: [f32; 2]) -> RigidMotion2 {
    let turn = random.of(&TURNS);
    RigidMotion2 { by, angle: random.within(turn) }
}

fn ball<const D: usize>(random: &mut Random, center: [f32; D]) -> Ball<D> {
    Ball { center, radius: random.of(&[0.0, 0.01, 1.0, 3.0]) * random.unit() }
}

fn capsule<const D: usize>(random: &mut Random, center: [f32; D]) -> Capsule<D> {
    let length = random.of(&[0.1, 1.0, 3.0]);
    Capsule { center, axis: random.vector(length), radius: random.of(&[0.0, 0.01, 0.5, 1.0]) }
}

fn obb(random: &mut Random, center: [f32; 3]) -> Obb<3> {
    let half = [0; 3].map(|_| random.of(&[0.01, 0.5, 1.0, 4.0]) * (0.1 + random.unit()));
    random.obb3(center, half)
}

fn triangle(random: &mut Random, center: [f32; 3]) -> Triangle {
    let mut corner = || -> [f32; 3] {
        let off: [f32; 3] = random.vector(2.0);
        std::array::from_fn(|i| center[i] + off[i])
    };
    Triangle { vertices: [center, corner(), corner()] }
}

/// Makes a shape at a place.
type Make<S, const D: usize> = fn(&mut Random, [f32; D]) -> S;

/// Pairs at all distances, most of which move toward each other.
fn cases<A, B, M, const D: usize>(
    random: &mut Random,
    makes: (Make<A, D>, Make<B, D>),
    motion: Make<M, D>,
) -> Vec<Case<A, B, M>> {
    (0..200 * scale())
        .map(|_| {
            let place = random.of(&[0.0, 0.0, 10.0, 1e4]);
            let at: [f32; D] = random.vector(place);
            let range = random.of(&[1.0, 4.0, 4.0, 8.0, 1e3]);
            let off: [f32; D] = random.vector(range);
            let toward = random.of(&[0.0, 1.0, 2.0]);
            let (by, drift): ([f32; D], [f32; D]) = (random.vector(2.0), random.vector(4.0));
            let other = std::array::from_fn(|i| at[i] + off[i]);
            let closing = std::array::from_fn(|i| drift[i] + by[i] - off[i] * toward);
            let a = MovingShape { shape: makes.0(random, at), motion: motion(random, drift) };
            (a, MovingShape { shape: makes.1(random, other), motion: motion(random, closing) })
        })
        .collect()
}

/// All cases of a test, whose first shape is the round one.
fn against_samples<T, A, B, M, const D: usize>(
    seed: u64,
    makes: (Make<A, D>, Make<B, D>),
    motion: Make<M, D>,
) where
    T: SweptTest<D, A = A, B = B, Motion = M>,
    A: Round<D> + Pack<Of<f32> = A>,
    B: Solid<D> + Pack<Of<f32> = B>,
    M: Turns<D> + Pack<Of<f32> = M>,
{
    let (mut random, mut tally) = (Random(seed), RoundTally::default());
    for end in [0.0, 0.3, 1.0, 4.0] {
        let cases = cases(&mut random, makes, motion);
        for (case, found) in cases.iter().zip(agreed_impacts::<T, D>(&cases, end)) {
            tally.add(case, &found, end);
        }
    }
    tally.verify();
}

impl RoundTally {
    fn verify(&self) {
        println!("{self:?}");
        let enough = [self.apart, self.hit, self.overlapping].into_iter().all(|cases| cases > 40);
        assert!(enough && self.capped * 10 < self.hit, "{self:?}");
        // Otherwise the sampling would not notice if a hit were late.
        assert!(self.widest_gap > 1e-6, "{self:?}");
    }
}

#[test]
fn balls_meet_what_turns() {
    against_samples::<Advance<BallBox, 1>, _, _, _, 3>(1, (ball, obb), motion3);
    against_samples::<Advance<BallTriangle, 1>, _, _, _, 3>(2, (ball, triangle), motion3);
    against_samples::<Advance<BallCapsule, 1>, _, _, _, 3>(3, (ball, capsule), motion3);
    against_samples::<Advance<BallCapsule, 1>, _, _, _, 2>(4, (ball, capsule), motion2);
}

#[test]
fn capsules_meet_what_turns() {
    against_samples::<Advance<CapsuleCapsule, 2>, _, _, _, 3>(5, (capsule, capsule), motion3);
    against_samples::<Advance<CapsuleCapsule, 2>, _, _, _, 2>(6, (capsule, capsule), motion2);
    against_samples::<Advance<CapsuleTriangle, 2>, _, _, _, 3>(7, (capsule, triangle), motion3);
}

#[test]
fn boxes_meet_capsules_that_turn() {
    let (mut random, mut tally) = (Random(8), RoundTally::default());
    for end in [0.0, 0.3, 1.0, 4.0] {
        let cases = cases(&mut random, (capsule, obb), motion3);
        let turned: Vec<_> = cases.iter().map(|(a, b)| (*b, *a)).collect();
        let found = agreed_impacts::<Advance<BoxCapsule, 2>, 3>(&turned, end);
        for (case, found) in cases.iter().zip(found) {
            tally.add(case, &found, end);
        }
    }
    tally.verify();
}

#[test]
fn turning_of_balls_does_not_matter() {
    let mut random = Random(9);
    for (a, b) in cases(&mut random, (ball, obb), motion3) {
        let still = MovingShape { motion: RigidMotion3 { rotation: [0.0; 3], ..a.motion }, ..a };
        let found = impact_of::<Advance<BallBox, 1>, 3>(&a, &b, 1.0);
        assert_eq!(found, impact_of::<Advance<BallBox, 1>, 3>(&still, &b, 1.0), "{a:?} {b:?}");
    }
}
