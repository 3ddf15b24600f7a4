//! Atoms of a simulated liquid.

use std::path::Path;

use rand_distr::{Distribution, StandardNormal};

use super::drift::{Domain, Drift};
use super::motion::{Movement, Scene};
use super::placement::generator;
use super::{Build, SceneKind, unknown_pairs};
use crate::boxes::{Balls, Shapes, columns};
use crate::input::{InputError, raw};
use crate::tiling::{Tiling, moved, range};

pub(super) const MD: SceneKind = SceneKind {
    name: "md",
    summary: "132303 atoms in an 11 nm cube that touch up to 0.3 nm apart; copies beyond that",
    build: Build::RecordedThree("md/bigbox.pos_nm.f32", md),
    exact: unknown_pairs,
};

/// Radius in nm: that of van der Waals of oxygen, so that atoms touch within 0.3 nm of each other.
const RADIUS: f32 = 0.15;
/// Mean displacement on one axis in nm per frame, as root of the mean square: that of oxygen at 300
/// K in a step of 2 fs.
const SPEED: f64 = 8e-4;

/// The first `n` recorded atoms, in the order of the file, and behind the last one those of copies
/// on a cubic grid, which touch nobody else's. They drift at random as heat would have it.
fn md(path: &Path, n: u32, seed: u64) -> Result<Scene<3>, InputError> {
    let atoms = raw::read_points::<3>(path)?;
    let (n, recorded) = (n as usize, atoms[0].len());
    if recorded == 0 {
        return Err(InputError::Empty { path: path.to_owned() });
    }
    let ranges = atoms.each_ref().map(|column| range(column.iter().copied()));
    let tiling = Tiling::new(ranges, 2.0 * RADIUS, n.div_ceil(recorded));
    let mut balls = Balls::with_capacity(n);
    for (row, offset) in tiling.rows(n, recorded) {
        balls.push([0, 1, 2].map(|axis| moved(atoms[axis][row], offset[axis])), RADIUS);
    }
    let drift = Drift { velocity: thermal(n, seed), domain: around(&balls) };
    let (shapes, movement) = (Shapes::Balls(balls), Movement::Drift(drift));
    Ok(Scene { name: MD.name, shapes, movement })
}

fn thermal(n: usize, seed: u64) -> [Vec<f32>; 3] {
    let mut rng = generator(seed);
    let mut velocity = columns(n);
    for _ in 0..n {
        for column in &mut velocity {
            let normal: f64 = StandardNormal.sample(&mut rng);
            column.push((SPEED * normal) as f32);
        }
    }
    velocity
}

fn around(balls: &Balls<3>) -> Domain<3> {
    let ranges = balls.center.each_ref().map(|column| range(column.iter().copied()));
    Domain { min: ranges.map(|(min, _)| min - RADIUS), max: ranges.map(|(_, max)| max + RADIUS) }
}
