//! Neighbor lists as Python knows them.

use jostle::{
    cancel::CancelToken,
    neighbors::{ListKind, Neighbors},
    records::GatheredColumns,
};
use numpy::PyArray2;
use pyo3::{exceptions::PyValueError, prelude::*};

use super::exact::{Distance, Found, Lists, Rule, engine_points, rounded_up, rounding};
use crate::{
    arrays::Vectors,
    dimensions::{Dimensions, in_dimensions},
    error::{Fault, check_invalid, listed},
    extent::{farthest, middle},
    output::{array, rows},
    pool::run,
    view::View,
};

/// What is asked for.
#[derive(Clone)]
struct Settings {
    radius: f64,
    skin: f64,
    /// The lengths that space repeats itself by, of each axis.
    periods: Option<Vec<Option<f64>>>,
    nearest: Option<usize>,
    is_half: bool,
}

impl Settings {
    fn check(&self) -> PyResult<()> {
        for (what, number) in [("r", self.radius), ("skin", self.skin)] {
            // False for a NaN, too.
            if !(0.0..f64::from(f32::MAX) / 4.0).contains(&number) {
                let text = format!("{what} is a number from 0 on, got {number}");
                return Err(PyValueError::new_err(text));
            }
        }
        if self.nearest.is_some() && self.skin > 0.0 {
            return Err(PyValueError::new_err(
                "k goes without a skin: others may be nearest later",
            ));
        }
        Ok(())
    }

    fn lengths<const D: usize>(&self) -> PyResult<Option<[f64; D]>> {
        let Some(periods) = &self.periods else { return Ok(None) };
        if periods.len() != D {
            let text = format!("box needs {D} lengths, got {}", periods.len());
            return Err(PyValueError::new_err(text));
        }
        let lengths: [f64; D] = std::array::from_fn(|axis| periods[axis].unwrap_or(0.0));
        let is_bad = |axis: &usize| !(0.0..f64::INFINITY).contains(&lengths[*axis]);
        if let Some(axis) = (0..D).find(is_bad) {
            let text = format!("box[{axis}] is a length above 0, or None, got {}", lengths[axis]);
            return Err(PyValueError::new_err(text));
        }
        Ok(lengths.iter().any(|length| *length > 0.0).then_some(lengths))
    }
}

/// The lists of an engine's, and what is kept to make them from Python's arrays.
pub(super) struct Kept<const D: usize> {
    lists: Neighbors<D>,
    gathered: [GatheredColumns<D>; 2],
    rule: Rule<D>,
    radius: f64,
    /// About which positions of `f64` are rounded, and how far they may be from there.
    origin: Option<([f64; D], f64)>,
    /// Whether all that comes is of `f32`, and the radius as well.
    is_exact: bool,
    has_skin: bool,
}

impl<const D: usize> Kept<D> {
    fn new(settings: &Settings) -> PyResult<Self> {
        settings.check()?;
        let kind = if settings.is_half { ListKind::Half } else { ListKind::Full };
        let mut lists = Neighbors::new(0.0).with_kind(kind).with_skin(settings.skin as f32);
        let lengths = settings.lengths::<D>()?;
        if let Some(lengths) = lengths {
            let vector = |axis: usize| {
                let mut vector = [0.0; D];
                vector[axis] = lengths[axis];
                (lengths[axis] > 0.0).then_some(vector)
            };
            lists = lists.with_cell(std::array::from_fn(vector)).with_shifts();
        }
        let square = settings.radius * settings.radius;
        let rule = Rule { square, lengths, nearest: settings.nearest, is_exact: false };
        Ok(Self {
            lists,
            gathered: [GatheredColumns::new(), GatheredColumns::new()],
            rule,
            radius: settings.radius,
            origin: None,
            is_exact: false,
            has_skin: settings.skin > 0.0,
        })
    }

    /// The engine looks for the nearest ones itself, where it has the numbers of the caller.
    fn set_nearest(&mut self, nearest: Option<usize>, is_double: bool) {
        self.rule.nearest = nearest.filter(|_| is_double);
        self.lists.set_nearest(nearest.filter(|_| !is_double));
    }

