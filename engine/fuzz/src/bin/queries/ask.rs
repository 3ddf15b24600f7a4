//! Questions to several structures, held against what each shape alone answers.

use std::{cmp::Ordering, fmt::Debug};

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{
    Error, Shape,
    broad::{DynamicTree, Margin},
    bvh::{BuildQuality, Bvh, DistanceHit},
    geometry::ray::Ray,
    narrow::{Motion, overlap},
    query::{CastHit, ClosestShape, PathHit, QueryFilter, ShapeCast, ShapeHit, ShapeQueries},
    shape::ShapeKind,
};
use jostle_fuzz::{
    input::{Number, floats},
    shapes::{AnyMotion, AnyShape},
};

use crate::{alone::Scene, rays};

/// A question, and which shape it is not about.
#[derive(Arbitrary, Debug)]
struct Question<const D: usize> {
    asked: Asked<D>,
    without: u8,
    /// Whether only every other shape counts.
    half: bool,
}

#[derive(Arbitrary, Debug)]
enum Asked<const D: usize> {
    Ray {
        origin: [Number; D],
        direction: [Number; D],
        t: Option<[Number; 2]>,
    },
    /// From somewhere to the center of a shape.
    RayAt {
        origin: [Number; D],
        shape: u8,
    },
    Cast {
        shape: AnyShape<D>,
        motion: AnyMotion<D>,
        t_max: Number,
    },
    Path {
        shape: AnyShape<D>,
        corners: [[Number; D]; 3],
    },
    Overlap(AnyShape<D>),
    Point([Number; D]),
    Near {
        shape: AnyShape<D>,
        most: Number,
        k: u8,
    },
}

/// Holds the answer of each structure against the expected one.
fn hold<T: PartialEq + Debug, const D: usize>(
    structures: &[ShapeQueries<'_, D>],
    asked: &dyn Debug,
    expected: &std::result::Result<T, Error>,
    ask: impl Fn(&ShapeQueries<'_, D>) -> std::result::Result<T, Error>,
) {
    for (number, queries) in structures.iter().enumerate() {
        assert_eq!(ask(queries), *expected, "structure {number}: {asked:?}");
    }
}

/// By `t` or distance, and index.
fn in_order<T>(mut all: Vec<T>, key: impl Fn(&T) -> (f32, u32)) -> Vec<T> {
    all.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal));
    all
}

fn first<T: Copy>(
    all: &std::result::Result<Vec<T>, Error>,
) -> std::result::Result<Option<T>, Error> {
    all.as_ref().map(|all| all.first().copied()).map_err(Error::clone)
}

fn any<T>(all: &std::result::Result<Vec<T>, Error>) -> std::result::Result<bool, Error> {
    all.as_ref().map(|all| !all.is_empty()).map_err(Error::clone)
}

/// What a question is asked of.
struct Case<'a, 's, const D: usize> {
    scene: &'a Scene<D>,
    structures: &'a [ShapeQueries<'s, D>],
    filter: QueryFilter<'a>,
    counts: &'a dyn Fn(u32) -> bool,
}

impl<const D: usize> Case<'_, '_, D> {
    fn ray(&self, ray: &Ray<D>) {
        let all = QueryFilter::new();
        let hits = self.scene.each(self.counts, |alone| alone.closest_hit(ray, all));
        let hits = hits.map(|hits| {
            let hits = hits.into_iter().map(|(index, hit)| ShapeHit { index, ..hit }).collect();
            in_order(hits, |hit: &ShapeHit<D>| (hit.t, hit.index))
        });
        hold(self.structures, ray, &first(&hits), |q| q.closest_hit(ray, self.filter));
        hold(self.structures, ray, &any(&hits), |q| q.any_hit(ray, self.filter));
        hold(self.structures, ray, &hits, |q| {
            let mut found = Vec::new();
            q.all_hits(ray, self.filter, &mut found).map(|_| found)
        });
        let Ok(hits) = hits else { return };
        for (index, shape) in self.scene.all.shapes.iter().enumerate() {
            if (self.counts)(index as u32)
                && let Some(size) = tame_size(ray, self.scene, index)
            {
                let found = hits.iter().find(|hit| hit.index as usize == index);
                rays::check_shape(ray, shape, size, found, &mut rays::Counts::default());
            }
        }
    }

