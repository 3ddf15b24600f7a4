//! Pairs of kinds of shapes, by name.

use super::shapes::{Maker, aligned2, aligned3, ball, box2, box3, capsule, polygon, triangle};
use crate::runner::Error;

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

static PAIRS: [PairKind; 22] = [
    PairKind::three("obb3", "two boxes, turned", [box3, box3]),
    PairKind::two("obb2", "two rectangles, turned", [box2, box2]),
    PairKind::three("aabb3", "two boxes along the axes", [aligned3, aligned3]).aligned(),
    PairKind::two("aabb2", "two rectangles along the axes", [aligned2, aligned2]).aligned(),
    PairKind::three("sphere", "two spheres", [ball, ball]),
    PairKind::two("circle", "two circles", [ball, ball]),
    PairKind::three("capsule3", "two capsules in space", [capsule, capsule]),
    PairKind::two("capsule2", "two capsules in the plane", [capsule, capsule]),
    PairKind::two("polygon2", "two convex polygons of 3 to 8 vertices", [polygon, polygon]),
    PairKind::three("triangle3", "two triangles", [triangle, triangle]),
    PairKind::three("sphere-obb3", "a sphere and a box, turned", [ball, box3]),
    PairKind::two("circle-obb2", "a circle and a rectangle, turned", [ball, box2]),
    PairKind::three("sphere-capsule3", "a sphere and a capsule", [ball, capsule]),
    PairKind::two("circle-capsule2", "a circle and a capsule", [ball, capsule]),
    PairKind::three("obb3-capsule3", "a box, turned, and a capsule", [box3, capsule]),
    PairKind::two("obb2-capsule2", "a rectangle, turned, and a capsule", [box2, capsule]),
    PairKind::two("circle-polygon2", "a circle and a convex polygon", [ball, polygon]),
    PairKind::two("obb2-polygon2", "a rectangle, turned, and a convex polygon", [box2, polygon]),
    PairKind::two("capsule2-polygon2", "a capsule and a convex polygon", [capsule, polygon]),
    PairKind::three("sphere-triangle3", "a sphere and a triangle", [ball, triangle]),
    PairKind::three("capsule3-triangle3", "a capsule and a triangle", [capsule, triangle]),
    PairKind::three("obb3-triangle3", "a box, turned, and a triangle", [box3, triangle]),
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
pub fn by_name(name: &str) -> Result<&'static PairKind, Error> {
    let names: Vec<&str> = all().iter().map(|kind| kind.name).collect();
    let found = all().iter().find(|kind| kind.name == name);
    found.ok_or_else(|| Error::unknown("pair of kinds", name, &names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for kind in all() {
            assert!(std::ptr::eq(by_name(kind.name).unwrap(), kind));
        }
    }

    #[test]
    fn names_tell_the_dimension() {
        for kind in all() {
            let told = kind.name.chars().rev().find(char::is_ascii_digit);
            let flat = kind.name.contains("circle") || told == Some('2');
            assert_eq!(kind.dim(), if flat { 2 } else { 3 }, "{}", kind.name);
        }
    }

    #[test]
    fn unknown_names_list_the_known() {
        let message = by_name("obb4").unwrap_err().to_string();
        assert!(message.contains("\"obb4\""), "{message}");
        assert!(all().iter().all(|kind| message.contains(kind.name)), "{message}");
    }
}
