//! On which side of each other points, planes and edges are, where rounding leaves no doubt.

use crate::real::{Mask, Real};

/// Roundings in the determinant of two edges and a vector from a point of one to a point of the
/// other, relative to the product of the sums of the edges' components, where no coordinate is
/// above 1: 16 in the projection of the vector on the cross product of the edges; 2 in each
/// component of each edge and 2 in the cross product, times a vector of up to 2; twice.
const ROUNDINGS: f32 = 64.0;

/// Which signs a determinant certainly has.
#[derive(Clone, Copy)]
pub(crate) struct Side<M> {
    pub(crate) plus: M,
    pub(crate) minus: M,
}

impl<M: Mask> Side<M> {
    /// All signs, to be narrowed down.
    #[inline(always)]
    pub(crate) fn any<R: Real<Mask = M>>(like: R) -> Self {
        let always = like.of(0.0).le(like.of(0.0));
        Self { plus: always, minus: always }
    }

    /// The sign of a determinant of edges whose components' sums have the product `size`.
    #[inline(always)]
    pub(crate) fn of<R: Real<Mask = M>>(determinant: R, size: R) -> Self {
        let hidden = size.of(f32::MIN_POSITIVE);
        let error = size * size.of(ROUNDINGS * R::UNIT) + hidden;
        Self { plus: error.lt(determinant), minus: determinant.lt(-error) }
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { plus: self.plus & other.plus, minus: self.minus & other.minus }
    }

    #[inline(always)]
    pub(crate) fn is_known(self) -> M {
        self.plus | self.minus
    }

    #[inline(always)]
    pub(crate) fn is_opposite(self, other: Self) -> M {
        self.plus & other.minus | self.minus & other.plus
    }
}
