//! A 64-bit digest of a state.

use crate::queries::mix;

/// The digest of numbers, by their bits and in their order.
pub(super) fn digest(numbers: impl IntoIterator<Item = f64>) -> String {
    let state = numbers.into_iter().fold(0, |state, x| mix(state ^ x.to_bits()));
    format!("{state:016x}")
}
