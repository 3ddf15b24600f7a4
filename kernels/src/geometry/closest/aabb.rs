//! Boxes along the axes.

use crate::{Aabb, real::Real};

/// The point of a box that is closest to a point: exact, also where bounds are infinite.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.3.
#[inline(always)]
#[must_use]
pub fn aabb<R: Real, const D: usize>(point: [R; D], aabb: &Aabb<D, R>) -> [R; D] {
    let mut closest = point;
    for axis in 0..D {
        closest[axis] = point[axis].clamp(aabb.min[axis], aabb.max[axis]);
    }
    closest
}
