//! How shapes move.

use jostle_kernels::{
    shape::{Pack, RigidMotion2, RigidMotion3, from_quads},
    simd::Quad,
};

use crate::{
    Error, Shape,
    error::same_length,
    validate::{InvalidReason, check_motion},
};

/// How a shape moves per unit of time: along a line, and turning about its center as fast all the
/// time. A triangle turns about its first corner, a half-space about the point of its plane.
///
/// All numbers are to be finite: others are refused where the motion is used ([`Error::Motion`]).
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
        Self { by, turn: from.turn_to(to) }
    }

    /// The motion in quads.
    pub(super) fn of_quads(quads: &[Quad]) -> Self {
        if D == 2 {
            let [x, y, angle, _] = quads[0];
            let by = std::array::from_fn(|axis| [x, y][axis]);
            return Self { by, turn: [angle, 0.0, 0.0] };
        }
        let RigidMotion3 { by, rotation } = from_quads::<RigidMotion3>(quads);
        Self { by: std::array::from_fn(|axis| by[axis]), turn: rotation }
    }

    /// Whether the shape turns.
    pub(crate) fn turns(&self) -> bool {
        self.turn != [0.0; 3]
    }

    /// The axis about which the shape turns, as long as the angle; in 2D only the angle.
    pub(crate) fn turn(&self) -> [f32; 3] {
        self.turn
    }

    /// How far the center moves.
    #[must_use]
    pub fn by(&self) -> [f32; D] {
        self.by
    }

    /// Why it is invalid, if it is.
    pub(super) fn check(&self) -> Result<(), InvalidReason> {
        check_motion(&self.by, &self.turn)
    }

    /// The motion as the kernels take it, zeros positive. In 2D the second quad is not used.
    #[inline(always)]
    pub(in super::super) fn quads(&self) -> [Quad; 2] {
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

/// [No motion](Motion::REST).
impl<const D: usize> Default for Motion<D> {
    fn default() -> Self {
        Self::REST
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Rotation;

    const QUARTER: f32 = std::f32::consts::FRAC_PI_2;

    #[test]
    fn boxes_turn_the_shorter_way() {
        let planar = |angle: f32| Shape::oriented_box([1.0, 0.0], [1.0, 2.0], angle);
        for (from, to, expected) in [
            (0.0, 0.5, 0.5),
            (3.0, -3.0, 2.0 * std::f32::consts::PI - 6.0),
            (0.5, -1.0, -1.5),
            (1.0, 1.0, 0.0),
        ] {
            let motion = Motion::between(&planar(from), &planar(to));
            assert!((motion.angle() - expected).abs() < 1e-6, "{from} {to} {}", motion.angle());
            assert_eq!((motion.by(), motion.turns()), ([0.0; 2], expected != 0.0));
        }
        let axis = [0.6, 0.0, 0.8];
        let spatial = |angle: f32, by: f32| {
            let rotation = Rotation::about(axis, angle).expect("the axis has a length");
            Shape::oriented_box([by, 0.0, 0.0], [1.0; 3], rotation)
        };
        for (from, to, expected) in [(0.0, 0.5, 0.5), (3.0, -3.0, 0.283_185_3), (0.5, -1.0, -1.5)] {
            let motion = Motion::between(&spatial(from, 1.0), &spatial(to, 4.0));
            for (part, along) in motion.rotation().iter().zip(axis) {
                assert!((part - along * expected).abs() < 1e-5, "{from} {to} {motion:?}");
            }
            assert_eq!(motion.by(), [3.0, 0.0, 0.0]);
        }
    }

    #[test]
    fn capsules_have_no_front() {
        let planar = |angle: f32| {
            let end = [angle.cos(), angle.sin()];
            Shape::capsule(end.map(|x| -x), end, 0.5)
        };
        let turned = |from, to| Motion::between(&planar(from), &planar(to)).angle();
        assert!((turned(0.0, 1.0) - 1.0).abs() < 1e-6);
        assert!((turned(0.0, 3.0) - (3.0 - 2.0 * QUARTER)).abs() < 1e-6);
        let spatial = |end: [f32; 3]| Shape::capsule(end.map(|x| -x), end, 0.5);
        let motion = Motion::between(&spatial([2.0, 0.0, 0.0]), &spatial([0.0, -1.0, 0.0]));
        assert!((motion.rotation()[2].abs() - QUARTER).abs() < 1e-6, "{motion:?}");
        let point = Shape::point([1.0, 2.0, 3.0]);
        assert_eq!(Motion::between(&point, &point), Motion::REST);
    }
}
