//! Steps of shapes that the caller keeps.

use std::time::{Duration, Instant};

use jostle::{CollisionPipeline, Filter, Pair, cancel::CancelToken, step::PipelineInput};
use numpy::{PyArray2, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    contacts::{ContactLists, Told},
    dimensions::{Dimensions, in_dimensions},
    error::{Fault, listed, refused},
    output::{collect, pairs},
    pairs::{FilterArrays, flags},
    pool::run,
    shapes::{Dimension, GatheredShapes, GivenShapes, ShapeArrays, ShapeViews, Space},
};

/// A pipeline, and what it reads that does not lie as columns.
struct Kept<const D: usize> {
    pipeline: CollisionPipeline<D>,
    gathered: GatheredShapes<D>,
    /// How long the engine took for the last step.
    took: Duration,
}

impl<const D: usize> Kept<D>
where
    Dimension: Space<D>,
{
    fn new(margin: f32) -> PyResult<Self> {
        let pipeline = CollisionPipeline::new().with_margin(margin).map_err(refused)?;
        Ok(Self { pipeline, gathered: GatheredShapes::default(), took: Duration::ZERO })
    }

    fn step(
        &mut self,
        shapes: &ShapeViews<'_>,
        filter: Filter<'_>,
        sensors: Option<&[bool]>,
        cancel: &CancelToken,
    ) -> Result<(), Fault> {
        let columns = self.gathered.columns(shapes)?;
        let mut input = PipelineInput::new(columns).with_filter(filter);
        if let Some(sensors) = sensors {
            input = input.with_sensors(sensors);
        }
        self.pipeline.set_cancel(Some(cancel.clone()));
        let start = Instant::now();
        let stepped = self.pipeline.step(input).map(|_| ());
        self.took = start.elapsed();
        self.pipeline.set_cancel(None);
        Ok(stepped?)
    }
}

/// Finds contacts of the caller's arrays, from step to step.
#[pyclass(module = "jostle._jostle")]
pub(crate) struct Pipeline {
    kept: Dimensions<Kept<2>, Kept<3>>,
    threads: Option<usize>,
}

#[pymethods]
impl Pipeline {
    #[new]
    fn new(dimensions: usize, margin: f32, threads: Option<usize>) -> PyResult<Self> {
        let kept = match dimensions {
            2 => Dimensions::Two(Kept::new(margin)?),
            3 => Dimensions::Three(Kept::new(margin)?),
            _ => return Err(PyValueError::new_err("dimensions is 2 or 3")),
        };
        Ok(Self { kept, threads })
    }

    /// Finds what touches now, and how many pairs began, persist and ended.
    fn step(
        &mut self,
        py: Python<'_>,
        shapes: GivenShapes<'_>,
        filter: Option<FilterArrays<'_>>,
        sensors: Option<PyReadonlyArray1<'_, u8>>,
    ) -> PyResult<(usize, usize, usize)> {
        let dimensions = match &self.kept {
            Dimensions::Two(_) => 2,
            Dimensions::Three(_) => 3,
        };
        let arrays = ShapeArrays::of(&shapes, Some(dimensions))?;
        let filter = filter.as_ref().map_or(Ok(Filter::default()), FilterArrays::filter)?;
        let sensors = match &sensors {
            Some(sensors) => Some(flags("sensors", sensors.as_slice()?)?),
            None => None,
        };
        let views = arrays.views();
        in_dimensions!(&mut self.kept, kept => {
            run(py, self.threads, |cancel| kept.step(&views, filter, sensors, cancel))?;
            let counts = kept.pipeline.events().counts();
            Ok((counts.begun, counts.persisted, counts.ended))
        })
    }

    /// The pairs that touch, as an array of shape (n, 2).
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let found = in_dimensions!(&self.kept, kept => kept.pipeline.touching());
        pairs(py, collect(found.iter().copied())?)
    }

    /// The pairs with a sensor that touch, as an array of shape (n, 2).
    fn sensor_overlaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let found = in_dimensions!(&self.kept, kept => kept.pipeline.sensor_overlaps());
        pairs(py, collect(found.iter().copied())?)
    }

    /// The pairs that began, persist and ended, as arrays of shape (n, 2).
    fn events<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyArray2<u32>>; 3]> {
        let (events, now, before) = in_dimensions!(&self.kept, kept => {
            let pipeline = &kept.pipeline;
            (pipeline.events(), pipeline.touching(), pipeline.touching_before())
        });
        let listed = |places: &mut dyn Iterator<Item = Pair>| pairs(py, collect(places)?);
        Ok([
            listed(&mut events.begun().map(|place| now[place]))?,
            listed(&mut events.persisted().map(|(place, _)| now[place]))?,
            listed(&mut events.ended().map(|place| before[place]))?,
        ])
    }

    /// The contacts of the last step.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Told<'py>> {
        in_dimensions!(&self.kept, kept => {
            let contacts = kept.pipeline.contacts();
            py.detach(|| ContactLists::of(contacts))?.told(py)
        })
    }

    /// How many seconds the engine took for the last step: the rest of the call is Python.
    fn engine_seconds(&self) -> f64 {
        in_dimensions!(&self.kept, kept => kept.took.as_secs_f64())
    }

    /// What the last step left out.
    fn invalid(&self) -> Vec<(u32, String, bool)> {
        listed(in_dimensions!(&self.kept, kept => kept.pipeline.invalid()))
    }

    /// Stands for the contacts of the last step.
    fn digest(&self, py: Python<'_>) -> PyResult<u64> {
        in_dimensions!(&self.kept, kept => run(py, self.threads, |_| {
            Ok(kept.pipeline.contacts().digest(u64::from).value())
        }))
    }
}
