//! Solids of revolution, boxes with round edges, and what lies between them.

use super::{
    bounds::{Bounded, TINY, step},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads5},
};
use crate::real::{
    Real,
    vector::{add_scaled, scale},
};

/// A cylinder, a cone, a frustum of one, or a box, each with round edges or without.
///
/// In its own coordinates it is the convex hull of two lids across the second axis, one at
/// `-half[1]` and one at `half[1]`. A lid is the rectangle of the half extents `half[0]` and
/// `half[2]`, and all that is within `lids` of it in its plane. Around all that is a rounding: all
/// points at most `rounding` from `center` plus the sum of `x[i] * axes[i]` over the hull.
///
/// The axes are unit vectors at right angles, but for rounding; the solid is what they make it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid<R = f32> {
    /// The center.
    pub center: [R; 3],
    /// The directions of the solid's own axes.
    pub axes: [[R; 3]; 3],
    /// Half the extent of the box along each axis, at least 0.
    pub half: [R; 3],
    /// The radii of the lower and the upper lid, at least 0.
    pub lids: [R; 2],
    /// How far the surface is from the core, at least 0.
    pub rounding: R,
}

impl<R: Real> Solid<R> {
    /// The point of the core that is farthest in a direction, both in its own coordinates. For a
    /// direction along an axis, any of the points that are.
    #[inline(always)]
    pub(crate) fn farthest(&self, along: [R; 3]) -> [R; 3] {
        let zero = along[0].of(0.0);
        let length = (along[0] * along[0] + along[2] * along[2]).sqrt();
        let [below, above] = self.lids;
        let height = self.half[1] * along[1];
        let up = (below * length - height).le(above * length + height);
        let lid = R::select(up, above, below);
        let outward = R::select(zero.lt(length), lid / length, zero);
        [
            self.half[0].with_sign_of(along[0]) + outward * along[0],
            R::select(up, self.half[1], -self.half[1]),
            self.half[2].with_sign_of(along[2]) + outward * along[2],
        ]
    }

    /// A place in its own coordinates as a way from the center.
    #[inline(always)]
    pub(crate) fn place(&self, [x, y, z]: [R; 3]) -> [R; 3] {
        let [first, second, third] = self.axes;
        add_scaled(add_scaled(scale(first, x), second, y), third, z)
    }

    /// How far the farthest point of the core is from the center, and a little more, as axes need
    /// not be quite at right angles.
    #[inline(always)]
    pub fn farthest_point(&self) -> R {
        let [x, height, z] = self.half;
        let across = (x * x + z * z).sqrt() + self.lids[0].max(self.lids[1]);
        (across * across + height * height).sqrt() * x.of(1.0 + 1e-4)
    }

    /// How far the core reaches along a direction from its center, given the products of the
    /// direction with the own axes, and a bound of what rounding does to it.
    #[inline(always)]
    fn reach(&self, [x, y, z]: [R; 3]) -> (R, R) {
        let across = (x * x + z * z).sqrt();
        let (height, sides) = (self.half[1] * y, self.half[0] * x.abs() + self.half[2] * z.abs());
        let [below, above] = self.lids;
        let lids = (below * across - height).max(above * across + height);
        let sizes = sides + height.abs() + below.max(above) * across;
        (sides + lids, sizes * sizes.of(10.0 * R::UNIT) + sizes.of(8.0 * TINY))
    }
}

impl Pack for Solid {
    type Quads = Quads5;
    type Of<R: Real> = Solid<R>;

    #[inline(always)]
    fn columns<R: Real>(solid: &Solid<R>) -> QuadColumns<R> {
        let zero = solid.rounding.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        let [x, y, z] = solid.center;
        columns[0] = [x, y, z, solid.rounding];
        for axis in 0..3 {
            let [x, y, z] = solid.axes[axis];
            columns[1 + axis] = [x, y, z, solid.half[axis]];
        }
        columns[4] = [solid.lids[0], solid.lids[1], zero, zero];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Solid<R> {
        let [first, a, b, c, lids, ..] = *columns;
        Solid {
            center: [first[0], first[1], first[2]],
            axes: [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]],
            half: [a[3], b[3], c[3]],
            lids: [lids[0], lids[1]],
            rounding: first[3],
        }
    }
}

impl Bounded<3> for Solid {
    #[inline(always)]
    fn bounds<R: Real>(solid: &Solid<R>) -> ([R; 3], [R; 3]) {
        let (mut min, mut max) = (solid.center, solid.center);
        for axis in 0..3 {
            let [x, y, z] = [solid.axes[0][axis], solid.axes[1][axis], solid.axes[2][axis]];
            let (up, slack) = solid.reach([x, y, z]);
            let (down, _) = solid.reach([x, -y, z]);
            let (down, up) = (down + solid.rounding + slack, up + solid.rounding + slack);
            let low = solid.center[axis] - (down + step(down));
            let high = solid.center[axis] + (up + step(up));
            min[axis] = low - step(low);
            max[axis] = high + step(high);
        }
        (min, max)
    }
}
