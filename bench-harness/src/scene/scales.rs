//! Boxes at all scales about one point: no strips divide them.

use rand::RngExt;

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{around, generator, moving_boxes, point_between};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const SCALES: SceneKind = SceneKind {
    name: "scales",
    summary: "boxes about one point, as far from it as they are large: the same at any scale",
    build: Build::Three(scales),
    exact: unknown_pairs,
};

/// Powers of two between the largest and the smallest distance.
const SCALES_LOG2: f32 = 40.0;
/// Largest distance from the point on any axis, in units of the scene.
const FARTHEST: f32 = 1024.0;
/// Half extents in distances, so that few boxes touch others of their scale.
const HALF: f32 = 0.02;
/// Largest displacement per frame on any axis, in distances.
const SPEED: f32 = 0.001;

/// `n` boxes around points at distances of 1024 * 2^-U(0, 40) in any direction, with half extents
/// of 2 % of the distance.
///
/// Half of the boxes of any size lie in one cell of a grid that suits them, so a grid is as bad as
/// none; a tree is as good as ever.
fn scales(n: u32, seed: u64) -> Scene<3> {
    let mut rng = generator(seed);
    let domain = Domain { min: [-2.0 * FARTHEST; 3], max: [2.0 * FARTHEST; 3] };
    moving_boxes(SCALES.name, n, domain, || {
        let distance = FARTHEST * (-SCALES_LOG2 * rng.random::<f32>()).exp2();
        let center = point_between(&mut rng, [-1.0; 3], [1.0; 3]).map(|x| x * distance);
        let (min, max) = around(center, [HALF * distance; 3]);
        let velocity = point_between(&mut rng, [-SPEED; 3], [SPEED; 3]).map(|x| x * distance);
        (min, max, velocity)
    })
}
