//! Questions about shapes: what rays meet, what overlaps, what is nearest.

use jostle::{
    Shape,
    bvh::{DistanceHit, Lists},
    geometry::ray::Ray,
    query::{QueryFilter, ShapeHit, ShapeQueries},
};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arrays::{Column, Vectors, check_length},
    error::Fault,
    output::{array, collect, rows},
    shapes::{Dimension, GatheredShapes, ShapeViews, Space},
    view::{Axis, View},
};

/// Which shapes questions are about.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenFilter<'py> {
    category: Option<u32>,
    mask: Option<u32>,
    group: i32,
    without_sensors: bool,
    only_static: bool,
    only_moving: bool,
    /// For each question the index of a shape that is no answer.
    without: Option<PyReadonlyArray1<'py, u32>>,
}

/// The same, for any thread.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    of_all: QueryFilter<'a>,
    without: Option<&'a [u32]>,
}

impl GivenFilter<'_> {
    pub(crate) fn wanted(&self, questions: usize) -> PyResult<Wanted<'_>> {
        let mut of_all = QueryFilter::new().with_group(self.group);
        if let Some(category) = self.category {
            of_all = of_all.with_category(category);
        }
        if let Some(mask) = self.mask {
            of_all = of_all.with_mask(mask);
        }
        if self.without_sensors {
            of_all = of_all.without_sensors();
        }
        if self.only_static {
            of_all = of_all.only_static();
        }
        if self.only_moving {
            of_all = of_all.only_moving();
        }
        let without = match &self.without {
            Some(without) => Some(without.as_slice()?),
            None => None,
        };
        check_length("without", without.map_or(questions, <[u32]>::len), questions)?;
        Ok(Wanted { of_all, without })
    }
}

impl<'a> Wanted<'a> {
    fn of(&self, question: usize) -> QueryFilter<'a> {
        self.without.map_or(self.of_all, |without| self.of_all.without(without[question]))
    }
}

/// Rays as Python gives them.
pub(crate) struct Rays<'py> {
    origins: Vectors<'py>,
    directions: Vectors<'py>,
    t_max: Column<'py>,
}

impl<'py> Rays<'py> {
    pub(crate) fn of(
        [origins, directions, t_max]: [&Bound<'py, PyAny>; 3],
        dimensions: usize,
    ) -> PyResult<Self> {
        let origins = Vectors::of(origins, "origins")?;
        origins.check_dimensions("origins", dimensions)?;
        let directions = Vectors::of(directions, "directions")?;
        directions.check_dimensions("directions", dimensions)?;
        check_length("directions", directions.len(), origins.len())?;
        let t_max = Column::of_each(t_max, "t_max", origins.len())?;
        Ok(Self { origins, directions, t_max })
    }

    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    pub(crate) fn views(&self) -> RayViews<'_> {
        (self.origins.view(), self.directions.view(), self.t_max.axis())
    }
}

/// The numbers of rays.
pub(crate) type RayViews<'a> = (View<'a>, View<'a>, Axis<'a>);

fn listed<const D: usize>(
    (origins, directions, t_max): &RayViews<'_>,
) -> Result<Vec<Ray<D>>, Fault> {
    let (from, along) = (origins.reader::<D>(), directions.reader::<D>());
    let single = |vector: [f64; D]| vector.map(|x| x as f32);
    collect((0..origins.len).map(|at| Ray {
        t_max: t_max.get(at) as f32,
        ..Ray::new(single(from.get(at)), single(along.get(at)))
    }))
}

/// What rays meet: the first of each, all of each, or whether anything.
pub(crate) enum RayAnswers<const D: usize> {
    First(Vec<Option<ShapeHit<D>>>),
    All(Lists<ShapeHit<D>>),
    Any(Vec<bool>),
}

/// What is asked of rays.
#[derive(Clone, Copy)]
pub(crate) enum Want {
    First,
    All,
    Any,
}

impl Want {
    pub(crate) fn of(mode: &str) -> PyResult<Self> {
        Ok(match mode {
            "first" => Self::First,
            "all" => Self::All,
            "any" => Self::Any,
            _ => return Err(PyValueError::new_err("hits is \"first\", \"all\" or \"any\"")),
        })
    }
}

