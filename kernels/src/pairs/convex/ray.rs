//! Where a ray enters a convex shape.
//!
//! A point that goes along the ray is held against the shape: while a plane separates the two, the
//! point may go on to the plane (G. van den Bergen, *Ray casting against general convex objects
//! with application to continuous collision detection*, 2004).

use super::{
    epa::Workspace,
    gjk::ConvexPair,
    kernels::Gap,
    operand::{Operand, ToOperand},
    search::Vertices,
};
use crate::{
    SimdLevel,
    real::vector::{add_scaled, dot, neg, sum_abs},
    shape::{Ball, in_f64},
};

/// Most steps. A flat side takes one or two; what is grazed takes most.
const STEPS: usize = 64;

/// How near to the shape the point has arrived, relative to the sizes of both.
const NEAR: f64 = 1e-10;

/// When a point from `from` on, relative to the center of a shape that may have vertices, is in it
/// for the first time, in units of `direction` and at most `end`, and a vector out of the shape
/// there, zero where it begins in it. None only where some plane separates them all the time; if
/// the steps are not enough, they meet.
pub(crate) fn enter<S: ToOperand>(
    shape: &S::Of<f32>,
    points: Vertices<'_>,
    from: [f64; 3],
    direction: [f64; 3],
    end: f64,
) -> Option<(f64, [f64; 3])> {
    let shape = in_f64::<S>(shape);
    let (mut solid, reach) = S::solid::<f64>(&shape);
    solid.center = [0.0; 3];
    let shape = Operand::new(solid, points, reach);
    let mut time = 0.0;
    // Along a ray that grazes a side, a plane that is a little off is far off.
    let (mut out, mut workspace) = ([0.0; 3], Workspace::fine(SimdLevel::detect()));
    for _ in 0..STEPS {
        let center = add_scaled(from, direction, time);
        let (point, _) = Ball::<3>::solid::<f64>(&Ball { center, radius: 0.0 });
        let point = Operand::new(point, Vertices::Blocks(&[]), 0.0);
        let pair = ConvexPair::new(point, shape);
        let (Gap { normal, .. }, gap) = Gap::certified(&pair, &mut workspace);
        let near = NEAR * (sum_abs(center) + reach + solid.rounding);
        if gap <= near || gap.is_nan() {
            break;
        }
        out = neg(normal);
        let speed = dot(direction, normal);
        if speed <= 0.0 {
            return None;
        }
        time += gap / speed;
        if time > end {
            return None;
        }
    }
    Some((time, out))
}
