//! What a node divides: a range of each of two axes, and which boxes belong there.
//!
//! Which child is right is found by comparisons with numbers that all nodes share, so a box that
//! belongs in a node belongs in every node above it, however the numbers were rounded.

use jostle_kernels::{Lanes, Node};

use super::QuadtreeFit;
use crate::Aabb;

/// Where a box is on an axis that is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    min: f32,
    max: f32,
    /// What decides between two halves: the middle of a box in a loose tree, its minimum in a tight
    /// one. Always finite.
    key: f32,
}

/// Where a box is on both axes that are divided.
pub(super) type Spot = [Reach; 2];

/// What a node has of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QuadSpan {
    /// The ends of the cell.
    pub(super) low: f32,
    pub(super) high: f32,
    /// The ends of what boxes of the node may take up; those of the root are infinite.
    pub(super) min: f32,
    pub(super) max: f32,
    /// Keys of boxes of the node: from the first one on, below the second.
    pub(super) from: f32,
    to: f32,
    /// How far loose boxes may stand out of the children's cells.
    margin: f32,
}

impl QuadtreeFit {
    /// Where a box is on an axis.
    #[inline(always)]
    pub(super) fn reach<const D: usize>(self, aabb: &Aabb<D>, axis: usize) -> Reach {
        let (min, max) = (aabb.min[axis], aabb.max[axis]);
        let finite = |x: f32| x.clamp(-f32::MAX, f32::MAX);
        let key = match self {
            Self::Tight => finite(min),
            Self::Loose(_) => 0.5 * finite(min) + 0.5 * finite(max),
        };
        Reach { min, max, key }
    }
}

impl QuadSpan {
    /// Where no box belongs.
    const NOWHERE: Self = Self {
        low: 0.0,
        high: 0.0,
        min: f32::INFINITY,
        max: f32::NEG_INFINITY,
        from: f32::INFINITY,
        to: f32::NEG_INFINITY,
        margin: 0.0,
    };

    /// What the root has of an axis: all of it, though only the world is divided.
    pub(super) fn root(low: f32, high: f32, fit: QuadtreeFit) -> Self {
        let margin = match fit {
            QuadtreeFit::Tight => 0.0,
            // Half the extent of a child is a quarter of the extent of its parent.
            QuadtreeFit::Loose(factor) => (0.5 * factor - 0.5) * (0.5 * high - 0.5 * low),
        };
        let (min, max) = (f32::NEG_INFINITY, f32::INFINITY);
        Self { low, high, min, max, from: min, to: max, margin }
    }

    /// Whether a box belongs here or in a part of it.
    #[inline(always)]
    pub(super) fn takes(&self, reach: &Reach) -> bool {
        (self.min <= reach.min)
            & (reach.max <= self.max)
            & (self.from <= reach.key)
            & (reach.key < self.to)
    }

    /// The halves, unless there is no number between the ends.
    fn halves(&self, fit: QuadtreeFit) -> Option<[Self; 2]> {
        let Self { low, high, min, max, from, to, margin } = *self;
        let middle = 0.5 * low + 0.5 * high;
        if !(low < middle && middle < high) {
            return None;
        }
        Some(match fit {
            QuadtreeFit::Tight => {
                // What touches the line between the halves belongs to neither.
                let (below, above) = (middle.next_down(), middle.next_up());
                let (first, last) = (min.max(low), max.min(high));
                [
                    Self { low, high: middle, min: first, max: below, from, to: above, margin },
                    Self { low: middle, high, min: above, max: last, from: above, to, margin },
                ]
            }
            QuadtreeFit::Loose(_) => {
                let around = |low: f32, high: f32, from: f32, to: f32| {
                    let (min, max) = (low - margin, high + margin);
                    Self { low, high, min, max, from, to, margin: 0.5 * margin }
                };
                [around(low, middle, from, middle), around(middle, high, middle, to)]
            }
        })
    }

    /// The spans of four children: the number of a child has a bit for each axis, set in the upper
    /// half. An axis that cannot be halved stays whole; none if that goes for both.
    pub(super) fn quarters(spans: &[Self; 2], fit: QuadtreeFit) -> Option<[[Self; 2]; 4]> {
        let halves = spans.map(|span| span.halves(fit));
        if halves == [None; 2] {
            return None;
        }
        let [x, y] = [0, 1].map(|axis| halves[axis].unwrap_or([spans[axis], Self::NOWHERE]));
        Some([[x[0], y[0]], [x[1], y[0]], [x[0], y[1]], [x[1], y[1]]])
    }
}

