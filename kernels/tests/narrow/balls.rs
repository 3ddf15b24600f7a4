//! Balls: circles, spheres and points.

use jostle_kernels::{pairs::BallBall, shape::Ball};

use crate::support::{
    draw::Draw,
    round::{OfBall, mirrors, verify},
};

fn pair<const D: usize>(draw: &mut Draw<'_>) -> (Ball<D>, Ball<D>) {
    let offset = draw.offset();
    let b = draw.ball(offset, 6.0);
    let range = draw.random.of(&[0.0, 1.0, 6.0, 12.0]);
    let a = draw.ball_at(&b, range);
    if draw.random.below(2) == 0 { (a, b) } else { (b, a) }
}

fn check<const D: usize>(of: &str, seed: u64) {
    let tally = verify::<BallBall, OfBall<Ball<D>>, D, 0>(of, seed, 50_000, pair);
    assert!(tally.distance < 2e-7 && tally.moved < 3e-7, "{tally:?}");
    mirrors::<BallBall, Ball<D>, D, 0>(seed, pair);
}

#[test]
fn circles() {
    check::<2>("circle, circle", 1);
}

#[test]
fn spheres() {
    check::<3>("sphere, sphere", 2);
}
