//! Inputs, comparisons, and the bookkeeping of which levels took part.

use std::collections::BTreeSet;

use jostle_kernels::{SimdLevel, lane::LANES};

/// Random inputs per operation, in groups of eight.
pub(crate) const GROUPS: usize = 12_500;

/// Values at which operations differ between instruction sets when they differ anywhere.
pub(crate) const SPECIAL: [f32; 14] = [
    0.0,
    -0.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    -f32::NAN,
    1e-45,
    -1e-45,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    1.0,
    -1.0,
];

/// Steele, Lea and Flood's SplitMix64 (2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u32
    }

    pub(crate) fn group(&mut self) -> [u32; LANES] {
        std::array::from_fn(|_| self.bits())
    }

    pub(crate) fn floats(&mut self) -> [f32; LANES] {
        self.group().map(f32::from_bits)
    }
}

/// Pairs of groups: all special values against all, then random bits; every fourth random group
/// shares half of its lanes with its partner, so that equality is met.
pub(crate) fn float_pairs(seed: u64) -> Vec<[[f32; LANES]; 2]> {
    let mut all: Vec<(f32, f32)> =
        SPECIAL.iter().flat_map(|a| SPECIAL.iter().map(move |b| (*a, *b))).collect();
    all.resize(all.len().next_multiple_of(LANES), (0.0, 0.0));
    let by_eight = all.as_chunks::<LANES>().0.iter();
    let mut pairs: Vec<_> =
        by_eight.map(|group| [group.map(|(a, _)| a), group.map(|(_, b)| b)]).collect();
    let mut random = Random::seeded(seed);
    for index in 0..GROUPS {
        let (a, mut b) = (random.floats(), random.floats());
        if index % 4 == 0 {
            b[..LANES / 2].copy_from_slice(&a[..LANES / 2]);
        }
        pairs.push([a, b]);
    }
    pairs
}

/// Runs a check at every level. The check returns the name of the backend that it ran, as the
/// backend itself gives it.
///
/// What must have run is found out from the processor directly, not by asking [`SimdLevel`].
pub(crate) fn at_every_level(mut check: impl FnMut(SimdLevel) -> &'static str) {
    let ran: BTreeSet<_> = SimdLevel::available().iter().map(|level| check(*level)).collect();
    assert_eq!(ran, expected_levels(), "a level of this processor was not tested");
}

fn expected_levels() -> BTreeSet<&'static str> {
    let mut levels = BTreeSet::from(["portable"]);
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            levels.insert("avx2");
        }
        // The newest of the subsets that the backend needs, and the ones it builds on.
        if std::arch::is_x86_feature_detected!("avx512vbmi2")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512dq")
        {
            levels.insert("avx512");
        }
    }
    levels
}

/// Whether a result has the bits of the model.
pub(crate) fn same_bits(result: f32, model: f32) -> bool {
    result.to_bits() == model.to_bits()
}

/// Whether a result of arithmetic has the bits of the model, or both are NaN.
///
/// Sign and payload of a NaN that arithmetic makes are left open by Rust, and instruction sets
/// do differ in them; no kernel reads them.
pub(crate) fn same_or_nan(result: f32, model: f32) -> bool {
    same_bits(result, model) || (result.is_nan() && model.is_nan())
}
