//! Convex hulls: polyhedra at a place.

use super::{
    bounds::{Bounded, step},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads5},
};
use crate::{real::Real, simd::Quad};

/// A polyhedron at a place: all points at most `rounding` from `center` plus the sum of
/// `x[i] * axes[i]` over the points `x` of a [`Polyhedron`](super::Polyhedron).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull<R = f32> {
    /// Where the origin of the polyhedron is.
    pub center: [R; 3],
    /// The directions of its axes.
    pub axes: [[R; 3]; 3],
    /// How far the surface is from the polyhedron, at least 0.
    pub rounding: R,
    /// A lower and an upper bound of the turned polyhedron along each axis of the world, relative
    /// to the center.
    pub bounds: [[R; 3]; 2],
    /// Which of the polyhedra of [`Rows`](super::Rows) it is, as a number.
    pub number: R,
}

impl Hull {
    /// Gives a hull in quads another number.
    pub fn renumber(quads: &mut [Quad], number: f32) {
        quads[Self::QUADS - 1][3] = number;
    }
}

impl Pack for Hull {
    type Quads = Quads5;
    type Of<R: Real> = Hull<R>;

    /// The number comes last: all that is before it says how a shape lies, whatever else there is.
    #[inline(always)]
    fn columns<R: Real>(hull: &Hull<R>) -> QuadColumns<R> {
        let mut columns = [[hull.rounding.of(0.0); 4]; MAX_QUADS];
        let [low, high] = hull.bounds;
        let [x, y, z] = hull.center;
        columns[0] = [x, y, z, hull.rounding];
        for axis in 0..3 {
            let [x, y, z] = hull.axes[axis];
            columns[1 + axis] = [x, y, z, low[axis]];
        }
        columns[4] = [high[0], high[1], high[2], hull.number];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Hull<R> {
        let [first, a, b, c, last, ..] = *columns;
        Hull {
            center: [first[0], first[1], first[2]],
            axes: [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]],
            rounding: first[3],
            bounds: [[a[3], b[3], c[3]], [last[0], last[1], last[2]]],
            number: last[3],
        }
    }
}

/// The number of the polyhedron of a hull in quads.
#[inline(always)]
pub(super) fn number_of(quads: &[Quad]) -> usize {
    quads[Hull::QUADS - 1][3] as usize
}

impl Bounded<3> for Hull {
    #[inline(always)]
    fn bounds<R: Real>(hull: &Hull<R>) -> ([R; 3], [R; 3]) {
        let (mut min, mut max) = (hull.center, hull.center);
        for axis in 0..3 {
            let low = hull.bounds[0][axis] - hull.rounding;
            let high = hull.bounds[1][axis] + hull.rounding;
            let low = hull.center[axis] + (low - step(low));
            let high = hull.center[axis] + (high + step(high));
            min[axis] = low - step(low);
            max[axis] = high + step(high);
        }
        (min, max)
    }
}
