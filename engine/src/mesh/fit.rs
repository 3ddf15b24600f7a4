//! The oriented box of some triangles.

use jostle_kernels::{
    real::vector::{add, cross, dot, scale, sub},
    shape::Obb,
};

use super::place::wide;
use crate::geometry::fit::{Enclosing, eigenvectors, enclose};

/// A triangle of a tree that is being built, relative to the frame of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitTriangle {
    pub(super) corners: [[f32; 3]; 3],
    pub(super) id: u32,
}

impl FitTriangle {
    /// The corners, relative to a center.
    #[inline]
    fn relative(&self, center: [f64; 3]) -> [[f64; 3]; 3] {
        self.corners.map(|corner| sub(wide(corner), center))
    }

    /// Three times the centroid along an axis, relative to a center.
    #[inline]
    pub(super) fn key(&self, center: [f64; 3], axis: [f64; 3]) -> f64 {
        let [p, q, r] = self.relative(center);
        dot(axis, add(add(p, q), r))
    }
}

/// Area, center and second moments of a surface.
struct Moments {
    /// The sum of the weights.
    weight: f64,
    /// Three times the weighted sum of the centroids.
    first: [f64; 3],
    /// Twelve times the weighted sum of the products of coordinates: of x with x, y and z, of y
    /// with y and z, of z with z.
    second: [f64; 6],
}

impl Moments {
    const NONE: Self = Self { weight: 0.0, first: [0.0; 3], second: [0.0; 6] };

    /// Adds a triangle: its surface, or its corners and centroid where all surfaces are nothing.
    #[inline]
    fn add(&mut self, [p, q, r]: [[f64; 3]; 3], by_area: bool) {
        let sum = add(add(p, q), r);
        let normal = cross(sub(q, p), sub(r, p));
        let weight = if by_area { 0.5 * dot(normal, normal).sqrt() } else { 1.0 };
        self.weight += weight;
        self.first = add(self.first, scale(sum, weight));
        let products =
            |i: usize, j: usize| sum[i] * sum[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j];
        for (k, [i, j]) in ENTRIES.into_iter().enumerate() {
            self.second[k] += weight * products(i, j);
        }
    }

    fn covariance(&self) -> [[f64; 3]; 3] {
        let mean = scale(self.first, 1.0 / (3.0 * self.weight));
        let mut matrix = [[0.0; 3]; 3];
        for (k, [i, j]) in ENTRIES.into_iter().enumerate() {
            matrix[i][j] = self.second[k] / (12.0 * self.weight) - mean[i] * mean[j];
            matrix[j][i] = matrix[i][j];
        }
        matrix
    }
}

/// The entries of a symmetric matrix.
const ENTRIES: [[usize; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];

/// The covariance of the surface of triangles (Gottschalk, Lin and Manocha, *OBBTree*, 1996), seen
/// from a corner of theirs, so that it is precise wherever they lie.
fn covariance(items: &[FitTriangle]) -> [[f64; 3]; 3] {
    let Some(first) = items.first() else { return [[0.0; 3]; 3] };
    let origin = wide(first.corners[0]);
    let of = |by_area: bool| {
        let mut moments = Moments::NONE;
        for item in items {
            moments.add(item.relative(origin), by_area);
        }
        moments
    };
    let by_area = of(true);
    if by_area.weight > 0.0 { by_area.covariance() } else { of(false).covariance() }
}

/// An oriented box around triangles.
pub(super) struct Fit {
    /// The box, relative to a center.
    pub(super) obb: Obb<3>,
    /// Coordinates along the axes of the box: the rows of the inverse of its axes.
    pub(super) dual: [[f64; 3]; 3],
    /// Three times the mean of the centroids, relative to the center.
    pub(super) mean: [f64; 3],
}

impl Fit {
    /// The box of triangles along the eigenvectors of their covariance. It contains their vertices
    /// exactly as they are stored: it grows by what rounding would leave outside.
    pub(super) fn of(items: &[FitTriangle], center: [f64; 3]) -> Self {
        let axes = eigenvectors(covariance(items)).map(|axis| axis.map(|x| x as f32));
        let Enclosing { obb, dual, sum } =
            enclose(axes, items.iter().map(|item| item.relative(center)));
        Self { obb, dual, mean: scale(sum, 1.0 / items.len() as f64) }
    }
}
