//! Rays against convex polygons about a center.

use super::{
    line::{Entry, PreparedRay, Ray, RayHit},
    solid::{SLACK, enter_around_segment, is_size},
};
use crate::{
    geometry::points::finite,
    real::vector::{add, dot, scale, sub, sum_abs},
    shape::{Polygon, in_f64},
};

/// The edges of a polygon as vectors, each from the vertex with its number.
pub(super) fn sides(polygon: &Polygon<f64>) -> impl Iterator<Item = [f64; 2]> + '_ {
    let count = polygon.count as usize;
    let next = polygon.vertices.iter().cycle().skip(1);
    let next = next.take(count.saturating_sub(1)).chain([&polygon.vertices[0]]);
    polygon.vertices.iter().zip(next).map(|(from, to)| sub(*to, *from))
}

/// Where a ray meets a convex polygon about a center, whose vertices go counter-clockwise. At `t`
/// it is on the line of the edge that it enters by, but for 2^-43 of the sum of the sizes, which
/// are those of the offset, the vertices and the way until then, and half a step of `t`. It is
/// missed only where that is certain; what is beyond lines of edges by no more than 2^-46 of these
/// counts as met.
///
/// Of the edges it enters at the last and leaves at the first (M. Cyrus and J. Beck, *Generalized
/// Two- and Three-Dimensional Clipping*, 1978). With a rounding it enters first what is around an
/// edge.
#[must_use]
pub fn polygon(ray: &Ray<2>, polygon: &Polygon) -> Option<RayHit<2>> {
    let is_outline = finite(&[polygon.center]) && finite(&polygon.vertices);
    let is_valid = is_outline && is_size(polygon.rounding);
    let line = PreparedRay::new(ray).filter(|_| is_valid)?;
    line.hit(&enter_polygon(&line, polygon)?)
}

#[inline(always)]
pub(super) fn enter_polygon(line: &PreparedRay<2>, polygon: &Polygon) -> Option<Entry<2>> {
    let (from, sizes) = line.from(polygon.center);
    let shape = in_f64::<Polygon>(polygon);
    let within = enter_hull(line, &shape, (from, sizes));
    if shape.rounding == 0.0 {
        return within;
    }
    let around = sides(&shape).zip(shape.vertices).filter_map(|(side, vertex)| {
        let half = scale(side, 0.5);
        let place = sub(from, add(vertex, half));
        let sizes = sizes + 2.0 * sum_abs(vertex) + sum_abs(half);
        enter_around_segment(line, (place, sizes), half, shape.rounding)
    });
    within.into_iter().chain(around).min_by(|one, other| one.after.total_cmp(&other.after))
}

/// Where a ray that begins at a place relative to the center, given with the sum of the sizes in
/// it, enters the hull of the vertices.
#[inline(always)]
fn enter_hull(
    line: &PreparedRay<2>,
    shape: &Polygon<f64>,
    (from, sizes): ([f64; 2], f64),
) -> Option<Entry<2>> {
    let mut clip = Clip { enter: 0.0, exit: line.end, out: [0.0; 2] };
    let (mut min, mut max) = (shape.vertices[0], shape.vertices[0]);
    for (side, vertex) in sides(shape).zip(shape.vertices) {
        let [x, y] = side;
        let slack = SLACK * (sizes + sum_abs(vertex));
        clip.by([y, -x], dot([y, -x], sub(from, vertex)) - slack * sum_abs(side), line)?;
        for axis in 0..2 {
            min[axis] = vertex[axis].min(min[axis]);
            max[axis] = vertex[axis].max(max[axis]);
        }
    }
    // A needle that is but a line has no edges that bound its ends.
    let slack = SLACK * (sizes + sum_abs(min) + sum_abs(max));
    for axis in 0..2 {
        let mut across = [0.0; 2];
        across[axis] = 1.0;
        clip.by(across, from[axis] - max[axis] - slack, line)?;
        across[axis] = -1.0;
        clip.by(across, min[axis] - from[axis] - slack, line)?;
    }
    let Clip { enter, exit, out } = clip;
    (enter <= exit).then_some(Entry { after: enter, out })
}

/// The part of a ray that is within some lines.
struct Clip {
    enter: f64,
    exit: f64,
    /// Across the line where it enters.
    out: [f64; 2],
}

impl Clip {
    /// Cuts off what is on the far side of a line, which has a vector across it and on whose far
    /// side the ray begins by so much. None where it stays there.
    #[inline(always)]
    fn by(&mut self, across: [f64; 2], beyond: f64, line: &PreparedRay<2>) -> Option<()> {
        let speed = dot(across, line.direction);
        if speed < 0.0 {
            if beyond > -speed * self.enter {
                (self.enter, self.out) = (beyond / -speed, across);
            }
        } else if speed > 0.0 {
            self.exit = f64::min(self.exit, -beyond / speed);
        } else if beyond > 0.0 {
            return None;
        }
        Some(())
    }
}
