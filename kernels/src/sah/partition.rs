//! Records to the two sides of a split.

use crate::{Lanes, Record};

/// Moves the records whose strip is at most `last` before the others, keeping the order on both
/// sides. Returns how many they are.
///
/// Every record is written to both sides, and kept on one: which side is as good as random, and a
/// branch on it would be mispredicted half of the time.
#[inline(always)]
pub(super) fn partition<L: Lanes>(
    lanes: L,
    records: &mut [Record],
    strips: &[u32],
    last: usize,
    right: &mut [Record],
) -> usize {
    let (mut left, mut others) = (0, 0);
    for index in 0..records.len() {
        let row = records[index].load(lanes);
        let goes_left = strips[index] as usize <= last;
        records[left].set(lanes, row);
        right[others].set(lanes, row);
        left += usize::from(goes_left);
        others += usize::from(!goes_left);
    }
    // Most ranges are short: a call to copy them would cost more than the copy.
    for (record, other) in records[left..].iter_mut().zip(&right[..others]) {
        record.copy_from(lanes, other);
    }
    left
}