pub(crate) fn ask_rays<const D: usize>(
    queries: &ShapeQueries<'_, D>,
    rays: &RayViews<'_>,
    wanted: &Wanted<'_>,
    want: Want,
) -> Result<RayAnswers<D>, Fault> {
    let rays = listed(rays)?;
    let filter = |question: usize| wanted.of(question);
    Ok(match want {
        Want::First => {
            let mut hits = Vec::new();
            queries.closest_hits(&rays, filter, &mut hits)?;
            RayAnswers::First(hits)
        }
        Want::All => {
            let mut hits = Lists::new();
            queries.all_hits_of(&rays, filter, &mut hits)?;
            RayAnswers::All(hits)
        }
        Want::Any => {
            let mut hits = Vec::new();
            queries.any_hits(&rays, filter, &mut hits)?;
            RayAnswers::Any(hits)
        }
    })
}

/// Arrays of what rays meet: where the hits of each begin (none where each has one), shapes, times,
/// normals.
pub(crate) type Hits<'py> = (
    Option<Bound<'py, PyArray1<i64>>>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyArray1<f32>>>,
    Option<Bound<'py, PyArray2<f32>>>,
);

impl<const D: usize> RayAnswers<D> {
    pub(crate) fn told(self, py: Python<'_>) -> PyResult<Hits<'_>> {
        Ok(match self {
            Self::Any(hits) => (None, array(py, hits).into_any(), None, None),
            Self::First(hits) => {
                let index = |hit: &Option<ShapeHit<D>>| hit.map_or(-1, |hit| i64::from(hit.index));
                let time = |hit: &Option<ShapeHit<D>>| hit.map_or(f32::INFINITY, |hit| hit.t);
                let normal = |hit: &Option<ShapeHit<D>>| hit.map_or([0.0; D], |hit| hit.normal);
                (
                    None,
                    array(py, collect(hits.iter().map(index))?).into_any(),
                    Some(array(py, collect(hits.iter().map(time))?)),
                    Some(rows(py, collect(hits.iter().map(normal))?)?),
                )
            }
            Self::All(lists) => {
                let items = lists.items();
                (
                    Some(offsets(py, lists.offsets())?),
                    array(py, collect(items.iter().map(|hit| i64::from(hit.index)))?).into_any(),
                    Some(array(py, collect(items.iter().map(|hit| hit.t))?)),
                    Some(rows(py, collect(items.iter().map(|hit| hit.normal))?)?),
                )
            }
        })
    }
}

/// Where lists begin, and where the last one ends.
fn offsets<'py>(py: Python<'py>, offsets: &[usize]) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let all = collect(offsets.iter().map(|offset| *offset as i64))?;
    Ok(array(py, if all.is_empty() { vec![0] } else { all }))
}

fn shapes<const D: usize>(views: &ShapeViews<'_>) -> Result<Vec<Shape<D>>, Fault>
where
    Dimension: Space<D>,
{
    let mut gathered = GatheredShapes::default();
    let columns = gathered.rounded(views)?;
    collect((0..columns.ranges().len()).map(|index| columns.get(index)))
}

/// The shapes that each of some shapes touches.
pub(crate) fn ask_overlaps<const D: usize>(
    queries: &ShapeQueries<'_, D>,
    views: &ShapeViews<'_>,
    wanted: &Wanted<'_>,
) -> Result<Lists<u32>, Fault>
where
    Dimension: Space<D>,
{
    let mut found = Lists::new();
    queries.overlapping_of(&shapes(views)?, |question| wanted.of(question), &mut found)?;
    Ok(found)
}

/// Offsets and indices.
pub(crate) type Overlaps<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

pub(crate) fn told_overlaps<'py>(py: Python<'py>, found: &Lists<u32>) -> PyResult<Overlaps<'py>> {
    let indices = array(py, collect(found.items().iter().copied())?);
    Ok((offsets(py, found.offsets())?, indices))
}

/// The shapes nearest to each of some shapes, no farther than a distance.
pub(crate) fn ask_nearest<const D: usize>(
    queries: &ShapeQueries<'_, D>,
    views: &ShapeViews<'_>,
    (k, distance): (usize, f32),
    wanted: &Wanted<'_>,
) -> Result<Lists<DistanceHit>, Fault>
where
    Dimension: Space<D>,
{
    let (mut found, asked) = (Lists::new(), shapes(views)?);
    queries.nearest_of(&asked, k, distance, |question| wanted.of(question), &mut found)?;
    Ok(found)
}

/// Offsets, indices and distances.
pub(crate) type Near<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>);

pub(crate) fn told_nearest<'py>(
    py: Python<'py>,
    found: &Lists<DistanceHit>,
) -> PyResult<Near<'py>> {
    let items = found.items();
    Ok((
        offsets(py, found.offsets())?,
        array(py, collect(items.iter().map(|hit| hit.id))?),
        array(py, collect(items.iter().map(|hit| hit.distance))?),
    ))
}
