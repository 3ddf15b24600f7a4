//! Capsules, segments, and balls against them.

use std::cmp::Ordering;

use jostle_kernels::{
    contact::{BallCapsule, CapsuleCapsule},
    shape::{Ball, Capsule},
};

use crate::support::{
    draw::Draw,
    round::{OfBall, Oracle, mirrors, radii, verify},
    solid::{exactly, from_edge, length, plus, wide},
    squares::Squares,
    sub,
};

/// Two capsules.
struct Capsules;

/// The distance between the segments from `-a` to `a` and from `place - b` to `place + b`.
fn segments<const D: usize>(place: [f64; D], a: [f64; D], b: [f64; D]) -> f64 {
    let negated = |v: [f64; D]| v.map(|x| -x);
    let (b0, b1) = (plus(place, b, -1.0), plus(place, b, 1.0));
    let mut least = f64::INFINITY;
    for end in [negated(a), a] {
        least = least.min(length(from_edge(end, b0, b1)));
    }
    for end in [b0, b1] {
        least = least.min(length(from_edge(end, negated(a), a)));
    }
    let minors = |u: [f64; D], v: [f64; D], i: usize, j: usize| u[i] * v[j] - u[j] * v[i];
    let (mut over, mut under) = (0.0, 0.0);
    for (i, j) in (0..D).flat_map(|i| (0..i).map(move |j| (i, j))) {
        over += minors(a, b, i, j) * minors(place, b, i, j);
        under += minors(a, b, i, j) * minors(a, b, i, j);
    }
    let s = over / under;
    if s.abs() < 1.0 {
        least = least.min(length(from_edge(a.map(|x| x * s), b0, b1)));
    }
    least
}

/// How deep segments that cross in the plane lie in each other, or 0.
fn depth<const D: usize>(place: [f64; D], a: [f64; D], b: [f64; D]) -> f64 {
    let out = |edge: [f64; D], other: [f64; D]| {
        let normal = [-edge[1], edge[0]].map(|x| x / length(edge));
        let along = |v: [f64; D]| (normal[0] * v[0] + normal[1] * v[1]).abs();
        along(other) - along(place)
    };
    let depth = out(a, b).min(out(b, a));
    if depth > 0.0 { depth } else { 0.0 }
}

impl<const D: usize> Oracle<D> for Capsules {
    type A = Capsule<D>;
    type B = Capsule<D>;

    fn distance(a: &Capsule<D>, b: &Capsule<D>, place: [f64; D]) -> f64 {
        let (axis_a, axis_b) = (wide(a.axis), wide(b.axis));
        let apart = segments(place, axis_a, axis_b);
        let size = length(place) + length(axis_a) + length(axis_b);
        // One in line with the other, they seem to cross as well if rounding wills it.
        let crossing = D == 2 && apart < 1e-12 * size;
        let depth = if crossing { depth(place, axis_a, axis_b) } else { 0.0 };
        let core = if depth > 0.0 { -depth } else { apart };
        core - f64::from(a.radius) - f64::from(b.radius)
    }

    fn compare(a: &Capsule<D>, b: &Capsule<D>) -> Ordering {
        let mut squares = Squares::default();
        let place = sub(&exactly(b.center), &exactly(a.center));
        squares.segments(&place, &exactly(a.axis), &exactly(b.axis));
        squares.compare(&radii(a, b))
    }
}

fn capsule<const D: usize>(draw: &mut Draw<'_>, center: [f32; D], range: f32) -> Capsule<D> {
    let long = draw.long(&[1.0, 4.0, 4.0]);
    let mut axis = draw.vector::<D>(long);
    match draw.random.below(8) {
        0 => axis = [0.0; D],
        1 | 2 => axis[1..].fill(0.0),
        _ => {}
    }
    Capsule { center: draw.near(center, range), axis, radius: draw.radius(3.0) }
}

/// An axis that is nearly parallel to another one.
fn nearly<const D: usize>(draw: &mut Draw<'_>, axis: [f32; D]) -> [f32; D] {
    const ANGLES: [f64; 9] = [0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 3e-2];
    let (angle, times) = (draw.random.of(&ANGLES), draw.random.of(&[-1.0, 1.0, 0.25, 3.0]));
    let (axis, aside) = (wide(axis), draw.random.direction::<D>());
    plus(axis, aside, angle * length(axis)).map(|x| (x * times) as f32)
}

