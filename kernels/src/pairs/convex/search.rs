//! The search for the vertex that is farthest in a direction.

use crate::{
    real::{
        Mask, Real, Wide,
        vector::{dot, sub},
    },
    shape::{PointBlock, Polyhedron, along, largest},
    simd::{LANES, Lanes, Portable, set_bits},
};

/// Numbers over which vertices can be searched for the farthest.
pub(super) trait Search: Real {
    /// The vertices of a shape, or of eight.
    type Points<'a>: Copy;

    /// Whether there are no vertices, in any lane.
    fn is_empty(points: Self::Points<'_>) -> bool;
    /// The vertex that is farthest in a direction, the first of several, in the lanes where it is
    /// wanted. Must be `#[inline(always)]`.
    fn farthest(points: Self::Points<'_>, direction: [Self; 3], wanted: Self::Mask) -> [Self; 3];
}

/// The vertex that is farthest in a direction, the first of several: in each lane the farthest of
/// all blocks, then of all lanes.
macro_rules! farthest_one_by_one {
    ($points:expr, $direction:expr, $float:ty) => {{
        let [x, y, z] = $direction;
        let along = |block: &PointBlock| {
            let [xs, ys, zs] = &block.columns;
            let mut along = [0.0; LANES];
            for lane in 0..LANES {
                let [a, b, c] = [xs[lane], ys[lane], zs[lane]].map(<$float>::from);
                along[lane] = a * x + b * y + c * z;
            }
            along
        };
        let mut most = along(&$points[0]);
        let mut blocks = [0.0; LANES];
        for (number, block) in $points.iter().enumerate().skip(1) {
            let (along, number) = (along(block), number as $float);
            for lane in 0..LANES {
                let farther = most[lane] < along[lane];
                most[lane] = if farther { along[lane] } else { most[lane] };
                blocks[lane] = if farther { number } else { blocks[lane] };
            }
        }
        let lane = first_farthest(&most, &blocks);
        $points[blocks[lane] as usize].point(lane).map(<$float>::from)
    }};
}

/// The lane that is farthest; of several that of the first block, then the first.
#[inline(always)]
fn first_farthest<F: PartialOrd>(most: &[F; LANES], blocks: &[F; LANES]) -> usize {
    let mut best = 0;
    for lane in 1..LANES {
        let earlier = blocks[lane] < blocks[best];
        if most[best] < most[lane] || most[best] == most[lane] && earlier {
            best = lane;
        }
    }
    best
}

impl Search for f32 {
    type Points<'a> = &'a [PointBlock];

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        points.is_empty()
    }

    #[inline(always)]
    fn farthest(points: Self::Points<'_>, direction: [Self; 3], _: bool) -> [Self; 3] {
        farthest_one_by_one!(points, direction, f32)
    }
}

/// Vertices in `f64`.
#[derive(Clone, Copy)]
pub(crate) enum Vertices<'a> {
    /// As the kernels have them.
    Blocks(&'a [PointBlock]),
    /// Those of a polyhedron.
    Polyhedron(&'a Polyhedron),
    /// One by one, as seen from a center.
    Corners(&'a [[f64; 3]], [f64; 3]),
}

impl Search for f64 {
    type Points<'a> = Vertices<'a>;

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        matches!(points, Vertices::Blocks([]) | Vertices::Corners([], _))
    }

    fn farthest(points: Self::Points<'_>, direction: [Self; 3], _: bool) -> [Self; 3] {
        points.farthest(Portable, direction)
    }
}

impl Vertices<'_> {
    /// The vertex that is farthest in a direction, the first of several.
    #[inline(always)]
    pub(super) fn farthest<L: Lanes>(&self, lanes: L, direction: [f64; 3]) -> [f64; 3] {
        match self {
            Vertices::Blocks(points) => farthest_one_by_one!(points, direction, f64),
            Vertices::Polyhedron(polyhedron) => polyhedron.farthest(lanes, direction),
            Vertices::Corners(corners, center) => {
                let from_center = |corner: &[f64; 3]| sub(*corner, *center);
                let mut best = from_center(&corners[0]);
                let mut most = dot(best, direction);
                for corner in corners[1..].iter().map(from_center) {
                    let along = dot(corner, direction);
                    if most < along {
                        (most, best) = (along, corner);
                    }
                }
                best
            }
        }
    }
}

/// Each lane searches the vertices of its own shape, eight of them at a time.
impl<L: Lanes> Search for Wide<L> {
    type Points<'a> = [&'a [PointBlock]; LANES];

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        points[0].is_empty()
    }

    #[inline(always)]
    fn farthest(points: Self::Points<'_>, direction: [Self; 3], wanted: Self::Mask) -> [Self; 3] {
        let lanes = direction[0].lanes;
        let mut to = [[0.0; LANES]; 3];
        for (to, along) in to.iter_mut().zip(direction) {
            lanes.store(along.floats, to);
        }
        let mut found = [[0.0; LANES]; 3];
        for lane in set_bits(wanted.bits() & 0xff) {
            let point = farthest_of(lanes, points[lane], [to[0][lane], to[1][lane], to[2][lane]]);
            for axis in 0..3 {
                found[axis][lane] = point[axis];
            }
        }
        let mut wide = direction;
        for (wide, found) in wide.iter_mut().zip(&found) {
            wide.floats = lanes.load(found);
        }
        wide
    }
}

/// The first of the vertices that are farthest in a direction: what a search one by one finds.
#[inline(always)]
fn farthest_of<L: Lanes>(lanes: L, points: &[PointBlock], direction: [f32; 3]) -> [f32; 3] {
    let mut most = along(lanes, &points[0], direction);
    let mut from = lanes.splat(0.0);
    for (number, block) in points.iter().enumerate().skip(1) {
        let along = along(lanes, block, direction);
        let farther = lanes.lt(most, along);
        most = lanes.select(farther, along, most);
        from = lanes.select(farther, lanes.splat(number as f32), from);
    }
    let (mut all, mut blocks) = ([0.0; LANES], [0.0; LANES]);
    lanes.store(most, &mut all);
    lanes.store(from, &mut blocks);
    let farthest = lanes.bits(lanes.le(lanes.splat(largest(all)), most));
    // Mostly there is but one; of numbers that are none, there is none.
    let lane = if farthest.is_power_of_two() {
        farthest.trailing_zeros() as usize
    } else {
        first_farthest(&all, &blocks)
    };
    points[blocks[lane] as usize].point(lane)
}
