//! Edges between parts, over which a contact is not to tilt.
//!
//! What slides over a floor of triangles meets the edge of the next one before it leaves the last,
//! and as far as that triangle alone is concerned, it runs into it. But no normal between the faces
//! on both sides of an edge can come from there, if they are flat or form a valley. So a normal of
//! a part may tilt over an edge no further than to the normal of the neighbor, which is what
//! Box2D's chain shapes and Bullet's `btInternalEdgeUtility` see to.

use jostle_kernels::{
    real::vector::{add_scaled, cross, dot, scale, sub},
    shape::Triangle,
};

use crate::{
    Error,
    memory::{reserve, resize},
    mesh::Mesh,
    shape::placement::space,
};

/// A normal may tilt as far as it likes over an edge without a neighbor, or with several.
pub(super) const FREE: f32 = f32::INFINITY;

/// A normal that tilts by no more than this beyond what is allowed stays as it is, in radians.
const TOLERANCE: f64 = 1e-5;

/// How near an edge a point is for one of it, as a share of the height of the triangle above it.
const ON_EDGE: f64 = 1e-3;

/// By how much the neighbors of triangles are turned, for each edge: from a corner to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EdgeLimits {
    turns: Vec<[f32; 3]>,
}

impl EdgeLimits {
    /// Those of the triangles of a mesh. O(n log n).
    pub(super) fn of(mesh: &Mesh) -> Result<Self, Error> {
        let (what, triangles) = ("the edges of a mesh", mesh.triangles());
        let mut turns = Vec::new();
        resize(&mut turns, triangles.len(), [FREE; 3], what)?;
        let names = names_of_places(mesh.vertices())?;
        let mut edges: Vec<([u32; 2], u32, u8)> = Vec::new();
        reserve(&mut edges, 3 * triangles.len(), what)?;
        for (triangle, corners) in (0..).zip(triangles) {
            for side in 0..3 {
                let ends = [side, (side + 1) % 3].map(|corner| names[corners[corner] as usize]);
                edges.push(([ends[0].min(ends[1]), ends[0].max(ends[1])], triangle, side as u8));
            }
        }
        edges.sort_unstable();
        for both in edges.chunk_by(|one, other| one.0 == other.0) {
            // One alone has no neighbor, and of three or more none is the only one.
            if let [one, other] = both {
                for ((_, triangle, side), (_, neighbor, across)) in [(one, other), (other, one)] {
                    let corner = mesh.triangle(*neighbor).vertices[(*across as usize + 2) % 3];
                    turns[*triangle as usize][*side as usize] =
                        turn(&mesh.triangle(*triangle), *side as usize, corner);
                }
            }
        }
        Ok(Self { turns })
    }

    /// Those of a triangle.
    pub(super) fn turns(&self, triangle: usize) -> [f32; 3] {
        self.turns[triangle]
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(&self.turns[..])
    }
}

/// The first of the vertices at the place of each.
fn names_of_places(vertices: &[[f32; 3]]) -> Result<Vec<u32>, Error> {
    let what = "the vertices of a mesh";
    let (mut order, mut names) = (Vec::new(), Vec::new());
    reserve(&mut order, vertices.len(), what)?;
    resize(&mut names, vertices.len(), 0, what)?;
    order.extend(0..vertices.len() as u32);
    let place = |vertex: &u32| vertices[*vertex as usize].map(f32::to_bits);
    order.sort_unstable_by_key(|vertex| (place(vertex), *vertex));
    for same in order.chunk_by(|one, other| place(one) == place(other)) {
        for vertex in same {
            names[*vertex as usize] = same[0];
        }
    }
    Ok(names)
}

/// By how much a neighbor across a side of a triangle is turned away from the side to which the
/// normal points: negative where it rises. `corner` is that of the neighbor which is not on the
/// side.
pub(super) fn turn(triangle: &Triangle, side: usize, corner: [f32; 3]) -> f32 {
    let [from, to, opposite] =
        [side, side + 1, side + 2].map(|corner| space(triangle.vertices[corner % 3]));
    let along = sub(to, from);
    let normal = cross(along, sub(opposite, from));
    let beside = cross(normal, along);
    let way = sub(space(corner), from);
    // In the plane across the side: how far out the neighbor goes, and how far up.
    let out = -dot(way, beside) / dot(beside, beside).sqrt();
    let up = dot(way, normal) / dot(normal, normal).sqrt();
    if dot(normal, normal) == 0.0 || out.is_nan() { FREE } else { libm::atan2(-up, out) as f32 }
}

