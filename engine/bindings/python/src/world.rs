//! Worlds: shapes that are kept from step to step, by handles.

use jostle::{
    Handle, Pair, World as EngineWorld,
    events::PairChanges,
    shape::{Attributes, Mobility},
    snapshot::Snapshot,
};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};

use crate::{
    arrays::{Vectors, check_length},
    contacts::{ContactLists, Told},
    dimensions::{Dimensions, in_dimensions},
    error::{Fault, listed, refused},
    output::{array, collect, pairs, rows},
    pool::run,
    query::{
        GivenFilter, Hits, Near, Overlaps, Rays, Want, ask_nearest, ask_overlaps, ask_rays,
        told_nearest, told_overlaps,
    },
    shapes::{GatheredShapes, GivenShapes, ShapeArrays},
};

/// What shapes are beside their geometry.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct GivenAttributes {
    category: u32,
    mask: u32,
    group: i32,
    mobility: String,
    sensor: bool,
    ccd: bool,
    enabled: bool,
    user: u64,
}

impl GivenAttributes {
    fn attributes(&self) -> PyResult<Attributes> {
        Ok(Attributes::new()
            .with_category(self.category)
            .with_mask(self.mask)
            .with_group(self.group)
            .with_mobility(mobility(&self.mobility)?)
            .with_sensor(self.sensor)
            .with_ccd(self.ccd)
            .with_enabled(self.enabled)
            .with_user(self.user))
    }
}

fn mobility(name: &str) -> PyResult<Mobility> {
    Ok(match name {
        "moving" => Mobility::Moving,
        "sleeping" => Mobility::Sleeping,
        "static" => Mobility::Static,
        _ => {
            let text = "mobility is \"moving\", \"sleeping\" or \"static\"";
            return Err(PyValueError::new_err(text));
        }
    })
}

type Handles<'py> = PyReadonlyArray1<'py, u64>;

fn named(handles: &Handles<'_>) -> PyResult<Vec<Handle>> {
    Ok(collect(handles.as_slice()?.iter().map(|bits| Handle::from_bits(*bits)))?)
}

/// Which of the lists of a step is meant.
#[derive(Clone, Copy)]
enum List {
    Contacts,
    Sensors,
    Ccd,
}

impl List {
    fn of(name: &str) -> PyResult<Self> {
        Ok(match name {
            "contacts" => Self::Contacts,
            "sensors" => Self::Sensors,
            "ccd" => Self::Ccd,
            _ => return Err(PyTypeError::new_err("no such list")),
        })
    }

    fn changes<const D: usize>(self, world: &EngineWorld<D>) -> PairChanges<'_> {
        match self {
            Self::Contacts => world.contact_changes(),
            Self::Sensors => world.sensor_changes(),
            Self::Ccd => world.ccd_changes(),
        }
    }
}

/// Shapes that are kept from step to step.
#[pyclass(module = "jostle._jostle")]
pub(crate) struct World {
    world: Dimensions<Box<EngineWorld<2>>, Box<EngineWorld<3>>>,
    threads: Option<usize>,
    margin: f32,
}

#[pymethods]
impl World {
    #[new]
    fn new(dimensions: usize, margin: f32, threads: Option<usize>) -> PyResult<Self> {
        let world = match dimensions {
            2 => Dimensions::Two(made(EngineWorld::new(), margin)?),
            3 => Dimensions::Three(made(EngineWorld::new(), margin)?),
            _ => return Err(PyValueError::new_err("dimensions is 2 or 3")),
        };
        Ok(Self { world, threads, margin })
    }

    #[getter]
    fn dimensions(&self) -> usize {
        match &self.world {
            Dimensions::Two(_) => 2,
            Dimensions::Three(_) => 3,
        }
    }

    fn __len__(&self) -> usize {
        in_dimensions!(&self.world, world => world.shapes().len())
    }

