//! Contacts as text.

use std::fmt::Debug;

use jostle::narrow::ContactPoint;

/// A contact as text: a number that is none does not equal itself. Shapes whose squares are too
/// large have such.
pub(crate) fn contact_text<const D: usize>(
    normal: [f32; D],
    distance: f32,
    axis: impl Debug,
    points: &[ContactPoint<D>],
) -> String {
    format!("{normal:?} {distance:?} {axis:?} {points:?}")
}
