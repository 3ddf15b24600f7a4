//! Scenes drawn at random: the loads that occur in practice, and some that no cell size suits.

use std::array;

use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::{
    SceneKind,
    drift::{Domain, Drift},
    motion::{Movement, Scene},
    placement::{around, between, generator, moving_boxes, point_between},
};
use crate::boxes::{Balls, Shapes, columns};

pub(super) const UNIFORM: SceneKind = SceneKind::three(
    "uniform",
    "boxes of similar size spread evenly in a cube, about 2 touching pairs per box",
    uniform,
);

pub(super) const RECTANGLES: SceneKind = SceneKind::two(
    "rectangles",
    "rectangles of similar size spread evenly in a square, about 2 touching pairs per box",
    rectangles,
);

pub(super) const CROWD: SceneKind =
    SceneKind::two("crowd", "discs the size of people, 2 per square meter", crowd);

pub(super) const CLUSTERED: SceneKind = SceneKind::three(
    "clustered",
    "Gaussian clusters in empty space, log-normal sizes, 1 box in 1000 twenty times larger",
    clustered,
);

pub(super) const SLAB: SceneKind =
    SceneKind::three("slab", "boxes in a layer 2 thick on x, about 2 touching pairs per box", slab);

pub(super) const GIANT: SceneKind = SceneKind::three(
    "giant",
    "the uniform scene of n - 1 boxes and one box of half size 1e30 over all of them",
    giant,
);

pub(super) const CAUCHY: SceneKind = SceneKind::three(
    "cauchy",
    "Cauchy distributed positions and sizes: no cell size suits all boxes",
    cauchy,
);

pub(super) const SCALES: SceneKind = SceneKind::three(
    "scales",
    "boxes about one point, as far from it as they are large: the same at any scale",
    scales,
);

/// Smallest half extent of an even box on any axis.
const HALF_MIN: f32 = 0.25;
/// Largest half extent of an even box on any axis.
const HALF_MAX: f32 = 0.5;
/// Largest displacement per frame on any axis: 2.7 % of the mean size of an even box, 3 % of the
/// median box of a cluster; of discs in meters, 1.2 m/s at 60 frames per second.
const SPEED: f32 = 0.02;

/// An even box in a cube or square of this side, within which its center is uniform, and its
/// velocity.
fn even<const D: usize>(rng: &mut Pcg64Mcg, side: f32) -> ([f32; D], [f32; D], [f32; D]) {
    let center = point_between(rng, [0.0; D], [side; D]);
    let half = point_between(rng, [HALF_MIN; D], [HALF_MAX; D]);
    let (min, max) = around(center, half);
    (min, max, point_between(rng, [-SPEED; D], [SPEED; D]))
}

/// The cube or square around even boxes.
fn walls<const D: usize>(side: f32) -> Domain<D> {
    Domain { min: [-HALF_MAX; D], max: [side + HALF_MAX; D] }
}

/// `n` boxes with half extents U(0.25, 0.5) per axis and centers uniform in a cube in which 2
/// touching pairs per box are expected: two boxes touch when their centers are closer than 0.75 on
/// every axis on average, a region of 1.5³ = 3.375, so `n²/2 * 3.375 / side³ = 2n`.
///
/// One million boxes have 1.97 million touching pairs: the boxes at the faces of the cube have
/// fewer neighbors than the 4 inside.
fn uniform(n: u32, seed: u64) -> Scene<3> {
    let side = (f64::from(n) * 3.375 / 4.0).cbrt() as f32;
    let mut rng = generator(seed);
    moving_boxes(UNIFORM.name, n, walls(side), || even(&mut rng, side))
}

/// As [`uniform`] in a square, with the region 1.5² = 2.25.
fn rectangles(n: u32, seed: u64) -> Scene<2> {
    let side = (f64::from(n) * 2.25 / 4.0).sqrt() as f32;
    let mut rng = generator(seed);
    moving_boxes(RECTANGLES.name, n, walls(side), || even(&mut rng, side))
}