    /// Makes the lists right for points, and says whether they were made anew.
    fn update(
        &mut self,
        points: &View<'_>,
        queries: Option<&View<'_>>,
        cancel: &CancelToken,
    ) -> Result<bool, Fault> {
        let readers = [Some(points), queries].map(|set| set.map(View::reader::<D>));
        let is_double = points.is_double() || queries.is_some_and(View::is_double);
        let mut reach = self.radius;
        if is_double {
            let readers: Vec<_> = readers.iter().flatten().copied().collect();
            let (origin, room) = *self.origin.get_or_insert_with(|| (middle(&readers), 0.0));
            let most = farthest(&readers, &origin);
            if most > room {
                // With some to spare where lists are kept: another one makes them anew.
                let room = if self.has_skin { 2.0 * most } else { most };
                self.origin = Some((origin, room));
            }
            reach += rounding::<D>(self.origin.map_or(0.0, |(_, room)| room));
        }
        let radius = rounded_up(reach);
        self.is_exact = !is_double && f64::from(radius) == self.radius && !self.has_skin;
        self.rule.is_exact = self.is_exact;
        self.lists.set_radius(radius);
        let origin = self.origin.filter(|_| is_double).map(|(origin, _)| origin);
        let origin = origin.as_ref();
        let [first, second] = &mut self.gathered;
        let points = engine_points(points, first, origin)?;
        self.lists.set_cancel(Some(cancel.clone()));
        let validity = match queries {
            None => self.lists.update(points),
            Some(queries) => {
                self.lists.update_between(engine_points(queries, second, origin)?, points)
            }
        };
        self.lists.set_cancel(None);
        Ok(validity?.rebuilt.is_some())
    }

    /// The lists of the last update, narrowed down to the radius.
    fn with_lists<R>(
        &mut self,
        points: &View<'_>,
        queries: Option<&View<'_>>,
        work: impl FnOnce(Lists<'_, D>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let is_double = points.is_double() || queries.is_some_and(View::is_double);
        let origin = self.origin.filter(|_| is_double).map(|(origin, _)| origin);
        let origin = origin.as_ref();
        let Self { lists, gathered: [first, second], rule, has_skin, .. } = self;
        let to = points.reader();
        let from = queries.map_or(to, View::reader);
        let within = if *has_skin && rule.lengths.is_some() {
            let points = engine_points(points, first, origin)?;
            Some(match queries {
                None => lists.within(points)?,
                Some(queries) => {
                    lists.within_between(engine_points(queries, second, origin)?, points)?
                }
            })
        } else {
            None
        };
        work(Lists { lists, within, from, to, rule: *rule })
    }
}

type AnyKept = Dimensions<Kept<2>, Kept<3>>;

fn made(settings: &Settings, dimensions: usize) -> PyResult<AnyKept> {
    Ok(match dimensions {
        2 => Dimensions::Two(Kept::new(settings)?),
        _ => Dimensions::Three(Kept::new(settings)?),
    })
}

/// Lists as they are handed to Python: offsets, indices, distances, shifts or none, and what is
/// invalid.
type Told = (Py<PyAny>, Py<PyAny>, Py<PyAny>, Option<Py<PyAny>>, Vec<(u32, String, bool)>);

fn told<T, const D: usize>(
    py: Python<'_>,
    found: Found<T, D>,
    invalid: Vec<(u32, String, bool)>,
) -> PyResult<Told>
where
    T: Distance + numpy::Element,
{
    let Found { offsets, indices, distances, shifts } = found;
    let shifts = shifts.map(|shifts| rows(py, shifts)).transpose()?;
    Ok((
        array(py, offsets).into_any().unbind(),
        array(py, indices).into_any().unbind(),
        array(py, distances).into_any().unbind(),
        shifts.map(|shifts| shifts.into_any().unbind()),
        invalid,
    ))
}

/// The lists of all points, or of queries among them.
fn find(
    py: Python<'_>,
    kept: &mut AnyKept,
    [points, queries]: [Option<View<'_>>; 2],
    threads: Option<usize>,
) -> PyResult<Told> {
    let Some(points) = points else { return Err(PyValueError::new_err("there are no points yet")) };
    let is_double = points.is_double() || queries.is_some_and(|queries| queries.is_double());
    in_dimensions!(kept, kept => {
        if is_double {
            let found = run(py, threads, |_| {
                kept.with_lists(&points, queries.as_ref(), |lists| lists.find::<f64>())
            })?;
            told(py, found, listed(kept.lists.invalid()))
        } else {
            let found = run(py, threads, |_| {
                kept.with_lists(&points, queries.as_ref(), |lists| lists.find::<f32>())
            })?;
            told(py, found, listed(kept.lists.invalid()))
        }
    })
}

/// All pairs of points that are within a radius, as an array of shape (n, 2).
#[pyfunction]
pub(crate) fn query_pairs<'py>(
    py: Python<'py>,
    points: &Bound<'py, PyAny>,
    radius: f64,
    periods: Option<Vec<Option<f64>>>,
    skip: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let points = Vectors::of(points, "points")?;
    let settings = Settings { radius, skin: 0.0, periods, nearest: None, is_half: true };
    let mut kept = made(&settings, points.dimensions())?;
    let view = points.view();
    let edges = in_dimensions!(&mut kept, kept => run(py, threads, |cancel| {
        kept.update(&view, None, cancel)?;
        check_invalid(kept.lists.invalid(), skip)?;
        kept.with_lists(&view, None, |lists| lists.edges())
    }))?;
    rows(py, edges)
}

/// Neighbor lists that are kept from call to call.
#[pyclass(module = "jostle._jostle")]
pub(crate) struct NeighborList {
    settings: Settings,
    threads: Option<usize>,
    kept: Option<AnyKept>,
    /// What the lists are of: points and queries.
    of: Option<(Py<PyAny>, Option<Py<PyAny>>)>,
}

#[pymethods]
impl NeighborList {
    #[new]
    fn new(
        radius: f64,
        skin: f64,
        periods: Option<Vec<Option<f64>>>,
        nearest: Option<usize>,
        is_half: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let settings = Settings { radius, skin, periods, nearest, is_half };
        settings.check()?;
        Ok(Self { settings, threads, kept: None, of: None })
    }

