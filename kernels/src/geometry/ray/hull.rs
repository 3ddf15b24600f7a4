//! Rays against convex hulls, each given as the only row of its kind.

use super::line::{Entry, PreparedRay};
use crate::{
    geometry::points::wide,
    pairs::convex,
    real::vector::dot,
    shape::{Hull, Rows, from_quads},
};

/// Where a ray enters a hull.
pub(crate) fn enter_hull(line: &PreparedRay<3>, row: Rows<'_>) -> Option<Entry<3>> {
    let hull = from_quads::<Hull>(row.quads);
    let (from, _) = line.from(hull.center);
    let points = convex::Vertices::Polyhedron(row.polyhedron(row.quads)?);
    let (after, out) = convex::enter::<Hull>(&hull, points, from, line.direction, line.end)?;
    Some(Entry { after, out })
}

/// The number of the face that faces a direction most.
pub(crate) fn face_facing(row: Rows<'_>, direction: [f32; 3]) -> u32 {
    let along = from_quads::<Hull>(row.quads).axes.map(|axis| dot(wide(axis), wide(direction)));
    row.polyhedron(row.quads).map_or(0, |polyhedron| polyhedron.face_facing(along) as u32)
}
