//! What is of two dimensions or of three, as callers say when the program runs.

/// Something of two dimensions or of three.
pub(crate) enum Dimensions<A, B> {
    Two(A),
    Three(B),
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
