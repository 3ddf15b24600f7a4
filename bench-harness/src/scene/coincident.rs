//! Boxes that all touch one another, so that every pair is a result.

use super::motion::Scene;
use super::placement::shuffled_boxes;
use super::{Build, SceneKind, all_pairs};

pub(super) const COINCIDENT: SceneKind = SceneKind {
    name: "coincident",
    summary: "n times the same box: all n(n-1)/2 pairs touch",
    build: Build::Three(coincident),
    exact: every_pair,
};

pub(super) const SIGNED_ZEROS: SceneKind = SceneKind {
    name: "signed-zeros",
    summary: "boxes that meet only at zero, written -0.0 and +0.0: all n(n-1)/2 pairs touch",
    build: Build::Three(signed_zeros),
    exact: every_pair,
};

/// `n` unit cubes at the origin.
fn coincident(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(COINCIDENT.name, n, seed, |_| ([0.0; 3], [1.0; 3]))
}

/// Boxes `[-1, -0.0]` and `[+0.0, 1]` on all axes, half of each kind.
///
/// A compare by bit pattern, or a sort key that puts -0.0 before +0.0, loses the
/// pairs of one kind with the other.
fn signed_zeros(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(SIGNED_ZEROS.name, n, seed, |i| {
        if i.is_multiple_of(2) { ([-1.0; 3], [-0.0; 3]) } else { ([0.0; 3], [1.0; 3]) }
    })
}

fn every_pair(n: u32) -> Option<u64> {
    Some(all_pairs(n))
}
