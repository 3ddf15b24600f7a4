//! Least-significant-digit radix sort with scratch that the caller keeps.

/// Bits in a digit: 256 write streams stay within the first-level cache and its page table.
const DIGIT: u32 = 8;
const BUCKETS: usize = 1 << DIGIT;

/// Sorts by the upper 32 bits; items that agree in them keep their order.
///
/// `scratch` must be as long as `items`. O(n) per digit that differs between items; digits in
/// which all items agree cost one counting pass together.
///
/// # Panics
/// When the lengths differ.
pub fn sort_by_high_half(items: &mut [u64], scratch: &mut [u64]) {
    sort_digits::<4>(items, scratch, 32);
}

/// Sorts by all 64 bits. As [`sort_by_high_half`] otherwise.
///
/// # Panics
/// When the lengths differ.
pub fn sort_whole(items: &mut [u64], scratch: &mut [u64]) {
    sort_digits::<8>(items, scratch, 0);
}

fn sort_digits<const DIGITS: usize>(items: &mut [u64], scratch: &mut [u64], lowest_bit: u32) {
    assert_eq!(items.len(), scratch.len(), "the scratch of a radix sort is as long as its items");
    let mut counts = [[0u32; BUCKETS]; DIGITS];
    for item in &*items {
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[bucket(*item, lowest_bit + digit as u32 * DIGIT)] += 1;
        }
    }
    let (mut from, mut to) = (items, scratch);
    let mut swapped = false;
    for (digit, starts) in counts.iter_mut().enumerate() {
        let shift = lowest_bit + digit as u32 * DIGIT;
        let all_agree =
            from.first().is_none_or(|item| starts[bucket(*item, shift)] as usize == from.len());
        if all_agree {
            continue;
        }
        super::prefix_sum(starts);
        for item in &*from {
            let start = &mut starts[bucket(*item, shift)];
            to[*start as usize] = *item;
            *start += 1;
        }
        (from, to) = (to, from);
        swapped = !swapped;
    }
    if swapped {
        to.copy_from_slice(from);
    }
}

#[inline(always)]
fn bucket(item: u64, shift: u32) -> usize {
    (item >> shift) as usize & (BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_std(items in prop::collection::vec(any::<u64>(), 0..300), mask in any::<u64>()) {
            let items: Vec<u64> = items.into_iter().map(|item| item & mask).collect();
            let mut scratch = vec![0; items.len()];
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            sort_whole(&mut ours, &mut scratch);
            theirs.sort_unstable();
            prop_assert_eq!(ours, theirs);
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_high_half(&mut ours, &mut scratch);
            theirs.sort_by_key(|item| item >> 32);
            prop_assert_eq!(ours, theirs);
        }
    }
}
