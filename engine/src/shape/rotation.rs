//! Rotations.

use std::ops::RangeInclusive;

/// A rotation: in 2D a complex number of length 1, in 3D a quaternion of length 1.
///
/// What is made from numbers is taken as it is. It is checked where it is used: its squares must
/// sum up to 0.9 to 1.1, and are scaled to sum up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<const D: usize> {
    /// The first of them: 2D: cos, sin; 3D: x, y, z, w.
    parts: [f32; 4],
}

/// Sums of squares that are let in.
pub(crate) const SQUARES: RangeInclusive<f32> = 0.9..=1.1;

impl<const D: usize> Rotation<D> {
    /// Numbers of a rotation.
    pub(super) const PARTS: usize = if D == 2 { 2 } else { 4 };

    /// The rotation that turns nothing.
    pub const IDENTITY: Self =
        Self { parts: if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] } };

    pub(super) fn of_parts(parts: impl IntoIterator<Item = f32>) -> Self {
        let mut rotation = Self { parts: [0.0; 4] };
        for (part, given) in rotation.parts[..Self::PARTS].iter_mut().zip(parts) {
            *part = given;
        }
        rotation
    }

    pub(crate) fn parts(&self) -> &[f32] {
        &self.parts[..Self::PARTS]
    }

    /// The same direction at length 1, rounded once. What has length 1 but for rounding stays as it
    /// is, so that what was read can be written back.
    pub(super) fn normalized(self) -> Self {
        let square: f64 = self.parts.iter().map(|part| f64::from(*part).powi(2)).sum();
        if (square - 1.0).abs() <= 2.0 * f64::from(f32::EPSILON) {
            return self;
        }
        Self { parts: self.parts.map(|part| (f64::from(part) / square.sqrt()) as f32) }
    }
}

impl<const D: usize> Default for Rotation<D> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotation<2> {
    /// By an angle in radians, counter-clockwise.
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let (sin, cos) = f64::from(angle).sin_cos();
        Self::from([cos as f32, sin as f32])
    }

    /// Cosine and sine of its angle.
    #[must_use]
    pub fn cos_sin(&self) -> [f32; 2] {
        [self.parts[0], self.parts[1]]
    }
}

impl Rotation<3> {
    /// About an axis, of any length but zero, by an angle in radians.
    #[must_use]
    pub fn about(axis: impl Into<[f32; 3]>, angle: f32) -> Self {
        let axis = axis.into().map(f64::from);
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (sin, cos) = (0.5 * f64::from(angle)).sin_cos();
        let [x, y, z] = axis.map(|x| (x / length * sin) as f32);
        Self::from([x, y, z, cos as f32])
    }

    /// The quaternion `[x, y, z, w]`.
    #[must_use]
    pub fn quaternion(&self) -> [f32; 4] {
        self.parts
    }
}

/// By an angle in radians, counter-clockwise.
impl From<f32> for Rotation<2> {
    fn from(angle: f32) -> Self {
        Self::from_angle(angle)
    }
}

/// By a complex number `[cos, sin]`.
impl From<[f32; 2]> for Rotation<2> {
    fn from([cos, sin]: [f32; 2]) -> Self {
        Self { parts: [cos, sin, 0.0, 0.0] }
    }
}

/// By a quaternion `[x, y, z, w]`.
impl From<[f32; 4]> for Rotation<3> {
    fn from(parts: [f32; 4]) -> Self {
        Self { parts }
    }
}
