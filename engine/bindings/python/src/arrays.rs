//! Arrays of the caller's: NumPy arrays, borrowed where they are.
//!
//! What is of `float32` or `float64` and lies at a positive stride is read where it is. Everything
//! else is first made an array of one of the two, by NumPy: integers and lists of `float64`,
//! `float16` of `float32`.

use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyTuple,
};

use crate::view::{Axis, View};

/// Numbers that lie one `stride` behind the other.
pub(crate) struct Strided<'py, T: Element> {
    array: PyReadonlyArrayDyn<'py, T>,
    /// Rows, and numbers in each; one of an array with one axis.
    shape: [usize; 2],
    /// From one row to the next, and from one number of a row to the next, in numbers.
    strides: [usize; 2],
}

impl<T: Element + Copy> Strided<'_, T> {
    /// The numbers from that of the first row at `axis` on to that of the last row, and the `more`
    /// behind it.
    fn numbers(&self, axis: usize, more: usize) -> &[T] {
        let [rows, _] = self.shape;
        if rows == 0 {
            return &[];
        }
        let first = axis * self.strides[1];
        let count = (rows - 1) * self.strides[0] + 1 + more * self.strides[1];
        // SAFETY: 1. The array is aligned: others were copied by `strided`. 2. From its first to
        // its last number all lies in one allocation, which the array keeps alive; what lies
        // between is initialized, as NumPy hands out no other memory but by `empty`, whose bits are
        // numbers as well once they are there. 3. The borrow keeps others of this crate from
        // writing to it; the documentation asks the same of the caller's threads.
        unsafe { std::slice::from_raw_parts(self.array.data().add(first), count) }
    }
}

/// Numbers of either size.
pub(crate) enum Floats<'py> {
    Single(Strided<'py, f32>),
    Double(Strided<'py, f64>),
}

impl<'py> Floats<'py> {
    /// The numbers of an array with one or two axes.
    fn of(given: &Bound<'py, PyAny>, what: &str, axes: usize) -> PyResult<Self> {
        if let Some(found) = strided::<f32>(given, axes)? {
            return Ok(Self::Single(found));
        }
        if let Some(found) = strided::<f64>(given, axes)? {
            return Ok(Self::Double(found));
        }
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let untyped = array.cast::<PyUntypedArray>()?;
        if untyped.ndim() != axes && untyped.len() != 0 {
            let expected = if axes == 1 { "(n,)" } else { "(n, 2) or (n, 3)" };
            let shape = untyped.shape();
            return Err(PyValueError::new_err(format!(
                "{what} needs an array of shape {expected}, got one of shape {shape:?}"
            )));
        }
        let (kind, size) = (untyped.dtype().getattr("kind")?, untyped.dtype().getattr("itemsize")?);
        let to = match (kind.extract::<char>()?, size.extract::<usize>()?) {
            ('f', 0..=4) => "float32",
            ('f' | 'i' | 'u' | 'b', _) => "float64",
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "{what} needs numbers, got an array of {}",
                    untyped.dtype()
                )));
            }
        };
        let copied = numpy.call_method1("array", (&array, to))?;
        let copied = if untyped.len() == 0 && untyped.ndim() != axes {
            // What an empty list makes has one axis.
            copied.call_method1("reshape", if axes == 1 { (0, 1) } else { (0, 3) })?
        } else {
            copied
        };
        let copied = numpy.call_method1("ascontiguousarray", (copied,))?;
        let found = if to == "float32" {
            strided::<f32>(&copied, axes)?.map(Self::Single)
        } else {
            strided::<f64>(&copied, axes)?.map(Self::Double)
        };
        found.ok_or_else(|| PyTypeError::new_err(format!("{what} is no array of numbers")))
    }

    fn shape(&self) -> [usize; 2] {
        match self {
            Self::Single(floats) => floats.shape,
            Self::Double(floats) => floats.shape,
        }
    }

    fn axis(&self, axis: usize) -> Axis<'_> {
        match self {
            Self::Single(floats) => Axis::Single(floats.numbers(axis, 0), floats.strides[0]),
            Self::Double(floats) => Axis::Double(floats.numbers(axis, 0), floats.strides[0]),
        }
    }
}