/// What a part says about the normals of its contacts, in own coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalLimits {
    /// The unit normal of its front.
    front: [f64; 3],
    sides: [SideLimit; 3],
    count: usize,
}

/// A side of a part.
#[derive(Clone, Copy, Debug, Default)]
struct SideLimit {
    /// A point of it.
    at: [f64; 3],
    /// The unit vector that points out of the part, in its plane.
    out: [f64; 3],
    /// How near a point is for one of the side.
    near: f64,
    /// By how much the neighbor is turned away from the front.
    turn: f64,
}

impl NormalLimits {
    /// Those of a triangle with the turns of its sides; none where it has no area.
    pub(super) fn of_triangle(triangle: &Triangle, turns: [f32; 3]) -> Option<Self> {
        let corners = triangle.vertices.map(space);
        let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        let length = dot(normal, normal).sqrt();
        if length == 0.0 {
            return None;
        }
        let front = scale(normal, 1.0 / length);
        let mut sides = [SideLimit::default(); 3];
        for (side, limit) in sides.iter_mut().enumerate() {
            let (from, to) = (corners[side], corners[(side + 1) % 3]);
            let along = sub(to, from);
            let across = dot(along, along).sqrt();
            let out = scale(cross(along, front), 1.0 / across);
            let height = -dot(sub(corners[(side + 2) % 3], from), out);
            let turn = f64::from(turns[side]);
            *limit = SideLimit { at: from, out, near: ON_EDGE * height, turn };
        }
        Some(Self { front, sides, count: 3 })
    }

    /// Those of a segment of a line in the plane, between the one before and the one behind.
    pub(super) fn of_segment(
        [from, to]: [[f64; 3]; 2],
        before: Option<[f64; 3]>,
        behind: Option<[f64; 3]>,
    ) -> Option<Self> {
        let along = sub(to, from);
        let length = dot(along, along).sqrt();
        if length == 0.0 {
            return None;
        }
        let along = scale(along, 1.0 / length);
        let front = [-along[1], along[0], 0.0];
        let turn = |end: [f64; 3], next: Option<[f64; 3]>, out: [f64; 3]| {
            let way = next.map(|next| sub(next, end));
            way.map_or(FREE.into(), |way| libm::atan2(-dot(way, front), dot(way, out)))
        };
        let side = |at, out, turn| SideLimit { at, out, near: ON_EDGE * length, turn };
        let back = scale(along, -1.0);
        let first = side(from, back, turn(from, before, back));
        let last = side(to, along, turn(to, behind, along));
        Some(Self { front, sides: [first, last, SideLimit::default()], count: 2 })
    }

    /// The normal that a contact has instead of one that tilts too far over a side, if it does.
    /// `at` is where the part is touched, if that is known, and `toward` tells a place of the
    /// other shape.
    pub(crate) fn instead(
        &self,
        normal: [f64; 3],
        at: Option<[f64; 3]>,
        toward: impl Fn() -> [f64; 3],
    ) -> Option<[f64; 3]> {
        let is_on =
            |side: &SideLimit| at.is_none_or(|at| dot(sub(at, side.at), side.out) >= -side.near);
        let touched = self.sides[..self.count].iter().filter(|side| is_on(side));
        if touched.clone().any(|side| side.turn == f64::from(FREE)) {
            return None;
        }
        let up = dot(normal, self.front);
        let beside = || dot(sub(toward(), self.sides[0].at), self.front);
        let above = if up.abs() > TOLERANCE { up } else { beside() };
        let sign = if above < 0.0 { -1.0 } else { 1.0 };
        let front = scale(self.front, sign);
        // What a side allows is a half-space of normals, on the inner side of this plane.
        let planes = touched.map(|side| {
            let (sin, cos) = libm::sincos((sign * side.turn).max(0.0));
            add_scaled(scale(side.out, cos), front, -sin)
        });
        let is_beyond = |found: [f64; 3], plane: [f64; 3]| dot(found, plane) > TOLERANCE;
        let mut beyond = planes.clone().filter(|plane| is_beyond(normal, *plane));
        let first = beyond.next()?;
        let mut found = add_scaled(normal, first, -dot(normal, first));
        // At a corner the normal that both sides leave, if one alone is not enough.
        if let Some(second) = planes.clone().find(|plane| is_beyond(found, *plane)) {
            let along = cross(first, second);
            found = scale(along, if dot(along, front) < 0.0 { -1.0 } else { 1.0 });
        }
        let length = dot(found, found).sqrt();
        Some(if length > TOLERANCE { scale(found, 1.0 / length) } else { front })
    }
}
