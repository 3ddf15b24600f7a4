//! Rays against solid shapes: boxes, balls, capsules, oriented boxes and half-spaces.

use super::line::{Entry, PreparedRay, Ray, RayHit};
use crate::{
    Aabb,
    geometry::{
        determinant::clear,
        expansion::Expansion,
        points::{finite, wide},
        slab::first_contact,
    },
    pairs::skew,
    real::vector::{add_scaled, dot, scale, sum_abs},
    shape::{Ball, Capsule, HalfSpace, Obb},
};

/// Where a ray meets a box, decided without rounding; `t` is that of exact arithmetic, rounded to
/// nearest but for a last digit in some 2^28 cases. Bounds may be infinite. A ray in the plane of a
/// face meets it, and one that passes an edge or a corner. There the normal is that of the first
/// axis.
///
/// The one rule of all rays and boxes: those of a tree of boxes meet what is met here. Their `t`
/// may be off by three roundings of `f32`, so that none is before that of a box around it.
#[must_use]
pub fn aabb<const D: usize>(ray: &Ray<D>, aabb: &Aabb<D>) -> Option<RayHit<D>> {
    if !ray.is_valid() || !aabb.is_valid() {
        return None;
    }
    let (point, times) = (Aabb::point(ray.origin), [ray.t_min, ray.last()]);
    let (enter, face) = first_contact(&point, &ray.direction, times, aabb)?;
    let mut hit = RayHit::at_start(ray);
    if let Some(axis) = face {
        hit.t = (enter.value() as f32).max(ray.t_min).min(ray.last()) + 0.0;
        hit.normal[axis] = if ray.direction[axis] > 0.0 { -1.0 } else { 1.0 };
    }
    Some(hit)
}

/// How much of the sizes a shape is grown by, so that what is certainly met is: more than the
/// roundings of `f64` add up to.
pub(super) const SLACK: f64 = 1.0 / (1_u64 << 46) as f64;

/// Where a ray meets a ball. At `t` it is on the sphere but for 2^-43 of the sum of the sizes,
/// which are those of the offset, the radius and the way until then, and half a step of `t`; so it
/// is for the other shapes here. What is missed by no more than 2^-45 of these counts as met.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.2; from the point of the line that is
/// nearest to the center, so that little cancels.
#[must_use]
pub fn ball<const D: usize>(ray: &Ray<D>, ball: &Ball<D>) -> Option<RayHit<D>> {
    let is_valid = finite(&[ball.center]) && is_size(ball.radius);
    let line = PreparedRay::new(ray).filter(|_| is_valid)?;
    line.hit(&enter_ball(&line, ball)?)
}

#[inline(always)]
pub(super) fn enter_ball<const D: usize>(
    line: &PreparedRay<D>,
    ball: &Ball<D>,
) -> Option<Entry<D>> {
    let ((from, sizes), radius) = (line.from(ball.center), f64::from(ball.radius));
    enter_sphere(line, from, radius, SLACK * (sizes + radius))
}

/// Where a ray that begins at a place relative to the center enters a sphere that is grown.
#[inline(always)]
fn enter_sphere<const D: usize>(
    line: &PreparedRay<D>,
    from: [f64; D],
    radius: f64,
    slack: f64,
) -> Option<Entry<D>> {
    let square = (radius + slack) * (radius + slack);
    if dot(from, from) <= square {
        return Some(Entry::START);
    }
    let along = dot(from, line.direction);
    if along >= 0.0 {
        return None;
    }
    let nearest = -along * line.per_square;
    let beside = line.after(from, nearest);
    let half = square - dot(beside, beside);
    if half < 0.0 {
        return None;
    }
    let after = (nearest - (half * line.per_square).sqrt()).max(0.0);
    // Of a point there is no side.
    let is_point = radius <= slack;
    let out = if is_point { scale(line.direction, -1.0) } else { line.after(from, after) };
    Some(Entry { after, out })
}

/// Where a ray meets a capsule; exact as for a [`ball()`].
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.7: where it enters the cylinder without
/// ends tells whether it enters the capsule there, or which end it has to.
#[must_use]
pub fn capsule<const D: usize>(ray: &Ray<D>, capsule: &Capsule<D>) -> Option<RayHit<D>> {
    let is_valid = finite(&[capsule.center, capsule.axis]) && is_size(capsule.radius);
    let line = PreparedRay::new(ray).filter(|_| is_valid)?;
    line.hit(&enter_capsule(&line, capsule)?)
}

#[inline(always)]
pub(super) fn enter_capsule<const D: usize>(
    line: &PreparedRay<D>,
    capsule: &Capsule<D>,
) -> Option<Entry<D>> {
    let ((from, sizes), axis) = (line.from(capsule.center), wide(capsule.axis));
    enter_around_segment(line, (from, sizes), axis, f64::from(capsule.radius))
}

