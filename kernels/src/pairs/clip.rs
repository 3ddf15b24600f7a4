//! Clipping one edge against the sides of another in the plane (C. Ericson, *Real-Time Collision
//! Detection*, 2005, section 5.3; E. Catto, *Contact manifolds*, 2007).

use super::{
    contact::{Contact, ContactPoint, RawContact, feature},
    hull::Hull,
};
use crate::real::{
    Real,
    vector::{add, add_scaled, dot, neg, scale, select, sub},
};

/// The edge of a shape that faces the other shape.
#[derive(Clone, Copy)]
pub(super) struct Edge<R> {
    /// Its ends in counter-clockwise order, relative to the shape's center.
    pub(super) ends: [[R; 2]; 2],
    /// The numbers of the vertices there, 0 to 15.
    pub(super) vertices: [R; 2],
}

/// The manifold of two shapes by the edges that face each other: up to two points.
///
/// `found` is what the separating axis test says, and `slack` how far it errs; `rounding` is how
/// far the surfaces are from the edges, together, and points are those of the edges. The edge whose
/// normal it is, of A or of B by `by_a`, is the reference; what remains of the other, the incident
/// edge, between the two lines at right angles to the reference through its ends is where the
/// shapes touch. Of the ends of that those count that are not in front of the reference; where none
/// is, because all of it lies within rounding, the deepest does. Points come in counter-clockwise
/// order along the reference.
///
/// A point's feature is `i + 32 * j` by the vertices `i` of A and `j` of B that bound the edges on
/// its side. It is the same whichever edge is the reference and whichever of both ends first, so
/// it stays while shapes slide on each other.
#[inline(always)]
pub(super) fn manifold<R: Real>(
    found: &RawContact<2, 0, R>,
    [slack, rounding]: [R; 2],
    by_a: R::Mask,
    between: [R; 2],
    (edge_a, edge_b): (&Edge<R>, &Edge<R>),
) -> RawContact<2, 2, R> {
    let clip = Clip {
        by_a,
        normal: select(by_a, found.normal, neg(found.normal)),
        between: select(by_a, between, neg(between)),
        reference: choose(by_a, edge_a, edge_b),
        incident: choose(by_a, edge_b, edge_a),
    };
    let ([low, high], is_edge) = clip.points();
    let (zero, one) = (slack.of(0.0), slack.of(1.0));
    let has_high = (high.distance.le(rounding) & is_edge) | high.distance.lt(low.distance);
    let has_low = low.distance.le(rounding) | !has_high;
    let mut first = high;
    first.on_a = select(has_low, low.on_a, high.on_a);
    first.on_b = select(has_low, low.on_b, high.on_b);
    first.distance = R::select(has_low, low.distance, high.distance);
    first.feature = R::select(has_low, low.feature, high.feature);
    let count = R::select(has_low & has_high, one + one, one);
    Contact {
        normal: found.normal,
        distance: found.distance,
        axis: found.axis,
        count: R::select(slack.lt(found.distance), zero, count),
        points: [first, high],
    }
}

/// `if mask { yes } else { no }`.
#[inline(always)]
fn choose<R: Real>(mask: R::Mask, yes: &Edge<R>, no: &Edge<R>) -> Edge<R> {
    let mut chosen = *yes;
    for end in 0..2 {
        chosen.ends[end] = select(mask, yes.ends[end], no.ends[end]);
        chosen.vertices[end] = R::select(mask, yes.vertices[end], no.vertices[end]);
    }
    chosen
}

/// An incident edge before a reference edge.
struct Clip<R: Real> {
    /// Whether the reference is of A.
    by_a: R::Mask,
    /// The outward normal of the reference.
    normal: [R; 2],
    /// From the center of the reference's shape to that of the other.
    between: [R; 2],
    reference: Edge<R>,
    incident: Edge<R>,
}

/// An end of the incident edge.
struct Tip<R> {
    /// Relative to its shape's center.
    place: [R; 2],
    /// Along the reference, from the center of the reference's shape, before any clipping.
    along: R,
    /// In front of the reference.
    distance: R,
}

