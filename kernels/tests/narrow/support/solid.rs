//! Shapes as points, segments, boxes, polygons and triangles with a radius: how far points are
//! from them, in `f64` and exactly. Nothing is shared with the kernels, nor is any of it fast.

use std::fmt::Debug;

use jostle_kernels::shape::{Ball, Capsule, Obb, Triangle};

use super::{Exact, exact, squares::Squares, sub};

/// A shape.
pub(crate) trait Solid<const D: usize>: Copy + Debug {
    /// The place that points are relative to.
    fn center(&self) -> [f32; D];
    /// The radius around the core.
    fn radius(&self) -> f32;
    /// All numbers but the center and the radius.
    fn numbers(&self) -> Vec<f32>;
    /// The distance from a point, relative to the center, to the surface: negative inside.
    fn distance(&self, point: [f64; D]) -> f64;
    /// How much distances may err by edges so short that their squares lose digits in `f32`: as
    /// many as there may be, as long as the longest.
    fn lost(&self) -> f64 {
        0.0
    }
    /// The squares of the exact distances from a point to the core.
    fn squares(&self, point: &[Exact; D]) -> Squares;
}

/// The components as `f64`.
pub(crate) fn wide<const D: usize>(v: [f32; D]) -> [f64; D] {
    v.map(f64::from)
}

/// The exact components.
pub(crate) fn exactly<const D: usize>(v: [f32; D]) -> [Exact; D] {
    v.map(exact)
}

/// `a + by * b`.
pub(crate) fn plus<const D: usize>(a: [f64; D], b: [f64; D], by: f64) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + b[axis] * by)
}

/// The dot product.
pub(crate) fn inner<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// The length.
pub(crate) fn length<const D: usize>(a: [f64; D]) -> f64 {
    inner(a, a).sqrt()
}

/// From the closest point of an edge to a point.
pub(crate) fn from_edge<const D: usize>(p: [f64; D], from: [f64; D], to: [f64; D]) -> [f64; D] {
    let (edge, way) = (plus(to, from, -1.0), plus(p, from, -1.0));
    let t = inner(way, edge) / inner(edge, edge);
    if t > 0.0 && t < 1.0 {
        return plus(way, edge, -t);
    }
    if t >= 1.0 { plus(p, to, -1.0) } else { way }
}

/// The distance from a point to a triangle.
fn from_triangle(p: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> f64 {
    let edges = [(a, b), (b, c), (c, a)].map(|(from, to)| length(from_edge(p, from, to)));
    let least = edges.into_iter().fold(f64::INFINITY, f64::min);
    let (u, v, way) = (plus(b, a, -1.0), plus(c, a, -1.0), plus(p, a, -1.0));
    let (uu, uv, vv, up, vp) =
        (inner(u, u), inner(u, v), inner(v, v), inner(u, way), inner(v, way));
    let s = (up * vv - uv * vp) / (uu * vv - uv * uv);
    if !(0.0..=1.0).contains(&s) {
        return least;
    }
    // What is closest on a line through the triangle: a point of it, whatever rounding did to `s`.
    let start = plus(a, u, s);
    least.min(length(from_edge(p, start, plus(start, v, 1.0 - s))))
}

impl<const D: usize> Solid<D> for Ball<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn radius(&self) -> f32 {
        self.radius
    }
    fn numbers(&self) -> Vec<f32> {
        Vec::new()
    }
    fn distance(&self, point: [f64; D]) -> f64 {
        length(point) - f64::from(self.radius)
    }
    fn squares(&self, point: &[Exact; D]) -> Squares {
        let mut squares = Squares::default();
        squares.vector(point);
        squares
    }
}

