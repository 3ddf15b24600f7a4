//! Where a mesh stands in the world.

use crate::{Error, shape::Rotation, validate::check_pose};

/// A rigid motion from the coordinates of a mesh to those of the world: a rotation about its
/// origin, then a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// The rotation; its numbers need not have length 1 exactly, and mean the direction they have.
    pub rotation: Rotation<3>,
    /// The translation, finite.
    pub translation: [f32; 3],
}

impl Pose {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { rotation: Rotation::IDENTITY, translation: [0.0; 3] };

    /// Rotates, then translates.
    #[must_use]
    pub fn new(rotation: impl Into<Rotation<3>>, translation: impl Into<[f32; 3]>) -> Self {
        Self { rotation: rotation.into(), translation: translation.into() }
    }

    /// Refuses an invalid pose.
    pub(super) fn check(&self) -> Result<(), Error> {
        check_pose(&self.rotation.quaternion(), &self.translation)
    }

    /// Where the rotation turns the coordinate axes to.
    pub(super) fn axes(&self) -> [[f64; 3]; 3] {
        let [x, y, z, w] = self.rotation.quaternion().map(f64::from);
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
}
