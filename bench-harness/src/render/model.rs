//! What there is to draw, before anyone knows where on paper.

use jostle::{Aabb, debug_draw::DrawStyle};

use super::extent::Extent;

/// A scene with what a broad phase made of it. In 2D everything lies in the plane `z = 0`.
#[derive(Clone, Debug)]
pub struct Model {
    /// Number of axes of the scene: 2 or 3.
    pub dim: usize,
    /// What the scene is called.
    pub name: String,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// Number of shapes in the scene.
    pub shapes: usize,
    /// How many of them the broad phase left out because they are not valid.
    pub invalid: usize,
    /// Number of pairs that touch.
    pub pairs: u64,
    /// The shapes to draw.
    pub solids: Vec<Solid>,
    /// Nodes, cells, planes, intervals and pairs.
    pub primitives: Vec<Primitive>,
    /// What part of space is drawn.
    pub extent: Extent,
}

impl Model {
    /// Balls in space, each with its center, its radius and the number of others that it touches.
    pub(crate) fn of_balls(
        name: String,
        broad_phase: &'static str,
        pairs: u64,
        balls: impl Iterator<Item = ([f32; 3], f32, u32)>,
    ) -> Self {
        let solid = |(center, radius, degree): ([f32; 3], f32, u32)| {
            let aabb = Aabb { min: center.map(|x| x - radius), max: center.map(|x| x + radius) };
            Solid { aabb, round: true, degree, place: None }
        };
        let solids: Vec<Solid> = balls.map(solid).collect();
        Self {
            dim: 3,
            name,
            broad_phase,
            shapes: solids.len(),
            invalid: 0,
            pairs,
            extent: Extent::of(3, &solids),
            solids,
            primitives: Vec::new(),
        }
    }
}

/// A shape.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    /// Its bounds.
    pub aabb: Aabb<3>,
    /// Whether it is a ball.
    pub round: bool,
    /// With how many others it makes a pair.
    pub degree: u32,
    /// The leaf, cell or strip that it lies in, by number, and the depth of that.
    pub place: Option<(u32, u32)>,
}

/// A box or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Primitive {
    /// Corners of a box, ends of a line. May be infinite.
    pub ends: [[f32; 3]; 2],
    /// What it is.
    pub style: DrawStyle,
}

/// Coordinates in space; those in the plane get a zero.
pub(super) fn in_space<const D: usize>(point: [f32; D]) -> [f32; 3] {
    let mut all = [0.0; 3];
    all[..D].copy_from_slice(&point);
    all
}
