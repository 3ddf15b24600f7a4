//! Positions and sizes over many orders of magnitude.

use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{generator, moving_boxes, point_between};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const CAUCHY: SceneKind = SceneKind {
    name: "cauchy",
    summary: "Cauchy distributed positions and sizes: no cell size suits all boxes",
    build: Build::Three(cauchy),
    exact: unknown_pairs,
};

/// Scale of the half extents.
const HALF_SCALE: f64 = 0.25;
/// Largest displacement per frame on any axis.
const SPEED: f32 = 0.01;
/// Largest absolute coordinate, so that no difference of bounds overflows.
const LIMIT: f32 = 1e30;

/// `n` boxes whose centers are Cauchy distributed with scale `cbrt(n)` on each
/// axis and whose half extents are the absolute values of Cauchy numbers with
/// scale 0.25, clamped to ±1e30.
///
/// Neither distribution has a mean: a few boxes are far out, and a few cover
/// most of the others. One million boxes have 0.2 to 0.5 million touching
/// pairs, varying with the seed.
fn cauchy(n: u32, seed: u64) -> Scene<3> {
    let mut rng = generator(seed);
    let scale = f64::from(n).cbrt();
    let domain = Domain { min: [-LIMIT; 3], max: [LIMIT; 3] };
    moving_boxes(CAUCHY.name, n, domain, || {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let center = scale * standard_cauchy(&mut rng);
            let half = HALF_SCALE * standard_cauchy(&mut rng).abs();
            min[axis] = ((center - half) as f32).clamp(-LIMIT, LIMIT);
            max[axis] = ((center + half) as f32).clamp(-LIMIT, LIMIT);
        }
        let velocity = point_between(&mut rng, [-SPEED; 3], [SPEED; 3]);
        (min, max, velocity)
    })
}

/// A Cauchy distributed number with scale 1, which the ratio of two normal ones is.
fn standard_cauchy(rng: &mut Pcg64Mcg) -> f64 {
    let numerator: f64 = StandardNormal.sample(rng);
    let denominator: f64 = StandardNormal.sample(rng);
    // Kept from zero so that the ratio is finite.
    numerator / denominator.abs().max(1e-290)
}
