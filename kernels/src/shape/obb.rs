//! Oriented boxes.

use super::{Columns, Four, MAX_QUADS, Pack, Two};
use crate::real::{Real, vector::select};

/// An oriented box: `center` plus all sums of `x[i] * axes[i]` with `x[i]` in
/// `-half[i]..=half[i]`.
///
/// The axes are unit vectors at right angles, up to the rounding of each of their components; the
/// kernels' promises allow for 2 ulp in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb<const D: usize, R = f32> {
    /// The center.
    pub center: [R; D],
    /// Half the extent along each axis, at least 0.
    pub half: [R; D],
    /// The directions of the box's own axes.
    pub axes: [[R; D]; D],
}

impl<const D: usize, R: Real> Obb<D, R> {
    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(crate) fn select(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        let mut axes = no.axes;
        for (axis, yes) in axes.iter_mut().zip(yes.axes) {
            *axis = select(mask, yes, *axis);
        }
        Self {
            center: select(mask, yes.center, no.center),
            half: select(mask, yes.half, no.half),
            axes,
        }
    }
}

impl Pack for Obb<2> {
    type Quads = Two;
    type Of<R: Real> = Obb<2, R>;

    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<2, R>) -> Columns<R> {
        let ([x, y], [hx, hy], [[a, b], [c, d]]) = (obb.center, obb.half, obb.axes);
        let mut columns = [[x.of(0.0); 4]; MAX_QUADS];
        columns[0] = [x, y, hx, hy];
        columns[1] = [a, b, c, d];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Obb<2, R> {
        let ([x, y, hx, hy], [a, b, c, d]) = (columns[0], columns[1]);
        Obb { center: [x, y], half: [hx, hy], axes: [[a, b], [c, d]] }
    }
}

impl Pack for Obb<3> {
    type Quads = Four;
    type Of<R: Real> = Obb<3, R>;

    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<3, R>) -> Columns<R> {
        let [x, y, z] = obb.center;
        let zero = x.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, z, zero];
        for own in 0..3 {
            let [x, y, z] = obb.axes[own];
            columns[1 + own] = [x, y, z, obb.half[own]];
        }
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Obb<3, R> {
        let ([x, y, z, _], rows) = (columns[0], [columns[1], columns[2], columns[3]]);
        let axis = |i: usize| [rows[i][0], rows[i][1], rows[i][2]];
        Obb {
            center: [x, y, z],
            half: [rows[0][3], rows[1][3], rows[2][3]],
            axes: [axis(0), axis(1), axis(2)],
        }
    }
}
