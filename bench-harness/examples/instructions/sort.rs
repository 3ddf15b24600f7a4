//! The sorts.

use std::hint::black_box;

use jostle_kernels::sort::{count_digits, place, prefix_sum, sort_by_high_half, sort_key};

use crate::{
    case::{Case, Cases},
    inputs::spread,
};

const ITEMS: usize = 16_384;

pub(crate) fn cases() -> Cases {
    Ok(vec![radix(), buckets()])
}

/// Four passes over keys of 32 bits.
fn radix() -> Case {
    let item = |index| u64::from(sort_key(spread(index, 0) - 0.5)) << 32 | index as u64;
    let unsorted: Vec<u64> = (0..ITEMS).map(item).collect();
    let (mut items, mut scratch) = (unsorted.clone(), vec![0; ITEMS]);
    Case::new("radix-sort", move || {
        items.copy_from_slice(&unsorted);
        sort_by_high_half(black_box(&mut items), &mut scratch);
    })
}

/// One pass with as many buckets as items, as in a cell of the sweep and prune.
fn buckets() -> Case {
    let digit = |index| (spread(index, 1) * ITEMS as f32) as u32;
    let digits: Vec<u32> = (0..ITEMS).map(digit).collect();
    let (mut counts, mut order) = (vec![0; ITEMS], vec![0; ITEMS]);
    Case::new("bucket-sort", move || {
        counts.fill(0);
        count_digits(&digits, &mut counts);
        prefix_sum(&mut counts);
        let order = black_box(&mut order[..]);
        place(&digits, &mut counts, |index, place| order[place] = index as u32);
    })
}
