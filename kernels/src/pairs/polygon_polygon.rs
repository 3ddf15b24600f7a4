//! Two convex polygons in 2D: the normals of all edges, and the manifold by clipping.

use super::{
    axes::of_the_other,
    clip::facing_side,
    contact::RawContact,
    hull::{EDGES_OF_B, EdgeNormals, HullPair},
    pair_test::{PairTest, Separated},
    round_hull::CORNERS,
};
use crate::{
    real::Real,
    shape::{One, Polygon, in_f64},
};

/// Two polygons: the distance along the normal of an edge that separates them most or overlaps
/// least, by number: `i` for edge `i` of A, `16 + j` for edge `j` of B; edge `i` goes from vertex
/// `i` to the next. Where one is round, and two corners are closest that no edge faces, it is their
/// distance, with the number 32.
///
/// Of edges with the same distance, the lower number counts. The polygons need not be convex to the
/// last bit, nor have an area: along each normal all vertices of both are looked at, so that no
/// edge, however short and ill-directed, tells of a gap that is not there. Between polygons where
/// all vertices of each coincide, the number is 0.
pub struct PolygonPolygon;

impl PairTest<2, 0> for PolygonPolygon {
    type A = Polygon;
    type B = Polygon;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> (RawContact<2, 0, R>, R) {
        let of_a = EdgeNormals::of(a);
        let of_b = EdgeNormals::of(b);
        HullPair::of_polygons([a, b], [&of_a, &of_b]).found().without_points()
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        let of_corners = axis.of(CORNERS).le(axis);
        R::select(of_corners, axis, of_the_other(axis, EDGES_OF_B))
    }

    #[cold]
    fn apart(a: &Polygon, b: &Polygon) -> bool {
        let (a, b) = (in_f64::<Polygon>(a), in_f64::<Polygon>(b));
        let of_a = EdgeNormals::of(&a);
        let of_b = EdgeNormals::of(&b);
        HullPair::of_polygons([&a, &b], [&of_a, &of_b]).apart()
    }
}

/// Two polygons: normal, distance and axis of [`PolygonPolygon`], with up to two points.
///
/// A point's feature is `i + 32 * j`, where `i` is the vertex of A and `j` that of B on its side of
/// where the edges meet, whichever of the two ends there. Edges in line with each other count as
/// one. Two corners that are closest are one point. Where the polygons are certainly apart there
/// are no points.
pub struct PolygonPolygonManifold;

impl PairTest<2, 2> for PolygonPolygonManifold {
    type A = Polygon;
    type B = Polygon;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> (RawContact<2, 2, R>, R) {
        let of_a = EdgeNormals::of(a);
        let of_b = EdgeNormals::of(b);
        let pair = HullPair::of_polygons([a, b], [&of_a, &of_b]);
        let found = pair.found();
        let edge_a = facing_side(&pair.a, found.edges.direction);
        (pair.with_points(&found, &edge_a), found.slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        PolygonPolygon::turned_axis(axis)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> Separated<R::Mask> {
        PolygonPolygon::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Polygon>, b: &One<Polygon>) -> bool {
        PolygonPolygon::apart(a, b)
    }
}
