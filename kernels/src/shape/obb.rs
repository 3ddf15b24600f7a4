//! Oriented boxes.

use super::{Four, Pack, Two, pack::MAX_QUADS};
use crate::real::Real;

/// An oriented box: `centre` plus all sums of `x[i] * axes[i]` with `x[i]` in
/// `-half[i]..=half[i]`.
///
/// The axes are unit vectors at right angles, up to the rounding of each of their components; the
/// kernels' promises allow for 2 ulp in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb<const D: usize, R = f32> {
    /// The centre.
    pub centre: [R; D],
    /// Half the extent along each axis, at least 0.
    pub half: [R; D],
    /// The directions of the box's own axes.
    pub axes: [[R; D]; D],
}

impl Pack for Obb<2> {
    type Quads = Two;
    type Of<R: Real> = Obb<2, R>;

    const QUADS: usize = 2;

    #[inline(always)]
    fn pack(shape: &Self) -> Two {
        let ([x, y], [hx, hy], [[a, b], [c, d]]) = (shape.centre, shape.half, shape.axes);
        Two([[x, y, hx, hy], [a, b, c, d]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Obb<2, R> {
        let ([x, y, hx, hy], [a, b, c, d]) = (columns[0], columns[1]);
        Obb { centre: [x, y], half: [hx, hy], axes: [[a, b], [c, d]] }
    }
}

impl Pack for Obb<3> {
    type Quads = Four;
    type Of<R: Real> = Obb<3, R>;

    const QUADS: usize = 4;

    #[inline(always)]
    fn pack(shape: &Self) -> Four {
        let row = |i: usize| [shape.axes[i][0], shape.axes[i][1], shape.axes[i][2], shape.half[i]];
        let [x, y, z] = shape.centre;
        Four([[x, y, z, 0.0], row(0), row(1), row(2)])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Obb<3, R> {
        let ([x, y, z, _], rows) = (columns[0], [columns[1], columns[2], columns[3]]);
        let axis = |i: usize| [rows[i][0], rows[i][1], rows[i][2]];
        Obb {
            centre: [x, y, z],
            half: [rows[0][3], rows[1][3], rows[2][3]],
            axes: [axis(0), axis(1), axis(2)],
        }
    }
}
