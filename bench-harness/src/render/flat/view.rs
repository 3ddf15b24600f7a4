//! Where points of space are on paper.

use jostle_files::page::Extent;

use crate::sheet::Point;

/// Most pixels that shapes take up, across and down.
const WIDTH: f64 = 944.0;
const MOST_HEIGHT: f64 = 1000.0;

/// Pixels left free around them.
pub(super) const MARGIN: f64 = 8.0;

/// Where the eye is, for scenes in space: so far to the left of the x axis and above the ground, in
/// degrees. Three sides of each box are seen, none of them from too flat.
const YAW: f64 = -62.0;
const PITCH: f64 = 28.0;

/// An orthographic projection.
pub(super) struct View {
    /// What goes to the right on paper, what goes up, and what comes towards the eye.
    right: [f64; 3],
    up: [f64; 3],
    eye: [f64; 3],
    /// Pixels to the unit of space.
    pub(super) scale: f64,
    /// What lies in the middle of the paper.
    center: [f64; 3],
    height: f64,
}

impl View {
    /// A view of a part of space: from above where it is a plane.
    pub(super) fn new(dim: usize, extent: &Extent) -> Self {
        let (right, up, eye) = if dim == 2 {
            ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
        } else {
            let ((sin, cos), (rise, reach)) =
                (YAW.to_radians().sin_cos(), PITCH.to_radians().sin_cos());
            let up = [-rise * cos, -rise * sin, reach];
            ([-sin, cos, 0.0], up, [reach * cos, reach * sin, rise])
        };
        let center = extent.center();
        let mut view = Self { right, up, eye, scale: 1.0, center, height: 0.0 };
        let half = extent.corners().map(|corner| {
            let offset: [f64; 3] = std::array::from_fn(|axis| corner[axis] - center[axis]);
            [dot(right, offset), dot(up, offset)]
        });
        let longest = |axis: usize| half.iter().map(|at| 2.0 * at[axis].abs()).fold(0.0, f64::max);
        // An infinite scale belongs to an axis on which nothing has any size.
        view.scale = (WIDTH / longest(0)).min(MOST_HEIGHT / longest(1));
        view.height = longest(1) * view.scale;
        view
    }

    /// Width and height of the paper.
    pub(super) fn size(&self) -> Point {
        [WIDTH + 2.0 * MARGIN, self.height + 2.0 * MARGIN]
    }

    /// Where a point is on paper.
    pub(super) fn at(&self, point: [f64; 3]) -> Point {
        let offset = std::array::from_fn(|axis| point[axis] - self.center[axis]);
        let (x, y) = (dot(self.right, offset), dot(self.up, offset));
        [MARGIN + 0.5 * WIDTH + x * self.scale, MARGIN + 0.5 * self.height - y * self.scale]
    }

    /// How near to the eye a point is.
    pub(super) fn nearness(&self, point: [f64; 3]) -> f64 {
        dot(self.eye, point)
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
#[path = "../../../tests/units/view.rs"]
mod tests;
