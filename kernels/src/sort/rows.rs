//! Many short lists, sorted eight at a time by a network.
//!
//! One list lies in each lane, so that a comparator of the network, a minimum and a maximum, serves
//! eight lists, and nothing is branched on what they hold.

use std::mem;

use crate::{Lanes, lane::LANES};

/// Longest list that goes through the network; longer ones are sorted one at a time.
const MOST: usize = 192;

/// The smallest key: those below are denormal as floats, which a processor may be set to take for
/// 0.
pub const SMALLEST_KEY: u32 = 0x0080_0000;

/// The largest key: the one above is infinity as a float, and fills up shorter lists.
pub const LARGEST_KEY: u32 = 0x7f7f_ffff;

/// Sorts each of the lists that lie one behind the other in `items` and are as long as `lens` says.
///
/// Keys must lie in [`SMALLEST_KEY`]`..=`[`LARGEST_KEY`]: they are compared as floats. Others end
/// up in an unspecified order, possibly changed.
///
/// # Panics
/// When the lengths sum up to more than there are items.
#[inline(always)]
pub fn sort_rows<L: Lanes>(lanes: L, mut items: &mut [u32], lens: impl Iterator<Item = usize>) {
    let mut lens = lens.peekable();
    while lens.peek().is_some() {
        let mut rows: [&mut [u32]; LANES] = Default::default();
        for (row, len) in rows.iter_mut().zip(&mut lens) {
            let (first, rest) = mem::take(&mut items).split_at_mut(len);
            (*row, items) = (first, rest);
        }
        sort_eight(lanes, &mut rows);
    }
}

/// Sorts each of eight lists.
#[inline(always)]
fn sort_eight<L: Lanes>(lanes: L, rows: &mut [&mut [u32]; LANES]) {
    let longest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    if longest > MOST {
        rows.iter_mut().for_each(|row| row.sort_unstable());
    } else if longest > 1 {
        let mut columns = [lanes.splat(f32::INFINITY); MOST];
        load_rows(lanes, rows, longest, &mut columns);
        merge_exchange(lanes, &mut columns[..longest]);
        store_rows(lanes, rows, longest, &columns);
    }
}

/// Rows to columns, eight entries of each row at a time; those behind the end of a row are
/// infinite.
#[inline(always)]
fn load_rows<L: Lanes>(
    lanes: L,
    rows: &[&mut [u32]; LANES],
    longest: usize,
    columns: &mut [L::Floats; MOST],
) {
    let empty = [f32::INFINITY.to_bits(); LANES];
    for first in (0..longest).step_by(LANES) {
        let mut block = [lanes.splat(f32::INFINITY); LANES];
        for (lanes_of_row, row) in block.iter_mut().zip(rows) {
            let mut eight = empty;
            if let Some(rest) = row.get(first..) {
                match rest.first_chunk() {
                    Some(chunk) => eight = *chunk,
                    None => eight[..rest.len()].copy_from_slice(rest),
                }
            }
            *lanes_of_row = lanes.floats_of_bits(lanes.load_int(&eight));
        }
        columns[first..first + LANES].copy_from_slice(&lanes.transpose(block));
    }
}

/// Columns back to rows.
#[inline(always)]
fn store_rows<L: Lanes>(
    lanes: L,
    rows: &mut [&mut [u32]; LANES],
    longest: usize,
    columns: &[L::Floats; MOST],
) {
    for first in (0..longest).step_by(LANES) {
        let mut block = [columns[first]; LANES];
        block.copy_from_slice(&columns[first..first + LANES]);
        for (lanes_of_row, row) in lanes.transpose(block).into_iter().zip(&mut *rows) {
            let mut eight = [0; LANES];
            lanes.store_int(lanes.bits_of_floats(lanes_of_row), &mut eight);
            if let Some(rest) = row.get_mut(first..) {
                match rest.first_chunk_mut() {
                    Some(chunk) => *chunk = eight,
                    None => rest.copy_from_slice(&eight[..rest.len()]),
                }
            }
        }
    }
}

/// Batcher's merge exchange for any number of entries (D. E. Knuth, *Sorting and Searching*, 5.2.2,
/// algorithm M).
#[inline(always)]
fn merge_exchange<L: Lanes>(lanes: L, entries: &mut [L::Floats]) {
    let len = entries.len();
    let top = len.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut d) = (top, 0, p);
        loop {
            for run in (r..len.saturating_sub(d)).step_by(2 * p) {
                for low in run..(run + p).min(len - d) {
                    let (a, b) = (entries[low], entries[low + d]);
                    entries[low] = lanes.min(a, b);
                    entries[low + d] = lanes.max(a, b);
                }
            }
            if q == p {
                break;
            }
            (d, q, r) = (q - p, q / 2, p);
        }
        p /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pass, SimdLevel};

    struct Sort<'a>(&'a mut [u32], &'a [usize]);
    impl Pass for Sort<'_> {
        type Output = ();
        const AVX512: bool = true;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) {
            sort_rows(lanes, self.0, self.1.iter().copied());
        }
    }

    /// Numbers that look random: D. E. Knuth's multiplier.
    fn next(state: &mut u64) -> u32 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 33) as u32
    }

    fn check(lens: &[usize], values: u32, state: &mut u64) {
        let total = lens.iter().sum();
        let items: Vec<u32> = (0..total).map(|_| SMALLEST_KEY + next(state) % values).collect();
        let mut expected = items.clone();
        let mut rest = &mut expected[..];
        for len in lens {
            let (row, behind) = rest.split_at_mut(*len);
            row.sort_unstable();
            rest = behind;
        }
        for level in SimdLevel::available() {
            let mut sorted = items.clone();
            level.run(Sort(&mut sorted, lens));
            assert_eq!(sorted, expected, "{level}: {lens:?}");
        }
    }

    /// Every length the network has, alone and beside others.
    #[test]
    fn rows_of_every_length_are_sorted() {
        let state = &mut 1;
        let all = LARGEST_KEY - SMALLEST_KEY + 1;
        for len in 0..=MOST + 9 {
            check(&[len], all, state);
            check(&[len, 3, 0, len / 2, len, 1, 17.min(len), len, 2, len], all, state);
            check(&[len; 8], 7, state);
        }
        check(&[], 1, state);
    }

    #[test]
    fn the_ends_of_the_keys_are_in_place() {
        for level in SimdLevel::available() {
            let mut items = [LARGEST_KEY, SMALLEST_KEY, LARGEST_KEY - 1, 1 << 30, SMALLEST_KEY + 1];
            level.run(Sort(&mut items, &[5]));
            let ends = [SMALLEST_KEY, SMALLEST_KEY + 1, 1 << 30, LARGEST_KEY - 1, LARGEST_KEY];
            assert_eq!(items, ends);
        }
    }
}
