//! Boxes as they were in the last run.

use jostle_kernels::{Record, simd::LANES};

/// Eight boxes by index. In the place of the id of each is its reach: how far it may be expected to
/// go while its fat box lasts, which is the unit of velocities. In the place of its exclusion mask
/// is its velocity, [packed](super::motion).
///
/// As records, for a candidate to find all of a box in one cache line.
pub(super) type EightBoxes = [Record; LANES];

/// `each_ref`, which is not inlined.
#[inline(always)]
pub(super) fn references(boxes: &EightBoxes) -> [&Record; LANES] {
    let mut all = [&boxes[0]; LANES];
    for lane in 1..LANES {
        all[lane] = &boxes[lane];
    }
    all
}
