//! The ray, and where it meets a shape.

use crate::{
    geometry::{
        determinant::ERROR,
        points::{finite, rounded, wide},
    },
    real::vector::{add, add_scaled, dot, scale, sub, sum_abs},
};

/// A ray, or a segment of it: the points `origin + t * direction` with `t_min <= t <= t_max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<const D: usize> {
    /// Where `t` is 0.
    pub origin: [f32; D],
    /// The way that `t` counts; need not be of length 1, and may be zero on any axis.
    pub direction: [f32; D],
    /// First `t`, at least 0 and finite.
    pub t_min: f32,
    /// Last `t`; infinite for a ray without end.
    pub t_max: f32,
}

impl<const D: usize> Ray<D> {
    /// The ray from `origin` without end.
    #[must_use]
    pub fn new(origin: impl Into<[f32; D]>, direction: impl Into<[f32; D]>) -> Self {
        let (origin, direction) = (origin.into(), direction.into());
        Self { origin, direction, t_min: 0.0, t_max: f32::INFINITY }
    }

    /// The segment between two points, `t` from 0 to 1.
    #[must_use]
    pub fn segment(from: impl Into<[f32; D]>, to: impl Into<[f32; D]>) -> Self {
        let (origin, to) = (from.into(), to.into());
        let direction = std::array::from_fn(|axis| to[axis] - origin[axis]);
        Self { origin, direction, t_min: 0.0, t_max: 1.0 }
    }

    /// The part of the ray between these times.
    #[must_use]
    pub fn between(self, t_min: f32, t_max: f32) -> Self {
        Self { t_min, t_max, ..self }
    }

    /// The point at a time, rounded once.
    #[inline]
    #[must_use]
    pub fn at(&self, t: f32) -> [f32; D] {
        rounded(add_scaled(wide(self.origin), wide(self.direction), f64::from(t)))
    }

    /// Whether its numbers are what they must be.
    pub(super) fn is_valid(&self) -> bool {
        let times = self.t_min >= 0.0 && self.t_min <= self.t_max && self.t_min.is_finite();
        times && finite(&[self.origin, self.direction])
    }

    /// Whether it is a point.
    pub(super) fn rests(&self) -> bool {
        self.direction == [0.0; D]
    }

    /// The last `t` that is a number.
    pub(super) fn last(&self) -> f32 {
        self.t_max.min(f32::MAX)
    }

    /// A time as a `t` of the ray, if it is one but for rounding.
    pub(super) fn time(&self, t: f64) -> Option<f32> {
        let (first, last) = (f64::from(self.t_min), f64::from(self.last()));
        let is_one = t >= first - LATE * first && t <= last + LATE * last;
        is_one.then(|| (t as f32).max(self.t_min).min(self.last()) + 0.0)
    }

    /// A vector that is not zero at length 1, turned against the ray.
    pub(super) fn against(&self, vector: [f64; D]) -> [f32; D] {
        let length = dot(vector, vector).sqrt();
        let with = dot(vector, wide(self.direction)) > 0.0;
        rounded(scale(vector, if with { -1.0 } else { 1.0 } / length))
    }
}

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<const D: usize> {
    /// The first `t` of the ray, between its `t_min` and `t_max`, at which it is in the shape.
    pub t: f32,
    /// A unit vector out of the shape where it is met; zero where the ray begins in it.
    pub normal: [f32; D],
}

impl<const D: usize> RayHit<D> {
    /// A hit at the beginning of a ray.
    pub(super) fn at_start(ray: &Ray<D>) -> Self {
        Self { t: ray.t_min + 0.0, normal: [0.0; D] }
    }
}

/// A ray made ready for many shapes. Its numbers are what they must be.
#[derive(Clone, Copy, Debug)]
pub struct PreparedRay<const D: usize> {
    pub(super) ray: Ray<D>,
    pub(super) direction: [f64; D],
    origin: [f64; D],
    /// The way until `t_min`, and its size.
    way: [f64; D],
    way_size: f64,
    /// One by the square of the length of the direction, 0 at rest.
    pub(super) per_square: f64,
    /// How long it goes on after `t_min`.
    pub(super) end: f64,
}

impl<const D: usize> PreparedRay<D> {
    /// Nothing where one of its numbers, but for `t_max`, is not finite or times are out of order.
    #[inline(always)]
    #[must_use]
    pub fn new(ray: &Ray<D>) -> Option<Self> {
        let (direction, first) = (wide(ray.direction), f64::from(ray.t_min));
        let (way, square) = (scale(direction, first), dot(direction, direction));
        ray.is_valid().then(|| Self {
            ray: *ray,
            direction,
            origin: wide(ray.origin),
            way,
            way_size: sum_abs(way),
            per_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            end: f64::from(ray.last()) - first,
        })
    }

    /// The ray.
    #[must_use]
    pub fn ray(&self) -> &Ray<D> {
        &self.ray
    }

    /// Where it begins as seen from a point, and the sum of the sizes that go into that.
    #[inline(always)]
    pub(super) fn from(&self, center: [f32; D]) -> ([f64; D], f64) {
        let offset = sub(self.origin, wide(center));
        (add(offset, self.way), sum_abs(offset) + self.way_size)
    }

    /// The place as long after the beginning, which is given.
    #[inline(always)]
    pub(super) fn after(&self, from: [f64; D], time: f64) -> [f64; D] {
        add_scaled(from, self.direction, time)
    }

    /// The `t` of an entry, if the ray is there between its times.
    #[inline(always)]
    #[must_use]
    pub fn time(&self, entry: &Entry<D>) -> Option<f32> {
        self.ray.time(f64::from(self.ray.t_min) + entry.after)
    }

    /// The hit that an entry is, if the ray is there between its times.
    #[inline(always)]
    pub(super) fn hit(&self, entry: &Entry<D>) -> Option<RayHit<D>> {
        Some(RayHit { t: self.time(entry)?, normal: self.normal(entry) })
    }

    /// The unit normal of the shape where the ray enters it; zero where it begins in it.
    #[inline(always)]
    #[must_use]
    pub fn normal(&self, entry: &Entry<D>) -> [f32; D] {
        if entry.out == [0.0; D] { [0.0; D] } else { self.ray.against(entry.out) }
    }
}

/// Where a ray enters a shape.
#[derive(Clone, Copy, Debug)]
pub struct Entry<const D: usize> {
    /// How long after `t_min`.
    pub(super) after: f64,
    /// Out of the shape, at any length; zero where the ray begins in it.
    pub(super) out: [f64; D],
}

impl<const D: usize> Entry<D> {
    /// Where the ray begins.
    pub(super) const START: Self = Self { after: 0.0, out: [0.0; D] };
}

/// By how much more than `t` itself a time may be beyond `t_min` or `t_max` and count as that.
const LATE: f64 = 8.0 * ERROR;
