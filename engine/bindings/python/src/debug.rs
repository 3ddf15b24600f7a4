//! What tests look at: where the engine reads what it is given.

use pyo3::prelude::*;

use crate::{arrays::Vectors, pool};

/// How the vectors of an array are read: "rows" or "columns" where they are, or "gathered" to
/// columns first; and where their numbers begin.
#[pyfunction]
pub(crate) fn layout(given: &Bound<'_, PyAny>) -> PyResult<(&'static str, Vec<usize>)> {
    let vectors = Vectors::of(given, "vectors")?;
    let view = vectors.view();
    let is_columns = match view.dimensions {
        2 => view.columns::<2>().is_some(),
        _ => view.columns::<3>().is_some(),
    };
    let layout = match (is_columns, view.rows) {
        (true, _) => "columns",
        (_, Some(_)) => "rows",
        _ => "gathered",
    };
    Ok((layout, view.axes[..view.dimensions].iter().map(|axis| axis.address()).collect()))
}

/// How many threads work where so many are asked for.
#[pyfunction]
pub(crate) fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    pool::threads(threads)
}
