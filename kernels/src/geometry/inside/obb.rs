//! Oriented boxes.

use super::super::{finite, wide};
use crate::{
    contact::ball_obb::apart,
    shape::{Ball, Obb},
};

/// Whether a point is in an oriented box: false only where it certainly is not. True where it is
/// missed by no more than 2^-45 of the sum of the sizes, or 1e-37.
///
/// The box is the one that is stored, also where its axes are not quite at right angles.
#[must_use]
pub fn obb<const D: usize>(point: [f32; D], obb: &Obb<D>) -> bool {
    let numbers = finite(&[point, obb.center, obb.half]) && finite(&obb.axes);
    let point = Ball { center: wide(point), radius: 0.0 };
    let (center, half) = (wide(obb.center), wide(obb.half));
    numbers
        && half.iter().all(|half| *half >= 0.0)
        && !apart(&point, &Obb { center, half, axes: obb.axes.map(wide) })
}
