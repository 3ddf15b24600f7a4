//! Where points of space are on paper.

use super::Point;
use crate::render::extent::Extent;

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
pub(crate) struct View {
    /// What goes to the right on paper, what goes up, and what comes towards the eye.
    right: [f64; 3],
    up: [f64; 3],
    eye: [f64; 3],
    /// Pixels to the unit of space.
    pub(crate) scale: f64,
    /// What lies in the middle of the paper.
    center: [f64; 3],
    height: f64,
}

impl View {
    /// A view of a part of space: from above where it is a plane.
    pub(crate) fn new(dim: usize, extent: &Extent) -> Self {
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
    pub(crate) fn size(&self) -> Point {
        [WIDTH + 2.0 * MARGIN, self.height + 2.0 * MARGIN]
    }

    /// Where a point is on paper.
    pub(crate) fn at(&self, point: [f64; 3]) -> Point {
        let offset = std::array::from_fn(|axis| point[axis] - self.center[axis]);
        let (x, y) = (dot(self.right, offset), dot(self.up, offset));
        [MARGIN + 0.5 * WIDTH + x * self.scale, MARGIN + 0.5 * self.height - y * self.scale]
    }

    /// How near to the eye a point is.
    pub(crate) fn nearness(&self, point: [f64; 3]) -> f64 {
        dot(self.eye, point)
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(max: [f64; 3]) -> Extent {
        Extent { min: [0.0; 3], max, is_cut: false }
    }

    #[test]
    fn the_plane_is_seen_from_above() {
        let view = View::new(2, &extent([2.0, 1.0, 0.0]));
        assert_eq!(view.size(), [960.0, 488.0]);
        assert_eq!(view.at([0.0; 3]), [8.0, 480.0]);
        assert_eq!(view.at([2.0, 1.0, 0.0]), [952.0, 8.0]);
    }

    #[test]
    fn all_of_space_is_on_paper_and_up_is_up() {
        let extent = extent([1.0, 2.0, 3.0]);
        let view = View::new(3, &extent);
        let [width, height] = view.size();
        for corner in extent.corners() {
            let [x, y] = view.at(corner);
            assert!((8.0 - 1e-9..=width - 8.0 + 1e-9).contains(&x), "{x}");
            assert!((8.0 - 1e-9..=height - 8.0 + 1e-9).contains(&y), "{y}");
        }
        let [from, to] = [[0.0; 3], [0.0, 0.0, 1.0]].map(|point| view.at(point));
        assert!(to[1] < from[1] && (to[0] - from[0]).abs() < 1e-9);
        assert!(view.nearness([0.0, 0.0, 1.0]) > view.nearness([0.0; 3]));
    }

    #[test]
    fn what_is_flat_has_a_scale() {
        for max in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1e-45, 1e-44, 0.0], [6e38; 3]] {
            for dim in [2, 3] {
                let view = View::new(dim, &extent(max));
                assert!(view.scale > 0.0 && view.scale.is_finite(), "{max:?}");
                assert!(view.size()[1] <= 1016.0 + 1e-6);
            }
        }
    }
}
