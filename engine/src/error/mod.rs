//! What can be wrong with what a call was given.
//!
//! [`Error`](crate::Error) says why a call was refused; the enums here say what is wrong with one
//! of its arguments.

pub(crate) mod invalid;
pub(crate) mod refused;

use std::fmt;

pub use jostle_kernels::SimdLevelError;
use jostle_kernels::shape::{MAX_VERTICES, PolyhedronFault};

pub(crate) use refused::{check_setting, countable, same_length};

use invalid::InvalidReason;

/// What is wrong with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryFault {
    /// An origin, a center or a point that is not finite.
    Position,
    /// A direction that is not finite.
    Direction,
    /// A ray at shapes whose direction is zero.
    NoDirection,
    /// Times of which the first is negative, infinite or behind the last, or a NaN.
    Times,
    /// A box with a NaN or with a minimum above its maximum.
    Box,
    /// A radius or distance that is negative or NaN.
    Radius,
}

impl fmt::Display for QueryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "its position is not finite",
            Self::Direction => "its direction is not finite",
            Self::NoDirection => "its direction is zero: ask which shapes are at a point",
            Self::Times => "its times are negative, out of order, NaN, or begin at infinity",
            Self::Box => "its box has a NaN, or a minimum above the maximum",
            Self::Radius => "its radius is negative or NaN",
        })
    }
}

/// What is wrong with a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeFault {
    /// A number that it cannot have.
    Value(InvalidReason),
    /// A polygon with fewer than three vertices.
    TooFewVertices {
        /// Vertices it has.
        found: usize,
    },
    /// A polygon with more vertices than fit.
    TooManyVertices {
        /// Vertices it has.
        found: usize,
    },
    /// A polygon whose vertices lie on one line.
    Flat,
    /// A polygon that is not convex, or goes around more than once.
    NotConvex,
    /// A kind of shape that does not exist in this dimension.
    Dimension,
    /// A polyhedron that there is none of.
    Polyhedron(PolyhedronFault),
    /// A composite shape that consists of nothing.
    NoParts,
    /// A composite shape among the parts of another.
    Nested,
    /// A part of a composite shape that has no end, such as a half-space.
    Endless,
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(reason) => reason.fmt(f),
            Self::TooFewVertices { found } => {
                write!(f, "a polygon needs at least 3 vertices, got {found}")
            }
            Self::TooManyVertices { found } => {
                write!(f, "a polygon takes at most {MAX_VERTICES} vertices, got {found}: split it")
            }
            Self::Flat => f.write_str("all vertices on one line: use a capsule of radius 0"),
            Self::NotConvex => f.write_str("not convex: split it"),
            Self::Dimension => f.write_str("no such kind in this dimension"),
            Self::Polyhedron(fault) => fault.fmt(f),
            Self::NoParts => f.write_str("it has no parts"),
            Self::Endless => f.write_str("a part has no end: let it be a shape of its own"),
            Self::Nested => {
                f.write_str("a part is a composite shape itself: add its parts instead")
            }
        }
    }
}

/// What is wrong with a periodic axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodFault {
    /// An end is not finite, or the low one is not below the high one.
    Ends,
    /// A vector that is 0 or not finite.
    Vector,
    /// A vector that nearly lies in the plane of the others, or on the line of the other.
    Flat,
    /// There are fewer vectors than axes along which they go.
    Slanted,
    /// So short, or so thin, that too many images of a point are in reach.
    TooManyImages {
        /// How many they are, on all axes together.
        images: u64,
        /// How many they may be.
        limit: u64,
    },
}

impl fmt::Display for PeriodFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends => f.write_str("its ends are not finite, or out of order"),
            Self::Vector => f.write_str("its vector is 0, or not finite"),
            Self::Flat => f.write_str("its vector makes the cell flat"),
            Self::Slanted => f.write_str(
                "there are fewer vectors than axes along which they go: turn the points, or give \
                 it a vector longer than what there is",
            ),
            Self::TooManyImages { images, limit } => write!(
                f,
                "{images} images of a point are in reach, more than {limit}: make the radius plus \
                 the skin smaller, or repeat the system along the axis"
            ),
        }
    }
}

/// What is wrong with a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshFault {
    /// A vertex that is not finite.
    Vertex {
        /// Its index.
        index: usize,
    },
    /// A triangle with a corner that is not there.
    NoVertex {
        /// The index of the triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: u32,
        /// Number of vertices that there are.
        vertices: usize,
    },
    /// More triangles than a tree can number.
    TooManyTriangles {
        /// Triangles that there are.
        triangles: usize,
        /// Most triangles of a mesh.
        limit: usize,
    },
}

impl fmt::Display for MeshFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex { index } => write!(f, "vertex {index} is not finite"),
            Self::NoVertex { triangle, vertex, vertices } => {
                write!(f, "triangle {triangle} names vertex {vertex} of {vertices}")
            }
            Self::TooManyTriangles { triangles, limit } => {
                write!(f, "a mesh takes at most {limit} triangles, got {triangles}: split it")
            }
        }
    }
}