    fn cast(&self, cast: &ShapeCast<D>) {
        let all = QueryFilter::new();
        let hits = self.scene.each(self.counts, |alone| alone.closest_cast(cast, all));
        let hits = hits.map(|hits| {
            let hits = hits.into_iter().map(|(index, hit)| CastHit { index, ..hit }).collect();
            in_order(hits, |hit: &CastHit<D>| (hit.t, hit.index))
        });
        hold(self.structures, cast, &first(&hits), |q| q.closest_cast(cast, self.filter));
        hold(self.structures, cast, &any(&hits), |q| q.any_cast(cast, self.filter));
        hold(self.structures, cast, &hits, |q| {
            let mut found = Vec::new();
            q.all_casts(cast, self.filter, &mut found).map(|_| found)
        });
    }

    fn path(&self, shape: &Shape<D>, path: &[[f32; D]]) {
        let all = QueryFilter::new();
        let found = self.scene.each(self.counts, |alone| alone.closest_on_path(shape, path, all));
        let first = found.map(|found| {
            let found = found.into_iter().map(|(index, found)| {
                let hit = CastHit { index, ..found.hit };
                PathHit { hit, ..found }
            });
            let key = |found: &PathHit<D>| (found.segment, found.hit.t, found.hit.index);
            found.min_by(|a, b| key(a).partial_cmp(&key(b)).expect("they are numbers"))
        });
        hold(self.structures, &(shape, path), &first, |q| {
            q.closest_on_path(shape, path, self.filter)
        });
    }

    fn overlaps(&self, shape: &Shape<D>) {
        let all = QueryFilter::new();
        let found = self
            .scene
            .each(self.counts, |alone| alone.any_overlap(shape, all).map(|any| any.then_some(())));
        let found = found.map(|found| found.into_iter().map(|(index, ())| index).collect());
        if let Ok(found) = &found {
            let found: &Vec<u32> = found;
            for index in found {
                let other = &self.scene.all.shapes[*index as usize];
                assert_eq!(overlap(shape, other), Ok(true), "{shape:?} {other:?}");
            }
        }
        hold(self.structures, shape, &any(&found), |q| q.any_overlap(shape, self.filter));
        hold(self.structures, shape, &found, |q| {
            let mut found = Vec::new();
            q.overlapping(shape, self.filter, &mut found).map(|_| found)
        });
    }

    fn near(&self, shape: &Shape<D>, most: f32, k: usize) {
        let all = QueryFilter::new();
        let near = self.scene.each(self.counts, |alone| alone.closest(shape, most, all));
        let near = near.map(|near| {
            let near =
                near.into_iter().map(|(index, found)| ClosestShape { index, ..found }).collect();
            in_order(near, |found: &ClosestShape<D>| (found.distance, found.index))
        });
        let nearest = near.as_ref().map_err(Error::clone).map(|near| {
            let nearest = near.iter().take(k);
            let hit = |of: &ClosestShape<D>| DistanceHit { id: of.index, distance: of.distance };
            nearest.map(hit).collect::<Vec<_>>()
        });
        let asked = (shape, most, k);
        hold(self.structures, &asked, &first(&near), |q| q.closest(shape, most, self.filter));
        hold(self.structures, &asked, &nearest, |q| {
            let mut found = Vec::new();
            q.nearest(shape, k, most, self.filter, &mut found).map(|_| found)
        });
    }
}

