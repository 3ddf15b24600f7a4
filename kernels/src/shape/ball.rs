//! Circles and spheres.

use super::{One, Pack, pack::MAX_QUADS};
use crate::real::Real;

/// A circle or a sphere: all points at most `radius` from `centre`. A point is one of radius 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<const D: usize, R = f32> {
    /// The centre.
    pub centre: [R; D],
    /// The radius, at least 0.
    pub radius: R,
}

impl<const D: usize> Pack for Ball<D> {
    type Quads = One;
    type Of<R: Real> = Ball<D, R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn pack(shape: &Self) -> One {
        let mut quad = [0.0; 4];
        quad[..D].copy_from_slice(&shape.centre);
        quad[3] = shape.radius;
        One([quad])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Ball<D, R> {
        let [x, y, z, radius] = columns[0];
        let mut centre = [z; D];
        (centre[0], centre[1]) = (x, y);
        Ball { centre, radius }
    }
}