/// Whether a box belongs in a node with these spans or below it.
#[inline(always)]
pub(super) fn takes(spans: &[QuadSpan; 2], spot: &Spot) -> bool {
    spans[0].takes(&spot[0]) & spans[1].takes(&spot[1])
}

/// Which boxes of a block belong in a node with these spans or below it: a bit per slot, the twin
/// of [`takes`].
#[inline(always)]
pub(super) fn stay<L: Lanes, const D: usize>(
    lanes: L,
    spans: &[QuadSpan; 2],
    axes: [usize; 2],
    fit: QuadtreeFit,
    node: &Node<D>,
) -> u32 {
    let splat = |x: f32| lanes.splat(x);
    let finite = |x| lanes.max(lanes.min(x, splat(f32::MAX)), splat(-f32::MAX));
    let all = splat(0.0);
    let mut mask = lanes.le(all, all);
    for (span, axis) in spans.iter().zip(axes) {
        let (min, max) = (lanes.load(&node.min[axis]), lanes.load(&node.max[axis]));
        let key = match fit {
            QuadtreeFit::Tight => finite(min),
            QuadtreeFit::Loose(_) => {
                let half = splat(0.5);
                lanes.add(lanes.mul(half, finite(min)), lanes.mul(half, finite(max)))
            }
        };
        mask = lanes.both(mask, lanes.le(splat(span.min), min));
        mask = lanes.both(mask, lanes.le(max, splat(span.max)));
        mask = lanes.both(mask, lanes.le(splat(span.from), key));
        mask = lanes.both(mask, lanes.lt(key, splat(span.to)));
    }
    lanes.bits(mask)
}

/// The number of the child that a box belongs in, if it belongs in one; `last` is the spans of the
/// last child.
#[inline(always)]
pub(super) fn side(last: &[QuadSpan; 2], spot: &Spot) -> usize {
    let upper = |axis: usize| usize::from(last[axis].from <= spot[axis].key);
    upper(0) | upper(1) << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belongs(span: &QuadSpan, fit: QuadtreeFit, min: f32, max: f32) -> bool {
        span.takes(&fit.reach(&Aabb::new([min], [max]), 0))
    }

    #[test]
    fn what_touches_the_line_of_a_tight_tree_belongs_to_neither_half() {
        let fit = QuadtreeFit::Tight;
        let [low, high] = QuadSpan::root(0.0, 8.0, fit).halves(fit).expect("it can be halved");
        for (min, max, halves) in [
            (0.0, 3.0, [true, false]),
            (1.0, 4.0, [false; 2]),
            (4.0, 4.0, [false; 2]),
            (4.0, 5.0, [false; 2]),
            (4.0_f32.next_up(), 8.0, [false, true]),
            (3.0, 4.0_f32.next_down(), [true, false]),
            (-0.5, 1.0, [false; 2]),
            (7.0, 8.5, [false; 2]),
            (f32::NEG_INFINITY, 1.0, [false; 2]),
        ] {
            let found = [belongs(&low, fit, min, max), belongs(&high, fit, min, max)];
            assert_eq!(found, halves, "{min} to {max}");
        }
    }

    #[test]
    fn a_loose_half_is_twice_as_long_as_its_cell() {
        let fit = QuadtreeFit::Loose(2.0);
        let [low, high] = QuadSpan::root(0.0, 8.0, fit).halves(fit).expect("it can be halved");
        assert_eq!([low.min, low.max, high.min, high.max], [-2.0, 6.0, 2.0, 10.0]);
        assert!(belongs(&low, fit, -2.0, 6.0) && belongs(&high, fit, 3.0, 5.0));
        assert!(!belongs(&low, fit, 3.0, 5.0), "its middle lies on the line");
        assert!(!belongs(&high, fit, 2.0, 10.5), "it is too long");
        let [_, inner] = low.halves(fit).expect("it can be halved");
        assert_eq!([inner.low, inner.high, inner.min, inner.max], [2.0, 4.0, 1.0, 5.0]);
    }

    #[test]
    fn halving_ends_where_numbers_end() {
        for (low, high) in [(0.0, f32::MAX), (-f32::MAX, f32::MAX), (1.0, 2.0), (0.0, 1e-44)] {
            for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0), QuadtreeFit::Loose(1.0)] {
                let (mut span, mut halvings) = (QuadSpan::root(low, high, fit), 0);
                while let Some([first, _]) = span.halves(fit) {
                    (span, halvings) = (first, halvings + 1);
                }
                assert!((2..300).contains(&halvings), "{low} to {high}: {halvings}");
            }
        }
        assert!(QuadSpan::root(1.0, 1.0, QuadtreeFit::Tight).halves(QuadtreeFit::Tight).is_none());
    }
}
