//! How shapes move.

use jostle_kernels::{
    lane::Quad,
    shape::Pack,
    swept::{RigidMotion2, RigidMotion3},
};

use super::between;
use crate::{Error, Shape, error::same_length, validate::InvalidReason};

/// How a shape moves per unit of time: along a line, and turning about its center as fast all the
/// time. A triangle turns about its first corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<const D: usize> {
    by: [f32; D],
    /// In 2D only the first.
    turn: [f32; 3],
}

impl<const D: usize> Motion<D> {
    /// No motion.
    pub const REST: Self = Self { by: [0.0; D], turn: [0.0; 3] };

    /// Along a line, without turning.
    #[must_use]
    pub fn straight(by: impl Into<[f32; D]>) -> Self {
        Self { by: by.into(), ..Self::REST }
    }

    /// From one place to another in a unit of time, along a line, and turning the shorter way from
    /// one direction to the other. Triangles, and shapes of two kinds, do not turn.
    #[must_use]
    pub fn between(from: &Shape<D>, to: &Shape<D>) -> Self {
        let places = from.center().into_iter().zip(to.center());
        let mut by = [0.0; D];
        for (by, (from, to)) in by.iter_mut().zip(places) {
            *by = (f64::from(to) - f64::from(from)) as f32;
        }
        Self { by, turn: between::turn(from, to) }
    }

    /// Whether the shape turns.
    pub(crate) fn turns(&self) -> bool {
        self.turn != [0.0; 3]
    }

    /// How far the center moves.
    #[must_use]
    pub fn by(&self) -> [f32; D] {
        self.by
    }

    /// Why it is none, if it is none: its numbers are to be finite.
    pub(super) fn check(&self) -> Result<(), InvalidReason> {
        let numbers = || self.by.iter().chain(&self.turn);
        if numbers().any(|x| x.is_nan()) {
            Err(InvalidReason::NotANumber)
        } else if numbers().any(|x| x.is_infinite()) {
            Err(InvalidReason::Infinite)
        } else {
            Ok(())
        }
    }

    /// The motion as the kernels take it, zeros positive. In 2D the second quad is not used.
    #[inline(always)]
    pub(super) fn quads(&self) -> [Quad; 2] {
        let mut quads = [[0.0; 4]; 2];
        let [by, turn] = [&self.by[..], &self.turn];
        if D == 2 {
            let motion = RigidMotion2 { by: [by[0] + 0.0, by[1] + 0.0], angle: turn[0] + 0.0 };
            quads[..1].copy_from_slice(&RigidMotion2::pack(&motion).0);
        } else {
            let positive = |of: &[f32]| [of[0] + 0.0, of[1] + 0.0, of[2] + 0.0];
            let motion = RigidMotion3 { by: positive(by), rotation: positive(turn) };
            quads.copy_from_slice(&RigidMotion3::pack(&motion).0);
        }
        quads
    }
}

impl Motion<2> {
    /// Along a line while turning by an angle, in radians, counter-clockwise.
    #[must_use]
    pub fn turning(by: impl Into<[f32; 2]>, angle: f32) -> Self {
        Self { by: by.into(), turn: [angle, 0.0, 0.0] }
    }

    /// The angle by which the shape turns.
    #[must_use]
    pub fn angle(&self) -> f32 {
        self.turn[0]
    }
}

impl Motion<3> {
    /// Along a line while turning by a rotation: its axis, as long as its angle in radians,
    /// counter-clockwise for who looks against it.
    #[must_use]
    pub fn turning(by: impl Into<[f32; 3]>, rotation: impl Into<[f32; 3]>) -> Self {
        Self { by: by.into(), turn: rotation.into() }
    }

    /// The rotation by which the shape turns: its axis, as long as its angle in radians.
    #[must_use]
    pub fn rotation(&self) -> [f32; 3] {
        self.turn
    }
}

/// Whether a motion in quads turns.
#[inline(always)]
pub(super) fn turns<const D: usize>(quads: &[Quad]) -> bool {
    if D == 2 { quads[0][2] != 0.0 } else { quads[1] != [0.0; 4] }
}

/// The motions of the shapes of a set, by index, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct MotionColumns<'a, const D: usize> {
    by: [&'a [f32]; D],
    /// In 2D three times the same.
    turns: Option<[&'a [f32]; 3]>,
}

impl<'a, const D: usize> MotionColumns<'a, D> {
    /// Motions along lines: a slice of displacements per unit of time for each axis.
    ///
    /// # Errors
    /// [`Error::Length`] when the slices differ in length.
    pub fn straight(by: [&'a [f32]; D]) -> Result<Self, Error> {
        same_length("displacements", by[0].len(), &by)?;
        Ok(Self { by, turns: None })
    }

    fn with_turns(self, turns: [&'a [f32]; 3]) -> Result<Self, Error> {
        same_length("rotations", self.len(), &turns)?;
        Ok(Self { turns: Some(turns), ..self })
    }

    /// Number of motions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by[0].len()
    }

    /// Whether there are no motions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The motion of a shape.
    ///
    /// # Panics
    /// When there is no such shape.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Motion<D> {
        let mut turn = [0.0; 3];
        if let Some(turns) = self.turns {
            let own = if D == 2 { 1 } else { 3 };
            for (part, column) in turn[..own].iter_mut().zip(turns) {
                *part = column[index];
            }
        }
        Motion { by: self.by.map(|column| column[index]), turn }
    }
}

impl<'a> MotionColumns<'a, 2> {
    /// The same while turning by these angles per unit of time, in radians, counter-clockwise.
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many angles as displacements.
    pub fn turning(self, angles: &'a [f32]) -> Result<Self, Error> {
        self.with_turns([angles; 3])
    }
}

impl<'a> MotionColumns<'a, 3> {
    /// The same while turning by these rotations per unit of time: a slice for each component of
    /// their axes, which are as long as their angles in radians.
    ///
    /// # Errors
    /// [`Error::Length`] when there are not as many rotations as displacements.
    pub fn turning(self, rotations: [&'a [f32]; 3]) -> Result<Self, Error> {
        self.with_turns(rotations)
    }
}
