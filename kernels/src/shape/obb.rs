//! Oriented boxes.

use super::{
    ball::{Ball, BoundingSphere, radius_of},
    bounds::{Bounded, Extent, TINY, around},
    motion::{RigidMotion, RigidMotion2, RigidMotion3, Turning},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads2, Quads4},
};
use crate::real::{
    Real,
    vector::{add_scaled, dot, scale, select, sub, sum_abs},
};

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

    /// The multiples of the axes that add up to a vector: for axes at right angles, the dot
    /// products.
    ///
    /// In `f64`, what these leave of the vector is taken apart again, as the stored axes are not
    /// quite at right angles. With axes within 2 ulp each round leaves a millionth of the error at
    /// most; the many rounds make up for axes that are a hundred times worse than they may be.
    #[inline(always)]
    pub(crate) fn coordinates(&self, vector: [R; D]) -> [R; D] {
        const MORE_ROUNDS: usize = 7;
        let mut found = vector;
        for (found, axis) in found.iter_mut().zip(self.axes) {
            *found = dot(axis, vector);
        }
        if R::UNIT < f32::UNIT {
            for _ in 0..MORE_ROUNDS {
                let rest = sub(vector, self.in_world(found));
                for (found, axis) in found.iter_mut().zip(self.axes) {
                    *found = *found + dot(axis, rest);
                }
            }
        }
        found
    }

    /// A vector along the axes in the world.
    #[inline(always)]
    pub(crate) fn in_world(&self, vector: [R; D]) -> [R; D] {
        let mut sum = scale(self.axes[0], vector[0]);
        for (axis, along) in self.axes.iter().zip(vector).skip(1) {
            sum = add_scaled(sum, *axis, along);
        }
        sum
    }
}

impl Pack for Obb<2> {
    type Quads = Quads2;
    type Of<R: Real> = Obb<2, R>;

    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<2, R>) -> QuadColumns<R> {
        let ([x, y], [hx, hy], [[a, b], [c, d]]) = (obb.center, obb.half, obb.axes);
        let mut columns = [[x.of(0.0); 4]; MAX_QUADS];
        columns[0] = [x, y, hx, hy];
        columns[1] = [a, b, c, d];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Obb<2, R> {
        let ([x, y, hx, hy], [a, b, c, d]) = (columns[0], columns[1]);
        Obb { center: [x, y], half: [hx, hy], axes: [[a, b], [c, d]] }
    }
}

impl Pack for Obb<3> {
    type Quads = Quads4;
    type Of<R: Real> = Obb<3, R>;

    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<3, R>) -> QuadColumns<R> {
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
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Obb<3, R> {
        let ([x, y, z, _], rows) = (columns[0], [columns[1], columns[2], columns[3]]);
        let axis = |i: usize| [rows[i][0], rows[i][1], rows[i][2]];
        Obb {
            center: [x, y, z],
            half: [rows[0][3], rows[1][3], rows[2][3]],
            axes: [axis(0), axis(1), axis(2)],
        }
    }
}

/// The projection of a box on each coordinate axis, from its middle, at least.
///
/// A product, and up to `D - 1` sums, each of positive numbers, err by `D` roundings of the result.
/// Six make up for that, and for the rounding of their own sum. Products that are too small to keep
/// all digits err by half of the smallest number each.
#[inline(always)]
fn reach<R: Real, const D: usize>(obb: &Obb<D, R>) -> [R; D] {
    let mut reach = obb.half;
    for (axis, reach) in reach.iter_mut().enumerate() {
        let mut sum = obb.half[0] * obb.axes[0][axis].abs();
        for own in 1..D {
            sum = sum + obb.half[own] * obb.axes[own][axis].abs();
        }
        *reach = sum + (sum * sum.of(6.0 * R::UNIT) + sum.of(4.0 * TINY));
    }
    reach
}

impl Bounded<2> for Obb<2> {
    #[inline(always)]
    fn bounds<R: Real>(obb: &Obb<2, R>) -> ([R; 2], [R; 2]) {
        around(obb.center, reach(obb))
    }
}

impl Bounded<3> for Obb<3> {
    #[inline(always)]
    fn bounds<R: Real>(obb: &Obb<3, R>) -> ([R; 3], [R; 3]) {
        around(obb.center, reach(obb))
    }
}

/// The sum of the half extents of a box.
#[inline(always)]
fn extent<R: Real, const D: usize>(obb: &Obb<D, R>) -> R {
    sum_abs(obb.half)
}

impl Extent for Obb<2> {
    #[inline(always)]
    fn extent<R: Real>(obb: &Obb<2, R>) -> R {
        extent(obb)
    }
}

impl Extent for Obb<3> {
    #[inline(always)]
    fn extent<R: Real>(obb: &Obb<3, R>) -> R {
        extent(obb)
    }
}

impl BoundingSphere for Obb<2> {
    #[inline(always)]
    fn circle<R: Real>(obb: &Obb<2, R>) -> Ball<2, R> {
        Ball { center: obb.center, radius: radius_of(dot(obb.half, obb.half)) }
    }
}

/// How far the corner of a box is from its center, and a little more, as its axes need not be quite
/// at right angles.
#[inline(always)]
fn corner<R: Real, const D: usize>(half: [R; D]) -> R {
    dot(half, half).sqrt() * half[0].of(1.0 + 1e-4)
}

/// How far a box reaches along a unit vector.
#[inline(always)]
fn reach_of_box<R: Real, const D: usize>(shape: &Obb<D, R>, direction: [R; D]) -> R {
    let mut reach = direction[0].of(0.0);
    for axis in 0..D {
        reach = reach + shape.half[axis] * dot(shape.axes[axis], direction).abs();
    }
    reach
}

impl Turning<2> for Obb<2> {
    type Motion = RigidMotion2;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Obb<2, R>) -> [R; 2] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Obb<2, R>) -> R {
        corner(shape.half)
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Obb<2, R>, direction: [R; 2]) -> R {
        reach_of_box(shape, direction)
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Obb<2, R>,
        motion: &RigidMotion2<R>,
        time: R,
        center: [R; 2],
    ) -> Obb<2, R> {
        Obb { center, axes: RigidMotion2::turn(motion, time, shape.axes), ..*shape }
    }
}

impl Turning<3> for Obb<3> {
    type Motion = RigidMotion3;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Obb<3, R>) -> [R; 3] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Obb<3, R>) -> R {
        corner(shape.half)
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Obb<3, R>, direction: [R; 3]) -> R {
        reach_of_box(shape, direction)
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Obb<3, R>,
        motion: &RigidMotion3<R>,
        time: R,
        center: [R; 3],
    ) -> Obb<3, R> {
        Obb { center, axes: RigidMotion3::turn(motion, time, shape.axes), ..*shape }
    }
}
