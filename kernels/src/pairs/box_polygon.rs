//! Manifolds of convex polygons in 2D.

use super::{
    Found, PairTest, Verdict,
    clip::{Edge, manifold},
    obb2::facing,
};
use crate::{
    batch::One,
    real::{
        Real,
        vector::{dot, neg, select},
    },
    sat::{
        ObbPolygon, Polygons,
        outline::Outline,
        polygon2::{OF_B, Outlines},
    },
    shape::{Obb, Polygon},
};

/// Two polygons: normal, distance and axis of [`Polygons`], with up to two points.
///
/// A point's feature is `i + 32 * j`, where `i` is the vertex of A and `j` that of B on its side of
/// where the edges meet, whichever of the two ends there. Edges in line with each other count as
/// one. Where the polygons are certainly apart there are no points.
pub struct PolygonManifold;

/// A box and a polygon: the same for [`ObbPolygon`].
pub struct ObbPolygonManifold;

/// Roundings in the distance of an edge's two ends along its normal, of their sizes: 3 of the
/// normal, 2 of a projection, for each of them. Doubled, and rounded up.
const ROUNDINGS: f32 = 32.0;

/// The side of a polygon that faces a direction most: an edge with all that are in line with it.
#[inline(always)]
fn side<R: Real>(outline: &impl Outline<R>, direction: [R; 2]) -> Edge<R> {
    let zero = direction[0].of(0.0);
    let (mut normal, mut facing) = ([zero; 2], zero.of(f32::NEG_INFINITY));
    for i in 0..outline.edges() {
        let (this, exists) = outline.normal(i);
        let this_facing = dot(this, direction);
        let more = facing.lt(this_facing) & exists;
        normal = select(more, this, normal);
        facing = R::select(more, this_facing, facing);
    }
    let top = outline.reach(normal) - outline.size() * facing.of(ROUNDINGS * R::UNIT);
    let infinite = facing.of(f32::INFINITY);
    let first = outline.vertices()[0][0];
    let mut start = End { place: first, along: infinite, vertex: zero };
    let mut end = End { along: -infinite, ..start };
    let tangent = [-normal[1], normal[0]];
    for (vertex, place) in outline.vertices().as_flattened().iter().enumerate() {
        let on_line = top.le(dot(normal, *place));
        let along = dot(tangent, *place);
        let here = End { place: *place, along, vertex: along.of(vertex as f32) };
        start.replace(on_line & along.lt(start.along), &here);
        end.replace(on_line & end.along.lt(along), &here);
    }
    Edge { ends: [start.place, end.place], vertices: [start.vertex, end.vertex] }
}

/// A vertex that may be an end of a side.
struct End<R> {
    place: [R; 2],
    along: R,
    vertex: R,
}

impl<R: Real> End<R> {
    /// Becomes another one where `mask` is true.
    #[inline(always)]
    fn replace(&mut self, mask: R::Mask, by: &Self) {
        self.place = select(mask, by.place, self.place);
        self.along = R::select(mask, by.along, self.along);
        self.vertex = R::select(mask, by.vertex, self.vertex);
    }
}

impl PairTest<2, 2> for PolygonManifold {
    type A = Polygon;
    type B = Polygon;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> (Found<2, 2, R>, R) {
        let pair = Outlines::of_polygons(a, b);
        let (found, slack) = pair.contact();
        let by_a = found.axis.lt(slack.of(OF_B as f32));
        let edges = (&side(&pair.a, found.normal), &side(&pair.b, neg(found.normal)));
        (manifold(&found, slack, by_a, pair.between, edges), slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        Polygons::turned_axis(axis)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> Verdict<R::Mask> {
        Polygons::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Polygon>, b: &One<Polygon>) -> bool {
        Polygons::apart(a, b)
    }
}

impl PairTest<2, 2> for ObbPolygonManifold {
    type A = Obb<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> (Found<2, 2, R>, R) {
        let pair = Outlines::of_box_and_polygon(a, b);
        let (found, slack) = pair.contact();
        let by_a = found.axis.lt(slack.of(OF_B as f32));
        let edges = (&facing(a, found.normal), &side(&pair.b, neg(found.normal)));
        (manifold(&found, slack, by_a, pair.between, edges), slack)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> Verdict<R::Mask> {
        ObbPolygon::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<2>>, b: &One<Polygon>) -> bool {
        ObbPolygon::apart(a, b)
    }
}