/// An array as it lies, if it is one of this type that can be read where it is.
fn strided<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    axes: usize,
) -> PyResult<Option<Strided<'py, T>>> {
    let Ok(array) = given.cast::<PyArrayDyn<T>>() else { return Ok(None) };
    let (shape, strides) = (array.shape(), array.strides());
    if array.ndim() != axes || !array.is_aligned() {
        return Ok(None);
    }
    let size = size_of::<T>() as isize;
    // Strides of an axis with one number, or none, may be anything.
    let in_numbers = |axis: usize| match (shape[axis], strides[axis]) {
        (0 | 1, _) => Some(1),
        _ if array.is_empty() => Some(1),
        (_, stride) if stride > 0 && stride % size == 0 => Some((stride / size) as usize),
        _ => None,
    };
    let (rows, of_row) = (in_numbers(0), if axes == 2 { in_numbers(1) } else { Some(1) });
    let (Some(rows), Some(of_row)) = (rows, of_row) else { return Ok(None) };
    let shape = [shape[0], if axes == 2 { shape[1] } else { 1 }];
    let rows = if shape[0] == 1 && axes == 2 { shape[1] * of_row } else { rows };
    let array = array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Some(Strided { array, shape, strides: [rows, of_row] }))
}

/// A number for each of many.
pub(crate) struct Column<'py> {
    floats: Floats<'py>,
}

impl<'py> Column<'py> {
    pub(crate) fn of(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
        Ok(Self { floats: Floats::of(given, what, 1)? })
    }

    /// The same of so many: of one number for all, or an array of as many.
    pub(crate) fn of_each(given: &Bound<'py, PyAny>, what: &str, len: usize) -> PyResult<Self> {
        let column = if let Ok(number) = given.extract::<f64>() {
            // With the size of the numbers beside it, where it needs no other.
            let single = f64::from(number as f32) == number || number.is_nan();
            let to = if single { "float32" } else { "float64" };
            let numpy = given.py().import("numpy")?;
            Self::of(&numpy.call_method1("full", (len, number, to))?, what)?
        } else {
            Self::of(given, what)?
        };
        check_length(what, column.len(), len)?;
        Ok(column)
    }

    pub(crate) fn len(&self) -> usize {
        self.floats.shape()[0]
    }

    pub(crate) fn axis(&self) -> Axis<'_> {
        self.floats.axis(0)
    }
}

/// A vector for each of many: the rows of an array, or a column for each axis.
pub(crate) struct Vectors<'py> {
    floats: Vec<Floats<'py>>,
    dimensions: usize,
    len: usize,
}

impl<'py> Vectors<'py> {
    /// An array of shape (n, 2) or (n, 3), or a tuple of arrays of shape (n,), one for each axis.
    pub(crate) fn of(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
        Self::of_numbers(given, what, &[2, 3])
    }

    /// The same of another number of axes.
    pub(crate) fn of_numbers(
        given: &Bound<'py, PyAny>,
        what: &str,
        numbers: &[usize],
    ) -> PyResult<Self> {
        let floats = match given.cast::<PyTuple>() {
            Ok(columns) if columns.iter().all(|axis| axis.cast::<PyUntypedArray>().is_ok()) => {
                columns.iter().map(|axis| Floats::of(&axis, what, 1)).collect::<PyResult<_>>()?
            }
            _ => vec![Floats::of(given, what, 2)?],
        };
        let [len, of_row] = floats.first().map_or([0, 0], Floats::shape);
        for column in &floats {
            check_length(what, column.shape()[0], len)?;
        }
        let dimensions = if floats.len() == 1 { of_row } else { floats.len() };
        if !numbers.contains(&dimensions) {
            let expected: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            let expected = expected.join(" or ");
            return Err(PyValueError::new_err(format!(
                "{what} needs vectors of {expected} numbers, got {dimensions}"
            )));
        }
        Ok(Self { floats, dimensions, len })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(crate) fn check_dimensions(&self, what: &str, expected: usize) -> PyResult<()> {
        let found = self.dimensions;
        if found == expected {
            return Ok(());
        }
        let text = format!("{what} needs vectors of {expected} numbers, got {found}");
        Err(PyValueError::new_err(text))
    }

    /// The numbers, for any thread.
    pub(crate) fn view(&self) -> View<'_> {
        let mut axes = [Axis::Single(&[], 1); 4];
        for (number, axis) in axes.iter_mut().enumerate().take(self.dimensions) {
            *axis = match self.floats.as_slice() {
                [floats] => floats.axis(number),
                columns => columns[number].axis(0),
            };
        }
        View { axes, dimensions: self.dimensions, len: self.len, rows: self.rows() }
    }

    /// The rows of `float32`, whose numbers lie one behind the other, and from one to the next.
    fn rows(&self) -> Option<(&[f32], usize)> {
        let [Floats::Single(floats)] = self.floats.as_slice() else { return None };
        let is_packed = floats.strides[1] == 1 && floats.strides[0] >= self.dimensions;
        is_packed.then(|| (floats.numbers(0, self.dimensions - 1), floats.strides[0]))
    }
}

/// Checks that there is one for each.
pub(crate) fn check_length(what: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{what} has {found} entries, and {expected} are needed")))
}
