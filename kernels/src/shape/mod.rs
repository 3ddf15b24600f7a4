//! Shapes as the kernels of the narrow phase take them: one, or eight in lanes.
//!
//! A shape of `f32` is one shape; a shape of [`Wide`](crate::real::Wide) is eight of them. Shapes
//! are [packed](Pack) into [`Quad`]s. So a batch fetches a shape from few cache
//! lines wherever it lies: a ball is a quarter of a line, a polygon two to three lines.
//!
//! Shapes are closed: their surface is part of them. The engine validates them, the kernels do not.
//! The type of a shape says exactly which set of points it is. The kernels' promises are about that
//! set and the stored `f32`, without further rounding.
//!
//! A file per kind holds the value, its packing, its bounds, and how it turns as it moves.
//!
//! * here: the list of kinds, of which `kind` makes [`ShapeKind`]
//! * `pack`: [`Pack`] and the moves between quads and lanes
//! * `bounds`: [`Bounded`], conservative axis-aligned bounds, and [`Extent`], a size
//! * `rotation`: from complex numbers and quaternions to axes
//! * `motion`: motions of shapes ([`RigidMotion2`], [`RigidMotion3`]) and [`Turning`]

mod aabb;
mod ball;
mod bounds;
mod capsule;
mod half_space;
mod hull;
mod kind;
mod motion;
mod obb;
mod pack;
mod polygon;
mod polyhedron;
mod rotation;
mod solid;
mod triangle;

pub use ball::{Ball, BoundingSphere};
pub use bounds::{Bounded, Extent, TIGHT};
pub use capsule::Capsule;
pub use half_space::{HalfSpace, unit, units};
pub use hull::Hull;
pub use motion::{Displacement, RigidMotion, RigidMotion2, RigidMotion3, Turning};
pub use obb::Obb;
pub use pack::{
    Eight, MAX_QUADS, One, Pack, QuadColumns, Quads1, Quads2, Quads4, Quads5, Quads9, from_quads,
    in_f64, is_stored, store,
};
pub(crate) use pack::{IN_ORDER, gather, gather_in, scatter, truth};
pub use polygon::{MAX_VERTICES, Polygon, PolygonSphere};
pub(crate) use polyhedron::{PointBlock, along, largest};
pub use polyhedron::{Polyhedron, PolyhedronFace, PolyhedronFault};
pub use rotation::{ComplexTurns, complex_axes, quaternion_axes};
pub use solid::Solid;
pub use triangle::Triangle;

use std::sync::Arc;

use crate::simd::Quad;

kind::shape_kinds! {
    /// A circle, a sphere or a point.
    Ball, "ball", in [2, 3];
    /// A box, turned or not.
    Box, "box", in [2, 3];
    /// A capsule or a segment.
    Capsule, "capsule", in [2, 3];
    /// A convex polygon; only in 2D.
    Polygon, "polygon", in [2];
    /// A triangle; only in 3D.
    Triangle, "triangle", in [3];
    /// A cylinder, cone or frustum, or a box with round edges; only in 3D.
    Solid, "solid", in [3];
    /// A convex polyhedron at a place, with round edges or without; only in 3D.
    Hull, "hull", in [3];
    /// All on one side of a plane, in 2D of a line.
    HalfSpace, "half-space", in [2, 3];
    /// Many shapes as one; each pair with one of them is a pair of its part.
    Composite, "composite shape", in [2, 3];
}

/// The shapes of a kind, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Their kind.
    pub kind: ShapeKind,
    /// Their quads.
    pub quads: &'a [Quad],
    /// What they share, by the numbers in their quads; nothing where their kind has none.
    pub polyhedra: &'a [Arc<Polyhedron>],
}

impl<'a> Rows<'a> {
    /// Shapes of a kind that share nothing.
    #[must_use]
    pub fn new(kind: ShapeKind, quads: &'a [Quad]) -> Self {
        Self { kind, quads, polyhedra: &[] }
    }

    /// The polyhedron that the quads of a row refer to, if its kind has them.
    #[inline(always)]
    #[must_use]
    pub fn polyhedron(&self, row: &[Quad]) -> Option<&'a Arc<Polyhedron>> {
        let polyhedra = self.polyhedra;
        (!polyhedra.is_empty()).then(|| &polyhedra[hull::number_of(row)])
    }
}
