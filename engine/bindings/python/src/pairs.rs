//! Pairs of boxes, or of balls, that touch.

use bytemuck::checked::try_cast_slice;
use jostle::{
    Bounds, BroadPhase, Error, Filter, Join, Pair, Pairs, Sap, broad::BoxSet, cancel::CancelToken,
    records::GatheredColumns, shape::PreparedShapes,
};
use numpy::{PyArray2, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::prelude::*;

use crate::{
    arrays::{Column, Vectors, check_length},
    error::{Fault, check_invalid},
    extent::middle,
    output,
    pool::run,
    shapes::{Dimension, GatheredShapes, ShapeViews, Space},
    view::{Axis, View},
};

/// What is known of each box, as arrays whose numbers lie one behind the other.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FilterArrays<'py> {
    categories: Option<PyReadonlyArray1<'py, u32>>,
    masks: Option<PyReadonlyArray1<'py, u32>>,
    groups: Option<PyReadonlyArray1<'py, i32>>,
    /// Bytes of 0 and 1.
    statics: Option<PyReadonlyArray1<'py, u8>>,
}

impl FilterArrays<'_> {
    pub(crate) fn filter(&self) -> PyResult<Filter<'_>> {
        let mut filter = Filter::default();
        match (&self.categories, &self.masks) {
            (Some(categories), Some(masks)) => {
                filter = filter.with_categories(categories.as_slice()?, masks.as_slice()?);
            }
            (None, None) => {}
            _ => return Err(PyValueError::new_err("categories and masks go together")),
        }
        if let Some(groups) = &self.groups {
            filter = filter.with_groups(groups.as_slice()?);
        }
        if let Some(statics) = &self.statics {
            filter = filter.with_statics(flags("statics", statics.as_slice()?)?);
        }
        Ok(filter)
    }
}

/// Bytes of 0 and 1 as truths.
pub(crate) fn flags<'a>(what: &str, bytes: &'a [u8]) -> PyResult<&'a [bool]> {
    let refused = |_| PyValueError::new_err(format!("{what} has bytes other than 0 and 1"));
    try_cast_slice(bytes).map_err(refused)
}

/// The pairs of a set that touch, in order.
fn find<const D: usize>(
    bounds: Bounds<'_, D>,
    filter: Filter<'_>,
    skip: bool,
    cancel: &CancelToken,
) -> Result<Vec<Pair>, Fault> {
    let (mut sap, mut pairs) = (Sap::new(), Pairs::new());
    pairs.set_cancel(Some(cancel.clone()));
    sap.pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
    if cancel.is_set() {
        return Err(Error::Cancelled.into());
    }
    check_invalid(sap.invalid(), skip)?;
    pairs.sort_canonical()?;
    Ok(pairs.into_vec())
}

/// Pairs that one thread looks at one after the other.
const CHUNK: usize = 1 << 14;

/// Leaves out the pairs that are not wanted, on all threads.
fn retain(mut pairs: Vec<Pair>, wants: impl Fn(Pair) -> bool + Sync) -> Vec<Pair> {
    let kept: Vec<usize> = pairs
        .par_chunks_mut(CHUNK)
        .map(|chunk| {
            let mut kept = 0;
            for at in 0..chunk.len() {
                chunk[kept] = chunk[at];
                kept += usize::from(wants(chunk[at]));
            }
            kept
        })
        .collect();
    let mut len = 0;
    for (number, kept) in kept.into_iter().enumerate() {
        pairs.copy_within(number * CHUNK..number * CHUNK + kept, len);
        len += kept;
    }
    pairs.truncate(len);
    pairs
}

/// All pairs of boxes that touch, as an array of shape (n, 2).
#[pyfunction]
pub(crate) fn pairs_of_boxes<'py>(
    py: Python<'py>,
    min: &Bound<'py, PyAny>,
    max: &Bound<'py, PyAny>,
    filter: Option<FilterArrays<'py>>,
    skip: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let (min, max) = (Vectors::of(min, "min")?, Vectors::of(max, "max")?);
    max.check_dimensions("max", min.dimensions())?;
    check_length("max", max.len(), min.len())?;
    let filter = filter.as_ref().map_or(Ok(Filter::default()), FilterArrays::filter)?;
    let views = [min.view(), max.view()];
    let found = run(py, threads, |cancel| match views[0].dimensions {
        2 => touching_boxes::<2>(views, filter, skip, cancel),
        _ => touching_boxes::<3>(views, filter, skip, cancel),
    })?;
    output::pairs(py, found)
}

