//! The vertex, or the normal of a face, that is farthest in a direction: `f32` finds in lanes those
//! that may be, mostly one, and `f64` which of them is.

use std::ops::RangeInclusive;

use super::{PointBlock, Polyhedron};
use crate::{
    Lanes, Pass, SimdLevel,
    real::vector::dot,
    simd::{LANES, set_bits},
};

/// Lengths between which `f32` has all digits of what is computed of points.
const RANGE: RangeInclusive<f32> = 1e-30..=1e30;

/// More than twice what `f32` errs by along a direction whose largest component is 1, relative to
/// the longest point: 5 roundings of the sum of three sizes.
const DOUBT: f32 = 1.0 / (1 << 18) as f32;

/// Blocks of which the bits of all points are one number.
const AT_ONCE: usize = 32 / LANES;

impl Polyhedron {
    /// The vertex that is farthest in a direction, the first of several.
    #[inline(always)]
    pub(crate) fn farthest<L: Lanes>(&self, lanes: L, direction: [f64; 3]) -> [f64; 3] {
        Farthest { points: &self.blocks, reach: self.radius, direction }.run(lanes).1
    }

    /// The number of the face that faces a direction most, of several the first.
    pub(crate) fn face_facing(&self, direction: [f64; 3]) -> usize {
        SimdLevel::detect().run(Farthest { points: &self.normals, reach: 1.0, direction }).0
    }
}

/// The search for the farthest of some points, and how far these are at most from the origin but
/// for a rounding.
struct Farthest<'a> {
    points: &'a [PointBlock],
    reach: f32,
    direction: [f64; 3],
}

impl Pass for Farthest<'_> {
    type Output = (usize, [f64; 3]);

    /// The number of the point, the first of several, and the point.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (usize, [f64; 3]) {
        let Self { points, reach, direction } = self;
        let longest = direction.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let way = direction.map(|x| (x / longest) as f32);
        let mut far = along(lanes, &points[0], way);
        for block in &points[1..] {
            far = lanes.max(far, along(lanes, block, way));
        }
        let mut all = [0.0; LANES];
        lanes.store(far, &mut all);
        let is_certain = longest > 0.0 && longest.is_finite() && RANGE.contains(&reach);
        let least = lanes.splat(largest(all) - DOUBT * reach);
        let (mut best, mut most) = ((0, [0.0; 3]), f64::NEG_INFINITY);
        for (chunk, blocks) in points.chunks(AT_ONCE).enumerate() {
            // Where the one is cannot be predicted; that there is no more can be.
            let mut near = 0;
            for (number, block) in blocks.iter().enumerate() {
                let bits = lanes.bits(lanes.le(least, along(lanes, block, way)));
                let bits = if is_certain { bits } else { 0xff };
                near |= bits << (LANES * number);
            }
            for place in set_bits(near) {
                let point = blocks[place / LANES].point(place % LANES).map(f64::from);
                let along = dot(point, direction);
                if most < along {
                    (most, best) = (along, (chunk * AT_ONCE * LANES + place, point));
                }
            }
        }
        best
    }
}

/// How far the points of a block are along a direction.
#[inline(always)]
pub(crate) fn along<L: Lanes>(lanes: L, block: &PointBlock, way: [f32; 3]) -> L::Floats {
    let [x, y, z] = way.map(|along| lanes.splat(along));
    let [xs, ys, zs] = &block.columns;
    let plane = lanes.add(lanes.mul(lanes.load(xs), x), lanes.mul(lanes.load(ys), y));
    lanes.add(plane, lanes.mul(lanes.load(zs), z))
}

/// The largest of eight numbers.
#[inline(always)]
pub(crate) fn largest([a, b, c, d, e, f, g, h]: [f32; LANES]) -> f32 {
    let larger = |a: f32, b: f32| if a < b { b } else { a };
    larger(larger(larger(a, b), larger(c, d)), larger(larger(e, f), larger(g, h)))
}