fn capsules<const D: usize>(draw: &mut Draw<'_>) -> (Capsule<D>, Capsule<D>) {
    let offset = draw.offset();
    let mut a = capsule(draw, offset, 4.0);
    let range = draw.random.of(&[0.0, 1.0, 4.0, 10.0]);
    let mut b = capsule(draw, offset, range);
    if draw.random.below(3) == 0 {
        b.axis = nearly(draw, a.axis);
    }
    match draw.random.below(8) {
        // The end of one on the segment of the other, or at its end.
        0 => {
            let at = draw.random.of(&[-1.0, -0.5, 0.0, 0.5, 1.0]);
            let point = plus(plus(wide(a.center), wide(a.axis), at), wide(b.axis), -1.0);
            b.center = point.map(|x| x as f32);
        }
        // In line with it.
        1 => {
            let along = plus(wide(a.center), wide(a.axis), draw.random.of(&[0.5, 2.0, 2.5]));
            b.center = along.map(|x| x as f32);
        }
        _ => {}
    }
    if !draw.on_grid && draw.random.below(2) == 0 {
        let place = plus(wide(b.center), wide(a.center), -1.0);
        a.radius = draw.touching(a.radius, Capsules::distance(&a, &b, place));
    }
    (a, b)
}

fn ball_and_capsule<const D: usize>(draw: &mut Draw<'_>) -> (Ball<D>, Capsule<D>) {
    let offset = draw.offset();
    let b = capsule(draw, offset, 4.0);
    let range = draw.random.of(&[0.0, 1.0, 5.0, 12.0]);
    let mut a: Ball<D> = draw.ball_at(&b, range);
    // On the line through the segment.
    if draw.random.below(8) == 0 {
        let at = draw.random.of(&[-2.0, -1.0, -0.5, 0.0, 0.3, 1.0]);
        a.center = plus(wide(b.center), wide(b.axis), at).map(|x| x as f32);
    }
    (a, b)
}

fn check_balls<const D: usize>(of: &str, seed: u64) {
    let pair = ball_and_capsule;
    let tally = verify::<BallCapsule, OfBall<Capsule<D>>, D, 1>(of, seed, 50_000, pair);
    assert!(tally.distance < 3e-7 && tally.moved < 2e-6, "{tally:?}");
    assert!(tally.surface[0] < 2e-6 && tally.points < 1e-6, "{tally:?}");
    assert!(tally.axes.len() == 3 && tally.axes.iter().all(|count| *count > 2500), "{tally:?}");
}

fn check_capsules<const D: usize>(of: &str, seed: u64) {
    let tally = verify::<CapsuleCapsule, Capsules, D, 2>(of, seed, 50_000, capsules);
    // Of two features at the same distance but for rounding, either may be taken.
    assert!(tally.distance < 2e-6 && tally.moved < 5e-4, "{tally:?}");
    assert!(tally.surface[0] < 4e-6 && tally.points < 5e-4, "{tally:?}");
    // Where two segments are nearly parallel the points are that much inside.
    assert!(tally.surface[1] < 5e-4 && tally.several > 5_000, "{tally:?}");
    let known = |number: usize| number / 32 < 3 && number % 32 < 3;
    for (number, count) in tally.axes.iter().enumerate() {
        assert!(if known(number) { *count > 250 } else { *count == 0 }, "{number}: {tally:?}");
    }
    assert_eq!(tally.axes.len(), 2 + 2 * 32 + 1);
    mirrors::<CapsuleCapsule, Capsule<D>, D, 2>(seed, capsules);
}

#[test]
fn circles_and_capsules() {
    check_balls::<2>("circle, capsule", 3);
}

#[test]
fn spheres_and_capsules() {
    check_balls::<3>("sphere, capsule", 4);
}

#[test]
fn capsules_in_the_plane() {
    check_capsules::<2>("capsule, capsule in 2D", 5);
}

#[test]
fn capsules_in_space() {
    check_capsules::<3>("capsule, capsule in 3D", 6);
}
