//! A box and a convex polygon in 2D: the normals of all edges, and the manifold by clipping.

use super::{
    box_box2::facing_edge,
    contact::RawContact,
    hull::{EdgeNormals, HullPair},
    pair_test::{PairTest, Separated},
};
use crate::{
    real::Real,
    shape::{Obb, One, Polygon, in_f64},
};

/// A box and a polygon: as for two [`PolygonPolygon`](super::PolygonPolygon), with the box as a
/// polygon of four vertices, 0 to 3 at `[+, +]`, `[-, +]`, `[-, -]` and `[+, -]` along its axes,
/// the second of which counts as turned around if it is not to the left of the first.
pub struct BoxPolygon;

impl PairTest<2, 0> for BoxPolygon {
    type A = Obb<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> (RawContact<2, 0, R>, R) {
        HullPair::of_box_and_polygon(a, b, &EdgeNormals::of(b)).found().without_points()
    }

    #[cold]
    fn apart(a: &Obb<2>, b: &Polygon) -> bool {
        let (a, b) = (in_f64::<Obb<2>>(a), in_f64::<Polygon>(b));
        HullPair::of_box_and_polygon(&a, &b, &EdgeNormals::of(&b)).apart()
    }
}

/// A box and a polygon: the same for [`BoxPolygon`].
pub struct BoxPolygonManifold;

impl PairTest<2, 2> for BoxPolygonManifold {
    type A = Obb<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> (RawContact<2, 2, R>, R) {
        let normals = EdgeNormals::of(b);
        let pair = HullPair::of_box_and_polygon(a, b, &normals);
        let found = pair.found();
        let edge_a = facing_edge(a, found.edges.direction);
        (pair.with_points(&found, &edge_a), found.slack)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> Separated<R::Mask> {
        BoxPolygon::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<2>>, b: &One<Polygon>) -> bool {
        BoxPolygon::apart(a, b)
    }
}
