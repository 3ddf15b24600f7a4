//! Rotations.

use std::f64::consts::FRAC_PI_2;

/// A rotation: in 2D a complex number of length 1, in 3D a quaternion of length 1.
///
/// What is made from numbers is taken as it is. It is checked where it is used: its squares must
/// sum up to 0.9 to 1.1, and are scaled to sum up to 1. A set scales a rotation once, when it takes
/// it, and so is that of a shape alone; one in an array is scaled whenever it is read, which may
/// round otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<const D: usize> {
    /// The first of them: 2D: cos, sin; 3D: x, y, z, w.
    parts: [f32; 4],
}

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
    /// By an angle in radians, counter-clockwise. The `f32` nearest to a number of quarter turns,
    /// up to a thousand of them, is that many quarters exactly, so that squares that touch still
    /// do.
    ///
    /// ```
    /// use jostle::shape::Rotation;
    ///
    /// assert_eq!(Rotation::from_angle(std::f32::consts::FRAC_PI_2).cos_sin(), [0.0, 1.0]);
    /// ```
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let quarters = (f64::from(angle) / FRAC_PI_2).round();
        if quarters.abs() <= 1000.0 && (quarters * FRAC_PI_2) as f32 == angle {
            let quarter = quarters.rem_euclid(4.0) as usize;
            return Self::from([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][quarter]);
        }
        let (sin, cos) = libm::sincos(angle.into());
        Self::from([cos as f32, sin as f32])
    }

    /// Cosine and sine of its angle.
    #[must_use]
    pub fn cos_sin(&self) -> [f32; 2] {
        [self.parts[0], self.parts[1]]
    }
}

impl Rotation<3> {
    /// About an axis, of any length but zero, by an angle in radians. None where the axis is zero,
    /// or a number is infinite or NaN.
    ///
    /// ```
    /// use jostle::shape::Rotation;
    ///
    /// assert!(Rotation::about([0.0, 0.0, 3.0], 1.0).is_some());
    /// assert!(Rotation::about([0.0, 0.0, 0.0], 1.0).is_none());
    /// ```
    #[must_use]
    pub fn about(axis: impl Into<[f32; 3]>, angle: f32) -> Option<Self> {
        let axis = axis.into().map(f64::from);
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length == 0.0 || !length.is_finite() || !angle.is_finite() {
            return None;
        }
        let (sin, cos) = libm::sincos(0.5 * f64::from(angle));
        let [x, y, z] = axis.map(|x| (x / length * sin) as f32);
        Some(Self::from([x, y, z, cos as f32]))
    }

    /// Where it turns the coordinate axes to.
    pub(crate) fn axes(&self) -> [[f64; 3]; 3] {
        let [x, y, z, w] = self.parts.map(f64::from);
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let square = xx + yy + zz + ww;
        // The diagonal as sums of squares, and divided last: then quarter turns are exact.
        [
            [(ww - zz) + (xx - yy), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), (ww - zz) + (yy - xx), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), (ww - xx) + (zz - yy)],
        ]
        .map(|axis| axis.map(|component| component / square))
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

/// The shorter way from one rotation to another: complex numbers in 2D, quaternions in 3D. In 2D by
/// an angle, in 3D by an axis as long as the angle; the same for what follows.
pub(super) fn between_rotations<const D: usize>(from: &Rotation<D>, to: &Rotation<D>) -> [f64; 3] {
    if from == to {
        return [0.0; 3];
    }
    let (from, to) = (from.parts(), to.parts());
    if D == 2 { between_axes::<2>(from, to, false) } else { between_quaternions(from, to) }
}

fn between_quaternions(from: &[f32], to: &[f32]) -> [f64; 3] {
    let wide = |parts: &[f32]| [0, 1, 2, 3].map(|part| f64::from(parts[part]));
    let ([x, y, z, w], [a, b, c, d]) = (wide(from), wide(to));
    // The second times the conjugate of the first.
    let real = d * w + a * x + b * y + c * z;
    let axis = [
        a * w - d * x - b * z + c * y,
        b * w - d * y - c * x + a * z,
        c * w - d * z - a * y + b * x,
    ];
    // A quaternion and its negative are the same rotation; one of them is the shorter way.
    let sign = if real < 0.0 { -1.0 } else { 1.0 };
    let axis = axis.map(|part| sign * part);
    as_long_as(axis, |sine| 2.0 * libm::atan2(sine, sign * real))
}

/// From the direction of one vector to that of another, or of its opposite, where that is as good.
pub(super) fn between_axes<const D: usize>(from: &[f32], to: &[f32], opposite: bool) -> [f64; 3] {
    let wide =
        |parts: &[f32]| [0, 1, 2].map(|axis| if axis < D { f64::from(parts[axis]) } else { 0.0 });
    let (from, to) = (wide(from), wide(to));
    let dot: f64 = from.iter().zip(&to).map(|(a, b)| a * b).sum();
    let sign = if opposite && dot < 0.0 { -1.0 } else { 1.0 };
    let cross = |i: usize, j: usize| sign * (from[i] * to[j] - from[j] * to[i]);
    if D == 2 {
        return [libm::atan2(cross(0, 1), sign * dot), 0.0, 0.0];
    }
    as_long_as([cross(1, 2), cross(2, 0), cross(0, 1)], |sine| libm::atan2(sine, sign * dot))
}

/// A vector of this direction, as long as a function of its length says.
fn as_long_as(vector: [f64; 3], of_length: impl Fn(f64) -> f64) -> [f64; 3] {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 {
        return [0.0; 3];
    }
    vector.map(|x| x / length * of_length(length))
}
