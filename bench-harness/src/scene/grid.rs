//! Unit cells of a lattice, which touch in faces, edges and corners only.

use super::motion::Scene;
use super::placement::shuffled_boxes;
use super::{Build, SceneKind};

pub(super) const TOUCHING_GRID: SceneKind = SceneKind {
    name: "touching-grid",
    summary: "unit cubes of a lattice of k^3 cells: ((3k-2)^3 - k^3)/2 pairs at n = k^3",
    build: Build::Three(touching_grid),
    exact: grid_pairs,
};

pub(super) const TOUCHING_SQUARES: SceneKind = SceneKind {
    name: "touching-squares",
    summary: "unit squares of a lattice of k^2 cells: ((3k-2)^2 - k^2)/2 pairs at n = k^2",
    build: Build::Two(touching_squares),
    exact: squares_pairs,
};

/// The first `n` cells, in lexicographic order, of a cubic lattice with the
/// smallest side that has room for them.
fn touching_grid(n: u32, seed: u64) -> Scene<3> {
    let side = lattice_side(n, 3);
    shuffled_boxes(TOUCHING_GRID.name, n, seed, |i| cell(i, side))
}

/// As [`touching_grid`], in the plane.
fn touching_squares(n: u32, seed: u64) -> Scene<2> {
    let side = lattice_side(n, 2);
    shuffled_boxes(TOUCHING_SQUARES.name, n, seed, |i| cell(i, side))
}

/// The unit cell `index` of a lattice; `f32` holds its bounds exactly, since no
/// lattice of `u32` cells has a side above 65,536.
fn cell<const D: usize>(index: u32, side: u32) -> ([f32; D], [f32; D]) {
    let mut rest = index;
    let mut min = [0.0; D];
    for coordinate in min.iter_mut().rev() {
        *coordinate = (rest % side) as f32;
        rest /= side;
    }
    (min, min.map(|coordinate| coordinate + 1.0))
}

/// The smallest `k` with `k^dim >= n`.
fn lattice_side(n: u32, dim: u32) -> u32 {
    let mut side = f64::from(n).powf(1.0 / f64::from(dim)) as u32;
    // The root is rounded, so it may be one off on either side.
    side = side.saturating_sub(1);
    while u64::from(side).pow(dim) < u64::from(n) {
        side += 1;
    }
    side
}

fn grid_pairs(n: u32) -> Option<u64> {
    lattice_pairs(n, 3)
}

fn squares_pairs(n: u32) -> Option<u64> {
    lattice_pairs(n, 2)
}

/// On each axis `3k - 2` ordered pairs of cell indices differ by at most one;
/// `k^dim` ordered pairs of cells are a cell with itself.
fn lattice_pairs(n: u32, dim: u32) -> Option<u64> {
    let side = u64::from(lattice_side(n, dim));
    let cells = side.pow(dim);
    let ordered = (3 * side).saturating_sub(2).pow(dim);
    (cells == u64::from(n)).then(|| (ordered - cells) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lattice_sides_are_smallest() {
        for dim in [2, 3] {
            for n in (0..2000).chain([999_999, 1_000_000, 1_000_001, u32::MAX]) {
                let side = u64::from(lattice_side(n, dim));
                assert!(side.pow(dim) >= u64::from(n));
                assert!(side == 0 || (side - 1).pow(dim) < u64::from(n));
            }
        }
    }

    #[test]
    fn pairs_are_known_at_full_lattices_only() {
        assert_eq!(grid_pairs(8), Some(28));
        assert_eq!(grid_pairs(9), None);
        assert_eq!(grid_pairs(1_000_000), Some(12_731_796));
        assert_eq!(squares_pairs(9), Some(20));
        assert_eq!(squares_pairs(10), None);
    }
}
