//! The incident face as the reference face sees it.

use super::frame::Frame;
use crate::real::Real;

/// The incident face. Places and directions are given along the two axes of the reference face,
/// and above it.
pub(super) struct Incident<R> {
    /// Its center.
    pub(super) center: [R; 3],
    /// The directions of its two axes.
    pub(super) axes: [[R; 3]; 2],
    /// Its half extents along them.
    pub(super) half: [R; 2],
    /// Takes what lies along the reference face apart into the two axes.
    inverse: [[R; 2]; 2],
}

impl<R: Real> Incident<R> {
    #[inline(always)]
    pub(super) fn new(frame: &Frame<R>) -> Self {
        let (r, t, side) = (&frame.r, &frame.t, frame.side);
        let (n, u, v) = ([side * r[0][0], side * r[0][1], side * r[0][2]], r[1], r[2]);
        let reach = frame.facing * frame.incident[0];
        let height = side * t[0] + reach * n[0] - frame.reference[0];
        // The determinant is the cosine between the two faces; no other face of the incident box
        // has a larger one, so it is at least the root of 1/3.
        let per_determinant = side.of(1.0) / (u[1] * v[2] - v[1] * u[2]);
        Self {
            center: [t[1] + reach * u[0], t[2] + reach * v[0], height],
            axes: [[u[1], v[1], n[1]], [u[2], v[2], n[2]]],
            half: [frame.incident[1], frame.incident[2]],
            inverse: [
                [v[2] * per_determinant, -u[2] * per_determinant],
                [-v[1] * per_determinant, u[1] * per_determinant],
            ],
        }
    }

    /// Where along its own axes it is above a place on the reference face.
    #[inline(always)]
    pub(super) fn above(&self, [u, v]: [R; 2]) -> [R; 2] {
        let (u, v) = (u - self.center[0], v - self.center[1]);
        let [x, y] = self.inverse;
        [u * x[0] + v * x[1], u * y[0] + v * y[1]]
    }

    /// How much higher it is for each step along the axes of the reference face.
    #[inline(always)]
    pub(super) fn slopes(&self) -> [R; 2] {
        let ([x, y], [along_x, along_y]) = (self.inverse, [self.axes[0][2], self.axes[1][2]]);
        [along_x * x[0] + along_y * y[0], along_x * x[1] + along_y * y[1]]
    }

    /// How high it is at a place along its own axes.
    #[inline(always)]
    pub(super) fn height(&self, [x, y]: [R; 2]) -> R {
        self.center[2] + x * self.axes[0][2] + y * self.axes[1][2]
    }
}
