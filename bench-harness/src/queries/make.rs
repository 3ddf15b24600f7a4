//! Queries from a scene and a seed.

use std::array;

use jostle::{
    Aabb,
    bvh::{BallQuery, BoxCast},
    geometry::ray::Ray,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Batch, Kind};
use crate::{
    boxes::{Boxes, Shapes},
    runner::box_columns,
    scene::placement::direction,
};

/// What queries to make.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Their kind.
    pub kind: Kind,
    /// Their number.
    pub count: usize,
    /// How many shapes a point asks for.
    pub k: usize,
    /// The farthest that counts for a point; how far regions and moving boxes reach from their
    /// centers.
    pub radius: f32,
    /// What they are made from, together with the shapes.
    pub seed: u64,
}

/// So that queries are not drawn from the numbers that the scene was drawn from.
const STREAM: u64 = 0x5175_6572_6965_7300;

/// Way of a moving box, in mean sizes of the shapes.
const WAY: f32 = 4.0;

/// Makes queries: the same for the same shapes and seed.
#[must_use]
pub fn make<const D: usize>(shapes: &Shapes<D>, asked: &Asked) -> Batch<D> {
    let mut rng = Pcg64Mcg::seed_from_u64(asked.seed ^ STREAM);
    let Asked { count, k, radius, .. } = *asked;
    match asked.kind {
        Kind::Ray => {
            let bounds = bounds(shapes);
            let ray = || Ray::new(point_within(&mut rng, &bounds), direction(&mut rng));
            Batch::Rays(std::iter::repeat_with(ray).take(count).collect())
        }
        Kind::Knn => {
            let points = (0..count).map(|query| match shapes.len() {
                0 => [0.0; D],
                len => center(shapes, query % len),
            });
            Batch::Points { points: points.collect(), k, max_distance: radius }
        }
        Kind::Overlap => {
            let centers = (0..count).map(|_| center(shapes, some_shape(&mut rng, shapes)));
            match shapes {
                Shapes::Boxes(_) => Batch::Boxes(centers.map(|at| around(at, radius)).collect()),
                Shapes::Balls(_) => {
                    Batch::Balls(centers.map(|at| BallQuery::new(at, radius)).collect())
                }
            }
        }
        Kind::Cast => {
            let way = (WAY * mean_size(shapes)).min(f32::MAX);
            let own: Vec<u32> = (0..count).map(|_| some_shape(&mut rng, shapes) as u32).collect();
            let cast = |own: &u32| {
                let motion = direction::<D>(&mut rng).map(|along| along * way);
                BoxCast::new(around(center(shapes, *own as usize), radius), motion)
            };
            Batch::Casts { casts: own.iter().map(cast).collect(), own }
        }
    }
}

/// The index of some shape; 0 where there are none.
fn some_shape<const D: usize>(rng: &mut Pcg64Mcg, shapes: &Shapes<D>) -> usize {
    rng.random_range(0..shapes.len().max(1))
}

fn around<const D: usize>(center: [f32; D], radius: f32) -> Aabb<D> {
    Aabb::from_center_radius(center, radius)
}

/// The center of a shape, the origin where there is no such shape.
fn center<const D: usize>(shapes: &Shapes<D>, index: usize) -> [f32; D] {
    if index >= shapes.len() {
        return [0.0; D];
    }
    match shapes {
        Shapes::Boxes(boxes) => {
            array::from_fn(|axis| 0.5 * boxes.min[axis][index] + 0.5 * boxes.max[axis][index])
        }
        Shapes::Balls(balls) => array::from_fn(|axis| balls.center[axis][index]),
    }
}

/// The bounds of all shapes; a point where there are none.
fn bounds<const D: usize>(shapes: &Shapes<D>) -> Aabb<D> {
    if shapes.is_empty() {
        return Aabb::point([0.0; D]);
    }
    let Boxes { min, max } = &*box_columns(shapes);
    Aabb {
        min: min.each_ref().map(|column| column.iter().copied().fold(f32::INFINITY, f32::min)),
        max: max.each_ref().map(|column| column.iter().copied().fold(f32::NEG_INFINITY, f32::max)),
    }
}

/// A point within a box, uniform. In `f64`, since extents may exceed the range of `f32`.
fn point_within<const D: usize>(rng: &mut Pcg64Mcg, bounds: &Aabb<D>) -> [f32; D] {
    array::from_fn(|axis| {
        let (low, high) = (f64::from(bounds.min[axis]), f64::from(bounds.max[axis]));
        (low + (high - low) * rng.random::<f64>()) as f32
    })
}

/// The mean extent of the shapes over all axes; 0 where there are none.
#[must_use]
pub fn mean_size<const D: usize>(shapes: &Shapes<D>) -> f32 {
    let sum: f64 = match shapes {
        Shapes::Boxes(boxes) => {
            let columns = boxes.min.iter().flatten().zip(boxes.max.iter().flatten());
            columns.map(|(min, max)| f64::from(*max) - f64::from(*min)).sum()
        }
        Shapes::Balls(balls) => balls.radius.iter().map(|r| 2.0 * D as f64 * f64::from(*r)).sum(),
    };
    (sum / (D * shapes.len().max(1)) as f64).min(f64::from(f32::MAX)) as f32
}
