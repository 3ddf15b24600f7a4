//! Boxes in a thin layer: almost everything overlaps on one axis.

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{around, between, generator, moving_boxes, point_between};
use super::uniform::{HALF_MAX, HALF_MIN, SPEED};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const SLAB: SceneKind = SceneKind {
    name: "slab",
    summary: "boxes in a layer 2 thick on x, about 2 touching pairs per box",
    build: Build::Three(slab),
    exact: unknown_pairs,
};

/// Thickness of the layer on x.
const THICKNESS: f32 = 2.0;

/// Chance that two boxes of the layer overlap on x, by numerical integration.
const OVERLAP_X: f64 = 0.829_7;

/// `n` boxes with half extents U(0.25, 0.5) per axis, all of them fully inside
/// `0 <= x <= 2`, with centers uniform in a square on y and z.
///
/// An engine that sweeps along x alone compares nearly every pair. One million
/// boxes have 2.00 million touching pairs.
fn slab(n: u32, seed: u64) -> Scene<3> {
    let side = side(n);
    let mut rng = generator(seed);
    let domain = Domain {
        min: [0.0, -HALF_MAX, -HALF_MAX],
        max: [THICKNESS, side + HALF_MAX, side + HALF_MAX],
    };
    moving_boxes(SLAB.name, n, domain, || {
        let half: [f32; 3] = point_between(&mut rng, [HALF_MIN; 3], [HALF_MAX; 3]);
        let x = between(&mut rng, half[0], THICKNESS - half[0]);
        let [y, z] = point_between(&mut rng, [0.0; 2], [side; 2]);
        let (min, max) = around([x, y, z], half);
        let velocity = point_between(&mut rng, [-SPEED; 3], [SPEED; 3]);
        (min, max, velocity)
    })
}

/// The side on y and z at which 2 touching pairs per box are expected.
///
/// As in the uniform scene, with the region of contact 1.5² on y and z.
fn side(n: u32) -> f32 {
    (f64::from(n) * OVERLAP_X * 2.25 / 4.0).sqrt() as f32
}
