//! A 64-bit digest of the answers of a batch.

use super::{Answers, Batch};

/// The digest of the answers: of ids and of the bits of times and distances, query by query.
///
/// Unlike that of pairs it depends on the order, which is that of the queries.
#[must_use]
pub fn digest<const D: usize>(batch: &Batch<D>, answers: &Answers) -> u64 {
    let mut state = 0;
    for query in 0..batch.len() {
        let mut items = 0;
        answers.visit(batch, query, &mut |item| {
            state = mix(state ^ (u64::from(item.bits) << 32 | u64::from(item.id)));
            items += 1;
        });
        // So that items do not wander from a query to the next unnoticed.
        state = mix(state ^ items);
    }
    state
}

/// The finaliser of SplitMix64 behind one step of its sequence, as in the digest of pairs.
pub(crate) fn mix(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
