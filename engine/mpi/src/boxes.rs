//! Boxes, and what lies where.

use jostle::Aabb;

/// Whether a box lies within a domain, with its corners.
pub(crate) fn is_inside<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| aabb.min[axis] >= region.min[axis] && aabb.max[axis] < region.max[axis])
}

/// Whether boxes have a point in common.
pub(crate) fn touch<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
    (0..D).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
}

/// The box of all; nothing at first.
pub(crate) fn nothing<const D: usize>() -> Aabb<D> {
    Aabb { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] }
}

/// Makes a box hold another one.
pub(crate) fn enclose<const D: usize>(all: &mut Aabb<D>, one: &Aabb<D>) {
    for axis in 0..D {
        all.min[axis] = all.min[axis].min(one.min[axis]);
        all.max[axis] = all.max[axis].max(one.max[axis]);
    }
}
