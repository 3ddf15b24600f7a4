//! Hulls in the plane with round edges: what the roundings add to a pair of hulls.
//!
//! Hulls that overlap, or of which an edge of one faces a corner of the other, are as far apart
//! along the normal of an edge as without roundings, less these. Else two corners are closest.
//! Of all normals, that which separates the hulls most is then one of the two around the way from
//! corner to corner: both corners are ends of the edges that face each other along it.

use super::{
    axes::Deepest,
    clip::{Edge, facing_side, manifold},
    contact::{Contact, ContactPoint, RawContact, feature},
    hull::{EDGES_OF_B, Hull, HullPair},
    normal::measured,
    segments::{closest_between_segments, wedge},
};
use crate::real::{
    Mask, Real,
    vector::{add, add_scaled, neg, scale, select, sub, sum_abs},
};

/// The number of the way between two corners.
pub(super) const CORNERS: f32 = 2.0 * EDGES_OF_B as f32;

/// What is known of a pair.
pub(super) struct Found<R: Real> {
    /// Of the hulls, by the normals of their edges.
    pub(super) edges: Deepest<2, R>,
    /// The two corners that are closest, where there are roundings in any lane.
    corners: Option<Corners<R>>,
    /// Distance, normal and axis of the pair.
    contact: RawContact<2, 0, R>,
    /// How far the distance errs at most.
    pub(super) slack: R,
}

/// The closest corners of two hulls.
pub(super) struct Corners<R: Real> {
    /// Whether two corners are closest, and no edge faces one of them.
    are_closest: R::Mask,
    /// From the one of A to that of B.
    pub(super) normal: [R; 2],
    distance: R,
    /// How much less than the distance there is along the normal.
    doubt: R,
    /// Both, each relative to the center of its shape.
    places: [[R; 2]; 2],
    /// The numbers of both.
    feature: R,
    /// The edge of B that faces A along the normal of the edges.
    edge_b: Edge<R>,
}

/// How much the sum of two roundings errs, and the distance from which it is taken.
#[inline(always)]
pub(super) fn rounding_error<R: Real>(rounding: R) -> R {
    rounding * rounding.of(8.0 * R::UNIT)
}

impl<R: Real> Found<R> {
    #[inline(always)]
    pub(super) fn without_points(self) -> (RawContact<2, 0, R>, R) {
        (self.contact, self.slack)
    }
}

impl<R: Real, A: Hull<R>, B: Hull<R>> HullPair<R, A, B> {
    /// How far the surfaces are from the hulls, together.
    #[inline(always)]
    pub(super) fn rounding(&self) -> R {
        self.roundings[0] + self.roundings[1]
    }

    /// What the test finds, without points.
    #[inline(always)]
    pub(super) fn found(&self) -> Found<R> {
        let rounding = self.rounding();
        let is_round = rounding.of(0.0).lt(rounding);
        // Before anything else: so of pairs without roundings no more is computed than is used.
        if !is_round.any() {
            let edges = self.deepest();
            return Found { corners: None, contact: edges.contact(), slack: self.slack(), edges };
        }
        let (edges, slack) = (self.deepest(), self.slack());
        let (mut contact, corners) = (edges.contact(), self.corners(&edges));
        let decide = corners.are_closest & is_round;
        contact.normal = select(decide, corners.normal, contact.normal);
        contact.axis = R::select(decide, rounding.of(CORNERS), contact.axis);
        contact.distance = R::select(decide, corners.distance, contact.distance) - rounding;
        let doubt = R::select(decide, corners.doubt, rounding.of(0.0));
        // What the edges tell may be less than what corners do by as much again.
        let more = R::select(is_round, slack, rounding.of(0.0));
        let slack = slack + more + doubt + rounding_error(rounding);
        let corners = Some(Corners { are_closest: decide, ..corners });
        Found { edges, corners, contact, slack }
    }

