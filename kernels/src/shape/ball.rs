//! Circles and spheres.

use super::{
    bounds::{Bounded, Extent, around},
    motion::{RigidMotion2, RigidMotion3, Turning},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads1},
};
use crate::real::Real;

/// A circle or a sphere: all points at most `radius` from `center`. A point is one of radius 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<const D: usize, R = f32> {
    /// The center.
    pub center: [R; D],
    /// The radius, at least 0.
    pub radius: R,
}

impl<const D: usize> Pack for Ball<D> {
    type Quads = Quads1;
    type Of<R: Real> = Ball<D, R>;

    #[inline(always)]
    fn columns<R: Real>(ball: &Ball<D, R>) -> QuadColumns<R> {
        let mut columns = [[ball.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&ball.center);
        columns[0][3] = ball.radius;
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Ball<D, R> {
        let [x, y, z, radius] = columns[0];
        let mut center = [z; D];
        (center[0], center[1]) = (x, y);
        Ball { center, radius }
    }
}

/// A radius that is at least the root of a square, which may be off by 2 roundings or have
/// vanished.
#[inline(always)]
pub(crate) fn radius_of<R: Real>(square: R) -> R {
    // The root and the product take one more each; 1e-19 is more than the root of what vanishes.
    square.sqrt() * square.of(1.0 + 4.0 * f32::UNIT) + square.of(1e-19)
}

impl<const D: usize> Bounded<D> for Ball<D> {
    #[inline(always)]
    fn bounds<R: Real>(ball: &Ball<D, R>) -> ([R; D], [R; D]) {
        around(ball.center, [ball.radius; D])
    }
}

impl<const D: usize> Extent for Ball<D> {
    #[inline(always)]
    fn extent<R: Real>(ball: &Ball<D, R>) -> R {
        ball.radius
    }
}

/// A shape of the plane with a circle around its center that contains it.
pub trait BoundingSphere: Pack {
    /// The circle. It may be too small by 8 roundings, as axes may be longer than 1. Must be
    /// `#[inline(always)]`.
    fn circle<R: Real>(shape: &Self::Of<R>) -> Ball<2, R>;
}

impl BoundingSphere for Ball<2> {
    #[inline(always)]
    fn circle<R: Real>(ball: &Ball<2, R>) -> Ball<2, R> {
        *ball
    }
}

macro_rules! turning {
    ($dimension:literal, $motion:ident) => {
        impl Turning<$dimension> for Ball<$dimension> {
            type Motion = $motion;

            const ROUND: bool = true;

            #[inline(always)]
            fn center<R: Real>(shape: &Ball<$dimension, R>) -> [R; $dimension] {
                shape.center
            }

            #[inline(always)]
            fn radius<R: Real>(shape: &Ball<$dimension, R>) -> R {
                shape.radius
            }

            #[inline(always)]
            fn arm<R: Real>(shape: &Ball<$dimension, R>) -> R {
                shape.radius.of(0.0)
            }

            #[inline(always)]
            fn reach<R: Real>(shape: &Ball<$dimension, R>, _direction: [R; $dimension]) -> R {
                shape.radius
            }

            #[inline(always)]
            fn turned<R: Real>(
                shape: &Ball<$dimension, R>,
                _motion: &$motion<R>,
                _time: R,
                center: [R; $dimension],
            ) -> Ball<$dimension, R> {
                Ball { center, ..*shape }
            }
        }
    };
}
turning!(2, RigidMotion2);
turning!(3, RigidMotion3);
