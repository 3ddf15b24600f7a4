//! Rays and segments in the plane.

use super::{
    super::{
        determinant::{area, beside},
        finite, inside, wide,
    },
    Ray, RayHit,
};
use crate::real::vector::sub;

/// Where a ray in the plane meets a segment, decided without rounding but for whether `t` is
/// between `t_min` and `t_max`: there it may be beyond by 2^-30 of itself. `t` is off by up to half
/// a step of `f32` and as much.
///
/// A ray along the segment meets its nearer end, or the place where the ray begins; the normal is
/// against the ray then. A segment of no length is a point. A ray without direction meets a segment
/// that it is on, with a normal of zero.
#[must_use]
pub fn segment(ray: &Ray<2>, [a, b]: [[f32; 2]; 2]) -> Option<RayHit<2>> {
    if !ray.is_valid() || !finite(&[a, b]) {
        return None;
    }
    if ray.rests() {
        return inside::segment(ray.origin, [a, b]).then(|| RayHit::at_start(ray));
    }
    let Crossing { first, last, across } = crossing(ray, [a, b])?;
    let t = ray.time(first.max(f64::from(ray.t_min)).min(last))?;
    Some(RayHit { t, normal: ray.against(across) })
}

/// Where the whole line of a ray meets a segment.
pub(super) struct Crossing {
    /// When it is on the segment first.
    pub(super) first: f64,
    /// When it is last.
    pub(super) last: f64,
    /// Across the segment, or along the ray where that is along the segment.
    pub(super) across: [f64; 2],
}

/// Where the whole line of a ray that moves meets a segment.
pub(super) fn crossing(ray: &Ray<2>, [a, b]: [[f32; 2]; 2]) -> Option<Crossing> {
    let [of_a, of_b] = [a, b].map(|end| beside(ray.origin, ray.direction, end));
    if (of_a > 0.0 && of_b > 0.0) || (of_a < 0.0 && of_b < 0.0) {
        return None;
    }
    if of_a == 0.0 && of_b == 0.0 {
        let [x, y] = ray.direction.map(f32::abs);
        let axis = usize::from(x < y);
        let [from, to] = [a, b].map(|end| {
            let way = f64::from(end[axis]) - f64::from(ray.origin[axis]);
            way / f64::from(ray.direction[axis])
        });
        let across = wide(ray.direction);
        return Some(Crossing { first: from.min(to), last: from.max(to), across });
    }
    let (t, side) = (area(a, b, ray.origin) / (of_b - of_a), sub(wide(b), wide(a)));
    Some(Crossing { first: t, last: t, across: [-side[1], side[0]] })
}