/// What a shape is smaller than, if the oracle knows it, and sizes are such that its slack is meant
/// for them.
fn tame_size<const D: usize>(ray: &Ray<D>, scene: &Scene<D>, index: usize) -> Option<f64> {
    let shape = &scene.all.shapes[index];
    if matches!(shape.kind(), ShapeKind::Composite | ShapeKind::HalfSpace) {
        return None;
    }
    let bounds = scene.all.prepared.bounds().get(index).ok()?;
    // Below, squares of distances are lost, and normals with them.
    let tame = |x: &f32| *x == 0.0 || (1e-15..=32.0).contains(&x.abs());
    let fastest = ray.direction.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let numbers = bounds.min.iter().chain(&bounds.max).chain(&ray.origin).chain(&ray.direction);
    let is_tame = numbers.into_iter().all(tame) && fastest >= 0.125 && ray.t_min < 100.0;
    let size: f32 = (0..D).map(|axis| bounds.max[axis] - bounds.min[axis]).sum();
    is_tame.then_some(f64::from(size).max(10.0))
}

fn ask<const D: usize>(case: &Case<'_, '_, D>, asked: &Asked<D>) {
    match asked {
        Asked::Ray { origin, direction, t } => {
            let ray = Ray::new(floats(*origin), floats(*direction));
            case.ray(&match t {
                Some([t_min, t_max]) => ray.between(t_min.0, t_max.0),
                None => ray,
            });
        }
        Asked::RayAt { origin, shape } => {
            let (shapes, origin) = (&case.scene.all.shapes, floats(*origin));
            let Some(shape) = shapes.get(usize::from(*shape) % shapes.len().max(1)) else { return };
            let to = shape.center();
            case.ray(&Ray::new(origin, std::array::from_fn(|axis| to[axis] - origin[axis])));
        }
        Asked::Cast { shape, motion, t_max } => {
            let motion: Motion<D> = motion.0;
            case.cast(&ShapeCast { t_max: t_max.0, ..ShapeCast::new(&shape.0, motion) });
        }
        Asked::Path { shape, corners } => {
            case.path(&shape.0, &corners.map(floats));
        }
        Asked::Overlap(shape) => case.overlaps(&shape.0),
        Asked::Point(at) => case.overlaps(&Shape::point(floats(*at))),
        Asked::Near { shape, most, k } => case.near(&shape.0, most.0, usize::from(*k)),
    }
}

/// Asks the questions that the bytes are.
pub(crate) fn run<const D: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let scene = Scene::<D>::new(u)?;
    let bounds = scene.all.prepared.bounds();
    let builds = [BuildQuality::Fast, BuildQuality::Balanced, BuildQuality::Quality];
    let built = builds.map(|build| {
        let mut tree = Bvh::new().with_build(build);
        tree.build(bounds).expect("there is memory");
        tree
    });
    let mut kept = DynamicTree::new().with_margin(Margin::default()).expect("it is usual");
    for index in 0..scene.all.shapes.len() {
        let aabb = bounds.get(index).expect("shapes that were taken are valid");
        let handle = kept.insert(aabb).expect("there is memory");
        assert_eq!(handle.slot() as usize, index);
    }
    let trees = built.iter().map(|tree| ShapeQueries::new(tree, &scene.all.prepared));
    let kept = ShapeQueries::new(kept.queries(), &scene.all.prepared);
    let world = scene.world.queries().expect("there was a step");
    let structures: Vec<_> = trees.chain([kept, world]).collect();
    while !u.is_empty() {
        let Question { asked, without, half } = Question::<D>::arbitrary(u)?;
        let without = u32::from(without);
        let accept = |index: u32| !half || index.is_multiple_of(2);
        let counts = |index: u32| index != without && accept(index);
        let filter = QueryFilter::new().without(without).accepting(&accept);
        let (scene, structures) = (&scene, &structures[..]);
        ask(&Case { scene, structures, filter, counts: &counts }, &asked);
    }
    Ok(())
}
