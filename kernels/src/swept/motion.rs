//! How shapes move.

use crate::{
    real::Real,
    shape::{Columns, MAX_QUADS, One, Pack, Two},
};

/// Motion along a line, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement<const D: usize, R = f32> {
    /// How far per unit of time.
    pub by: [R; D],
}

/// Motion along a line while turning about the center, in 2D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion2<R = f32> {
    /// How far the center moves per unit of time.
    pub by: [R; 2],
    /// The angle by which the shape turns per unit of time, in radians, counter-clockwise.
    pub angle: R,
}

/// Motion along a line while turning about the center, in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion3<R = f32> {
    /// How far the center moves per unit of time.
    pub by: [R; 3],
    /// The rotation per unit of time: its axis, as long as its angle in radians, counter-clockwise
    /// for who looks against it.
    pub rotation: [R; 3],
}

impl<const D: usize> Pack for Displacement<D> {
    type Quads = One;
    type Of<R: Real> = Displacement<D, R>;

    #[inline(always)]
    fn columns<R: Real>(motion: &Displacement<D, R>) -> Columns<R> {
        let mut columns = [[motion.by[0].of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&motion.by);
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Displacement<D, R> {
        let [x, y, z, _] = columns[0];
        let mut by = [z; D];
        (by[0], by[1]) = (x, y);
        Displacement { by }
    }
}

impl Pack for RigidMotion2 {
    type Quads = One;
    type Of<R: Real> = RigidMotion2<R>;

    #[inline(always)]
    fn columns<R: Real>(motion: &RigidMotion2<R>) -> Columns<R> {
        let mut columns = [[motion.angle.of(0.0); 4]; MAX_QUADS];
        columns[0][..2].copy_from_slice(&motion.by);
        columns[0][2] = motion.angle;
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> RigidMotion2<R> {
        let [x, y, angle, _] = columns[0];
        RigidMotion2 { by: [x, y], angle }
    }
}

impl Pack for RigidMotion3 {
    type Quads = Two;
    type Of<R: Real> = RigidMotion3<R>;

    #[inline(always)]
    fn columns<R: Real>(motion: &RigidMotion3<R>) -> Columns<R> {
        let mut columns = [[motion.by[0].of(0.0); 4]; MAX_QUADS];
        columns[0][..3].copy_from_slice(&motion.by);
        columns[1][..3].copy_from_slice(&motion.rotation);
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> RigidMotion3<R> {
        let ([x, y, z, _], [u, v, w, _]) = (columns[0], columns[1]);
        RigidMotion3 { by: [x, y, z], rotation: [u, v, w] }
    }
}
