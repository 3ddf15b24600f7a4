//! Results: NumPy arrays that own the vectors which the engine filled.

use bytemuck::Zeroable;
use jostle::Pair;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::Fault;

/// A vector as an array with one axis.
pub(crate) fn array<T: Element>(py: Python<'_>, vector: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, vector)
}

/// Vectors as an array with a row for each.
pub(crate) fn rows<T: Element, const N: usize>(
    py: Python<'_>,
    vectors: Vec<[T; N]>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let len = vectors.len();
    array(py, vectors.into_flattened()).reshape([len, N])
}

/// Pairs as an array of shape (n, 2).
pub(crate) fn pairs(py: Python<'_>, pairs: Vec<Pair>) -> PyResult<Bound<'_, PyArray2<u32>>> {
    rows(py, bytemuck::allocation::cast_vec::<Pair, [u32; 2]>(pairs))
}

/// A vector of what comes, or an error where there is no memory for it.
pub(crate) fn collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, Fault> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(items.size_hint().0).map_err(|_| Fault::Memory)?;
    for item in items {
        if vector.len() == vector.capacity() {
            vector.try_reserve(1).map_err(|_| Fault::Memory)?;
        }
        vector.push(item);
    }
    Ok(vector)
}

/// Room for so many, all zero, whose pages are there once something is written to them.
pub(crate) fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, Fault> {
    bytemuck::allocation::try_zeroed_vec(len).map_err(|()| Fault::Memory)
}
