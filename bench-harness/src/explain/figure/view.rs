//! From the plane to pixels.

use jostle_kernels::real::vector::sub;

use super::{
    super::outline::{Outline, Vector},
    svg::Point,
};

/// Turns, scales and moves; y upwards becomes y downwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The direction that lies flat, pointing to the right.
    pub(super) flat: Vector,
    /// Pixels per unit.
    pub(super) scale: f64,
    /// A point of the plane, and where it comes to lie.
    pub(super) from: Vector,
    pub(super) to: Point,
}

impl View {
    /// Where a point comes to lie.
    pub(super) fn at(&self, point: Vector) -> Point {
        let [x, y] = self.turned(sub(point, self.from));
        [self.to[0] + self.scale * x, self.to[1] - self.scale * y]
    }

    /// A direction in pixels, at its own length.
    pub(super) fn direction(&self, direction: Vector) -> Point {
        let [x, y] = self.turned(direction);
        [x, -y]
    }

    /// The vertices of an outline.
    pub(super) fn polygon(&self, outline: &Outline) -> Vec<Point> {
        outline.vertices.iter().map(|vertex| self.at(*vertex)).collect()
    }

    fn turned(&self, [x, y]: Vector) -> Vector {
        let [cos, sin] = self.flat;
        [cos * x + sin * y, cos * y - sin * x]
    }
}
