//! How shapes move.

use crate::{
    real::Real,
    shape::{MAX_QUADS, One, Pack, Two},
};

/// Motion along a line, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement<const D: usize, R = f32> {
    /// How far per unit of time.
    pub by: [R; D],
}

/// Motion along a line while turning about the centre, in 2D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion2<R = f32> {
    /// How far the centre moves per unit of time.
    pub by: [R; 2],
    /// The angle by which the shape turns per unit of time, in radians, counter-clockwise.
    pub angle: R,
}

/// Motion along a line while turning about the centre, in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion3<R = f32> {
    /// How far the centre moves per unit of time.
    pub by: [R; 3],
    /// The rotation per unit of time: its axis, as long as its angle in radians, counter-clockwise
    /// for who looks against it.
    pub rotation: [R; 3],
}

impl<const D: usize> Pack for Displacement<D> {
    type Quads = One;
    type Of<R: Real> = Displacement<D, R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn pack(motion: &Self) -> One {
        let mut quad = [0.0; 4];
        quad[..D].copy_from_slice(&motion.by);
        One([quad])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Displacement<D, R> {
        let [x, y, z, _] = columns[0];
        let mut by = [z; D];
        (by[0], by[1]) = (x, y);
        Displacement { by }
    }
}

impl Pack for RigidMotion2 {
    type Quads = One;
    type Of<R: Real> = RigidMotion2<R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn pack(motion: &Self) -> One {
        One([[motion.by[0], motion.by[1], motion.angle, 0.0]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> RigidMotion2<R> {
        let [x, y, angle, _] = columns[0];
        RigidMotion2 { by: [x, y], angle }
    }
}

impl Pack for RigidMotion3 {
    type Quads = Two;
    type Of<R: Real> = RigidMotion3<R>;

    const QUADS: usize = 2;

    #[inline(always)]
    fn pack(motion: &Self) -> Two {
        let ([x, y, z], [u, v, w]) = (motion.by, motion.rotation);
        Two([[x, y, z, 0.0], [u, v, w, 0.0]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> RigidMotion3<R> {
        let ([x, y, z, _], [u, v, w, _]) = (columns[0], columns[1]);
        RigidMotion3 { by: [x, y, z], rotation: [u, v, w] }
    }
}
