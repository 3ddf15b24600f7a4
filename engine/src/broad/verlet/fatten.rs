//! How fat a box gets: by where it is going.

use jostle_kernels::{Lanes, Pass, simd::LANES};

use super::last_boxes::{BoxColumns, EightBoxes};

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

/// A fat box, and how far the box in it is expected to go.
pub(super) struct FatBox<const D: usize> {
    pub(super) min: [f32; D],
    pub(super) max: [f32; D],
    pub(super) reach: f32,
}

impl<const D: usize> FatBox<D> {
    /// That of a box which went so far in the last run, and was elsewhere when its last fat box
    /// began; of each run that passed since, that is `per_run`.
    #[inline(always)]
    pub(super) fn of(
        [min, max]: [[f32; D]; 2],
        last_way: f32,
        start: [[f32; D]; 2],
        per_run: f32,
    ) -> Self {
        let mut extent: f32 = 0.0;
        let (mut is_valid, mut is_known) = (true, true);
        for axis in 0..D {
            let length = max[axis] - min[axis];
            extent = if length < f32::INFINITY && length > extent { length } else { extent };
            is_valid &= min[axis] <= max[axis];
            is_known &= start[0][axis] <= start[1][axis];
        }
        let farthest = FARTHEST * extent;
        // Also where it is NaN.
        let up_to_farthest = |way: f32| if way.abs() <= farthest { way } else { 0.0 };
        let ahead = |way: f32| up_to_farthest(way * (RUNS * per_run));
        let mut fat = Self { min: [f32::NAN; D], max: [f32::NAN; D], reach: 0.0 };
        for axis in 0..D {
            let low = ahead(min[axis] - start[0][axis]);
            let high = ahead(max[axis] - start[1][axis]);
            fat.min[axis] = min[axis] + low.min(0.0);
            fat.max[axis] = max[axis] + high.max(0.0);
            fat.reach = fat.reach.max(low.abs()).max(high.abs());
        }
        // One that goes to and fro gets nowhere, and is fast all the same.
        fat.reach = fat.reach.max(up_to_farthest(RUNS * last_way));
        let slack = extent * if is_known { SLACK } else { UNKNOWN_SLACK };
        let margin = slack + TURNING * fat.reach;
        for axis in 0..D {
            fat.min[axis] = if is_valid { fat.min[axis] - margin } else { f32::NAN };
            fat.max[axis] = if is_valid { fat.max[axis] + margin } else { f32::NAN };
        }
        fat.reach = (slack + fat.reach).max(f32::MIN_POSITIVE);
        fat
    }
}

/// Gives boxes fat ones.
pub(super) struct Fatten<'a, const D: usize> {
    pub(super) last: &'a mut [EightBoxes],
    pub(super) start: &'a mut [EightBoxes],
    pub(super) min: [&'a mut [[f32; LANES]]; D],
    pub(super) max: [&'a mut [[f32; LANES]]; D],
    /// Runs since boxes were where they started.
    pub(super) runs: u32,
}

impl<const D: usize> Pass for Fatten<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fatten { last, start, min, max, runs } = self;
        let per_run = 1.0 / runs as f32;
        for (number, (last, start)) in last.iter_mut().zip(start).enumerate() {
            let now = BoxColumns::<D>::of(lanes, last);
            let then = BoxColumns::<D>::of(lanes, start);
            let mut reach = [0.0; LANES];
            for lane in 0..LANES {
                let fat = FatBox::of(now.get(lane), now.way[lane], then.get(lane), per_run);
                for axis in 0..D {
                    min[axis][number][lane] = fat.min[axis];
                    max[axis][number][lane] = fat.max[axis];
                }
                reach[lane] = fat.reach;
            }
            for (record, reach) in last.iter_mut().zip(reach) {
                record.set_tags(reach.to_bits(), record.exclusion());
            }
            *start = *last;
        }
    }
}
