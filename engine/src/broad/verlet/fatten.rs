//! How fat a box gets: by where it is going.

use jostle_kernels::{
    Aabb, Lanes, Pass,
    bounds::{RecordColumns, to_columns},
    simd::LANES,
};

use super::motion::{Course, EightBoxes, QUANTUM, STATIC, pack_eight, references, velocities};

/// Runs that a box is expected to stay in its fat box, if it goes on as it did.
pub(super) const RUNS: f32 = 24.0;

/// What a fat box is larger by on each side, in longest extents of the box.
const SLACK: f32 = 1.0 / 32.0;

/// The same of a box of which it is not known how it moves.
const UNKNOWN_SLACK: f32 = 1.0 / 8.0;

/// What it is larger by for boxes that turn, in the way that the box is expected to go.
const TURNING: f32 = 1.0 / 4.0;

/// The longest way that a box is expected to go, in its longest extents. What goes farther would
/// have too many candidates.
const FARTHEST: f32 = 2.0;

/// Eight fat boxes, and what is kept of the boxes in them.
struct EightFatBoxes<L: Lanes, const D: usize> {
    min: [L::Floats; D],
    max: [L::Floats; D],
    /// How far each is expected to go.
    reach: L::Floats,
    /// Its way in the last run, in that reach, and whether it is static.
    packed: L::Ints,
}

impl<L: Lanes, const D: usize> EightFatBoxes<L, D> {
    /// Those of boxes which move as it is packed in their records.
    #[inline(always)]
    fn of(lanes: L, boxes: &EightBoxes, course: Course) -> Self {
        let RecordColumns { min, max, ids: reach, exclusion } =
            to_columns::<L, D>(lanes, references(boxes));
        let ways = velocities::<L, D>(lanes, lanes.bits_of_floats(exclusion), reach, QUANTUM);
        let zero = lanes.splat(0.0);
        let (mut extent, mut is_valid) = (zero, lanes.le(min[0], max[0]));
        for axis in 0..D {
            let length = lanes.sub(max[axis], min[axis]);
            let is_finite = lanes.lt(length, lanes.splat(f32::INFINITY));
            extent = lanes.max(lanes.select(is_finite, length, zero), extent);
            is_valid = lanes.both(is_valid, lanes.le(min[axis], max[axis]));
        }
        let farthest = lanes.mul(extent, lanes.splat(FARTHEST));
        let mut fat = Self { min, max, reach: zero, packed: lanes.splat_int(0) };
        for axis in 0..D {
            let ahead = lanes.mul(ways[axis], lanes.splat(RUNS));
            let far = lanes.max(ahead, lanes.sub(zero, ahead));
            // Not where it is NaN.
            let is_near = lanes.le(far, farthest);
            fat.reach = lanes.max(lanes.select(is_near, far, zero), fat.reach);
            // One that goes to and fro gets nowhere, and is fast all the same.
            if course.predicts {
                let ahead = lanes.select(is_near, ahead, zero);
                fat.min[axis] = lanes.add(min[axis], lanes.min(ahead, zero));
                fat.max[axis] = lanes.add(max[axis], lanes.max(ahead, zero));
            }
        }
        let is_known = lanes.le(reach, reach);
        let slack = lanes.select(is_known, lanes.splat(SLACK), lanes.splat(UNKNOWN_SLACK));
        let slack = lanes.mul(extent, slack);
        let margin = lanes.add(slack, lanes.mul(fat.reach, lanes.splat(TURNING)));
        for axis in 0..D {
            let [low, high] = [lanes.sub(fat.min[axis], margin), lanes.add(fat.max[axis], margin)];
            fat.min[axis] = lanes.select(is_valid, low, lanes.splat(f32::NAN));
            fat.max[axis] = lanes.select(is_valid, high, lanes.splat(f32::NAN));
        }
        // The sum of two is to be a number.
        fat.reach = lanes.min(lanes.add(slack, fat.reach), lanes.splat(f32::MAX / 4.0));
        fat.reach = lanes.max(fat.reach, lanes.splat(f32::MIN_POSITIVE));
        let is_static = lanes.and_int(lanes.bits_of_floats(exclusion), lanes.splat_int(STATIC));
        fat.packed = lanes.or_int(pack_eight(lanes, ways, fat.reach), is_static);
        fat
    }

    /// What is kept of the boxes, as tags of records.
    #[inline(always)]
    fn tags(&self, lanes: L) -> [(u32, u32); LANES] {
        let (mut reach, mut packed) = ([0; LANES], [0; LANES]);
        lanes.store_int(lanes.bits_of_floats(self.reach), &mut reach);
        lanes.store_int(self.packed, &mut packed);
        let mut tags = [(0, 0); LANES];
        for lane in 0..LANES {
            tags[lane] = (reach[lane], packed[lane]);
        }
        tags
    }
}

/// Gives boxes fat ones.
pub(super) struct Fatten<'a, const D: usize> {
    pub(super) last: &'a mut [EightBoxes],
    pub(super) min: [&'a mut [[f32; LANES]]; D],
    pub(super) max: [&'a mut [[f32; LANES]]; D],
    pub(super) course: Course,
}

impl<const D: usize> Pass for Fatten<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fatten { last, min, max, course } = self;
        for (number, last) in last.iter_mut().enumerate() {
            let fat = EightFatBoxes::<L, D>::of(lanes, last, course);
            for axis in 0..D {
                lanes.store(fat.min[axis], &mut min[axis][number]);
                lanes.store(fat.max[axis], &mut max[axis][number]);
            }
            for (record, (reach, packed)) in last.iter_mut().zip(fat.tags(lanes)) {
                record.set_tags(reach, packed);
            }
        }
    }
}

/// Finds the fat box of one of eight boxes. Where `keeps` its reach and velocity, by which the
/// limits of its candidates are, they stay.
pub(super) struct FattenOne<'a, const D: usize> {
    pub(super) last: &'a mut EightBoxes,
    pub(super) lane: usize,
    pub(super) keeps: bool,
    pub(super) course: Course,
}

impl<const D: usize> Pass for FattenOne<'_, D> {
    type Output = Aabb<D>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Aabb<D> {
        let Self { last, lane, keeps, course } = self;
        let fat = EightFatBoxes::<L, D>::of(lanes, last, course);
        if !keeps {
            let (reach, packed) = fat.tags(lanes)[lane];
            last[lane].set_tags(reach, packed);
        }
        let mut aabb = Aabb { min: [0.0; D], max: [0.0; D] };
        for (to, from) in [(&mut aabb.min, fat.min), (&mut aabb.max, fat.max)] {
            for axis in 0..D {
                let mut column = [0.0; LANES];
                lanes.store(from[axis], &mut column);
                to[axis] = column[lane];
            }
        }
        aabb
    }
}
