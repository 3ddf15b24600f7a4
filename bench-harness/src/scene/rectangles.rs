//! Rectangles of similar size spread evenly in a square: the plain load in the plane.

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{around, generator, moving_boxes, point_between};
use super::uniform::{HALF_MAX, HALF_MIN, SPEED};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const RECTANGLES: SceneKind = SceneKind {
    name: "rectangles",
    summary: "rectangles of similar size spread evenly in a square, about 2 touching pairs per box",
    build: Build::Two(rectangles),
    exact: unknown_pairs,
};

/// `n` rectangles with half extents U(0.25, 0.5) per axis and centers uniform in the square from 0
/// to [`side`].
fn rectangles(n: u32, seed: u64) -> Scene<2> {
    let side = side(n);
    let mut rng = generator(seed);
    let domain = Domain { min: [-HALF_MAX; 2], max: [side + HALF_MAX; 2] };
    moving_boxes(RECTANGLES.name, n, domain, || {
        let center = point_between(&mut rng, [0.0; 2], [side; 2]);
        let half = point_between(&mut rng, [HALF_MIN; 2], [HALF_MAX; 2]);
        let (min, max) = around(center, half);
        let velocity = point_between(&mut rng, [-SPEED; 2], [SPEED; 2]);
        (min, max, velocity)
    })
}

/// The side of the square in which 2 touching pairs per box are expected.
///
/// Two boxes touch when their centers are closer than 0.75 on both axes on average, a region of
/// 1.5² = 2.25, so `n²/2 * 2.25 / side² = 2n`.
fn side(n: u32) -> f32 {
    (f64::from(n) * 2.25 / 4.0).sqrt() as f32
}
