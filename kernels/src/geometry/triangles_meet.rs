//! Whether two triangles meet, decided without rounding, whatever their shape.
//!
//! Two triangles meet if and only if an edge of one meets the other. Whether an edge does is told
//! by signs of [determinants](super::orient) alone, as by O. Devillers and P. Guigue (*Faster
//! Triangle-Triangle Intersection Tests*, 2002). Where all lies in a plane, it is looked at along
//! each coordinate axis: what meets does so in all three views, and along at least one of them the
//! plane is not seen edge-on, so that what meets in all three views does meet.

use std::cmp::Ordering;

use super::orient::{orient2, orient3};
use crate::shape::Triangle;

type Point = [f32; 3];

/// Whether two triangles have a point in common.
pub(crate) fn triangles_meet(a: &Triangle, b: &Triangle) -> bool {
    let one_way = |a: &Triangle, b: &Triangle| {
        (0..3).any(|i| edge_meets([a.vertices[i], a.vertices[(i + 1) % 3]], b.vertices))
    };
    one_way(a, b) || one_way(b, a)
}

/// Whether a segment has a point in common with a triangle.
fn edge_meets([p, q]: [Point; 2], [a, b, c]: [Point; 3]) -> bool {
    let (from, to) = (orient3(a, b, c, p), orient3(a, b, c, q));
    let edges = [[a, b], [b, c], [c, a]];
    if from.is_eq() && to.is_eq() {
        // In the plane of the triangle, or the triangle has none and is made up of its edges.
        return edges.iter().any(|edge| edges_meet([p, q], *edge)) || covers([a, b, c], p);
    }
    from != to && is_one_side(edges.map(|[a, b]| orient3(p, q, a, b)))
}

/// Whether two segments have a point in common.
fn edges_meet([p, q]: [Point; 2], [a, b]: [Point; 2]) -> bool {
    orient3(p, q, a, b).is_eq()
        && (0..3).all(|axis| {
            let [p, q, a, b] = [p, q, a, b].map(|point| seen_along(axis, point));
            edges_meet_in_plane([p, q], [a, b])
        })
}

/// Whether two segments of a plane have a point in common.
fn edges_meet_in_plane([p, q]: [[f32; 2]; 2], [a, b]: [[f32; 2]; 2]) -> bool {
    let sides = [orient2(p, q, a), orient2(p, q, b), orient2(a, b, p), orient2(a, b, q)];
    if sides.iter().all(|side| side.is_eq()) {
        // On a line, where they meet if their bounds do.
        return (0..2)
            .all(|k| p[k].min(q[k]) <= a[k].max(b[k]) && a[k].min(b[k]) <= p[k].max(q[k]));
    }
    let crosses = |from: Ordering, to: Ordering| from != to || from.is_eq();
    crosses(sides[0], sides[1]) && crosses(sides[2], sides[3])
}

/// Whether a point of the plane of a triangle is in it. False where the triangle has no plane.
fn covers([a, b, c]: [Point; 3], p: Point) -> bool {
    let mut is_seen = false;
    let inside = (0..3).all(|axis| {
        let [a, b, c, p] = [a, b, c, p].map(|point| seen_along(axis, point));
        let sides = [orient2(a, b, p), orient2(b, c, p), orient2(c, a, p)];
        is_seen |= sides.iter().any(|side| side.is_ne());
        is_one_side(sides)
    });
    inside && is_seen
}

/// Whether no two sides are opposite.
fn is_one_side(sides: [Ordering; 3]) -> bool {
    !(sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater))
}

/// A point without one of its coordinates.
fn seen_along(axis: usize, point: Point) -> [f32; 2] {
    [point[(axis + 1) % 3], point[(axis + 2) % 3]]
}
