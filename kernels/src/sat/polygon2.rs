//! Convex polygons in 2D: the normals of all edges of both.

use super::{
    deepest::{Deepest, of_the_other},
    outline::{OfBox, OfPolygon, Outline},
};
use crate::{
    contact::{Found, PairTest},
    real::{
        Real,
        vector::{dot, neg, sub, sum_abs},
    },
    shape::{Obb, Polygon, in_f64},
};

/// Two polygons: the distance along the normal of an edge that separates them most or overlaps
/// least, by number: `i` for edge `i` of A, `16 + j` for edge `j` of B; edge `i` goes from vertex
/// `i` to the next.
///
/// Where two edges tell the same, the lower number counts. The polygons need not be convex to the
/// last bit, nor have an area: along each normal all vertices of both are looked at, so that no
/// edge, however short and ill-directed, tells of a gap that is not there. Between polygons where
/// all vertices of each coincide, the number is 0.
pub struct Polygons;

/// A box and a polygon: as for two [`Polygons`], with the box as a polygon of four vertices, 0 to 3
/// at `[+, +]`, `[-, +]`, `[-, -]` and `[+, -]` along its axes, the second of which counts as
/// turned around if it is not to the left of the first.
pub struct ObbPolygon;

/// The first number of an edge of B.
pub(crate) const OF_B: usize = 16;

/// Roundings in a distance along a normal, of the sum of all sizes.
///
/// As any direction will do, it does not matter to a gap how well a normal is met; to an overlap it
/// does, by up to 6 units of rounding where it is the axis of a box, see
/// [`Obb2`](super::Obb2). The vertices of a box take 2 roundings, a projection 3, the sum of all 2.
/// Doubled, and rounded up.
const ROUNDINGS: f32 = 32.0;

/// A pair of outlines.
pub(crate) struct Outlines<R, A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    /// From the center of A to that of B.
    pub(crate) between: [R; 2],
}

impl<'a, R: Real> Outlines<R, OfPolygon<'a, R>, OfPolygon<'a, R>> {
    #[inline(always)]
    pub(crate) fn of_polygons(a: &'a Polygon<R>, b: &'a Polygon<R>) -> Self {
        Self { a: OfPolygon::new(a), b: OfPolygon::new(b), between: sub(b.center, a.center) }
    }
}

impl<'a, R: Real> Outlines<R, OfBox<R>, OfPolygon<'a, R>> {
    #[inline(always)]
    pub(crate) fn of_box_and_polygon(a: &Obb<2, R>, b: &'a Polygon<R>) -> Self {
        Self { a: OfBox::new(a), b: OfPolygon::new(b), between: sub(b.center, a.center) }
    }
}

impl<R: Real, A: Outline<R>, B: Outline<R>> Outlines<R, A, B> {
    /// A bound of what rounding does to distances. Infinite where anything overflows: an edge is
    /// up to twice as long as its vertices are far from the center.
    #[inline(always)]
    fn slack(&self) -> R {
        let half = self.a.size() + self.b.size();
        let size = sum_abs(self.between) + (half + half);
        // In `f64` this is 0, and none is needed: products of `f32` do not vanish in it.
        let vanished = f32::MIN_POSITIVE * (R::UNIT / f32::UNIT);
        size * size.of(ROUNDINGS * R::UNIT) + size.of(vanished)
    }

    /// How far B is from A in a direction.
    #[inline(always)]
    fn along(&self, direction: [R; 2]) -> R {
        let reach = self.a.reach(direction) + self.b.reach(neg(direction));
        dot(direction, self.between) - reach
    }

    /// The normal along which the outlines are farthest apart or overlap least.
    #[inline(always)]
    fn deepest(&self) -> Deepest<2, R> {
        let (zero, one) = (self.between[0].of(0.0), self.between[0].of(1.0));
        let none = zero.of(f32::NEG_INFINITY);
        let mut best = Deepest::new([one, zero], none);
        for i in 0..self.a.edges() {
            let (direction, exists) = self.a.normal(i);
            best.add(i, direction, R::select(exists, self.along(direction), none));
        }
        for j in 0..self.b.edges() {
            let (normal, exists) = self.b.normal(j);
            let direction = neg(normal);
            best.add(OF_B + j, direction, R::select(exists, self.along(direction), none));
        }
        // Without a single edge nothing is known yet.
        best.distance = R::select(best.distance.le(none), zero, best.distance);
        best
    }

    /// What the test finds, and how far the distance errs at most.
    #[inline(always)]
    pub(crate) fn contact(&self) -> (Found<2, 0, R>, R) {
        (self.deepest().contact(), self.slack())
    }
}

impl<A: Outline<f64>, B: Outline<f64>> Outlines<f64, A, B> {
    /// Whether the outlines are apart for certain.
    ///
    /// The normals of the edges do not tell, or only by next to nothing, where the outlines are
    /// needles, or segments, and one lies before the tip of the other. Then they are apart along
    /// the edges, and the best of them, whose normal tells that it is next to nothing, will do. Two
    /// points are apart along an axis of the plane, and what circles around the centers tell apart
    /// is along the way between them.
    fn apart(&self) -> bool {
        let [x, y] = self.deepest().direction;
        let slack = self.slack();
        let between = unit_or_zero(self.between);
        let mut ways = [[x, y], [-y, x], [y, -x], [-x, -y], between].into_iter();
        ways.any(|way| self.along(way) > slack)
    }
}

/// A direction of length 1, or none at all.
fn unit_or_zero([x, y]: [f64; 2]) -> [f64; 2] {
    let length = x.hypot(y);
    if length > 0.0 { [x / length, y / length] } else { [0.0; 2] }
}

impl PairTest<2, 0> for Polygons {
    type A = Polygon;
    type B = Polygon;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Polygon<R>, b: &Polygon<R>) -> (Found<2, 0, R>, R) {
        Outlines::of_polygons(a, b).contact()
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        of_the_other(axis, OF_B)
    }

    #[cold]
    fn apart(a: &Polygon, b: &Polygon) -> bool {
        Outlines::of_polygons(&in_f64::<Polygon>(a), &in_f64::<Polygon>(b)).apart()
    }
}

impl PairTest<2, 0> for ObbPolygon {
    type A = Obb<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Polygon<R>) -> (Found<2, 0, R>, R) {
        Outlines::of_box_and_polygon(a, b).contact()
    }

    #[cold]
    fn apart(a: &Obb<2>, b: &Polygon) -> bool {
        Outlines::of_box_and_polygon(&in_f64::<Obb<2>>(a), &in_f64::<Polygon>(b)).apart()
    }
}
