//! The box, and grains that begin to fall into it.

use rand_distr::{Distribution, Normal};

use super::bed::{Block, Grain};
use crate::scene::placement::{between, generator};

/// Diameters that the bed is deep when it rests, whatever the number of grains: so stiffness,
/// duration and pressure mean the same for all.
const DEPTH: f64 = 14.0;

/// Share of the space of a bed at rest, by which the box is made wide enough.
const PACKING: f64 = 0.6;

/// Diameters from grain to grain at the beginning: a loose lattice of 0.44 of the space.
const SPACING: f64 = 1.06;

/// Of each component of velocity at the beginning, in roots of diameter times gravity: enough to
/// melt the lattice while it falls.
const HEAT: f64 = 1.0;

/// Thickness of walls.
const THICK: f32 = 4.0;

/// Length and breadth of the box for so many grains; no less than a few of them.
pub(super) fn side(grains: u32) -> f64 {
    let volume = f64::from(grains) * std::f64::consts::PI / 6.0;
    (volume / PACKING / DEPTH).sqrt().max(3.0)
}

/// Grains on a lattice, shaken.
pub(super) fn grains(count: u32, seed: u64) -> Vec<Grain> {
    let mut rng = generator(seed);
    let row = ((side(count) / SPACING) as u32).max(1);
    let spacing = side(count) / f64::from(row);
    let heat = Normal::new(0.0, HEAT).expect("a finite deviation");
    let grain = |number: u32| {
        let cell = [number % row, number / row % row, number / (row * row)];
        let gaps = [spacing, spacing, SPACING];
        let position = std::array::from_fn(|axis| {
            gaps[axis] * (f64::from(cell[axis]) + 0.5) + f64::from(between(&mut rng, -0.05, 0.05))
        });
        let velocity = std::array::from_fn(|_| heat.sample(&mut rng));
        Grain { position, velocity, spin: [0.0; 3] }
    };
    (0..count).map(grain).collect()
}

/// A floor at height 0 and four walls, which stand in it, so that no grain sees an edge.
pub(super) fn walls(grains: u32) -> Vec<Block> {
    let (half, row) = (0.5 * side(grains), (side(grains) / SPACING).floor().max(1.0));
    let height = (2.0 * SPACING * (f64::from(grains) / (row * row)).ceil() + 20.0) as f32;
    let middle = half as f32;
    let (near, far) = (-0.5 * THICK, 2.0 * middle + 0.5 * THICK);
    let (rise, reach) = (0.5 * height, middle + THICK);
    let across = [0.5 * THICK, reach, rise + THICK];
    let along = [reach, 0.5 * THICK, rise + THICK];
    vec![
        Block { center: [middle, middle, near], half: [reach, reach, 0.5 * THICK] },
        Block { center: [near, middle, rise], half: across },
        Block { center: [far, middle, rise], half: across },
        Block { center: [middle, near, rise], half: along },
        Block { center: [middle, far, rise], half: along },
    ]
}
