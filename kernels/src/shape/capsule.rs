//! Capsules and segments.

use super::{Columns, MAX_QUADS, Pack, Two};
use crate::real::Real;

/// A capsule: all points at most `radius` from the segment between `center - axis` and
/// `center + axis`. A segment is one of radius 0, a ball one whose axis is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<const D: usize, R = f32> {
    /// The middle of the segment.
    pub center: [R; D],
    /// From the middle of the segment to its second end.
    pub axis: [R; D],
    /// The radius, at least 0.
    pub radius: R,
}

impl<const D: usize> Pack for Capsule<D> {
    type Quads = Two;
    type Of<R: Real> = Capsule<D, R>;

    #[inline(always)]
    fn columns<R: Real>(capsule: &Capsule<D, R>) -> Columns<R> {
        let mut columns = [[capsule.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&capsule.center);
        columns[1][..D].copy_from_slice(&capsule.axis);
        columns[0][3] = capsule.radius;
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Capsule<D, R> {
        let ([x, y, z, radius], [u, v, w, _]) = (columns[0], columns[1]);
        let (mut center, mut axis) = ([z; D], [w; D]);
        (center[0], center[1]) = (x, y);
        (axis[0], axis[1]) = (u, v);
        Capsule { center, axis, radius }
    }
}
