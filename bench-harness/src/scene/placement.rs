//! Random numbers and box placement common to the scene families.

use std::array;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::drift::{Domain, Drift};
use super::motion::{Movement, Scene};
use crate::boxes::{Boxes, Shapes, columns};

/// The generator of a scene; PCG gives the same stream on every platform.
pub(crate) fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A uniform value in `[low, high)`.
pub(crate) fn between(rng: &mut Pcg64Mcg, low: f32, high: f32) -> f32 {
    low + (high - low) * rng.random::<f32>()
}

/// A point whose coordinates are uniform in `[low, high)`.
pub(crate) fn point_between<const D: usize>(
    rng: &mut Pcg64Mcg,
    low: [f32; D],
    high: [f32; D],
) -> [f32; D] {
    array::from_fn(|axis| between(rng, low[axis], high[axis]))
}

/// A direction of length 1, uniform.
pub(crate) fn direction<const D: usize>(rng: &mut Pcg64Mcg) -> [f32; D] {
    loop {
        let normal: [f64; D] = array::from_fn(|_| StandardNormal.sample(rng));
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 1e-6 {
            return normal.map(|x| (x / length) as f32);
        }
    }
}

/// The corners of the box around `center` with half extents `half`.
pub(super) fn around<const D: usize>(center: [f32; D], half: [f32; D]) -> ([f32; D], [f32; D]) {
    (
        array::from_fn(|axis| center[axis] - half[axis]),
        array::from_fn(|axis| center[axis] + half[axis]),
    )
}

/// The scene of `n` boxes `(min, max, velocity)` drawn one by one from `draw`.
pub(super) fn moving_boxes<const D: usize>(
    name: &'static str,
    n: u32,
    domain: Domain<D>,
    mut draw: impl FnMut() -> ([f32; D], [f32; D], [f32; D]),
) -> Scene<D> {
    let mut boxes = Boxes::with_capacity(n as usize);
    let mut velocity = columns(n as usize);
    for _ in 0..n {
        let (min, max, displacement) = draw();
        boxes.push(min, max);
        for (column, component) in velocity.iter_mut().zip(displacement) {
            column.push(component);
        }
    }
    let movement = Movement::Drift(Drift { velocity, domain });
    Scene { name, shapes: Shapes::Boxes(boxes), movement }
}

/// The still scene of the boxes `corners(0)` to `corners(n - 1)` in random order.
pub(super) fn shuffled_boxes<const D: usize>(
    name: &'static str,
    n: u32,
    seed: u64,
    corners: impl Fn(u32) -> ([f32; D], [f32; D]),
) -> Scene<D> {
    let mut order: Vec<u32> = (0..n).collect();
    order.shuffle(&mut generator(seed));
    let mut boxes = Boxes::with_capacity(n as usize);
    for i in order {
        let (min, max) = corners(i);
        boxes.push(min, max);
    }
    Scene::still(name, boxes)
}
