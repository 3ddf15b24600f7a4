//! Numbers of the caller's, as any thread reads them.

use jostle::records::Field;

/// A number of each of many, and from one to the next.
#[derive(Clone, Copy)]
pub(crate) enum Axis<'a> {
    Single(&'a [f32], usize),
    Double(&'a [f64], usize),
}

impl<'a> Axis<'a> {
    pub(crate) fn is_double(&self) -> bool {
        matches!(self, Self::Double(..))
    }

    pub(crate) fn field(&self) -> Field<'a> {
        match *self {
            Self::Single(numbers, stride) => Field::of_f32(numbers, 0, stride),
            Self::Double(numbers, stride) => Field::of_f64(numbers, 0, stride),
        }
    }

    /// The numbers of `float32` with their stride.
    pub(crate) fn singles(&self) -> Option<(&'a [f32], usize)> {
        match *self {
            Self::Single(numbers, stride) => Some((numbers, stride)),
            Self::Double(..) => None,
        }
    }

    /// Where the numbers begin.
    pub(crate) fn address(&self) -> usize {
        match self {
            Self::Single(numbers, _) => numbers.as_ptr().addr(),
            Self::Double(numbers, _) => numbers.as_ptr().addr(),
        }
    }

    /// The number of a row, without rounding.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> f64 {
        match self {
            Self::Single(numbers, stride) => f64::from(numbers[row * stride]),
            Self::Double(numbers, stride) => numbers[row * stride],
        }
    }
}

/// Vectors.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) axes: [Axis<'a>; 4],
    /// Numbers of each vector.
    pub(crate) dimensions: usize,
    pub(crate) len: usize,
    /// The rows of `float32`, whose numbers lie one behind the other, and from one to the next.
    pub(crate) rows: Option<(&'a [f32], usize)>,
}

impl<'a> View<'a> {
    pub(crate) fn is_double(&self) -> bool {
        self.axes.iter().any(Axis::is_double)
    }

    pub(crate) fn fields<const C: usize>(&self) -> [Field<'a>; C] {
        std::array::from_fn(|axis| self.axes[axis].field())
    }

    /// The columns of `float32` whose numbers lie one behind the other.
    pub(crate) fn columns<const D: usize>(&self) -> Option<[&'a [f32]; D]> {
        let mut columns = [&[][..]; D];
        for (column, axis) in columns.iter_mut().zip(&self.axes) {
            let (numbers, stride) = axis.singles()?;
            if stride != 1 {
                return None;
            }
            *column = numbers;
        }
        Some(columns)
    }

    pub(crate) fn reader<const D: usize>(&self) -> Reader<'a, D> {
        Reader { axes: std::array::from_fn(|axis| self.axes[axis]), len: self.len }
    }
}

/// Reads vectors as `f64`, without rounding.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a, const D: usize> {
    pub(crate) axes: [Axis<'a>; D],
    pub(crate) len: usize,
}

impl<'a, const D: usize> Reader<'a, D> {
    /// The numbers less those of an origin.
    pub(crate) fn fields(&self, origin: &[f64; D]) -> [Field<'a>; D] {
        std::array::from_fn(|axis| self.axes[axis].field().minus(origin[axis]))
    }

    #[inline]
    pub(crate) fn get(&self, row: usize) -> [f64; D] {
        self.axes.map(|axis| axis.get(row))
    }
}
