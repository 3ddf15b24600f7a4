//! Boxes of similar size spread evenly in a cube: the plain load.

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{around, generator, moving_boxes, point_between};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const UNIFORM: SceneKind = SceneKind {
    name: "uniform",
    summary: "boxes of similar size spread evenly in a cube, about 2 touching pairs per box",
    build: Build::Three(uniform),
    exact: unknown_pairs,
};

/// Smallest half extent of a box on any axis.
pub(super) const HALF_MIN: f32 = 0.25;
/// Largest half extent of a box on any axis.
pub(super) const HALF_MAX: f32 = 0.5;
/// Largest displacement per frame on any axis, 2.7 % of the mean box size.
pub(super) const SPEED: f32 = 0.02;

/// `n` boxes with half extents U(0.25, 0.5) per axis and centers uniform in the
/// cube from 0 to [`side`].
///
/// One million boxes have 1.97 million touching pairs: the boxes at the faces of
/// the cube have fewer neighbors than the 4 inside.
pub(super) fn uniform(n: u32, seed: u64) -> Scene<3> {
    let side = side(n);
    let mut rng = generator(seed);
    let domain = Domain { min: [-HALF_MAX; 3], max: [side + HALF_MAX; 3] };
    moving_boxes(UNIFORM.name, n, domain, || {
        let center = point_between(&mut rng, [0.0; 3], [side; 3]);
        let half = point_between(&mut rng, [HALF_MIN; 3], [HALF_MAX; 3]);
        let (min, max) = around(center, half);
        let velocity = point_between(&mut rng, [-SPEED; 3], [SPEED; 3]);
        (min, max, velocity)
    })
}

/// The side of the cube in which 2 touching pairs per box are expected.
///
/// Two boxes touch when their centers are closer than 0.75 on every axis on
/// average, a region of 1.5³ = 3.375, so `n²/2 * 3.375 / side³ = 2n`.
fn side(n: u32) -> f32 {
    (f64::from(n) * 3.375 / 4.0).cbrt() as f32
}