/// Smallest and largest radius of a disc, in meters.
const RADII: [f32; 2] = [0.2, 0.3];
/// Discs per square meter.
const DENSITY: f64 = 2.0;

/// `n` discs with radii U(0.2, 0.3) and centers uniform in a square from 0 to `sqrt(n / 2)`, in
/// meters. The bounding squares of one million discs touch in 1.00 million pairs.
fn crowd(n: u32, seed: u64) -> Scene<2> {
    let side = (f64::from(n) / DENSITY).sqrt() as f32;
    let mut rng = generator(seed);
    let mut balls = Balls::with_capacity(n as usize);
    let mut velocity = columns(n as usize);
    for _ in 0..n {
        let center = point_between(&mut rng, [0.0; 2], [side; 2]);
        balls.push(center, between(&mut rng, RADII[0], RADII[1]));
        for column in &mut velocity {
            column.push(between(&mut rng, -SPEED, SPEED));
        }
    }
    let domain = Domain { min: [-RADII[1]; 2], max: [side + RADII[1]; 2] };
    let movement = Movement::Drift(Drift { velocity, domain });
    Scene { name: CROWD.name, shapes: Shapes::Balls(balls), movement }
}

/// Boxes per cluster on average.
const CLUSTER_BOXES: u32 = 2000;
/// Standard deviation of the centers of a cluster on each axis.
const SIGMA: f32 = 10.0;
/// Mean distance of clusters: each has this side cubed of space to itself.
const SPACING: f32 = 100.0;
/// Median half extent of a box on each axis, and the standard deviation of its logarithm.
const HALF_MEDIAN: f64 = 0.33;
const HALF_LOG_SIGMA: f64 = 0.5;
/// One box in this many is so much larger than the others.
const LARGE_ONE_IN: u32 = 1000;
const LARGE_FACTOR: f64 = 20.0;

/// `n` boxes in `max(1, n / 2000)` clusters of equal expected size.
///
/// Cluster centers are uniform in a cube with 100³ of volume per cluster; box centers are normal
/// around them with sigma 10 per axis, so most of the space is empty. Half extents are log-normal
/// per axis with median 0.33 and log sigma 0.5, and one box in 1000 is 20 times larger on all axes.
/// One million boxes have 0.21 to 0.23 million touching pairs, varying with the seed.
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
        let large = rng.random_range(0..LARGE_ONE_IN) == 0;
        let median = if large { HALF_MEDIAN * LARGE_FACTOR } else { HALF_MEDIAN };
        let half: [f32; 3] =
            array::from_fn(|_| (median * (HALF_LOG_SIGMA * normal(&mut rng)).exp()) as f32);
        let (min, max) = around(center, half);
        (min, max, point_between(&mut rng, [-SPEED; 3], [SPEED; 3]))
    })
}

fn normal(rng: &mut Pcg64Mcg) -> f64 {
    StandardNormal.sample(rng)
}

/// Thickness of the layer on x.
const THICKNESS: f32 = 2.0;
/// Chance that two boxes of the layer overlap on x, by numerical integration.
const OVERLAP_X: f64 = 0.829_7;

/// `n` boxes with half extents U(0.25, 0.5) per axis, all of them fully inside `0 <= x <= 2`, with
/// centers uniform in a square on y and z, as in [`rectangles`].
///
/// An engine that sweeps along x alone compares nearly every pair. One million boxes have 2.00
/// million touching pairs.
fn slab(n: u32, seed: u64) -> Scene<3> {
    let side = (f64::from(n) * OVERLAP_X * 2.25 / 4.0).sqrt() as f32;
    let mut rng = generator(seed);
    let [low, high] = [-HALF_MAX, side + HALF_MAX];
    let domain = Domain { min: [0.0, low, low], max: [THICKNESS, high, high] };
    moving_boxes(SLAB.name, n, domain, || {
        let half: [f32; 3] = point_between(&mut rng, [HALF_MIN; 3], [HALF_MAX; 3]);
        let x = between(&mut rng, half[0], THICKNESS - half[0]);
        let [y, z] = point_between(&mut rng, [0.0; 2], [side; 2]);
        let (min, max) = around([x, y, z], half);
        (min, max, point_between(&mut rng, [-SPEED; 3], [SPEED; 3]))
    })
}

