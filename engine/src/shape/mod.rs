//! Shapes as columns: kinds, handles, and what a frame needs of them.
//!
//! * [`Shapes`]: a set of shapes that lives from frame to frame, with a [`Handle`](crate::Handle)
//!   for each.
//! * [`Shape`]: a shape as a value, to put in and take out.
//! * [`Columns`]: the shapes of a frame, borrowed from a set or from the user's own arrays.
//! * [`PreparedShapes`]: the shapes of a frame, packed for the kernels of the narrow phase, with
//!   their bounds for the broad phase.
//!
//! An invalid shape is refused when it is inserted or set, and left out of the frame where it was
//! copied with a whole column: see [`validate`](crate::validate).

/// Passes the list of kinds of shapes on to a macro.
///
/// A line is what [`Shape`](crate::Shape) has of a kind: the kind, its value, and the dimensions
/// that it exists in (`D` for both); and the columns of the kind, by which [`Columns`] knows it.
/// All else follows from the line: how a set stores the kind, how it is numbered, packed and taken
/// out, and how the narrow phase finds it. What differs between kinds they say themselves, in the
/// traits of `traits`, in a file for each.
macro_rules! for_each_kind {
    ($macro:ident) => {
        $macro! {
            /// A circle, a sphere or a point.
            Ball($crate::shape::Ball<D>) in D, balls: BallColumns<D>;
            /// A box, turned or not.
            Box($crate::shape::OrientedBox<D>) in D, boxes: BoxColumns<D>;
            /// A capsule or a segment.
            Capsule($crate::shape::Capsule<D>) in D, capsules: CapsuleColumns<D>;
            /// A convex polygon; only in 2D.
            Polygon($crate::shape::ConvexPolygon) in 2, polygons: PolygonColumns;
            /// A triangle; only in 3D.
            Triangle($crate::shape::Triangle) in 3, triangles: TriangleColumns;
            /// A cylinder, cone or frustum, or a box with round edges; only in 3D.
            Solid($crate::shape::Solid) in 3, solids: SolidColumns;
            /// A convex polyhedron at a place; only in 3D.
            Hull($crate::shape::Hull) in 3, hulls: HullColumns;
            /// All on one side of a plane, in 2D of a line.
            HalfSpace($crate::shape::HalfSpace<D>) in D, half_spaces: HalfSpaceColumns<D>;
            /// Many shapes as one: a compound, a mesh, a height field or a polyline.
            Composite($crate::shape::Composite<D>) in D, composites: CompositeColumns<D>;
        }
    };
}

mod arrivals;
mod attributes;
mod ball;
mod capsule;
mod change_log;
mod columns;
mod composite;
mod convex;
mod features;
mod fill;
mod half_space;
mod hull;
mod insert;
mod lane_columns;
mod numbering;
mod oriented_box;
mod packed;
mod placement;
mod polygon;
mod prepare;
mod rotation;
pub(crate) mod shapes;
mod shared;
mod solid;
mod state;
mod table;
mod traits;
mod triangle;
pub(crate) mod value;

pub use attributes::{Attributes, Mobility};
pub use ball::{BallColumns, BallColumnsMut};
pub use capsule::CapsuleColumns;
pub(crate) use change_log::Mark;
pub use columns::Columns;
pub(crate) use composite::PlacedParts;
pub use composite::{Composite, CompositeColumns, HeightField, Parts};
pub(crate) use features::{Features, across_dimensions};
pub use half_space::HalfSpaceColumns;
pub use hull::{Hull, HullColumns};
pub use jostle_kernels::shape::{
    Ball, Capsule, HalfSpace, Polyhedron, PolyhedronFace, PolyhedronFault, ShapeKind, Triangle,
};
pub use numbering::Ranges;
pub use oriented_box::{BoxColumns, OrientedBox};
pub(crate) use oriented_box::{plane_box, space_box};
pub(crate) use packed::Packed;
pub(crate) use placement::Placement;
pub use polygon::{ConvexPolygon, PolygonColumns};
pub use prepare::PreparedShapes;
pub use rotation::Rotation;
pub(crate) use shapes::Shapes;
pub use solid::{Solid, SolidColumns};
pub(crate) use state::Copied;
pub use triangle::TriangleColumns;
pub(crate) use value::Shape;
