//! Axis-aligned boxes that move: the slab test.
//!
//! On each axis the boxes begin to overlap at one time and cease to at another, and they touch
//! while they overlap on all: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986).

use bytemuck::{Pod, Zeroable};

use super::{
    Displacement, Impact, Moving, MovingOf, MovingOne, SweptKernel, SweptTest, in_f32,
    moving_in_f64,
};
use crate::{
    Aabb, Lanes,
    batch::scatter,
    lane::LANES,
    real::{Mask, Real, Truth, Wide},
};

/// Two boxes. The normal is that of the axis on which they begin to overlap last, of several at the
/// same time the first.
///
/// **Rounding.** Two differences of stored numbers and their quotient, each rounded once: a time is
/// off by at most 3 units of rounding, relative to itself, where nothing overflows or vanishes. As
/// nothing else is rounded, hits and misses are exact but for ties of 1 in 2^49, which count as
/// hits.
pub struct Aabbs;

/// When pairs of boxes overlap on each axis.
pub struct AxisTimesOf<const D: usize>;

/// When two boxes overlap on each axis, each time within 3 units of rounding, whatever the window.
/// Where they are apart and do not move, both times are infinite, of the same sign.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTimes<const D: usize, R = f32> {
    /// When they begin to, `-inf` where they always do.
    pub enter: [R; D],
    /// When they cease to, `inf` where they always do.
    pub leave: [R; D],
}

// SAFETY: `repr(C)`, and nothing but `f32` in it, so there is neither padding nor a bit pattern
// that is no value.
unsafe impl<const D: usize> Zeroable for AxisTimes<D> {}
// SAFETY: as above.
unsafe impl<const D: usize> Pod for AxisTimes<D> {}

impl<const D: usize> Default for AxisTimes<D> {
    fn default() -> Self {
        Self { enter: [f32::INFINITY; D], leave: [f32::NEG_INFINITY; D] }
    }
}

/// By how many units of rounding an entry and an exit together are off, relative to themselves, at
/// most: 6, doubled and rounded up.
const ROUNDINGS: f32 = 16.0;

pub(super) type MovingBox<const D: usize, R> = Moving<Aabb<D, R>, Displacement<D, R>>;

/// Two boxes on an axis.
#[derive(Clone, Copy)]
pub(super) struct Slab<R> {
    /// From the maximum of A to the minimum of B: positive where B is above.
    low: R,
    /// From the minimum of A to the maximum of B: negative where B is below.
    high: R,
    /// The speed of A as B sees it. No zero is negative.
    pub(super) speed: R,
}

impl<R: Real> Slab<R> {
    #[inline(always)]
    fn new<const D: usize>(a: &MovingBox<D, R>, b: &MovingBox<D, R>, axis: usize) -> Self {
        let on_axis =
            |of: &MovingBox<D, R>| [of.shape.min[axis], of.shape.max[axis], of.motion.by[axis]];
        Self::between(on_axis(a), on_axis(b))
    }

    /// From the minimum, the maximum and the motion of both boxes.
    #[inline(always)]
    pub(super) fn between([min_a, max_a, by_a]: [R; 3], [min_b, max_b, by_b]: [R; 3]) -> Self {
        let low = min_b - max_a;
        Self { low, high: max_b - min_a, speed: (by_a - by_b) + low.of(0.0) }
    }

    /// A sum of sizes that is a finite number if all of them are.
    #[inline(always)]
    fn sizes(&self) -> R {
        (self.high - self.low) + self.speed.abs()
    }

    /// How far the boxes are apart at the start, negative where they overlap.
    #[inline(always)]
    fn gap(&self) -> R {
        self.low.max(-self.high)
    }

    /// When the boxes begin to overlap and when they cease to.
    ///
    /// At rest, they are infinite: of unlike signs where the boxes overlap, of the same where they
    /// are apart, and where they touch, one or both are NaN, as a box is there where it is met, in
    /// such an order that the others are the right ones.
    #[inline(always)]
    fn times(&self) -> (R, R) {
        let (one, other) = (self.low / self.speed, self.high / self.speed);
        (other.min(one), one.max(other))
    }
}

/// When two boxes overlap on each axis, and whether a number overflowed on the way.
#[inline(always)]
fn axis_times<const D: usize, R: Real>(
    a: &MovingBox<D, R>,
    b: &MovingBox<D, R>,
) -> (AxisTimes<D, R>, R::Mask) {
    let infinite = a.shape.min[0].of(f32::INFINITY);
    let mut times = AxisTimes { enter: a.shape.min, leave: a.shape.max };
    let mut sizes = infinite.of(0.0);
    for axis in 0..D {
        let slab = Slab::new(a, b, axis);
        let (enter, leave) = slab.times();
        sizes = sizes + slab.sizes();
        // In this order a NaN is replaced.
        times.enter[axis] = enter.max(-infinite);
        times.leave[axis] = leave.min(infinite);
    }
    (times, !sizes.le(sizes.of(f32::MAX)))
}