/// Half extent of the giant on every axis.
const GIANT_HALF: f32 = 1e30;

/// The boxes of the uniform scene of `n - 1` boxes from the same seed, in the same order, and among
/// them at a random index the giant, which stands still.
///
/// It has the touching pairs of that uniform scene and `n - 1` more.
fn giant(n: u32, seed: u64) -> Scene<3> {
    let mut scene = uniform(n.saturating_sub(1), seed);
    scene.name = GIANT.name;
    if n > 0 {
        let index = generator(!seed).random_range(0..n) as usize;
        let insert = |columns: &mut [Vec<f32>; 3], value: f32| {
            for column in columns {
                // A plain insert into a full column would double its memory.
                column.reserve_exact(1);
                column.insert(index, value);
            }
        };
        if let (Shapes::Boxes(boxes), Movement::Drift(drift)) =
            (&mut scene.shapes, &mut scene.movement)
        {
            insert(&mut boxes.min, -GIANT_HALF);
            insert(&mut boxes.max, GIANT_HALF);
            insert(&mut drift.velocity, 0.0);
        }
    }
    scene
}

/// Scale of the half extents of Cauchy boxes.
const CAUCHY_HALF: f64 = 0.25;
/// Largest displacement of a Cauchy box per frame on any axis.
const CAUCHY_SPEED: f32 = 0.01;
/// Largest absolute coordinate, so that no difference of bounds overflows.
const LIMIT: f32 = 1e30;

/// `n` boxes whose centers are Cauchy distributed with scale `cbrt(n)` on each axis and whose half
/// extents are the absolute values of Cauchy numbers with scale 0.25, clamped to ±1e30.
///
/// Neither distribution has a mean: a few boxes are far out, and a few cover most of the others.
/// One million boxes have 0.2 to 0.5 million touching pairs, varying with the seed.
fn cauchy(n: u32, seed: u64) -> Scene<3> {
    let mut rng = generator(seed);
    let scale = f64::from(n).cbrt();
    let domain = Domain { min: [-LIMIT; 3], max: [LIMIT; 3] };
    moving_boxes(CAUCHY.name, n, domain, || {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let center = scale * standard_cauchy(&mut rng);
            let half = CAUCHY_HALF * standard_cauchy(&mut rng).abs();
            min[axis] = ((center - half) as f32).clamp(-LIMIT, LIMIT);
            max[axis] = ((center + half) as f32).clamp(-LIMIT, LIMIT);
        }
        (min, max, point_between(&mut rng, [-CAUCHY_SPEED; 3], [CAUCHY_SPEED; 3]))
    })
}

/// A Cauchy distributed number with scale 1, which the ratio of two normal ones is.
fn standard_cauchy(rng: &mut Pcg64Mcg) -> f64 {
    let (numerator, denominator) = (normal(rng), normal(rng));
    // Kept from zero so that the ratio is finite.
    numerator / denominator.abs().max(1e-290)
}

/// Powers of two between the largest and the smallest distance.
const SCALES_LOG2: f32 = 40.0;
/// Largest distance from the point on any axis, in units of the scene.
const FARTHEST: f32 = 1024.0;
/// Half extents in distances, so that few boxes touch others of their scale.
const SCALES_HALF: f32 = 0.02;
/// Largest displacement per frame on any axis, in distances.
const SCALES_SPEED: f32 = 0.001;

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
        let (min, max) = around(center, [SCALES_HALF * distance; 3]);
        let velocity = point_between(&mut rng, [-SCALES_SPEED; 3], [SCALES_SPEED; 3]);
        (min, max, velocity.map(|x| x * distance))
    })
}
