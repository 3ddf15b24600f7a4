//! What is of two dimensions or of three, as callers say when the program runs.

use crate::status::Fault;

/// Something of two dimensions or of three.
pub(crate) enum Dimensions<A, B> {
    Two(A),
    Three(B),
}

impl<A, B> Dimensions<A, B> {
    /// What is made for so many dimensions.
    pub(crate) fn of(
        dimensions: u32,
        two: impl FnOnce() -> Result<A, Fault>,
        three: impl FnOnce() -> Result<B, Fault>,
    ) -> Result<Self, Fault> {
        match dimensions {
            2 => two().map(Self::Two),
            3 => three().map(Self::Three),
            _ => Err(Fault::DIMENSIONS),
        }
    }
}

/// Evaluates an expression with what is inside.
macro_rules! in_dimensions {
    ($which:expr, $inside:ident => $body:expr) => {
        match $which {
            $crate::dimensions::Dimensions::Two($inside) => $body,
            $crate::dimensions::Dimensions::Three($inside) => $body,
        }
    };
}
pub(crate) use in_dimensions;