#[inline(always)]
pub(super) fn impact<const D: usize, R: Real>(
    a: &MovingBox<D, R>,
    b: &MovingBox<D, R>,
    end: R,
) -> (Impact<D, R>, R::Mask) {
    let mut slabs = [Slab::new(a, b, 0); D];
    for (axis, slab) in slabs.iter_mut().enumerate().skip(1) {
        *slab = Slab::new(a, b, axis);
    }
    impact_on_axes(&slabs, end)
}

/// When two boxes meet that are known axis by axis, and whether that is uncertain.
#[inline(always)]
pub(super) fn impact_on_axes<const D: usize, R: Real>(
    slabs: &[Slab<R>; D],
    end: R,
) -> (Impact<D, R>, R::Mask) {
    let (zero, one) = (end.of(0.0), end.of(1.0));
    let (mut enter, mut leave, mut gap, mut sizes) = (zero, end, zero, zero);
    let mut normal = [zero; D];
    for axis in 0..D {
        let slab = slabs[axis];
        let (enters, leaves) = slab.times();
        sizes = sizes + slab.sizes();
        // In this order a NaN changes nothing.
        gap = slab.gap().max(gap);
        let last = enter.lt(enters);
        enter = enters.max(enter);
        leave = leaves.min(leave);
        for before in &mut normal[..axis] {
            *before = R::select(last, zero, *before);
        }
        let side = R::select(slab.speed.lt(zero), -one, one);
        normal[axis] = R::select(last, side, zero);
    }
    let off = ROUNDINGS * R::UNIT;
    // Times that vanish err by more than the rest.
    let tiny = end.of(in_f32::<R>(f32::MIN_POSITIVE));
    let missed = (leave * end.of(1.0 + off) + tiny).lt(enter);
    let met = tiny.lt(enter) & enter.lt(leave * end.of(1.0 - off) - tiny);
    let plain = sizes.le(end.of(f32::MAX));
    let apart = zero.lt(gap);
    let unsure = apart & !((missed | met) & plain);
    (Impact::new(!apart, !missed, enter.min(end), normal), unsure)
}

macro_rules! dimension {
    ($dimension:literal) => {
        impl SweptTest<$dimension> for Aabbs {
            type A = Aabb<$dimension>;
            type B = Aabb<$dimension>;
            type Motion = Displacement<$dimension>;

            // The mirror image of each operation rounds as the operation does.
            const SAME: bool = false;

            #[inline(always)]
            fn impact<R: Real>(
                a: &MovingBox<$dimension, R>,
                b: &MovingBox<$dimension, R>,
                end: R,
            ) -> (Impact<$dimension, R>, R::Mask) {
                impact(a, b, end)
            }
        }

        impl SweptKernel for AxisTimesOf<$dimension> {
            type A = Aabb<$dimension>;
            type B = Aabb<$dimension>;
            type Motion = Displacement<$dimension>;
            type Out = AxisTimes<$dimension>;

            const SAME: bool = false;

            #[inline(always)]
            fn eight<L: Lanes>(
                &self,
                a: &MovingOf<Self::A, Self::Motion, Wide<L>>,
                b: &MovingOf<Self::B, Self::Motion, Wide<L>>,
                swapped: Truth<L>,
                out: &mut [Self::Out; LANES],
            ) -> u32 {
                let (times, overflowed) = axis_times(a, b);
                let mut numbers = [times.enter[0]; 2 * $dimension];
                numbers[..$dimension].copy_from_slice(&times.enter);
                numbers[$dimension..].copy_from_slice(&times.leave);
                scatter(swapped.lanes, &numbers, out);
                overflowed.bits()
            }

            fn decide(
                &self,
                a: &MovingOne<Self::A, Self::Motion>,
                b: &MovingOne<Self::B, Self::Motion>,
                _swapped: bool,
            ) -> Self::Out {
                let a = moving_in_f64::<Self::A, Self::Motion>(a);
                let b = moving_in_f64::<Self::B, Self::Motion>(b);
                let (times, _) = axis_times(&a, &b);
                AxisTimes {
                    enter: times.enter.map(|time| time as f32),
                    leave: times.leave.map(|time| time as f32),
                }
            }
        }
    };
}
dimension!(2);
dimension!(3);