    /// Makes the lists right for points, and says whether they were made anew.
    fn update(
        &mut self,
        py: Python<'_>,
        points: Bound<'_, PyAny>,
        queries: Option<Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        self.of = None;
        let given = Vectors::of(&points, "points")?;
        let dimensions = given.dimensions();
        let asking = queries.as_ref().map(|queries| Vectors::of(queries, "queries")).transpose()?;
        if let Some(asking) = &asking {
            asking.check_dimensions("queries", dimensions)?;
        }
        let kept = match self.kept.take() {
            Some(kept @ Dimensions::Two(_)) if dimensions == 2 => kept,
            Some(kept @ Dimensions::Three(_)) if dimensions == 3 => kept,
            _ => made(&self.settings, dimensions)?,
        };
        let kept = self.kept.insert(kept);
        let (view, asking) = (given.view(), asking.as_ref().map(Vectors::view));
        let is_double = view.is_double() || asking.is_some_and(|asking| asking.is_double());
        let rebuilt = in_dimensions!(kept, kept => {
            kept.set_nearest(self.settings.nearest, is_double);
            run(py, self.threads, |cancel| kept.update(&view, asking.as_ref(), cancel))
        })?;
        self.of = Some((points.unbind(), queries.map(Bound::unbind)));
        Ok(rebuilt)
    }

    /// The lists, narrowed down to the radius, of the points of the last update.
    fn find(&mut self, py: Python<'_>) -> PyResult<Told> {
        let (Some((points, queries)), Some(kept)) = (&self.of, &mut self.kept) else {
            return Err(PyValueError::new_err("there are no lists yet: update() makes them"));
        };
        let points = Vectors::of(points.bind(py), "points")?;
        let queries = queries.as_ref().map(|queries| Vectors::of(queries.bind(py), "queries"));
        let queries = queries.transpose()?;
        let views = [Some(points.view()), queries.as_ref().map(Vectors::view)];
        find(py, kept, views, self.threads)
    }
}
