//! A small box around points in space.

use jostle_kernels::{
    real::vector::{add, dot, scale, sub},
    shape::Obb,
};

use super::{
    eigen::eigenvectors,
    enclose::enclose,
    plane::{convex_hull, flush_side},
};
use crate::{Error, memory::reserve, tree::query::check_points};

/// The coordinate axes.
const COORDINATES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Most times that the axes are improved.
const ROUNDS: usize = 4;

/// A small oriented box that contains points: all of them for certain, as it is rounded outward.
/// None if there are no points, or if it would be larger than `f32` tells, which takes coordinates
/// above 1e38. Points may coincide, or lie on a line or in a plane. O(n log n)
///
/// It begins with the box along the coordinate axes and that along the eigenvectors of the
/// covariance. Seen along each of its axes in turn a box becomes the [smallest
/// rectangle](super::obb2) as long as it shrinks (G. Barequet and S. Har-Peled, *Efficiently
/// approximating the minimum-volume bounding box of a point set in three dimensions*, 2001, section
/// 5), and the smaller of both is taken. The smallest of all boxes may be smaller: by 4 % on
/// average where points fill a turned box.
///
/// # Errors
/// [`Error::Query`] when a point is not finite, with its index; [`Error::OutOfMemory`].
pub fn obb3(points: &[[f32; 3]]) -> Result<Option<Obb<3>>, Error> {
    check_points(points, 0.0)?;
    let Some(first) = points.first() else { return Ok(None) };
    let origin = wide(first);
    let mut best = Candidate::along(COORDINATES, points).shrunk(points, origin)?;
    let eigenvectors = eigenvectors(covariance(points, origin));
    best.improve(Candidate::along(eigenvectors, points).shrunk(points, origin)?);
    Ok(Some(best.obb).filter(|obb| obb.half.iter().all(|half| half.is_finite())))
}

/// A box and its axes, as they were before they were rounded.
struct Candidate {
    axes: [[f64; 3]; 3],
    obb: Obb<3>,
    volume: f64,
}

impl Candidate {
    fn along(axes: [[f64; 3]; 3], points: &[[f32; 3]]) -> Self {
        let rounded = axes.map(|axis| axis.map(|x| x as f32));
        let obb = enclose(rounded, points.iter().map(|point| [wide(point)])).obb;
        Self { axes, volume: obb.half.into_iter().map(f64::from).product(), obb }
    }

    /// Turned about its axes as long as that makes it smaller.
    fn shrunk(mut self, points: &[[f32; 3]], origin: [f64; 3]) -> Result<Self, Error> {
        for _ in 0..ROUNDS {
            let mut improved = false;
            for axis in 0..3 {
                let axes = turned(self.axes, axis, points, origin)?;
                improved |= self.improve(Self::along(axes, points));
            }
            if !improved {
                break;
            }
        }
        Ok(self)
    }

    /// Becomes another one if that is smaller; whether it is.
    fn improve(&mut self, other: Self) -> bool {
        let smaller = other.volume < self.volume;
        if smaller {
            *self = other;
        }
        smaller
    }
}

fn wide(point: &[f32; 3]) -> [f64; 3] {
    point.map(f64::from)
}

/// The covariance of points, seen from one of them, so that it is precise wherever they lie.
fn covariance(points: &[[f32; 3]], origin: [f64; 3]) -> [[f64; 3]; 3] {
    let (mut sum, mut products) = ([0.0; 3], [[0.0; 3]; 3]);
    for point in points {
        let from = sub(wide(point), origin);
        sum = add(sum, from);
        for (row, x) in products.iter_mut().zip(from) {
            *row = add(*row, scale(from, x));
        }
    }
    let share = 1.0 / points.len() as f64;
    let mean = scale(sum, share);
    [0, 1, 2].map(|axis| sub(scale(products[axis], share), scale(mean, mean[axis])))
}

/// Axes turned about one of them, so that seen along it the box is the smallest rectangle.
fn turned(
    axes: [[f64; 3]; 3],
    about: usize,
    points: &[[f32; 3]],
    origin: [f64; 3],
) -> Result<[[f64; 3]; 3], Error> {
    let [u, v] = [axes[(about + 1) % 3], axes[(about + 2) % 3]];
    let mut seen = Vec::new();
    reserve(&mut seen, points.len(), "the points of a box")?;
    seen.extend(points.iter().map(|point| {
        let from = sub(wide(point), origin);
        [dot(u, from) as f32, dot(v, from) as f32]
    }));
    let [cos, sin] = flush_side(&convex_hull(&seen)?);
    let mut turned = axes;
    turned[(about + 1) % 3] = add(scale(u, cos), scale(v, sin));
    turned[(about + 2) % 3] = sub(scale(v, cos), scale(u, sin));
    Ok(turned)
}
