//! Clusters of small boxes in empty space, with a few large boxes.

use std::array;

use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::drift::Domain;
use super::motion::Scene;
use super::placement::{around, generator, moving_boxes, point_between};
use super::{Build, SceneKind, unknown_pairs};

pub(super) const CLUSTERED: SceneKind = SceneKind {
    name: "clustered",
    summary: "Gaussian clusters in empty space, log-normal sizes, 1 box in 1000 twenty times larger",
    build: Build::Three(clustered),
    exact: unknown_pairs,
};

/// Boxes per cluster on average.
const CLUSTER_BOXES: u32 = 2000;
/// Standard deviation of the centers of a cluster on each axis.
const SIGMA: f32 = 10.0;
/// Mean distance of clusters: each has this side cubed of space to itself.
const SPACING: f32 = 100.0;
/// Median half extent of a box on each axis.
const HALF_MEDIAN: f64 = 0.33;
/// Standard deviation of the logarithm of a half extent.
const HALF_LOG_SIGMA: f64 = 0.5;
/// One box in this many is large.
const LARGE_ONE_IN: u32 = 1000;
/// How much larger a large box is than the others.
const LARGE_FACTOR: f64 = 20.0;
/// Largest displacement per frame on any axis, 3 % of the median box size.
const SPEED: f32 = 0.02;

/// `n` boxes in `max(1, n / 2000)` clusters of equal expected size.
///
/// Cluster centers are uniform in a cube with 100³ of volume per cluster; box
/// centers are normal around them with sigma 10 per axis, so most of the space is
/// empty. Half extents are log-normal per axis with median 0.33 and log sigma
/// 0.5, and one box in 1000 is 20 times larger on all axes. One million boxes
/// have 0.21 to 0.23 million touching pairs, varying with the seed.
fn clustered(n: u32, seed: u64) -> Scene<3> {
    let mut rng = generator(seed);
    let count = (n / CLUSTER_BOXES).max(1);
    let side = SPACING * f64::from(count).cbrt() as f32;
    let clusters: Vec<[f32; 3]> =
        (0..count).map(|_| point_between(&mut rng, [0.0; 3], [side; 3])).collect();
    let domain = Domain { min: [-6.0 * SIGMA; 3], max: [side + 6.0 * SIGMA; 3] };
    moving_boxes(CLUSTERED.name, n, domain, || {
        let cluster = clusters[rng.random_range(0..count) as usize];
        let center = cluster.map(|c| c + SIGMA * normal(&mut rng) as f32);
        let (min, max) = around(center, half_extents(&mut rng));
        let velocity = point_between(&mut rng, [-SPEED; 3], [SPEED; 3]);
        (min, max, velocity)
    })
}

fn half_extents(rng: &mut Pcg64Mcg) -> [f32; 3] {
    let large = rng.random_range(0..LARGE_ONE_IN) == 0;
    let median = if large { HALF_MEDIAN * LARGE_FACTOR } else { HALF_MEDIAN };
    array::from_fn(|_| (median * (HALF_LOG_SIGMA * normal(rng)).exp()) as f32)
}

fn normal(rng: &mut Pcg64Mcg) -> f64 {
    StandardNormal.sample(rng)
}
