//! Pairs of kinds of shapes, by name.

use super::shapes::{Maker, aligned, ball, capsule, hull, polygon, triangle, turned};
use crate::names::{UnknownName, find};

/// A pair of kinds of shapes: what it is called, and how its shapes are made.
#[derive(Debug)]
pub struct PairKind {
    /// Name, as given on a command line.
    pub name: &'static str,
    /// One line on what the shapes are.
    pub summary: &'static str,
    pub(super) makers: Makers,
    /// Whether the shapes are their own bounds.
    pub(super) aligned: bool,
}

/// The makers of the two shapes of a pair.
#[derive(Debug)]
pub(super) enum Makers {
    Two([Maker<2>; 2]),
    Three([Maker<3>; 2]),
}

impl PairKind {
    const fn two(name: &'static str, summary: &'static str, makers: [Maker<2>; 2]) -> Self {
        Self { name, summary, makers: Makers::Two(makers), aligned: false }
    }

    const fn three(name: &'static str, summary: &'static str, makers: [Maker<3>; 2]) -> Self {
        Self { name, summary, makers: Makers::Three(makers), aligned: false }
    }

    /// The same of shapes that are their own bounds.
    const fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    /// Number of axes: 2 or 3.
    #[must_use]
    pub fn dim(&self) -> usize {
        match self.makers {
            Makers::Two(_) => 2,
            Makers::Three(_) => 3,
        }
    }
}

static PAIRS: [PairKind; 24] = [
    PairKind::three("obb3", "two boxes, turned", [turned, turned]),
    PairKind::two("obb2", "two rectangles, turned", [turned, turned]),
    PairKind::three("aabb3", "two boxes along the axes", [aligned, aligned]).aligned(),
    PairKind::two("aabb2", "two rectangles along the axes", [aligned, aligned]).aligned(),
    PairKind::three("sphere", "two spheres", [ball, ball]),
    PairKind::two("circle", "two circles", [ball, ball]),
    PairKind::three("capsule3", "two capsules in space", [capsule, capsule]),
    PairKind::two("capsule2", "two capsules in the plane", [capsule, capsule]),
    PairKind::two("polygon2", "two convex polygons of 3 to 8 vertices", [polygon, polygon]),
    PairKind::three("triangle3", "two triangles", [triangle, triangle]),
    PairKind::three("sphere-obb3", "a sphere and a box, turned", [ball, turned]),
    PairKind::two("circle-obb2", "a circle and a rectangle, turned", [ball, turned]),
    PairKind::three("sphere-capsule3", "a sphere and a capsule", [ball, capsule]),
    PairKind::two("circle-capsule2", "a circle and a capsule", [ball, capsule]),
    PairKind::three("obb3-capsule3", "a box, turned, and a capsule", [turned, capsule]),
    PairKind::two("obb2-capsule2", "a rectangle, turned, and a capsule", [turned, capsule]),
    PairKind::two("circle-polygon2", "a circle and a convex polygon", [ball, polygon]),
    PairKind::two("obb2-polygon2", "a rectangle, turned, and a convex polygon", [turned, polygon]),
    PairKind::two("capsule2-polygon2", "a capsule and a convex polygon", [capsule, polygon]),
    PairKind::three("sphere-triangle3", "a sphere and a triangle", [ball, triangle]),
    PairKind::three("capsule3-triangle3", "a capsule and a triangle", [capsule, triangle]),
    PairKind::three("obb3-triangle3", "a box, turned, and a triangle", [turned, triangle]),
    PairKind::three("hull3", "two convex hulls of 32 vertices", [hull, hull]),
    PairKind::three("obb3-hull3", "a box, turned, and a hull of 32 vertices", [turned, hull]),
];

/// All pairs of kinds.
#[must_use]
pub fn all() -> &'static [PairKind] {
    &PAIRS
}

/// The pair of kinds called `name`.
///
/// # Errors
/// When there is none; the message lists the known names.
pub fn by_name(name: &str) -> Result<&'static PairKind, UnknownName> {
    find("pair of kinds", name, all(), |kind| kind.name)
}
