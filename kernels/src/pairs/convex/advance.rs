//! When two moving convex shapes meet, by conservative advancement in `f64`.

use super::{
    gjk::{ConvexPair, closest, separated},
    operand::{Operand, Operands, Row},
};
use std::cmp::Ordering;

use crate::{
    Pair,
    pairs::{
        Impact, ImpactState, LATEST,
        advance::{Approaching, GapBound, ROUNDINGS, advance, rounded_down},
        batch::comes_before,
    },
    real::{
        Real,
        vector::{add_scaled, dot, neg, sub, sum_abs},
    },
    shape::{Pack, RigidMotion, RigidMotion3, Rows, from_quads, in_f64},
    simd::Quad,
};

/// Shapes of two kinds and their motions, in quads.
#[derive(Clone, Copy)]
pub struct ConvexImpacts<'a> {
    a: Operands<'a>,
    b: Operands<'a>,
    motions: [&'a [Quad]; 2],
    end: f64,
}

impl<'a> ConvexImpacts<'a> {
    /// From time 0 to `end`, which is neither negative nor NaN, and may be infinite.
    #[must_use]
    pub fn new([a, b]: [Rows<'a>; 2], motions: [&'a [Quad]; 2], end: f32) -> Self {
        let end = f64::from(end.min(LATEST));
        Self { a: Operands::new(a), b: Operands::new(b), motions, end }
    }

    /// When the shapes of a pair of rows meet.
    #[must_use]
    pub fn of(&self, pair: Pair) -> Impact<3> {
        let (a, b) = (self.a.row(pair.a), self.b.row(pair.b));
        let (motion_a, motion_b) = (self.motion(0, pair.a), self.motion(1, pair.b));
        let swaps = || match a.order(&b) {
            Ordering::Equal => comes_before(motion_b, motion_a),
            order => order.is_gt(),
        };
        if self.a.rows.kind == self.b.rows.kind && swaps() {
            return self.in_order([b, a], [motion_b, motion_a]).turned(true);
        }
        self.in_order([a, b], [motion_a, motion_b])
    }

    /// The same of two shapes and their motions.
    fn in_order(&self, [a, b]: [Row<'a>; 2], motions: [&[Quad]; 2]) -> Impact<3> {
        let (a, b) = (self.a.wide(a), self.b.wide(b));
        let [motion_a, motion_b] =
            motions.map(|motion| in_f64::<RigidMotion3>(&from_quads::<RigidMotion3>(motion)));
        let approach = Approach::new(a, b, motion_a, motion_b);
        if !separated(&ConvexPair::new(a, b)).apart {
            let state = ImpactState::Overlapping.number();
            return Impact { time: 0.0, state, ..Impact::default() };
        }
        rounded_down(&advance(&approach, self.end, true).0)
    }

    /// The quads of a motion.
    fn motion(&self, side: usize, row: u32) -> &'a [Quad] {
        let quads = RigidMotion3::<f32>::QUADS;
        &self.motions[side][row as usize * quads..][..quads]
    }
}

/// A pair on its way.
struct Approach<'a> {
    shapes: [Operand<'a, f64>; 2],
    motions: [RigidMotion3<f64>; 2],
    /// From the center of A to that of B at the start, and how that changes per unit of time.
    between: [f64; 3],
    by: [f64; 3],
    /// The sum of sizes at the start, and that of the speeds of centers and surfaces.
    sizes: f64,
    speeds: f64,
}

impl<'a> Approach<'a> {
    fn new(
        a: Operand<'a, f64>,
        b: Operand<'a, f64>,
        motion_a: RigidMotion3<f64>,
        motion_b: RigidMotion3<f64>,
    ) -> Self {
        let between = sub(b.solid.center, a.solid.center);
        let by = sub(motion_b.by, motion_a.by);
        let corners =
            RigidMotion3::speed(&motion_a) * a.reach + RigidMotion3::speed(&motion_b) * b.reach;
        let radii = a.reach + a.solid.rounding + b.reach + b.solid.rounding;
        let (sizes, speeds) = (sum_abs(between) + radii, sum_abs(by) + corners);
        Self { shapes: [a, b], motions: [motion_a, motion_b], between, by, sizes, speeds }
    }

    /// One of the shapes as it has turned after some time, its center at a place.
    fn turned(&self, side: usize, time: f64, center: [f64; 3]) -> Operand<'a, f64> {
        let mut turned = self.shapes[side];
        turned.solid.axes = RigidMotion3::turn(&self.motions[side], time, turned.solid.axes);
        turned.solid.center = center;
        turned
    }
}

impl Approaching<3, f64> for Approach<'_> {
    fn smaller(&self) -> f64 {
        let [a, b] = self.shapes.each_ref().map(|shape| shape.reach + shape.solid.rounding);
        a.min(b)
    }

    fn speeds(&self) -> f64 {
        self.speeds
    }

    fn look(&self, time: f64) -> GapBound<3, f64> {
        let between = add_scaled(self.between, self.by, time);
        let pair = ConvexPair::new(self.turned(0, time, [0.0; 3]), self.turned(1, time, between));
        let found = closest(&pair);
        let normal = found.direction;
        let turning = RigidMotion3::speed_along(&self.motions[0], normal) * self.shapes[0].reach
            + RigidMotion3::speed_along(&self.motions[1], neg(normal)) * self.shapes[1].reach;
        let roundings = f64::from(ROUNDINGS * f64::UNIT);
        GapBound {
            normal,
            gap: found.apart - pair.roundings(),
            slack: pair.slack() + (self.sizes + self.speeds * time) * roundings,
            closing: turning - dot(self.by, normal) + self.speeds * roundings,
        }
    }
}
