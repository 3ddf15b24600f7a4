//! Columns of sizes, in either precision.

use super::round::Block;

/// A column of sizes or of parts of rotations, borrowed: `f32` or `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Numbers<'a> {
    /// In single precision.
    Single(&'a [f32]),
    /// In double precision: rounded up where it is a size.
    Double(&'a [f64]),
}

impl Numbers<'_> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Single(numbers) => numbers.len(),
            Self::Double(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those from `first` on, as many as fit.
    #[inline(always)]
    pub(super) fn block(&self, first: usize) -> Block {
        let mut block = [0.0; size_of::<Block>() / size_of::<f64>()];
        match self {
            Self::Single(numbers) => {
                block.iter_mut().zip(&numbers[first..]).for_each(|(to, from)| *to = (*from).into());
            }
            Self::Double(numbers) => {
                block.iter_mut().zip(&numbers[first..]).for_each(|(to, from)| *to = *from);
            }
        }
        block
    }
}

impl Default for Numbers<'_> {
    fn default() -> Self {
        Self::Single(&[])
    }
}

macro_rules! from {
    ($variant:ident, $number:ty) => {
        impl<'a> From<&'a [$number]> for Numbers<'a> {
            fn from(numbers: &'a [$number]) -> Self {
                Self::$variant(numbers)
            }
        }

        impl<'a, const N: usize> From<&'a [$number; N]> for Numbers<'a> {
            fn from(numbers: &'a [$number; N]) -> Self {
                Self::$variant(numbers)
            }
        }

        impl<'a> From<&'a Vec<$number>> for Numbers<'a> {
            fn from(numbers: &'a Vec<$number>) -> Self {
                Self::$variant(numbers)
            }
        }
    };
}
from!(Single, f32);
from!(Double, f64);
