//! Kinds of shapes.

use std::fmt;

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShapeKind {
    /// A circle, a sphere or a point.
    Ball,
    /// A box, turned or not.
    Box,
    /// A capsule or a segment.
    Capsule,
    /// A convex polygon; only in 2D.
    Polygon,
    /// A triangle; only in 3D.
    Triangle,
}

impl ShapeKind {
    /// Number of kinds.
    pub const COUNT: usize = 5;
    /// All kinds, in the order in which a set numbers its shapes.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Ball, Self::Box, Self::Capsule, Self::Polygon, Self::Triangle];
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ball => "ball",
            Self::Box => "box",
            Self::Capsule => "capsule",
            Self::Polygon => "polygon",
            Self::Triangle => "triangle",
        })
    }
}
