//! Oriented boxes.

use crate::{
    real::{
        Real,
        vector::{dot, scale, sub},
    },
    shape::Obb,
};

/// The point of an oriented box that is closest to a point.
///
/// It also errs by what the axes are off from right angles and from length 1, times the sizes.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.4.
#[inline(always)]
#[must_use]
pub fn obb<R: Real, const D: usize>(point: [R; D], obb: &Obb<D, R>) -> [R; D] {
    let (from, mut closest) = (sub(point, obb.center), point);
    for (axis, half) in obb.axes.iter().zip(obb.half) {
        let along = dot(from, *axis);
        // Nothing where the point is inside, so that it stays as it is.
        closest = sub(closest, scale(*axis, along - along.clamp(-half, half)));
    }
    closest
}
