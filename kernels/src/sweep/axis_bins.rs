//! Bins of equal width along an axis.
//!
//! A coordinate lies in bin `(x - origin) * unit * scale`, rounded toward zero and clamped to the
//! first and last bin. Each of these steps is monotone in floating point, so `a <= b` implies
//! `bin(a) <= bin(b)` exactly: two intervals that touch always share a bin, and the bin of the
//! larger of their minima is one that they share. Nothing else is relied on. Where the bins lie is
//! a matter of speed only, so rounding loses no pair.

use crate::Lanes;

/// Bins of equal width along one axis; the first and the last bin also hold everything beyond
/// them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisBins {
    origin: f32,
    /// What lengths are multiplied by first: 1, or a power of two for bins so narrow that the
    /// number of them in a unit is above `f32::MAX`.
    unit: f32,
    /// Bins in a unit.
    scale: f32,
    /// Number of the last bin, as a float.
    last: f32,
}

/// Axes shorter than this have a unit of their own.
const NARROW: f32 = 1.0 / (1u64 << 60) as f32;

impl AxisBins {
    /// Most bins of an axis: bin numbers stay exact in `f32`.
    pub const MAX_BINS: u32 = 1 << 23;

    /// A single bin.
    pub const WHOLE: Self = Self { origin: 0.0, unit: 1.0, scale: 0.0, last: 0.0 };

    /// Cuts `low..high` into `bins` bins.
    ///
    /// Where that is not possible (`high <= low`, a bound or their difference not finite, fewer
    /// than two bins) there is a single bin. More than [`MAX_BINS`](Self::MAX_BINS)
    /// are cut down to that.
    #[must_use]
    pub fn new(low: f32, high: f32, bins: u32) -> Self {
        let last = bins.clamp(1, Self::MAX_BINS) - 1;
        let unit = if high - low < NARROW { 1.0 / NARROW } else { 1.0 };
        let scale = (last + 1) as f32 / ((high - low) * unit);
        if last > 0 && scale > 0.0 && scale.is_finite() && low.is_finite() {
            Self { origin: low, unit, scale, last: last as f32 }
        } else {
            Self::WHOLE
        }
    }

    /// Number of bins.
    #[inline]
    #[must_use]
    pub fn bins(&self) -> u32 {
        self.last as u32 + 1
    }

    /// Where a bin begins and ends, up to rounding; for pictures. The first begins at minus
    /// infinity, and the last ends at infinity.
    #[must_use]
    pub fn ends(&self, bin: u32) -> (f32, f32) {
        let low = if bin == 0 { f32::NEG_INFINITY } else { self.cut(bin) };
        let high = if bin + 1 < self.bins() { self.cut(bin + 1) } else { f32::INFINITY };
        (low, high)
    }

    /// Where a bin begins and ends, the first and the last as long as the others, up to rounding.
    /// Of a single bin these are no finite numbers.
    #[must_use]
    pub fn inner_ends(&self, bin: u32) -> (f32, f32) {
        (self.cut(bin), self.cut(bin + 1))
    }

    /// Where a bin begins, up to rounding.
    fn cut(&self, bin: u32) -> f32 {
        self.origin + bin as f32 / self.scale / self.unit
    }

    /// The bin of `x`. NaN lies in some bin.
    #[inline]
    #[must_use]
    pub fn bin(&self, x: f32) -> u32 {
        let at = (x - self.origin) * self.unit * self.scale;
        // As `Lanes::max` and `Lanes::min`, so that NaN ends up in the same bin.
        let at = if at > 0.0 { at } else { 0.0 };
        let at = if at < self.last { at } else { self.last };
        at as u32
    }

    /// The bins of eight coordinates; the wide twin of [`bin`](Self::bin).
    #[inline(always)]
    #[must_use]
    pub fn bins_of<L: Lanes>(&self, lanes: L, x: L::Floats) -> L::Ints {
        lanes.truncate(self.positions(lanes, x))
    }

