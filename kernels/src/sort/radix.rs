//! Radix passes: float keys, counting passes, and a least-significant-digit sort.

/// An integer that sorts like the float, with `-0.0` and `+0.0` equal. NaN has no place in the
/// order: callers exclude it before.
///
/// Positive floats sort like their bits; negative ones the other way round. See Terdiman, "Radix
/// Sort Revisited" (2000), and Herf, "Radix Tricks" (2001).
#[inline]
#[must_use]
pub fn sort_key(x: f32) -> u32 {
    // Adding +0.0 turns -0.0 into +0.0 and changes nothing else. Without it the two zeros differ
    // as keys although they are equal as floats, and boxes that touch at zero would be lost.
    let bits = (x + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

/// The float with this key, `+0.0` for either zero.
#[inline]
#[must_use]
pub fn float_of_key(key: u32) -> f32 {
    f32::from_bits(if key >> 31 == 1 { key & !(1 << 31) } else { !key })
}

/// Adds to `counts[d]` the number of digits equal to `d`.
///
/// # Panics
/// When a digit is not less than `counts.len()`.
#[inline]
pub fn count_digits(digits: &[u32], counts: &mut [u32]) {
    for digit in digits {
        counts[*digit as usize] += 1;
    }
}

/// Replaces each count by the sum of those before it and returns the sum of the squares of the
/// counts, which tells how evenly the items are spread: it is `n` when each has a bucket of its
/// own and `n * n` when all share one.
#[inline]
pub fn prefix_sum(counts: &mut [u32]) -> u64 {
    let (mut sum, mut squares) = (0, 0);
    for count in counts {
        let items = *count;
        *count = sum;
        sum += items;
        squares += u64::from(items) * u64::from(items);
    }
    squares
}

/// Stable placement: calls `put` with the index of each digit and its place in ascending order of
/// digit.
///
/// `starts` must be the prefix sums of the digits' counts; afterwards `starts[d]` is the end of
/// bucket `d`, which is where bucket `d + 1` starts. Digits may also be placed in parts, one behind
/// the other.
///
/// # Panics
/// When `starts` does not belong to these digits.
#[inline(always)]
pub fn place(digits: &[u32], starts: &mut [u32], mut put: impl FnMut(usize, usize)) {
    for (index, digit) in digits.iter().enumerate() {
        let start = &mut starts[*digit as usize];
        put(index, *start as usize);
        *start += 1;
    }
}

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
        prefix_sum(starts);
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

    #[test]
    fn sorts_like_the_floats() {
        let tiny = f32::from_bits(1);
        let ordered = [
            f32::NEG_INFINITY,
            -f32::MAX,
            -1.0,
            -f32::MIN_POSITIVE,
            -tiny,
            0.0,
            tiny,
            f32::MIN_POSITIVE,
            1.0,
            f32::MAX,
            f32::INFINITY,
        ];
        assert!(ordered.windows(2).all(|pair| sort_key(pair[0]) < sort_key(pair[1])));
        assert_eq!(sort_key(-0.0), sort_key(0.0));
        for x in ordered {
            assert_eq!(float_of_key(sort_key(x)).to_bits(), x.to_bits());
        }
        assert_eq!(float_of_key(sort_key(-0.0)).to_bits(), 0.0_f32.to_bits());
    }

    proptest! {
        #[test]
        fn equals_a_stable_sort(
            digits in prop::collection::vec(0u32..40, 0..200),
            cut in 0usize..200,
        ) {
            let mut starts = vec![0; 40];
            count_digits(&digits, &mut starts);
            let squares: u64 = starts.iter().map(|c| u64::from(*c).pow(2)).sum();
            prop_assert_eq!(prefix_sum(&mut starts), squares);
            let mut order = vec![0; digits.len()];
            let (first, second) = digits.split_at(cut.min(digits.len()));
            place(first, &mut starts, |index, place| order[place] = index as u32);
            let behind = first.len();
            place(second, &mut starts, |index, place| order[place] = (behind + index) as u32);
            let mut expected: Vec<u32> = (0..digits.len() as u32).collect();
            expected.sort_by_key(|index| digits[*index as usize]);
            prop_assert_eq!(order, expected);
            let ends: Vec<u32> =
                (0..40).map(|d| digits.iter().filter(|x| **x <= d).count() as u32).collect();
            prop_assert_eq!(starts, ends);
        }
    }

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
