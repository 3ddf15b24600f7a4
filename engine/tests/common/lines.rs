//! When a line meets a box: an oracle without rounding.
//!
//! A time is a fraction of two differences of `f32`. Whether one fraction is less than another is
//! the sign of a sum of products of two `f32`.

use jostle::{Aabb, bvh::BoxCast, geometry::ray::Ray};

use super::exact::sign;

/// A box that moves along a line: what a ray and a moving box have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<const D: usize> {
    pub(crate) aabb: Aabb<D>,
    pub(crate) direction: [f32; D],
    pub(crate) t_min: f32,
    pub(crate) t_max: f32,
}

impl<const D: usize> From<Ray<D>> for Line<D> {
    fn from(ray: Ray<D>) -> Self {
        let Ray { origin, direction, t_min, t_max } = ray;
        Self { aabb: Aabb { min: origin, max: origin }, direction, t_min, t_max }
    }
}

impl<const D: usize> From<BoxCast<D>> for Line<D> {
    fn from(cast: BoxCast<D>) -> Self {
        let BoxCast { aabb, direction, t_max } = cast;
        Self { aabb, direction, t_min: 0.0, t_max }
    }
}

/// The fraction `(from - to) / by`, with `by` above 0. Each must be an `f32` in an `f64`.
#[derive(Clone, Copy, Debug)]
struct Time {
    from: f64,
    to: f64,
    by: f64,
}

impl Time {
    fn at(t: f64) -> Self {
        Self { from: t, to: 0.0, by: 1.0 }
    }

    fn value(self) -> f64 {
        (self.from - self.to) / self.by
    }

    /// Whether this is at most `other`, exactly.
    fn le(self, other: Self) -> bool {
        let (a, b) = (self, other);
        sign([a.from * b.by, -a.to * b.by, -b.from * a.by, b.to * a.by]) <= 0.0
    }
}

/// What is true of a line and a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    /// They have a point in common at some `t` of the line.
    pub(crate) hit: bool,
    /// They have one at a `t` that `f32` can hold.
    pub(crate) must: bool,
    /// First and last `t`, rounded. Without a hit the first is behind the last.
    pub(crate) enter: f64,
    pub(crate) exit: f64,
    /// They only touch: on an axis the box is left when another is reached, or never more than
    /// touched.
    pub(crate) grazes: bool,
}

impl<const D: usize> Line<D> {
    /// What is true of this line and a box. The moving box must be finite.
    pub(crate) fn meets(&self, min: &[f32; D], max: &[f32; D]) -> Truth {
        let (mut begins, mut ends) = (vec![Time::at(self.t_min.into())], Vec::new());
        if self.t_max < f32::INFINITY {
            ends.push(Time::at(self.t_max.into()));
        }
        let (mut never, mut grazes, mut far) = (false, false, false);
        for axis in 0..D {
            let (low, high) = (f64::from(min[axis]), f64::from(max[axis]));
            let own = (f64::from(self.aabb.min[axis]), f64::from(self.aabb.max[axis]));
            let d = f64::from(self.direction[axis]);
            if d == 0.0 {
                never |= low > own.1 || own.0 > high;
                grazes |= low == own.1 || own.0 == high;
                continue;
            }
            let (near, end) = match d > 0.0 {
                true => ((low, own.1), (high, own.0)),
                false => ((own.0, high), (own.1, low)),
            };
            let by = d.abs();
            // Sides at infinity are reached at no time, or were left before all times.
            match (near.0 - near.1, end.0 - end.1) {
                (f64::INFINITY, _) => far = true,
                (_, f64::NEG_INFINITY) => never = true,
                (begin, exit) => {
                    let finite = |x: f64| x.abs() < f64::INFINITY;
                    begins.extend(finite(begin).then_some(Time { from: near.0, to: near.1, by }));
                    ends.extend(finite(exit).then_some(Time { from: end.0, to: end.1, by }));
                }
            }
        }
        let last = Time::at(f32::MAX.into());
        let meets = begins.iter().all(|begin| ends.iter().all(|end| begin.le(*end)));
        let hit = meets && !never && !far;
        let enter = begins.iter().map(|time| time.value()).fold(0.0, f64::max);
        let exit = ends.iter().map(|time| time.value()).fold(f64::INFINITY, f64::min);
        Truth {
            hit,
            must: hit && begins.iter().all(|begin| begin.le(last)),
            enter: if far { f64::INFINITY } else { enter },
            exit: if never { f64::NEG_INFINITY } else { exit },
            grazes: hit
                && (grazes || begins.iter().any(|begin| ends.iter().any(|end| end.le(*begin)))),
        }
    }
}
