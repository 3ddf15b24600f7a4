//! Which boxes of a node are within a distance of a point, decided without rounding.

use super::query::PointQuery;
use crate::{Lanes, Node, geometry::inside, radius_search::Band, shape::Ball};

/// What is within a distance of a point.
///
/// Rounded squares of distances decide, as in [`radius_search`](crate::radius_search): what is
/// not beyond [`sure`](Self::sure) is near enough, what is beyond [`most`](Self::most) is not, and
/// for boxes in between [`holds`](Self::holds) decides.
#[derive(Clone, Copy, Debug)]
pub struct Reach<const D: usize> {
    ball: Ball<D>,
    per_unit: f32,
    band: Band,
}

impl<const D: usize> Reach<D> {
    /// What is within `distance`, which is at least 0 and may be infinite, of a finite point.
    /// Squares are those of distances that are multiplied by a power of two, `per_unit`; see
    /// [`per_unit`](super::per_unit).
    #[must_use]
    #[inline]
    pub fn new(center: [f32; D], distance: f32, per_unit: f32) -> Self {
        let Band { sure, most } = Band::new(distance * per_unit, 0.0);
        let ball = Ball { center, radius: distance };
        // Zero is the square of what contains the point: in units, no distance that is not
        // negligible beside the reach has a square that vanishes.
        let sure = if distance == f32::INFINITY { distance } else { sure.max(0.0) };
        Self { ball, per_unit, band: Band { sure, most } }
    }

    /// The point, with its unit, in lanes.
    #[inline(always)]
    pub fn wide<L: Lanes>(&self, lanes: L) -> PointQuery<L, D> {
        PointQuery::new(lanes, &self.ball.center, self.per_unit)
    }

    /// The square above which all boxes are too far, and so is what is in them.
    #[must_use]
    #[inline(always)]
    pub fn most(&self) -> f32 {
        self.band.most
    }

    /// The square up to which all boxes are near enough.
    #[must_use]
    #[inline(always)]
    pub fn sure(&self) -> f32 {
        self.band.sure
    }

    /// Whether the box in a slot is near enough, decided without rounding: by the nearest point of
    /// it, whose coordinates are not computed, but taken from the box and the center.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn holds(&self, node: &Node<D>, slot: usize) -> bool {
        let mut nearest = self.ball.center;
        for (axis, nearest) in nearest.iter_mut().enumerate() {
            *nearest = nearest.max(node.min[axis][slot]).min(node.max[axis][slot]);
        }
        inside::ball(nearest, &self.ball)
    }
}
