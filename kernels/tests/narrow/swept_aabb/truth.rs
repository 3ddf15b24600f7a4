//! When boxes meet, in exact arithmetic.

use super::Box;
use crate::support::{Exact, exact};

/// A time as a fraction with a denominator of at least 0: infinite where that is 0.
pub(super) type Fraction = (Exact, Exact);

pub(super) fn le(a: &Fraction, b: &Fraction) -> bool {
    a.0.clone() * b.1.clone() <= b.0.clone() * a.1.clone()
}

/// When two boxes begin and when they cease to overlap on an axis, or whether they always do.
pub(super) fn on_axis<const D: usize>(
    a: &Box<D>,
    b: &Box<D>,
    axis: usize,
) -> Result<[Fraction; 2], bool> {
    let [min_a, max_a] = [a.shape.min[axis], a.shape.max[axis]].map(exact);
    let [min_b, max_b] = [b.shape.min[axis], b.shape.max[axis]].map(exact);
    let speed = exact(a.motion.by[axis]) - exact(b.motion.by[axis]);
    let (low, high) = (min_b - max_a, max_b - min_a);
    match speed.signum() {
        0 => Err(low.signum() <= 0 && high.signum() >= 0),
        1 => Ok([(low, speed.clone()), (high, speed)]),
        _ => Ok([(-high, -speed.clone()), (-low, -speed)]),
    }
}

/// What is true of a pair.
pub(super) struct Truth {
    /// The exact time, if they meet.
    pub(super) time: Option<Fraction>,
    pub(super) overlapping: bool,
    pub(super) touching: bool,
    /// Whether they touch at that time only.
    pub(super) grazing: bool,
    pub(super) at_end: bool,
    pub(super) resting_axes: usize,
}

pub(super) fn truth<const D: usize>(a: &Box<D>, b: &Box<D>, end: f32) -> Truth {
    let (mut first, mut last) = ((exact(0.0), exact(1.0)), (exact(end), exact(1.0)));
    let (mut met, mut resting_axes) = (true, 0);
    let gap = |axis: usize| {
        let gap = |x: f32, y: f32| exact(x) - exact(y);
        let low = gap(b.shape.min[axis], a.shape.max[axis]);
        low.max(gap(a.shape.min[axis], b.shape.max[axis]))
    };
    for axis in 0..D {
        match on_axis(a, b, axis) {
            Err(always) => {
                met &= always;
                resting_axes += 1;
            }
            Ok([enter, leave]) => {
                first = if le(&first, &enter) { enter } else { first };
                last = if le(&leave, &last) { leave } else { last };
            }
        }
    }
    let gap = (0..D).map(gap).max().expect("there are axes");
    let end = (exact(end), exact(1.0));
    met &= le(&first, &last);
    Truth {
        overlapping: gap.signum() <= 0,
        touching: gap.signum() == 0,
        grazing: met && le(&last, &first),
        at_end: met && le(&end, &first),
        resting_axes,
        time: met.then_some(first),
    }
}

/// Whether a time is within 3 units of rounding of a fraction, or as near as `f32` can be.
pub(super) fn is_near(time: f32, (over, under): &Fraction) -> bool {
    let off = (exact(time) * under.clone() - over.clone()).abs();
    let (relative, tiny) = (exact(3.001 * f32::EPSILON / 2.0), exact(f32::from_bits(1)));
    off <= over.clone().abs() * relative + under.clone() * tiny
}