    /// Where eight coordinates lie, in bins from the origin; the integer part is
    /// the bin.
    #[inline(always)]
    #[must_use]
    pub fn positions<L: Lanes>(&self, lanes: L, x: L::Floats) -> L::Floats {
        let from = lanes.mul(lanes.sub(x, lanes.splat(self.origin)), lanes.splat(self.unit));
        let at = lanes.mul(from, lanes.splat(self.scale));
        lanes.min(lanes.max(at, lanes.splat(0.0)), lanes.splat(self.last))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Pass, SimdLevel};

    struct BinsAtLevel(AxisBins, [f32; 8]);
    impl Pass for BinsAtLevel {
        type Output = [u32; 8];
        const AVX512: bool = true;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> [u32; 8] {
            let mut out = [0; 8];
            lanes.store_int(self.0.bins_of(lanes, lanes.load(&self.1)), &mut out);
            out
        }
    }

    proptest! {
        #[test]
        fn wide_equals_scalar_and_order_is_kept(
            ends in prop::array::uniform2(any::<u32>()), bins in 0u32..5000,
            bits in prop::array::uniform8(any::<u32>()),
            // Any, and denormal ones.
            mask in prop::sample::select(&[u32::MAX, 0x807f_ffff]),
        ) {
            let [low, high] = ends.map(|bits| f32::from_bits(bits & mask));
            let axis_bins = AxisBins::new(low, high, bins);
            let mut x = bits.map(|bits| f32::from_bits(bits & mask));
            let expected = x.map(|x| axis_bins.bin(x));
            for level in SimdLevel::available() {
                prop_assert_eq!(level.run(BinsAtLevel(axis_bins, x)), expected);
            }
            x.sort_by(f32::total_cmp);
            let clean: Vec<u32> =
                x.iter().filter(|x| !x.is_nan()).map(|x| axis_bins.bin(*x)).collect();
            prop_assert!(clean.is_sorted());
            prop_assert!(clean.iter().all(|bin| *bin < axis_bins.bins()));
        }
    }

    #[test]
    fn bins_are_where_they_should_be() {
        let axis_bins = AxisBins::new(-2.0, 6.0, 4);
        assert_eq!(axis_bins.bins(), 4);
        let bins: Vec<u32> =
            [-9.0, -2.0, -0.1, 0.0, 3.9, 4.0, 9.0].map(|x| axis_bins.bin(x)).to_vec();
        assert_eq!(bins, [0, 0, 0, 1, 2, 3, 3]);
        assert_eq!(axis_bins.bin(f32::INFINITY), 3);
        assert_eq!(axis_bins.bin(f32::NEG_INFINITY), 0);
        let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
        let ends: Vec<_> = (0..4).map(|bin| axis_bins.ends(bin)).collect();
        assert_eq!(ends, [(low, 0.0), (0.0, 2.0), (2.0, 4.0), (4.0, high)]);
        assert_eq!(AxisBins::WHOLE.ends(0), (low, high));
        assert_eq!(AxisBins::new(1.0, 1.0, 9), AxisBins::WHOLE);
        assert_eq!(AxisBins::new(-f32::MAX, f32::MAX, 9), AxisBins::WHOLE);
        assert_eq!(AxisBins::WHOLE.bin(f32::INFINITY), 0);
    }

    #[test]
    fn the_narrowest_bins_are_told_apart() {
        let tiny = |bits: u32| f32::from_bits(bits);
        for bins in [4, 1000, AxisBins::MAX_BINS] {
            let axis_bins = AxisBins::new(tiny(8), tiny(8 + bins), bins);
            assert_eq!(axis_bins.bins(), bins);
            assert_eq!([0, 8, 9, 7 + bins].map(|x| axis_bins.bin(tiny(x))), [0, 0, 1, bins - 1]);
            assert_eq!((axis_bins.bin(-1.0), axis_bins.bin(1.0)), (0, bins - 1));
            assert_eq!(axis_bins.ends(1), (tiny(9), tiny(10)));
        }
        // On both sides of where the unit changes.
        for length in [NARROW, tiny(NARROW.to_bits() - 1)] {
            let axis_bins = AxisBins::new(-length, 0.0, 1 << 10);
            let bins = [-1.0, -0.5, -0.25, 0.0].map(|x| axis_bins.bin(x * length));
            assert_eq!(bins, [0, 512, 768, 1023]);
        }
    }
}
