//! Boxes as they were in the last run.

use jostle_kernels::{Lanes, Record, bounds::to_columns, simd::LANES};

/// Eight boxes by index. In the place of the id of each is its reach: how far it may be expected to
/// go while its fat box lasts, which is the unit of the ways that boxes go. In the place of its
/// exclusion mask is its way in the last run.
///
/// As records, for a candidate to find all of a box in one cache line.
pub(super) type EightBoxes = [Record; LANES];

/// The reach of a box.
#[inline(always)]
pub(super) fn reach_of(record: &Record) -> f32 {
    f32::from_bits(record.id())
}

/// Its way in the last run.
pub(super) fn way_of(record: &Record) -> f32 {
    f32::from_bits(record.exclusion())
}

/// `each_ref`, which is not inlined.
#[inline(always)]
pub(super) fn references(boxes: &EightBoxes) -> [&Record; LANES] {
    let mut all = [&boxes[0]; LANES];
    for lane in 1..LANES {
        all[lane] = &boxes[lane];
    }
    all
}

/// Eight boxes as columns.
pub(super) struct BoxColumns<const D: usize> {
    min: [[f32; LANES]; D],
    max: [[f32; LANES]; D],
    pub(super) way: [f32; LANES],
}

impl<const D: usize> BoxColumns<D> {
    #[inline(always)]
    pub(super) fn of<L: Lanes>(lanes: L, boxes: &EightBoxes) -> Self {
        let mut of = Self { min: [[0.0; LANES]; D], max: [[0.0; LANES]; D], way: [0.0; LANES] };
        let columns = to_columns::<L, D>(lanes, references(boxes));
        for axis in 0..D {
            lanes.store(columns.min[axis], &mut of.min[axis]);
            lanes.store(columns.max[axis], &mut of.max[axis]);
        }
        lanes.store(columns.exclusion, &mut of.way);
        of
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> [[f32; D]; 2] {
        let (mut min, mut max) = ([0.0; D], [0.0; D]);
        // A loop: `map` is not inlined.
        for axis in 0..D {
            (min[axis], max[axis]) = (self.min[axis][lane], self.max[axis][lane]);
        }
        [min, max]
    }
}

/// A box from a record.
pub(super) fn sides_of<const D: usize>(record: &Record) -> [[f32; D]; 2] {
    let side = |side: &dyn Fn(usize) -> f32| std::array::from_fn(side);
    [side(&|axis| record.min::<D>(axis)), side(&|axis| record.max::<D>(axis))]
}
