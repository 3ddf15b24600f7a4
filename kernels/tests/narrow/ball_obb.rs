//! Balls and boxes.

use jostle_kernels::{
    contact::{BallObb, PairTest},
    shape::{Ball, Obb, Pack},
};

use crate::support::{
    draw::Draw,
    round::{OfBall, verify},
    solid::Solid,
};

/// The numbers of a box.
struct Sides<const D: usize> {
    center: [f32; D],
    half: [f32; D],
    /// Whether it is turned, not along the axes.
    turned: bool,
}

impl<const D: usize> Sides<D> {
    fn new(draw: &mut Draw<'_>) -> Self {
        let offset = draw.offset();
        let mut half = draw.vector::<D>(5.0).map(f32::abs);
        match draw.random.below(6) {
            0 => half[0] *= 1e-4,
            1 => half[1] = 0.0,
            2 => half[1] *= 1e4,
            _ => {}
        }
        let turned = !draw.on_grid && draw.random.below(8) > 0;
        Self { center: draw.near(offset, 3.0), half, turned }
    }
}

fn obb2(draw: &mut Draw<'_>) -> (Ball<2>, Obb<2>) {
    let Sides { center, half, turned } = Sides::new(draw);
    let [x, y] = if turned { draw.random.direction::<2>() } else { [1.0, 0.0] };
    let axes = [[x as f32, y as f32], [-y as f32, x as f32]];
    let side = if draw.random.below(2) == 0 { axes[1] } else { axes[1].map(|x| -x) };
    around(draw, Obb { center, half, axes: [axes[0], side] })
}

fn obb3(draw: &mut Draw<'_>) -> (Ball<3>, Obb<3>) {
    let Sides { center, half, turned } = Sides::new(draw);
    let mut obb = draw.random.obb3(center, half);
    if !turned {
        obb.axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    around(draw, obb)
}

/// A ball somewhere at a box: also at its center, and at its corners.
fn around<B: Solid<D>, const D: usize>(draw: &mut Draw<'_>, b: B) -> (Ball<D>, B) {
    let range = draw.random.of(&[0.0, 2.0, 5.0, 12.0]);
    (draw.ball_at(&b, range), b)
}

fn check<B: Solid<D>, const D: usize>(
    of: &str,
    seed: u64,
    count: usize,
    pair: fn(&mut Draw<'_>) -> (Ball<D>, B),
) where
    BallObb: PairTest<D, 1, A = Ball<D>>,
    <BallObb as PairTest<D, 1>>::B: Pack<Of<f32> = B>,
{
    let tally = verify::<BallObb, OfBall<B>, D, 1>(of, seed, count, pair);
    assert!(tally.distance < 4e-7 && tally.moved < 5e-7, "{tally:?}");
    assert!(tally.surface[0] < 4e-7 && tally.points < 6e-7, "{tally:?}");
    // All faces, edges and corners; nothing is closest to the middle.
    let [none, reached @ ..] = &tally.axes[..] else { panic!("no axes") };
    assert!(*none == 0 && reached.len() == 3_usize.pow(D as u32) - 1, "{tally:?}");
    assert!(reached.iter().all(|reached| *reached > count / 200), "{tally:?}");
}

#[test]
fn circles_and_boxes() {
    check("circle, box", 7, 50_000, obb2);
}

#[test]
fn spheres_and_boxes() {
    check("sphere, box", 8, 40_000, obb3);
}
