//! Times at which moving boxes meet, in bulk.
//!
//! What a pair costs is the memory it touches: a list of a million pairs and its boxes are in no
//! cache. So a box is packed with its motion into as few bytes as there are numbers, and of a pair
//! only the time is written.

use super::{
    aabb_aabb::{AxisSlab, impact, impact_on_axes},
    batch::{Groups, in_groups},
    impact::{LATEST, MovingShape},
};
use crate::{
    Aabb, Lanes, Pair, Pass,
    real::{Mask, Real, Wide},
    shape::Displacement,
    simd::{LANES, Quad, prefetch, set_bits},
};

/// A box at time 0, and how far it moves per unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBox<const D: usize> {
    /// The least corner, the greatest, and the motion.
    rows: [[f32; D]; 3],
}

impl<const D: usize> MovingBox<D> {
    /// No box: it meets nothing.
    pub const NONE: Self = Self { rows: [[f32::NAN; D]; 3] };

    /// A box from its least and greatest corner and its motion. The greatest is nowhere below the
    /// least, and the motion is finite.
    #[inline(always)]
    #[must_use]
    pub const fn new(min: [f32; D], max: [f32; D], by: [f32; D]) -> Self {
        Self { rows: [min, max, by] }
    }

    /// Four of its numbers.
    #[inline(always)]
    fn four(&self, first: usize) -> &Quad {
        self.rows.as_flattened()[first..].first_chunk().expect("it has as many numbers")
    }
}

impl<const D: usize> Default for MovingBox<D> {
    fn default() -> Self {
        Self::NONE
    }
}

/// Finds when pairs of boxes first touch: the times of [`SweptAabbs`](super::SweptAabbs), bit for
/// bit, infinite for pairs that do not meet within the window, and for what is no box.
///
/// # Panics
/// When a pair refers to a box that is not there, or `out` is not as long as `pairs`.
pub struct Times<'a, const D: usize> {
    /// What `a` of the pairs refers to.
    pub a: &'a [MovingBox<D>],
    /// What `b` of the pairs refers to.
    pub b: &'a [MovingBox<D>],
    /// The end of the window, neither negative nor NaN.
    pub end: f32,
    /// The pairs.
    pub pairs: &'a [Pair],
    /// The times, for each pair.
    pub out: &'a mut [f32],
}

impl<const D: usize> Pass for Times<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        const { assert!(D == 2 || D == 3) };
        let mut sides = BoxSource { a: self.a, b: self.b, end: self.end.min(LATEST) };
        in_groups(&mut sides, lanes, [self.pairs, &[]], self.out);
    }
}

/// What pairs refer to.
struct BoxSource<'a, const D: usize> {
    a: &'a [MovingBox<D>],
    b: &'a [MovingBox<D>],
    end: f32,
}

impl<const D: usize> Groups for BoxSource<'_, D> {
    type Out = f32;

    fn bytes(&self) -> usize {
        size_of_val(self.a) + size_of_val(self.b)
    }

    #[inline(always)]
    fn prefetch(&self, pair: Pair) {
        prefetch::for_reading(self.a, pair.a as usize);
        prefetch::for_reading(self.b, pair.b as usize);
    }

    #[inline(always)]
    fn eight<L: Lanes>(&mut self, lanes: L, pairs: &[Pair; LANES], out: &mut [f32; LANES]) {
        let boxes = |pair: Pair| (&self.a[pair.a as usize], &self.b[pair.b as usize]);
        let (first_a, first_b) = boxes(pairs[0]);
        let (mut a, mut b) = ([first_a; LANES], [first_b; LANES]);
        for lane in 1..LANES {
            (a[lane], b[lane]) = boxes(pairs[lane]);
        }
        let slabs: [_; D] = slabs(&numbers(lanes, &a), &numbers(lanes, &b));
        let end = Wide::new(lanes, lanes.splat(self.end));
        let (impact, unsure) = impact_on_axes(&slabs, end);
        // Of boxes, motions are finite, and what is no box has a motion of NaN.
        let infinite = end.of(f32::INFINITY);
        let is_pair = slabs[0].speed.abs().le(infinite);
        let times = Wide::select(is_pair, impact.time, infinite);
        lanes.store(times.floats, out);
        for lane in set_bits((unsure & is_pair).bits()) {
            let Pair { a, b } = pairs[lane];
            out[lane] = decide(&self.a[a as usize], &self.b[b as usize], self.end);
        }
    }
}

/// Eight pairs on each axis, from the numbers of both boxes.
#[inline(always)]
fn slabs<L: Lanes, const D: usize>(a: &[Wide<L>; 9], b: &[Wide<L>; 9]) -> [AxisSlab<Wide<L>>; D] {
    let on_axis = |of: &[Wide<L>; 9], axis: usize| [of[axis], of[D + axis], of[2 * D + axis]];
    let mut slabs = [AxisSlab::between(on_axis(a, 0), on_axis(b, 0)); D];
    for (axis, slab) in slabs.iter_mut().enumerate().skip(1) {
        *slab = AxisSlab::between(on_axis(a, axis), on_axis(b, axis));
    }
    slabs
}

/// The numbers of eight boxes in lanes. They are taken four at a time; the last four are the last
/// ones that there are, so that nothing behind a box is looked at. With loops, as methods of arrays
/// are not always inlined, and calls of what is not cost more than all the rest.
#[inline(always)]
fn numbers<L: Lanes, const D: usize>(lanes: L, boxes: &[&MovingBox<D>; LANES]) -> [Wide<L>; 9] {
    let mut numbers = [Wide::new(lanes, lanes.splat(0.0)); 9];
    for first in if D == 2 { [0, 2, 2] } else { [0, 4, 5] } {
        let mut rows = [boxes[0].four(first); LANES];
        for lane in 1..LANES {
            rows[lane] = boxes[lane].four(first);
        }
        let columns = lanes.load_quads(rows);
        for column in 0..4 {
            numbers[first + column].floats = columns[column];
        }
    }
    numbers
}

/// Decides in `f64` what `f32` could not.
#[cold]
fn decide<const D: usize>(a: &MovingBox<D>, b: &MovingBox<D>, end: f32) -> f32 {
    let wide = |moving: &MovingBox<D>| {
        let [min, max, by] = moving.rows.map(|row| row.map(f64::from));
        MovingShape { shape: Aabb { min, max }, motion: Displacement { by } }
    };
    impact(&wide(a), &wide(b), f64::from(end)).0.time as f32
}