impl<R: Real> Clip<R> {
    /// The lower and the upper end of what is left of the incident edge, and whether they are not
    /// one and the same.
    #[inline(always)]
    fn points(&self) -> ([ContactPoint<2, R, R>; 2], R::Mask) {
        let tangent = [-self.normal[1], self.normal[0]];
        let [start, end] = self.reference.ends;
        let (start_along, end_along) = (dot(tangent, start), dot(tangent, end));
        let offset = dot(self.normal, start);
        // Edges that face each other run in opposite directions.
        let low = self.tip(self.incident.ends[1], tangent, offset);
        let high = self.tip(self.incident.ends[0], tangent, offset);
        let (zero, one) = (offset.of(0.0), offset.of(1.0));
        let length = high.along - low.along;
        // An edge on end, or of no length, is left as it is.
        let is_long = zero.lt(length);
        let off_low = R::select(is_long, (start_along - low.along) / length, zero);
        let off_high = R::select(is_long, (high.along - end_along) / length, zero);
        let (off_low, off_high) = (off_low.clamp(zero, one), off_high.clamp(zero, one));
        let range = [start_along, end_along];
        let [first, last] = self.reference.vertices;
        let [last_incident, first_incident] = self.incident.vertices;
        let points = [
            self.point(low.towards(&high, off_low), offset, range, (first, first_incident)),
            self.point(high.towards(&low, off_high), offset, range, (last, last_incident)),
        ];
        let remains = is_long & start_along.lt(end_along) & (off_low + off_high).lt(one);
        (points, remains)
    }

    #[inline(always)]
    fn tip(&self, place: [R; 2], tangent: [R; 2], offset: R) -> Tip<R> {
        let from_reference = add(place, self.between);
        let distance = dot(self.normal, from_reference) - offset;
        Tip { place, along: dot(tangent, from_reference), distance }
    }

    /// A point of the incident edge with the one of the reference that it lies before.
    #[inline(always)]
    fn point(
        &self,
        tip: Tip<R>,
        offset: R,
        [low, high]: [R; 2],
        of: (R, R),
    ) -> ContactPoint<2, R, R> {
        let tangent = [-self.normal[1], self.normal[0]];
        let on_reference = scale(self.normal, offset);
        let on_reference = add_scaled(on_reference, tangent, tip.along.clamp(low, high));
        let (reference, incident) = of;
        let of_a = R::select(self.by_a, reference, incident);
        let of_b = R::select(self.by_a, incident, reference);
        ContactPoint {
            on_a: select(self.by_a, on_reference, tip.place),
            on_b: select(self.by_a, tip.place, on_reference),
            distance: tip.distance,
            feature: feature(of_a, of_b),
        }
    }
}

impl<R: Real> Tip<R> {
    /// A part of the way from here to the other end.
    #[inline(always)]
    fn towards(&self, other: &Self, part: R) -> Self {
        Self {
            place: add_scaled(self.place, sub(other.place, self.place), part),
            along: self.along,
            distance: self.distance + (other.distance - self.distance) * part,
        }
    }
}

/// Roundings in the distance of an edge's two ends along its normal, of their sizes: 3 of the
/// normal, 2 of a projection, for each of them. Doubled, and rounded up.
const SIDE_ROUNDINGS: f32 = 32.0;

/// The side of a polygon that faces a direction most: an edge with all that are in line with it.
#[inline(always)]
pub(super) fn facing_side<R: Real>(hull: &impl Hull<R>, direction: [R; 2]) -> Edge<R> {
    let zero = direction[0].of(0.0);
    let (mut normal, mut facing) = ([zero; 2], zero.of(f32::NEG_INFINITY));
    for i in 0..hull.edges() {
        let (this, exists) = hull.normal(i);
        let this_facing = dot(this, direction);
        let more = facing.lt(this_facing) & exists;
        normal = select(more, this, normal);
        facing = R::select(more, this_facing, facing);
    }
    let top = hull.reach(normal) - hull.size() * facing.of(SIDE_ROUNDINGS * R::UNIT);
    let infinite = facing.of(f32::INFINITY);
    let first = hull.vertices()[0][0];
    let mut start = SideEnd { place: first, along: infinite, vertex: zero };
    let mut end = SideEnd { along: -infinite, ..start };
    let tangent = [-normal[1], normal[0]];
    for (vertex, place) in hull.vertices().as_flattened().iter().enumerate() {
        let on_line = top.le(dot(normal, *place));
        let along = dot(tangent, *place);
        let here = SideEnd { place: *place, along, vertex: along.of(vertex as f32) };
        start.replace(on_line & along.lt(start.along), &here);
        end.replace(on_line & end.along.lt(along), &here);
    }
    Edge { ends: [start.place, end.place], vertices: [start.vertex, end.vertex] }
}

/// A vertex that may be an end of a side.
struct SideEnd<R> {
    place: [R; 2],
    along: R,
    vertex: R,
}

impl<R: Real> SideEnd<R> {
    /// Becomes another one where `mask` is true.
    #[inline(always)]
    fn replace(&mut self, mask: R::Mask, by: &Self) {
        self.place = select(mask, by.place, self.place);
        self.along = R::select(mask, by.along, self.along);
        self.vertex = R::select(mask, by.vertex, self.vertex);
    }
}
