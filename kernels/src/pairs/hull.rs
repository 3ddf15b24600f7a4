//! Convex hulls in the plane: vertices and edge normals of polygons and boxes, and the separating
//! axis test of two of them along all edge normals (C. Ericson, *Real-Time Collision Detection*,
//! 2005, section 4.4).

use super::{axes::Deepest, round_hull::rounding_error};
use crate::{
    real::{
        Mask, Real,
        vector::{add, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{MAX_VERTICES, Obb, Polygon},
};

/// The vertices of a convex hull, or of eight, counter-clockwise.
pub(crate) trait Hull<R: Real> {
    /// The vertices, relative to the center, in fours: so many that they are all of every lane.
    /// Lanes of fewer repeat their first.
    fn vertices(&self) -> &[[[R; 2]; 4]];

    /// Number of edges: the most of any lane.
    fn edges(&self) -> usize;

    /// The unit normal of edge `i`, from vertex `i` to the next, and whether there is such an edge:
    /// from a vertex to its repetition there is none, and the normal is zero.
    ///
    /// It points outward, but for what rounding does to edges of a few ulp.
    fn normal(&self, i: usize) -> ([R; 2], R::Mask);

    /// How far the hull reaches from its center along a direction.
    #[inline(always)]
    fn reach(&self, direction: [R; 2]) -> R {
        let mut reach = dot(direction, self.vertices()[0][0]);
        for four in self.vertices() {
            for vertex in four {
                // In this order the first of equals stays: a vertex that is repeated changes no
                // sign of a zero.
                reach = dot(direction, *vertex).max(reach);
            }
        }
        reach
    }

    /// A bound of the sum of the sizes of any vertex' components.
    #[inline(always)]
    fn size(&self) -> R {
        let [mut x, mut y] = self.vertices()[0][0];
        (x, y) = (x.abs(), y.abs());
        for four in self.vertices() {
            for vertex in four {
                (x, y) = (x.max(vertex[0].abs()), y.max(vertex[1].abs()));
            }
        }
        x + y
    }
}

/// The unit normals of the edges of a polygon.
pub(crate) struct EdgeNormals<R> {
    all: [[R; 2]; MAX_VERTICES],
    count: usize,
}

impl<R: Real> EdgeNormals<R> {
    #[inline(always)]
    pub(crate) fn of(polygon: &Polygon<R>) -> Self {
        let (zero, vertices) = (polygon.count.of(0.0), &polygon.vertices);
        let mut normals = Self { all: [[zero; 2]; MAX_VERTICES], count: most(polygon.count) };
        for i in 0..normals.count {
            normals.all[i] = edge_normal(vertices[i], vertices[(i + 1) % MAX_VERTICES]);
        }
        normals
    }
}

/// The hull of a polygon.
// It borrows the normals: those of eight polygons are a KB to copy.
pub(crate) struct PolygonHull<'a, R> {
    vertices: &'a [[R; 2]; MAX_VERTICES],
    normals: &'a EdgeNormals<R>,
}

impl<'a, R> PolygonHull<'a, R> {
    #[inline(always)]
    pub(crate) fn new(polygon: &'a Polygon<R>, normals: &'a EdgeNormals<R>) -> Self {
        Self { vertices: &polygon.vertices, normals }
    }
}

impl<R: Real> Hull<R> for PolygonHull<'_, R> {
    #[inline(always)]
    fn vertices(&self) -> &[[[R; 2]; 4]] {
        &self.vertices.as_chunks().0[..self.normals.count.div_ceil(4)]
    }
    #[inline(always)]
    fn edges(&self) -> usize {
        self.normals.count
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> ([R; 2], R::Mask) {
        let normal = self.normals.all[i];
        (normal, normal[0].of(0.0).lt(sum_abs(normal)))
    }
}

/// The hull of a box. Vertices 0 to 3 are at `[+, +]`, `[-, +]`, `[-, -]` and `[+, -]` along its
/// [axes](counter_clockwise). There are all edges: those of no length have a normal too.
pub(crate) struct BoxHull<R> {
    vertices: [[R; 2]; 4],
    normals: [[R; 2]; 4],
}

impl<R: Real> BoxHull<R> {
    #[inline(always)]
    pub(crate) fn new(shape: &Obb<2, R>) -> Self {
        let [x, y] = counter_clockwise(shape.axes);
        let (to_x, to_y) = (scale(x, shape.half[0]), scale(y, shape.half[1]));
        let (corner, next) = (add(to_x, to_y), sub(to_y, to_x));
        Self { vertices: [corner, next, neg(corner), neg(next)], normals: [y, neg(x), neg(y), x] }
    }
}

impl<R: Real> Hull<R> for BoxHull<R> {
    #[inline(always)]
    fn vertices(&self) -> &[[[R; 2]; 4]] {
        std::slice::from_ref(&self.vertices)
    }
    #[inline(always)]
    fn edges(&self) -> usize {
        4
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> ([R; 2], R::Mask) {
        let zero = self.normals[i][0].of(0.0);
        (self.normals[i], zero.le(zero))
    }
}

/// The axes of a box, the second turned around if it is not to the left of the first, which is the
/// same box.
#[inline(always)]
pub(crate) fn counter_clockwise<R: Real>([x, y]: [[R; 2]; 2]) -> [[R; 2]; 2] {
    let turn = x[0] * y[1] - x[1] * y[0];
    [x, select(turn.lt(turn.of(0.0)), neg(y), y)]
}

/// The largest number of vertices of any lane.
#[inline(always)]
fn most<R: Real>(count: R) -> usize {
    let mut most = 3;
    while most < MAX_VERTICES && count.of(most as f32).lt(count).any() {
        most += 1;
    }
    most
}

/// A power of two that lifts the smallest of numbers to where squares do not vanish.
const EDGE_LIFT: f32 = (1_u128 << 100) as f32;

/// The unit normal to the right of the way from one vertex to another, zero if they coincide.
///
/// It errs by up to 3 roundings in each component, whatever the length; along an axis it is exact.
#[inline(always)]
fn edge_normal<R: Real>(from: [R; 2], to: [R; 2]) -> [R; 2] {
    let [x, y] = sub(to, from);
    let (zero, one) = (x.of(0.0), x.of(1.0));
    let size = x.abs().max(y.abs());
    let lifted = R::select(size.lt(x.of(1e-12)), x.of(EDGE_LIFT), one);
    let by = R::select(x.of(1e18).lt(size), x.of(1.0 / EDGE_LIFT), lifted);
    let (x, y) = (x * by, y * by);
    let length = (x * x + y * y).sqrt();
    let present = zero.lt(length);
    let length = R::select(present, length, one);
    [y / length, -(x / length)]
}

/// The first number of an edge of B.
pub(crate) const EDGES_OF_B: usize = 16;

/// Roundings in a distance along a normal, of the sum of all sizes.
///
/// As any direction will do, it does not matter to a gap how well a normal is met; to an overlap it
/// does, by up to 6 units of rounding where it is the axis of a box, see
/// [`BoxBox2`](super::BoxBox2). The vertices of a box take 2 roundings, a projection 3, the sum of
/// all 2. Doubled, and rounded up.
const HULL_ROUNDINGS: f32 = 32.0;

/// A pair of hulls.
pub(crate) struct HullPair<R, A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    /// From the center of A to that of B.
    pub(crate) between: [R; 2],
    /// How far the surface of each is from its hull.
    pub(crate) roundings: [R; 2],
}

impl<'a, R: Real> HullPair<R, PolygonHull<'a, R>, PolygonHull<'a, R>> {
    #[inline(always)]
    pub(crate) fn of_polygons(
        [a, b]: [&'a Polygon<R>; 2],
        [normals_a, normals_b]: [&'a EdgeNormals<R>; 2],
    ) -> Self {
        Self {
            a: PolygonHull::new(a, normals_a),
            b: PolygonHull::new(b, normals_b),
            between: sub(b.center, a.center),
            roundings: [a.rounding, b.rounding],
        }
    }
}

impl<'a, R: Real> HullPair<R, BoxHull<R>, PolygonHull<'a, R>> {
    #[inline(always)]
    pub(crate) fn of_box_and_polygon(
        a: &Obb<2, R>,
        b: &'a Polygon<R>,
        normals: &'a EdgeNormals<R>,
    ) -> Self {
        Self {
            a: BoxHull::new(a),
            b: PolygonHull::new(b, normals),
            between: sub(b.center, a.center),
            roundings: [b.rounding.of(0.0), b.rounding],
        }
    }
}

impl<R: Real, A: Hull<R>, B: Hull<R>> HullPair<R, A, B> {
    /// A bound of what rounding does to distances. Infinite where anything overflows: an edge is
    /// up to twice as long as its vertices are far from the center.
    #[inline(always)]
    pub(super) fn slack(&self) -> R {
        let half = self.a.size() + self.b.size();
        let size = sum_abs(self.between) + (half + half);
        // In `f64` this is 0, and none is needed: products of `f32` do not vanish in it.
        let vanished = f32::MIN_POSITIVE * (R::UNIT / f32::UNIT);
        size * size.of(HULL_ROUNDINGS * R::UNIT) + size.of(vanished)
    }

    /// How far B is from A in a direction.
    #[inline(always)]
    pub(super) fn along(&self, direction: [R; 2]) -> R {
        let reach = self.a.reach(direction) + self.b.reach(neg(direction));
        dot(direction, self.between) - reach
    }

    /// The normal along which the hulls are farthest apart or overlap least.
    #[inline(always)]
    pub(super) fn deepest(&self) -> Deepest<2, R> {
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
            best.add(EDGES_OF_B + j, direction, R::select(exists, self.along(direction), none));
        }
        // Without a single edge nothing is known yet.
        best.distance = R::select(best.distance.le(none), zero, best.distance);
        best
    }
}

impl<A: Hull<f64>, B: Hull<f64>> HullPair<f64, A, B> {
    /// Whether the hulls are apart for certain.
    ///
    /// The normals of the edges do not tell, or only by next to nothing, where the hulls are
    /// needles, or segments, and one lies before the tip of the other. Then they are apart along
    /// the edges, and the best of them, whose normal tells that it is next to nothing, will do.
    /// Two points are apart along an axis of the plane, and pairs that bounding circles separate
    /// are apart along the way between their centers. Round ones are along that between two
    /// corners.
    pub(super) fn apart(&self) -> bool {
        let deepest = self.deepest();
        let [x, y] = deepest.direction;
        let rounding = self.rounding();
        let slack = self.slack() + rounding_error(rounding);
        let between = unit_or_zero(self.between);
        let corners = self.corners(&deepest).normal;
        let ways = [[x, y], [-y, x], [y, -x], [-x, -y], between, corners];
        // Axes of boxes need not quite be unit vectors.
        ways.into_iter().any(|way| self.along(unit_or_zero(way)) - rounding > slack)
    }
}

/// A direction of length 1, or none at all.
fn unit_or_zero([x, y]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { [x / length, y / length] } else { [0.0; 2] }
}
