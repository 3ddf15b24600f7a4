//! Outlines: vertices and edges with their normals.

use jostle_kernels::{
    real::vector::{add, add_scaled, dot, neg, scale, sub},
    shape::{Obb, Polygon, in_f64},
};

use super::Shape;

/// A point or a vector of the plane.
pub(super) type Vector = [f64; 2];

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where it begins and ends, counter-clockwise.
    pub ends: [[f64; 2]; 2],
    /// Its unit normal, outward.
    pub normal: [f64; 2],
}

/// The outline of a shape, exactly as the kernels see the shape.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The vertices, counter-clockwise.
    pub vertices: Vec<[f64; 2]>,
    /// The edges. Those of a box without extent have no length, but a normal.
    pub edges: Vec<Edge>,
}

impl Outline {
    pub(super) fn new(shape: &Shape) -> Self {
        match shape {
            Shape::Box(shape) => Self::of_box(&in_f64::<Obb<2>>(shape)),
            Shape::Polygon(shape) => Self::of_polygon(&in_f64::<Polygon>(shape)),
        }
    }

    fn of_box(shape: &Obb<2, f64>) -> Self {
        let [x, y] = shape.axes;
        let corner = |signs: [f64; 2]| {
            let along_x = add_scaled(shape.center, x, signs[0] * shape.half[0]);
            add_scaled(along_x, y, signs[1] * shape.half[1])
        };
        let vertices = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(corner);
        let normals = [y, neg(x), neg(y), x];
        let edge =
            |i: usize| Edge { ends: [vertices[i], vertices[(i + 1) % 4]], normal: normals[i] };
        Self { vertices: vertices.to_vec(), edges: (0..4).map(edge).collect() }
    }

    fn of_polygon(shape: &Polygon<f64>) -> Self {
        let given = &shape.vertices[..shape.count as usize];
        let vertices: Vec<_> = given.iter().map(|vertex| add(shape.center, *vertex)).collect();
        let next = vertices.iter().cycle().skip(1);
        let edge = |(from, to): (&Vector, &Vector)| {
            let [x, y] = sub(*to, *from);
            let length = x.hypot(y);
            let normal = [y / length, -x / length];
            // Vertices may coincide with their neighbors.
            (length > 0.0).then_some(Edge { ends: [*from, *to], normal })
        };
        let edges = vertices.iter().zip(next).filter_map(edge).collect();
        Self { vertices, edges }
    }

    /// The mean of the vertices.
    pub(super) fn middle(&self) -> Vector {
        let sum = self.vertices.iter().fold([0.0; 2], |sum, vertex| add(sum, *vertex));
        scale(sum, 1.0 / self.vertices.len() as f64)
    }

    /// The vertex that is farthest in a direction.
    pub(super) fn farthest(&self, direction: Vector) -> Vector {
        let further = |best: Vector, vertex: &Vector| {
            if dot(*vertex, direction) > dot(best, direction) { *vertex } else { best }
        };
        self.vertices.iter().fold(self.vertices[0], further)
    }
}