fn touching_boxes<const D: usize>(
    [min, max]: [View<'_>; 2],
    filter: Filter<'_>,
    skip: bool,
    cancel: &CancelToken,
) -> Result<Vec<Pair>, Fault> {
    let mut gathered = [GatheredColumns::<D>::new(), GatheredColumns::new()];
    let [low, high] = &mut gathered;
    if !min.is_double() && !max.is_double() {
        let bounds = match (min.rows, max.rows) {
            (Some(min), Some(max)) => Bounds::from_strided(min, max)?,
            _ => Bounds::from_columns(low.gather(min.fields())?, high.gather(max.fields())?)?,
        };
        return find(bounds, filter, skip, cancel);
    }
    // Rounding keeps numbers in order, so what touches still does; what does not is left out after.
    let (min, max) = (min.reader::<D>(), max.reader::<D>());
    let origin = middle(&[min, max]);
    let (low, high) = (low.gather(min.fields(&origin))?, high.gather(max.fields(&origin))?);
    let bounds = Bounds::from_columns(low, high)?;
    let touches = |Pair { a, b }: Pair| {
        let [a, b] = [a as usize, b as usize];
        let ([a_min, a_max], [b_min, b_max]) = ([min.get(a), max.get(a)], [min.get(b), max.get(b)]);
        (0..D).all(|axis| a_min[axis] <= b_max[axis] && b_min[axis] <= a_max[axis])
    };
    Ok(retain(find(bounds, filter, skip, cancel)?, touches))
}

/// All pairs of balls that touch, as an array of shape (n, 2).
#[pyfunction]
pub(crate) fn pairs_of_balls<'py>(
    py: Python<'py>,
    centers: &Bound<'py, PyAny>,
    radii: &Bound<'py, PyAny>,
    filter: Option<FilterArrays<'py>>,
    skip: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let centers = Vectors::of(centers, "centers")?;
    let radii = Column::of_each(radii, "radii", centers.len())?;
    let filter = filter.as_ref().map_or(Ok(Filter::default()), FilterArrays::filter)?;
    let (view, radii) = (centers.view(), radii.axis());
    let found = run(py, threads, |cancel| match view.dimensions {
        2 => touching_balls::<2>(&view, radii, filter, skip, cancel),
        _ => touching_balls::<3>(&view, radii, filter, skip, cancel),
    })?;
    output::pairs(py, found)
}

fn touching_balls<const D: usize>(
    centers: &View<'_>,
    radii: Axis<'_>,
    filter: Filter<'_>,
    skip: bool,
    cancel: &CancelToken,
) -> Result<Vec<Pair>, Fault>
where
    Dimension: Space<D>,
{
    let at = centers.reader::<D>();
    let touches = |Pair { a, b }: Pair| {
        let [a, b] = [a as usize, b as usize];
        let (from, to, reach) = (at.get(a), at.get(b), radii.get(a) + radii.get(b));
        (0..D).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f64>() <= reach * reach
    };
    let candidates = if centers.is_double() || radii.is_double() {
        let shapes = ShapeViews { balls: Some((*centers, radii)), ..ShapeViews::default() };
        let (mut gathered, mut prepared) = (GatheredShapes::<D>::default(), PreparedShapes::new());
        prepared.update(gathered.columns(&shapes)?)?;
        // Bounds of what is invalid say no more why it is.
        check_invalid(prepared.invalid(), skip)?;
        find(prepared.bounds(), filter, true, cancel)?
    } else {
        let mut gathered = (GatheredColumns::<D>::new(), GatheredColumns::<1>::new());
        let bounds = match (centers.rows, radii.singles()) {
            (Some(centers), Some(radii)) => Bounds::from_strided_balls(centers, radii)?,
            _ => {
                let [radii] = gathered.1.gather([radii.field()])?;
                Bounds::from_balls(gathered.0.gather(centers.fields())?, radii)?
            }
        };
        find(bounds, filter, skip, cancel)?
    };
    Ok(retain(candidates, touches))
}
