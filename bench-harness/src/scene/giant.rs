//! One box over everything, among boxes of similar size.

use rand::RngExt;

use super::motion::{Movement, Scene};
use super::placement::generator;
use super::uniform::uniform;
use super::{Build, SceneKind, unknown_pairs};
use crate::boxes::Shapes;

pub(super) const GIANT: SceneKind = SceneKind {
    name: "giant",
    summary: "the uniform scene of n - 1 boxes and one box of half size 1e30 over all of them",
    build: Build::Three(giant),
    exact: unknown_pairs,
};

/// Half extent of the giant on every axis.
const HALF: f32 = 1e30;

/// The boxes of the uniform scene of `n - 1` boxes from the same seed, in the
/// same order, and among them at a random index the giant, which stands still.
///
/// It has the touching pairs of that uniform scene and `n - 1` more.
fn giant(n: u32, seed: u64) -> Scene<3> {
    let mut scene = uniform(n.saturating_sub(1), seed);
    scene.name = GIANT.name;
    if n > 0 {
        let index = generator(!seed).random_range(0..n) as usize;
        insert_giant(&mut scene, index);
    }
    scene
}

fn insert_giant(scene: &mut Scene<3>, index: usize) {
    if let Shapes::Boxes(boxes) = &mut scene.shapes {
        insert(&mut boxes.min, index, -HALF);
        insert(&mut boxes.max, index, HALF);
    }
    if let Movement::Drift(drift) = &mut scene.movement {
        insert(&mut drift.velocity, index, 0.0);
    }
}

fn insert(columns: &mut [Vec<f32>; 3], index: usize, value: f32) {
    for column in columns {
        // A plain insert into a full column would double its memory.
        column.reserve_exact(1);
        column.insert(index, value);
    }
}
