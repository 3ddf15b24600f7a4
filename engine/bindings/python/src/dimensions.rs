//! What is in two dimensions or in three.

/// One of two.
pub(crate) enum Dimensions<A, B> {
    Two(A),
    Three(B),
}

/// Does the same in two dimensions and in three.
macro_rules! in_dimensions {
    ($value:expr, $name:pat => $body:expr) => {
        match $value {
            $crate::dimensions::Dimensions::Two($name) => $body,
            $crate::dimensions::Dimensions::Three($name) => $body,
        }
    };
}
pub(crate) use in_dimensions;
