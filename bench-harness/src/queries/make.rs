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
use crate::{boxes::Shapes, scene::placement::direction};

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
    let least = |column: &[f32], reach: &[f32]| {
        let ends = column.iter().enumerate();
        ends.fold(f32::INFINITY, |least, (i, x)| least.min(x - reach.get(i).unwrap_or(&0.0)))
    };
    let most = |column: &[f32], reach: &[f32]| {
        let ends = column.iter().enumerate();
        ends.fold(f32::NEG_INFINITY, |most, (i, x)| most.max(x + reach.get(i).unwrap_or(&0.0)))
    };
    match shapes {
        Shapes::Boxes(boxes) => Aabb {
            min: boxes.min.each_ref().map(|column| least(column, &[])),
            max: boxes.max.each_ref().map(|column| most(column, &[])),
        },
        Shapes::Balls(balls) => Aabb {
            min: balls.center.each_ref().map(|column| least(column, &balls.radius)),
            max: balls.center.each_ref().map(|column| most(column, &balls.radius)),
        },
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
            let columns = boxes.min.iter().zip(&boxes.max);
            columns.flat_map(|(min, max)| min.iter().zip(max).map(extent)).sum()
        }
        Shapes::Balls(balls) => balls.radius.iter().map(|r| 2.0 * D as f64 * f64::from(*r)).sum(),
    };
    (sum / (D * shapes.len().max(1)) as f64).min(f64::from(f32::MAX)) as f32
}

fn extent((min, max): (&f32, &f32)) -> f64 {
    f64::from(*max) - f64::from(*min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{boxes::Balls, runner::box_columns, scene};

    fn asked(kind: Kind, seed: u64) -> Asked {
        Asked { kind, count: 50, k: 3, radius: 0.5, seed }
    }

    fn crowd(shapes: u32) -> Shapes<2> {
        match scene::by_name("crowd").unwrap().build(shapes, 1).unwrap() {
            scene::SceneShapes::Two(scene) => scene.shapes,
            scene::SceneShapes::Three(_) => unreachable!("crowds are flat"),
        }
    }

    #[test]
    fn the_seed_decides() {
        let shapes = crowd(30);
        for kind in Kind::ALL {
            let text = |seed| format!("{:?}", make(&shapes, &asked(kind, seed)));
            assert_eq!(text(1), text(1));
            assert_eq!(text(1) == text(2), kind == Kind::Knn, "{kind:?}");
        }
    }

    #[test]
    fn points_are_centers_in_the_order_of_the_shapes() {
        let mut balls = Balls::<3>::new();
        balls.push([1.0, 2.0, 3.0], 1.0);
        balls.push([4.0, 5.0, 6.0], 2.0);
        let shapes = Shapes::Balls(balls);
        assert_eq!(mean_size(&shapes), 3.0);
        let Batch::Points { points, .. } =
            make(&shapes, &Asked { count: 3, ..asked(Kind::Knn, 1) })
        else {
            panic!("neighbors are those of points");
        };
        assert_eq!(points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]);
    }

    #[test]
    fn rays_begin_within_the_bounds() {
        let shapes = crowd(30);
        let all = bounds(&shapes);
        let boxes = box_columns(&shapes);
        assert_eq!(all.min[0], boxes.min[0].iter().copied().fold(f32::INFINITY, f32::min));
        let Batch::Rays(rays) = make(&shapes, &asked(Kind::Ray, 1)) else { panic!("no rays") };
        assert_eq!(rays.len(), 50);
        for ray in rays {
            assert!(all.overlaps(&Aabb::point(ray.origin)));
            let length = ray.direction.iter().map(|d| d * d).sum::<f32>();
            assert!((length - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn nothing_can_be_asked_about_too() {
        for kind in Kind::ALL {
            assert_eq!(make(&crowd(0), &asked(kind, 1)).len(), 50);
        }
    }
}