/// Where a ray that begins at a place relative to the middle of a segment, which has half of it as
/// its axis, is as near to it as a radius. The place comes with the sum of the sizes in it.
#[inline(always)]
pub(super) fn enter_around_segment<const D: usize>(
    line: &PreparedRay<D>,
    (from, sizes): ([f64; D], f64),
    axis: [f64; D],
    radius: f64,
) -> Option<Entry<D>> {
    let slack = SLACK * (sizes + sum_abs(axis) + radius);
    let length = dot(axis, axis);
    if length == 0.0 {
        return enter_sphere(line, from, radius, slack);
    }
    let per_length = 1.0 / length;
    // Along the axis from -1 to 1, and across.
    let (at, speed) = (dot(from, axis) * per_length, dot(line.direction, axis) * per_length);
    let across = add_scaled(from, axis, -at);
    let moves = add_scaled(line.direction, axis, -speed);
    let (reach, square) = (radius + slack, dot(moves, moves));
    let (mut after, mut place) = (0.0, at);
    if dot(across, across) > reach * reach {
        let along = dot(across, moves);
        if along >= 0.0 {
            return None;
        }
        let nearest = -along / square;
        let beside = add_scaled(across, moves, nearest);
        let half = reach * reach - dot(beside, beside);
        if half < 0.0 {
            return None;
        }
        after = (nearest - (half / square).sqrt()).max(0.0);
        place = at + speed * after;
    }
    if place.abs() > 1.0 {
        let end = if place > 0.0 { -1.0 } else { 1.0 };
        return enter_sphere(line, add_scaled(from, axis, end), radius, slack);
    }
    if after == 0.0 {
        return Some(Entry::START);
    }
    let is_segment = radius <= slack;
    let out = if is_segment { scale(moves, -1.0) } else { add_scaled(across, moves, after) };
    Some(Entry { after, out })
}

/// Where a ray meets an oriented box, the one that is stored, also where its axes are not quite at
/// right angles; exact as for a [`ball()`], and as far as axes that are off by little let it: by
/// the square of that.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.3.
#[must_use]
pub fn obb<const D: usize>(ray: &Ray<D>, obb: &Obb<D>) -> Option<RayHit<D>> {
    let numbers = finite(&[obb.center, obb.half]) && finite(&obb.axes);
    let is_valid = numbers && obb.half.iter().all(|half| is_size(*half));
    let line = PreparedRay::new(ray).filter(|_| is_valid)?;
    line.hit(&enter_obb(&line, obb)?)
}

#[inline(always)]
pub(super) fn enter_obb<const D: usize>(line: &PreparedRay<D>, obb: &Obb<D>) -> Option<Entry<D>> {
    let ((from, sizes), axes) = (line.from(obb.center), obb.axes.map(wide));
    let half = wide(obb.half);
    let skew = skew(&axes);
    let slack = (SLACK + skew * skew) * (sizes + sum_abs(half));
    let at = along_axes(&axes, skew, from);
    let speeds = along_axes(&axes, skew, line.direction);
    let (mut enter, mut exit, mut face) = (0.0, line.end, None);
    for axis in 0..D {
        let (reach, at, speed) = (half[axis] + slack, at[axis], speeds[axis]);
        if speed == 0.0 {
            if at.abs() > reach {
                return None;
            }
            continue;
        }
        let (per_speed, reach) = (1.0 / speed, if speed > 0.0 { reach } else { -reach });
        let (near, far) = ((-reach - at) * per_speed, (reach - at) * per_speed);
        if near > enter {
            (enter, face) = (near, Some(axis));
        }
        exit = far.min(exit);
    }
    if enter > exit {
        return None;
    }
    let Some(axis) = face else { return Some(Entry::START) };
    Some(Entry { after: enter, out: axes[axis] })
}

/// Where a ray enters a half-space. Whether it goes toward the plane is decided without rounding.
#[inline(always)]
pub(super) fn enter_half_space<const D: usize>(
    line: &PreparedRay<D>,
    half_space: &HalfSpace<D>,
) -> Option<Entry<D>> {
    let ((from, sizes), normal) = (line.from(half_space.point), wide(half_space.normal));
    let beyond = dot(from, normal);
    if beyond <= SLACK * sizes {
        return Some(Entry::START);
    }
    let parts: [f64; D] = std::array::from_fn(|axis| line.direction[axis] * normal[axis]);
    let exactly = || Expansion::of(parts).value();
    let speed = clear(parts.iter().sum(), sum_abs(parts)).unwrap_or_else(exactly);
    (speed < 0.0).then(|| Entry { after: beyond / -speed, out: normal })
}

/// The multiples of axes that add up to a vector. For axes at right angles these are the dot
/// products; what they leave of the vector is taken apart again.
#[inline(always)]
fn along_axes<const D: usize>(axes: &[[f64; D]; D], skew: f64, vector: [f64; D]) -> [f64; D] {
    let mut along = axes.map(|axis| dot(axis, vector));
    if skew > SLACK {
        let mut rest = vector;
        for axis in 0..D {
            rest = add_scaled(rest, axes[axis], -along[axis]);
        }
        for axis in 0..D {
            along[axis] += dot(axes[axis], rest);
        }
    }
    along
}

pub(super) fn is_size(size: f32) -> bool {
    size.is_finite() && size >= 0.0
}
