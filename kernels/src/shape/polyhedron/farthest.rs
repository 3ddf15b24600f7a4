//! The vertex, or the normal of a face, that is farthest in a direction: `f32` finds it in lanes,
//! or those that may be, of which `f64` tells which one is.

use std::ops::RangeInclusive;

use super::{PointBlock, Polyhedron};
use crate::{
    Lanes, Pass, SimdLevel,
    real::vector::dot,
    simd::{LANES, set_bits},
};

/// Lengths between which `f32` has all digits of what is computed of points.
const RANGE: RangeInclusive<f32> = 1e-30..=1e30;

/// More than twice what `f32` errs by along a direction, relative to its largest component and to
/// the longest point: 5 roundings of the sum of three sizes.
const DOUBT: f32 = 1.0 / (1 << 18) as f32;

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
        let longest = direction.iter().fold(0.0, |most: f64, x| most.max(x.abs())) as f32;
        let way = direction.map(|x| x as f32);
        // In each lane the farthest of all blocks, its block, and how far the next one is.
        let mut most = along(lanes, &points[0], way);
        let (mut from, mut second) = (lanes.splat(0.0), lanes.splat(f32::NEG_INFINITY));
        for (number, block) in points.iter().enumerate().skip(1) {
            let along = along(lanes, block, way);
            let farther = lanes.lt(most, along);
            second = lanes.max(second, lanes.min(most, along));
            most = lanes.select(farther, along, most);
            from = lanes.select(farther, lanes.splat(number as f32), from);
        }
        let (mut all, mut blocks) = ([0.0; LANES], [0.0; LANES]);
        lanes.store(most, &mut all);
        lanes.store(from, &mut blocks);
        let size = reach * longest;
        let least = lanes.splat(largest(all) - DOUBT * size);
        let near = lanes.bits(lanes.le(least, most));
        let no_other = lanes.bits(lanes.le(least, second)) == 0;
        let is_certain = [reach, longest, size].iter().all(|x| RANGE.contains(x));
        if near.is_power_of_two() && no_other && is_certain {
            let lane = near.trailing_zeros() as usize;
            let block = blocks[lane] as usize;
            return (block * LANES + lane, points[block].point(lane).map(f64::from));
        }
        // Several are as far, as the corners of a face are along its normal.
        let (mut best, mut most) = ((0, [0.0; 3]), f64::NEG_INFINITY);
        for (number, block) in points.iter().enumerate() {
            let near = lanes.bits(lanes.le(least, along(lanes, block, way)));
            for lane in set_bits(if is_certain { near } else { 0xff }) {
                let point = block.point(lane).map(f64::from);
                let along = dot(point, direction);
                if most < along {
                    (most, best) = (along, (number * LANES + lane, point));
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
