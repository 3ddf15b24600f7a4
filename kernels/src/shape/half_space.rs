//! Half-spaces.

use super::{
    bounds::{Bounded, Extent},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads2},
};
use crate::{
    real::{
        Real,
        vector::{dot, scale, sum_abs},
    },
    simd::LANES,
};

/// A half-space: all points `x` where the product of `x - point` and `normal` is not positive. In
/// 2D it is a half-plane.
///
/// The normal is of length 1 but for rounding; the set does not depend on its length. Where only
/// the direction of the normal errs, the plane is off by as much more as what touches it is farther
/// from the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<const D: usize, R = f32> {
    /// A point of the plane, by which the half-space is moved.
    pub point: [R; D],
    /// The normal of the plane, out of the half-space.
    pub normal: [R; D],
}

impl<const D: usize, R: Real> HalfSpace<D, R> {
    /// One by the length of the normal.
    #[inline(always)]
    fn per_length(&self) -> R {
        self.normal[0].of(1.0) / dot(self.normal, self.normal).sqrt()
    }

    /// The normal at length 1.
    #[inline(always)]
    pub(crate) fn outward(&self) -> [R; D] {
        scale(self.normal, self.per_length())
    }

    /// How far from the plane what is at a vector from its point is. The length of the normal
    /// changes that as a whole, and so does its rounding.
    #[inline(always)]
    pub(crate) fn height(&self, from: [R; D]) -> R {
        dot(from, self.normal) * self.per_length()
    }
}

impl<const D: usize> Pack for HalfSpace<D> {
    type Quads = Quads2;
    type Of<R: Real> = HalfSpace<D, R>;

    #[inline(always)]
    fn columns<R: Real>(half_space: &HalfSpace<D, R>) -> QuadColumns<R> {
        let mut columns = [[half_space.point[0].of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&half_space.point);
        columns[1][..D].copy_from_slice(&half_space.normal);
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> HalfSpace<D, R> {
        let (mut point, mut normal) = ([columns[0][2]; D], [columns[1][2]; D]);
        for axis in 0..D {
            (point[axis], normal[axis]) = (columns[0][axis], columns[1][axis]);
        }
        HalfSpace { point, normal }
    }
}

impl<const D: usize> Bounded<D> for HalfSpace<D> {
    /// Exact: infinite but where the normal lies along a coordinate axis.
    #[inline(always)]
    fn bounds<R: Real>(half_space: &HalfSpace<D, R>) -> ([R; D], [R; D]) {
        let HalfSpace { point, normal } = half_space;
        let (zero, infinite) = (point[0].of(0.0), point[0].of(f32::INFINITY));
        let (mut min, mut max) = ([-infinite; D], [infinite; D]);
        for axis in 0..D {
            let mut others = *normal;
            others[axis] = zero;
            let along = sum_abs(others).le(zero);
            min[axis] = R::select(along & normal[axis].lt(zero), point[axis], min[axis]);
            max[axis] = R::select(along & zero.lt(normal[axis]), point[axis], max[axis]);
        }
        (min, max)
    }
}

impl<const D: usize> Extent for HalfSpace<D> {
    /// More than that of any other shape.
    #[inline(always)]
    fn extent<R: Real>(half_space: &HalfSpace<D, R>) -> R {
        half_space.point[0].of(f32::MAX)
    }
}

/// A vector at length 1, rounded once. One that has length 1 but for rounding stays as it is.
#[inline(always)]
#[must_use]
pub fn unit<const D: usize>(vector: [f32; D]) -> [f32; D] {
    let mut wide = [0.0; D];
    for axis in 0..D {
        wide[axis] = f64::from(vector[axis]);
    }
    let square: f64 = dot(wide, wide);
    let is_unit = (square - 1.0).abs() <= 2.0 * f64::from(f32::EPSILON);
    let length = if is_unit { 1.0 } else { square.sqrt() };
    let mut unit = vector;
    for axis in 0..D {
        unit[axis] = (wide[axis] / length) as f32 + 0.0;
    }
    unit
}

/// [`unit()`] of eight vectors, in columns.
#[inline(always)]
#[must_use]
pub fn units<const D: usize>(vectors: &[[f32; LANES]; D]) -> [[f32; LANES]; D] {
    let mut units = [[0.0; LANES]; D];
    // Lane by lane, without calls in between: compilers make vectors of it.
    for lane in 0..LANES {
        let mut one = [0.0; D];
        for axis in 0..D {
            one[axis] = vectors[axis][lane];
        }
        let one = unit(one);
        for axis in 0..D {
            units[axis][lane] = one[axis];
        }
    }
    units
}
