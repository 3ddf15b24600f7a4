//! Capsules and segments.

use super::{
    ball::{Ball, BoundingSphere, radius_of},
    bounds::{Bounded, Extent, around, step},
    motion::{RigidMotion, RigidMotion2, RigidMotion3, Turning},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads2},
};
use crate::real::{
    Real,
    vector::{dot, sum_abs},
};

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
    type Quads = Quads2;
    type Of<R: Real> = Capsule<D, R>;

    #[inline(always)]
    fn columns<R: Real>(capsule: &Capsule<D, R>) -> QuadColumns<R> {
        let mut columns = [[capsule.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&capsule.center);
        columns[1][..D].copy_from_slice(&capsule.axis);
        columns[0][3] = capsule.radius;
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Capsule<D, R> {
        let ([x, y, z, radius], [u, v, w, _]) = (columns[0], columns[1]);
        let (mut center, mut axis) = ([z; D], [w; D]);
        (center[0], center[1]) = (x, y);
        (axis[0], axis[1]) = (u, v);
        Capsule { center, axis, radius }
    }
}

impl<const D: usize> Bounded<D> for Capsule<D> {
    #[inline(always)]
    fn bounds<R: Real>(capsule: &Capsule<D, R>) -> ([R; D], [R; D]) {
        let mut reach = capsule.axis;
        for along in &mut reach {
            let sum = along.abs() + capsule.radius;
            *along = sum + step(sum);
        }
        around(capsule.center, reach)
    }
}

impl<const D: usize> Extent for Capsule<D> {
    #[inline(always)]
    fn extent<R: Real>(capsule: &Capsule<D, R>) -> R {
        sum_abs(capsule.axis) + capsule.radius
    }
}

impl BoundingSphere for Capsule<2> {
    #[inline(always)]
    fn circle<R: Real>(capsule: &Capsule<2, R>) -> Ball<2, R> {
        let length = radius_of(dot(capsule.axis, capsule.axis));
        Ball { center: capsule.center, radius: length + capsule.radius }
    }
}

macro_rules! turning {
    ($dimension:literal, $motion:ident) => {
        impl Turning<$dimension> for Capsule<$dimension> {
            type Motion = $motion;

            const ROUND: bool = true;

            #[inline(always)]
            fn center<R: Real>(shape: &Capsule<$dimension, R>) -> [R; $dimension] {
                shape.center
            }

            #[inline(always)]
            fn radius<R: Real>(shape: &Capsule<$dimension, R>) -> R {
                Self::arm(shape) + shape.radius
            }

            #[inline(always)]
            fn arm<R: Real>(shape: &Capsule<$dimension, R>) -> R {
                dot(shape.axis, shape.axis).sqrt()
            }

            #[inline(always)]
            fn reach<R: Real>(shape: &Capsule<$dimension, R>, direction: [R; $dimension]) -> R {
                dot(shape.axis, direction).abs() + shape.radius
            }

            #[inline(always)]
            fn turned<R: Real>(
                shape: &Capsule<$dimension, R>,
                motion: &$motion<R>,
                time: R,
                center: [R; $dimension],
            ) -> Capsule<$dimension, R> {
                let [axis] = $motion::turn(motion, time, [shape.axis]);
                Capsule { center, axis, ..*shape }
            }
        }
    };
}
turning!(2, RigidMotion2);
turning!(3, RigidMotion3);