    /// The corners that are closest, if the hulls are apart.
    #[inline(always)]
    pub(super) fn corners(&self, edges: &Deepest<2, R>) -> Corners<R> {
        let (zero, one) = (edges.axis.of(0.0), edges.axis.of(1.0));
        let half = one.of(0.5);
        let a = facing_side(&self.a, edges.direction);
        let b = facing_side(&self.b, neg(edges.direction));
        let middle = |edge: &Edge<R>| scale(add(edge.ends[0], edge.ends[1]), half);
        let along = |edge: &Edge<R>| scale(sub(edge.ends[1], edge.ends[0]), half);
        let place = sub(add(self.between, middle(&b)), middle(&a));
        let (along_a, along_b) = (along(&a), along(&b));
        let closest = closest_between_segments(along_a, along_b, place);
        let (distance, normal) = measured(closest.between);
        let at_ends = self.at_end(along_a, closest.s) & self.at_end(along_b, closest.t);
        // One is not before the edge of the other, by more than what rounding really does, not what
        // it may do: edges that are level with each other and end together touch all along.
        let [aside, ..] = wedge(edges.direction, closest.between);
        let is_aside = (self.slack() * one.of(1.0 / 16.0)).lt(aside.abs());
        let doubt = (distance - self.along(normal)).max(zero);
        let end = |edge: &Edge<R>, at: R| {
            let last = zero.lt(at);
            let place = select(last, edge.ends[1], edge.ends[0]);
            (place, R::select(last, edge.vertices[1], edge.vertices[0]))
        };
        let ((on_a, of_a), (on_b, of_b)) = (end(&a, closest.s), end(&b, closest.t));
        Corners {
            are_closest: at_ends & is_aside & zero.lt(edges.distance),
            normal,
            distance,
            doubt,
            places: [on_a, on_b],
            feature: feature(of_a, of_b),
            edge_b: b,
        }
    }

    /// Whether a place on an edge, from -1 to 1, is at an end. One that is no longer than rounding,
    /// as the end of a box without width, is a corner.
    #[inline(always)]
    fn at_end(&self, half_edge: [R; 2], place: R) -> R::Mask {
        place.of(1.0).le(place.abs()) | sum_abs(half_edge).le(self.slack())
    }

    /// The same with points; `edge_a` is the edge of A that faces B along the deepest normal.
    #[inline(always)]
    pub(super) fn with_points(&self, found: &Found<R>, edge_a: &Edge<R>) -> RawContact<2, 2, R> {
        let (edges, slack) = (&found.edges, found.slack);
        let by_a = edges.axis.lt(slack.of(EDGES_OF_B as f32));
        let edge_b = match &found.corners {
            Some(corners) => corners.edge_b,
            None => facing_side(&self.b, neg(edges.direction)),
        };
        let by_edges = RawContact::<2, 0, R> { normal: edges.direction, ..found.contact };
        let rounding = self.rounding();
        let edges = (edge_a, &edge_b);
        let contact = manifold(&by_edges, [slack, rounding], by_a, self.between, edges);
        match &found.corners {
            Some(corners) => self.rounded(contact, corners, found.contact.normal),
            None => contact,
        }
    }

    /// The points of the edges, or that of the corners, out on the surfaces.
    #[inline(always)]
    fn rounded(
        &self,
        by_edges: RawContact<2, 2, R>,
        corners: &Corners<R>,
        normal: [R; 2],
    ) -> RawContact<2, 2, R> {
        let (is_corner, [on_a, on_b]) = (corners.are_closest, corners.places);
        let one = corners.distance.of(1.0);
        let mut contact = Contact { normal, ..by_edges };
        contact.count = R::select(is_corner, contact.count.min(one), contact.count);
        for point in &mut contact.points {
            *point = ContactPoint {
                on_a: select(is_corner, on_a, point.on_a),
                on_b: select(is_corner, on_b, point.on_b),
                distance: R::select(is_corner, corners.distance, point.distance) - self.rounding(),
                feature: R::select(is_corner, corners.feature, point.feature),
            };
            point.on_a = add_scaled(point.on_a, normal, self.roundings[0]);
            point.on_b = add_scaled(point.on_b, normal, -self.roundings[1]);
        }
        contact
    }
}