impl<const D: usize> Solid<D> for Capsule<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn radius(&self) -> f32 {
        self.radius
    }
    fn numbers(&self) -> Vec<f32> {
        self.axis.to_vec()
    }
    fn distance(&self, point: [f64; D]) -> f64 {
        let axis = wide(self.axis);
        length(from_edge(point, axis.map(|x| -x), axis)) - f64::from(self.radius)
    }
    fn squares(&self, point: &[Exact; D]) -> Squares {
        let mut squares = Squares::default();
        squares.edge(point, [&exactly(self.axis.map(|x| -x)), &exactly(self.axis)]);
        squares
    }
}

/// The triangles that the faces of a box consist of, by the signs of their corners.
fn box_faces() -> impl Iterator<Item = [[f64; 3]; 3]> {
    (0..3).flat_map(|axis| [-1.0, 1.0].map(|side| (axis, side))).flat_map(|(axis, side)| {
        let corner = |u: f64, v: f64| {
            let mut signs = [side; 3];
            (signs[(axis + 1) % 3], signs[(axis + 2) % 3]) = (u, v);
            signs
        };
        let [a, b, c, d] =
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        [[a, b, c], [a, c, d]]
    })
}

impl Solid<3> for Obb<3> {
    fn center(&self) -> [f32; 3] {
        self.center
    }
    fn radius(&self) -> f32 {
        0.0
    }
    fn numbers(&self) -> Vec<f32> {
        self.half.to_vec()
    }
    fn distance(&self, point: [f64; 3]) -> f64 {
        let axes = self.axes.map(wide);
        let half = wide(self.half);
        let corner = |signs: [f64; 3]| {
            (0..3).fold([0.0; 3], |sum, i| plus(sum, axes[i], signs[i] * half[i]))
        };
        let faces = box_faces().map(|face| from_triangle(point, face.map(corner)));
        let least = faces.fold(f64::INFINITY, f64::min);
        let inside = (0..3).all(|i| {
            let [j, k] = [(i + 1) % 3, (i + 2) % 3];
            let normal = std::array::from_fn(|c| {
                let [d, e] = [(c + 1) % 3, (c + 2) % 3];
                axes[j][d] * axes[k][e] - axes[j][e] * axes[k][d]
            });
            inner(point, normal).abs() <= (inner(axes[i], normal) * half[i]).abs()
        });
        if inside { -least } else { least }
    }
    fn squares(&self, point: &[Exact; 3]) -> Squares {
        let mut squares = Squares::default();
        let axes = self.axes.map(exactly);
        let sides: [_; 3] =
            std::array::from_fn(|i| axes[i].clone().map(|c| c * exact(self.half[i])));
        let corner = |signs: [f64; 3]| -> [Exact; 3] {
            std::array::from_fn(|c| {
                let terms = (0..3).map(|i| sides[i][c].clone() * exact(signs[i]));
                terms.reduce(|sum, term| sum + term).expect("three axes")
            })
        };
        for face in box_faces() {
            let [a, b, c] = face.map(corner);
            squares.triangle(point, [&a, &b, &c]);
        }
        let inside = (0..3).all(|i| {
            let normal = super::cross(&axes[(i + 1) % 3], &axes[(i + 2) % 3]);
            super::dot(point, &normal).abs() <= super::dot(&sides[i], &normal).abs()
        });
        if inside {
            squares.zero();
        }
        squares
    }
}

impl Solid<3> for Triangle {
    fn center(&self) -> [f32; 3] {
        self.vertices[0]
    }
    fn radius(&self) -> f32 {
        0.0
    }
    fn numbers(&self) -> Vec<f32> {
        self.vertices[1..].concat()
    }
    fn distance(&self, point: [f64; 3]) -> f64 {
        let corners = self.vertices.map(wide);
        from_triangle(point, corners.map(|corner| plus(corner, corners[0], -1.0)))
    }
    fn squares(&self, point: &[Exact; 3]) -> Squares {
        let mut squares = Squares::default();
        let corners = self.vertices.map(exactly);
        let [a, b, c] = corners.each_ref().map(|corner| sub(corner, &corners[0]));
        squares.triangle(point, [&a, &b, &c]);
        squares
    }
}
