//! One counting pass: count digits, sum them up, place.

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_stable_sort(digits in prop::collection::vec(0u32..40, 0..200), cut in 0usize..200) {
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
}
