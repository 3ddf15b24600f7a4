//! The outlines of convex shapes in the plane: vertices, and normals of edges.

use crate::{
    real::{
        Mask, Real,
        vector::{add, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{MAX_VERTICES, Obb, Polygon},
};

/// A convex outline, or eight of them, counter-clockwise.
pub(crate) trait Outline<R: Real> {
    /// The vertices, relative to the center, in fours: so many that they are all of every lane.
    /// Lanes of fewer repeat their first.
    fn vertices(&self) -> &[[[R; 2]; 4]];

    /// Number of edges: the most of any lane.
    fn edges(&self) -> usize;

    /// The unit normal of edge `i`, from vertex `i` to the next, and whether there is such an edge:
    /// one from a vertex to its repetition is none, and its normal is zero.
    ///
    /// It points outward, but for what rounding does to edges of a few ulp.
    fn normal(&self, i: usize) -> ([R; 2], R::Mask);

    /// How far the outline reaches from its center along a direction.
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

/// The outline of a polygon.
pub(crate) struct OfPolygon<'a, R> {
    vertices: &'a [[R; 2]; MAX_VERTICES],
    normals: [[R; 2]; MAX_VERTICES],
    edges: usize,
}

impl<'a, R: Real> OfPolygon<'a, R> {
    #[inline(always)]
    pub(crate) fn new(polygon: &'a Polygon<R>) -> Self {
        let zero = polygon.count.of(0.0);
        let vertices = &polygon.vertices;
        let mut normals = [[zero; 2]; MAX_VERTICES];
        let edges = most(polygon.count);
        for i in 0..edges {
            normals[i] = normal(vertices[i], vertices[(i + 1) % MAX_VERTICES]);
        }
        Self { vertices, normals, edges }
    }
}

impl<R: Real> Outline<R> for OfPolygon<'_, R> {
    #[inline(always)]
    fn vertices(&self) -> &[[[R; 2]; 4]] {
        &self.vertices.as_chunks().0[..self.edges.div_ceil(4)]
    }
    #[inline(always)]
    fn edges(&self) -> usize {
        self.edges
    }
    #[inline(always)]
    fn normal(&self, i: usize) -> ([R; 2], R::Mask) {
        let normal = self.normals[i];
        (normal, normal[0].of(0.0).lt(sum_abs(normal)))
    }
}

/// The outline of a box. Vertices 0 to 3 are at `[+, +]`, `[-, +]`, `[-, -]` and `[+, -]` along its
/// [axes](counter_clockwise). There are all edges: those of no length have a normal too.
pub(crate) struct OfBox<R> {
    vertices: [[R; 2]; 4],
    normals: [[R; 2]; 4],
}

impl<R: Real> OfBox<R> {
    #[inline(always)]
    pub(crate) fn new(shape: &Obb<2, R>) -> Self {
        let [x, y] = counter_clockwise(shape.axes);
        let (to_x, to_y) = (scale(x, shape.half[0]), scale(y, shape.half[1]));
        let (corner, next) = (add(to_x, to_y), sub(to_y, to_x));
        Self { vertices: [corner, next, neg(corner), neg(next)], normals: [y, neg(x), neg(y), x] }
    }
}

impl<R: Real> Outline<R> for OfBox<R> {
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
const LIFT: f32 = (1_u128 << 100) as f32;

/// The unit normal to the right of the way from one vertex to another, zero if they coincide.
///
/// It errs by up to 3 roundings in each component, whatever the length; along an axis it is exact.
#[inline(always)]
fn normal<R: Real>(from: [R; 2], to: [R; 2]) -> [R; 2] {
    let [x, y] = sub(to, from);
    let (zero, one) = (x.of(0.0), x.of(1.0));
    let size = x.abs().max(y.abs());
    let lifted = R::select(size.lt(x.of(1e-12)), x.of(LIFT), one);
    let by = R::select(x.of(1e18).lt(size), x.of(1.0 / LIFT), lifted);
    let (x, y) = (x * by, y * by);
    let length = (x * x + y * y).sqrt();
    let present = zero.lt(length);
    let length = R::select(present, length, one);
    [y / length, -(x / length)]
}
