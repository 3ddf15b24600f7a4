//! A ray as the boxes of a tree see it.

use jostle_kernels::{
    Aabb,
    geometry::ray::Ray,
    real::vector::{dot, sub, sum_abs},
    shape::Obb,
};

use super::place::{MeshFrame, Placement, wide};

/// What rounding in `f64` does to places along a ray, relative to their coordinates, with much to
/// spare.
const ROUNDINGS: f64 = 1.0 / (1_u64 << 40) as f64;

/// By how much more than `t` itself a time may be rounded.
const LATE: f64 = 1.0 / (1 << 20) as f64;

/// By how much, of all its half extents, the axes of a stored box are off from unit vectors at
/// right angles; four times.
const SKEW: f64 = 1.0 / (1 << 20) as f64;

/// A ray in the frame of a tree, with the slack that makes its boxes contain what was placed.
pub struct Line {
    origin: [f64; 3],
    direction: [f64; 3],
    /// First and last time, a little beyond those of the ray.
    times: [f64; 2],
    slack: f64,
}

impl Line {
    pub(super) fn new(ray: &Ray<3>, place: &Placement, frame: &MeshFrame) -> Self {
        let origin = place.local(wide(ray.origin));
        let direction = place.turned_back(wide(ray.direction));
        let sizes = sum_abs(origin) + sum_abs(wide(ray.origin)) + frame.radius;
        let times = [f64::from(ray.t_min) * (1.0 - LATE), f64::from(ray.t_max) * (1.0 + LATE)];
        Self { origin, direction, times, slack: place.slack(frame) + ROUNDINGS * sizes }
    }

    /// Whether what is entered at `t` may be met no later than another thing.
    pub(super) fn may_be_by(t: f64, other: f32) -> bool {
        t * (1.0 - LATE) <= f64::from(other)
    }

    /// When the line enters a box, if it does: not later than it meets anything in there.
    pub(super) fn enters_obb(&self, obb: &Obb<3>) -> Option<f64> {
        let (axes, half) = (obb.axes.map(wide), wide(obb.half));
        let from = sub(self.origin, wide(obb.center));
        let slack = self.slack + SKEW * sum_abs(half);
        let mut times = self.times;
        for (axis, half) in axes.into_iter().zip(half) {
            let (at, way) = (dot(axis, from), dot(axis, self.direction));
            times = within(times, at, way, half + slack)?;
        }
        Some(times[0])
    }

    /// The same for a box along the axes of the frame, which may be off by a rounding.
    pub(super) fn enters_aabb(&self, aabb: &Aabb<3>) -> Option<f64> {
        let (min, max) = (wide(aabb.min), wide(aabb.max));
        let slack = self.slack + SKEW * (sum_abs(min) + sum_abs(max));
        let mut times = self.times;
        for axis in 0..3 {
            let middle = 0.5 * (min[axis] + max[axis]);
            let half = 0.5 * (max[axis] - min[axis]);
            let at = self.origin[axis] - middle;
            times = within(times, at, self.direction[axis], half + slack)?;
        }
        Some(times[0])
    }
}

/// The part of a span of time during which something is within `half` of 0.
fn within([first, last]: [f64; 2], at: f64, way: f64, half: f64) -> Option<[f64; 2]> {
    if way == 0.0 {
        return (at.abs() <= half).then_some([first, last]);
    }
    let (one, other) = ((-half - at) / way, (half - at) / way);
    let (first, last) = (first.max(one.min(other)), last.min(one.max(other)));
    (first * (1.0 - LATE) <= last).then_some([first, last])
}