    /// Puts shapes in, all with the same attributes, and returns their handles.
    fn insert<'py>(
        &mut self,
        py: Python<'py>,
        shapes: GivenShapes<'py>,
        attributes: GivenAttributes,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let arrays = ShapeArrays::of(&shapes, Some(self.dimensions()))?;
        let (views, attributes) = (arrays.views(), attributes.attributes()?);
        let handles = in_dimensions!(&mut self.world, world => run(py, self.threads, |_| {
            let (mut gathered, mut handles) = (GatheredShapes::default(), Vec::new());
            let columns = gathered.rounded(&views)?;
            world.shapes_mut().insert_all(columns, attributes, &mut handles)?;
            collect(handles.into_iter().map(Handle::to_bits))
        }))?;
        Ok(array(py, handles))
    }

    /// Takes shapes out.
    fn remove(&mut self, handles: Handles<'_>) -> PyResult<()> {
        let handles = named(&handles)?;
        in_dimensions!(&mut self.world, world => world.shapes_mut().remove_all(&handles))
            .map_err(refused)
    }

    /// Puts all shapes of the kinds that are given elsewhere, in the order of their indices.
    fn set_shapes(&mut self, py: Python<'_>, shapes: GivenShapes<'_>) -> PyResult<()> {
        let arrays = ShapeArrays::of(&shapes, Some(self.dimensions()))?;
        let views = arrays.views();
        in_dimensions!(&mut self.world, world => run(py, self.threads, |_| {
            let mut gathered = GatheredShapes::default();
            Ok(world.shapes_mut().set_columns(gathered.rounded(&views)?)?)
        }))
    }

    /// Puts shapes elsewhere by their centers.
    fn set_centers(
        &mut self,
        py: Python<'_>,
        handles: Handles<'_>,
        centers: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let handles = named(&handles)?;
        let centers = Vectors::of(centers, "centers")?;
        centers.check_dimensions("centers", self.dimensions())?;
        check_length("centers", centers.len(), handles.len())?;
        let view = centers.view();
        in_dimensions!(&mut self.world, world => run(py, self.threads, |_| {
            let mut gathered = jostle::records::GatheredColumns::new();
            let columns = gathered.gather(view.fields())?;
            Ok(world.shapes_mut().set_centers(&handles, columns)?)
        }))
    }

    /// Where shapes are: their centers, an array with a row for each.
    fn centers<'py>(
        &self,
        py: Python<'py>,
        handles: Handles<'py>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let handles = named(&handles)?;
        in_dimensions!(&self.world, world => {
            let mut centers = Vec::with_capacity(handles.len());
            for (index, handle) in handles.iter().enumerate() {
                let shape = world.shapes().get(*handle).map_err(of_batch(index)).map_err(refused)?;
                centers.push(shape.center());
            }
            rows(py, centers)
        })
    }

    /// Changes what shapes are beside their geometry, all the same way.
    fn set_attributes(
        &mut self,
        handles: Handles<'_>,
        attributes: GivenAttributes,
    ) -> PyResult<()> {
        let (handles, attributes) = (named(&handles)?, attributes.attributes()?);
        in_dimensions!(&mut self.world, world => {
            let shapes = world.shapes_mut();
            // Before anything is changed.
            for (index, handle) in handles.iter().enumerate() {
                shapes.index_of(*handle).map_err(of_batch(index)).map_err(refused)?;
            }
            let mut handles = handles.iter();
            handles.try_for_each(|handle| shapes.set_attributes(*handle, attributes))
        })
        .map_err(refused)
    }

    /// Puts shapes to sleep, wakes them, or makes them static.
    fn set_mobility(&mut self, handles: Handles<'_>, name: &str) -> PyResult<()> {
        let (handles, mobility) = (named(&handles)?, mobility(name)?);
        in_dimensions!(&mut self.world, world => {
            world.shapes_mut().set_mobility(&handles, mobility)
        })
        .map_err(refused)
    }

    /// The numbers that the user gave shapes.
    fn users<'py>(
        &self,
        py: Python<'py>,
        handles: Handles<'py>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let handles = named(&handles)?;
        let mut users = Vec::with_capacity(handles.len());
        for (index, handle) in handles.iter().enumerate() {
            let found = in_dimensions!(&self.world, world => world.shapes().attributes(*handle));
            users.push(found.map_err(of_batch(index)).map_err(refused)?.user);
        }
        Ok(array(py, users))
    }

    /// Makes two shapes no pair, or a pair again.
    fn exclude_pair(&mut self, a: u64, b: u64, excluded: bool) -> PyResult<()> {
        let [a, b] = [a, b].map(Handle::from_bits);
        in_dimensions!(&mut self.world, world => world.set_pair_excluded(a, b, excluded))
            .map_err(refused)
    }

    /// Finds what touches now, and how many pairs began, persist and ended.
    fn step(&mut self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        in_dimensions!(&mut self.world, world => run(py, self.threads, |cancel| {
            world.set_cancel(Some(cancel.clone()));
            let stepped = world.step().map(|_| ());
            world.set_cancel(None);
            stepped?;
            let counts = world.contact_changes().counts();
            Ok((counts.begun, counts.persisted, counts.ended))
        }))
    }

    /// The contacts of the last step.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Told<'py>> {
        in_dimensions!(&self.world, world => {
            let contacts = world.contacts();
            py.detach(|| ContactLists::of(contacts))?.told(py)
        })
    }

    /// The pairs of a list of the last step, by index, as an array of shape (n, 2).
    fn touching<'py>(&self, py: Python<'py>, list: &str) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let list = List::of(list)?;
        let found: Vec<Pair> = in_dimensions!(&self.world, world => match list {
            List::Contacts => collect(world.touching().iter().copied()),
            List::Sensors => collect(world.sensor_overlaps().iter().copied()),
            List::Ccd => collect(world.ccd_hits().iter().map(|hit| hit.pair)),
        })?;
        pairs(py, found)
    }

    /// The handles of the pairs of a list that began, persist and ended, as arrays of shape (n, 2).
    fn events<'py>(&self, py: Python<'py>, list: &str) -> PyResult<[Bound<'py, PyArray2<u64>>; 3]> {
        let list = List::of(list)?;
        let (begun, persisted, ended) = in_dimensions!(&self.world, world => {
            let changes = list.changes(world);
            let bits = |pair: [Handle; 2]| pair.map(Handle::to_bits);
            // The shapes of the last step are all there, but for those that were removed since.
            let handle = |index: u32| world.handle(index).map_or(u64::MAX, Handle::to_bits);
            (
                collect(changes.begun_handles().map(bits))?,
                collect(changes.persisted().map(|Pair { a, b }| [a, b].map(handle)))?,
                collect(changes.ended().map(bits))?,
            )
        });
        Ok([rows(py, begun)?, rows(py, persisted)?, rows(py, ended)?])
    }

    /// The handles of the shapes of the last step, by index.
    fn handles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let handles = in_dimensions!(&self.world, world => {
            collect((0..).map_while(|index| world.handle(index)).map(Handle::to_bits))?
        });
        Ok(array(py, handles))
    }

    /// What the last step left out.
    fn invalid(&self) -> Vec<(u32, String, bool)> {
        listed(in_dimensions!(&self.world, world => world.invalid()))
    }

    /// Why two shapes are reported by the last step, or are not.
    fn explain(&self, a: u64, b: u64) -> PyResult<String> {
        let [a, b] = [a, b].map(Handle::from_bits);
        let told = |text: &dyn std::fmt::Display| text.to_string();
        in_dimensions!(&self.world, world => {
            world.explain(a, b).map(|explanation| told(&explanation)).map_err(refused)
        })
    }

    /// What rays meet of the shapes of the last step.
    fn rays<'py>(
        &self,
        py: Python<'py>,
        rays: [Bound<'py, PyAny>; 3],
        filter: GivenFilter<'py>,
        hits: &str,
    ) -> PyResult<Hits<'py>> {
        let rays = Rays::of(rays.each_ref(), self.dimensions())?;
        let (wanted, want) = (filter.wanted(rays.len())?, Want::of(hits)?);
        let views = rays.views();
        in_dimensions!(&self.world, world => run(py, self.threads, |_| {
            ask_rays(&world.queries()?, &views, &wanted, want)
        })?.told(py))
    }

    /// What each of some shapes touches of those of the last step: offsets and indices.
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        shapes: GivenShapes<'py>,
        filter: GivenFilter<'py>,
    ) -> PyResult<Overlaps<'py>> {
        let asked = ShapeArrays::of(&shapes, Some(self.dimensions()))?;
        let (views, wanted) = (asked.views(), filter.wanted(asked.len())?);
        let found = in_dimensions!(&self.world, world => run(py, self.threads, |_| {
            ask_overlaps(&world.queries()?, &views, &wanted)
        }))?;
        told_overlaps(py, &found)
    }

    /// What is nearest to each of some shapes: offsets, indices and distances.
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        shapes: GivenShapes<'py>,
        k: usize,
        max_distance: f32,
        filter: GivenFilter<'py>,
    ) -> PyResult<Near<'py>> {
        let asked = ShapeArrays::of(&shapes, Some(self.dimensions()))?;
        let (views, wanted) = (asked.views(), filter.wanted(asked.len())?);
        let found = in_dimensions!(&self.world, world => run(py, self.threads, |_| {
            ask_nearest(&world.queries()?, &views, (k, max_distance), &wanted)
        }))?;
        told_nearest(py, &found)
    }

    /// All that the next step depends on, as bytes that any machine reads.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = in_dimensions!(&self.world, world => run(py, self.threads, |_| {
            Ok(world.snapshot().to_bytes()?)
        }))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A world of the bytes of another one.
    #[staticmethod]
    fn restore(
        py: Python<'_>,
        bytes: &[u8],
        margin: f32,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let world = run(py, threads, |_| {
            let snapshot = Snapshot::from_bytes(bytes)?;
            Ok(if snapshot.dimensions() == 2 {
                Dimensions::Two(made(EngineWorld::restore(&snapshot)?, margin)?)
            } else {
                Dimensions::Three(made(EngineWorld::restore(&snapshot)?, margin)?)
            })
        })?;
        Ok(Self { world, threads, margin })
    }

    #[getter]
    fn margin(&self) -> f32 {
        self.margin
    }

    /// Stands for the contacts of the last step.
    fn digest(&self, py: Python<'_>) -> PyResult<u64> {
        in_dimensions!(&self.world, world => run(py, self.threads, |_| {
            Ok(world.contacts().digest(u64::from).value())
        }))
    }
}

/// A world with a margin.
fn made<const D: usize>(world: EngineWorld<D>, margin: f32) -> Result<Box<EngineWorld<D>>, Fault> {
    Ok(Box::new(world.with_margin(margin)?))
}

/// An error with the place of the handle in the array.
fn of_batch(index: usize) -> impl Fn(jostle::Error) -> jostle::Error {
    move |error| jostle::Error::Batch { index, error: Box::new(error) }
}
