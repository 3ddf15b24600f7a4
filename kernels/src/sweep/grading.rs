//! Coordinates in octaves of the distance from a point.
//!
//! Even bins of any width are too wide or too narrow for boxes that are the smaller the closer they
//! are to a point. Seen in octaves of that distance, such boxes are about equally long everywhere:
//! bins are cut there. A coordinate `x` lies `log2(1 + |x - center| / innermost)` octaves away,
//! where the logarithm is that of straight lines between the powers of two: the bits of a float,
//! read as a whole number. Each step is monotone in floating point, so `a <= b` implies
//! `octaves(a) <= octaves(b)` exactly, which is all that [`AxisBins`](super::AxisBins) need.

use crate::Lanes;

/// A point, from which octaves are counted, and where the first of them ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grading {
    center: f32,
    /// What lengths are multiplied by, so that the innermost octave has the length 1.
    scale: f32,
}

const ONE: u32 = 1.0_f32.to_bits();
const SIGN: u32 = 1 << 31;

/// Octaves in a step of the bits.
const STEP: f32 = f32::EPSILON;

impl Grading {
    /// Octaves from `center` on, the first of which is `innermost` long to either side.
    ///
    /// None where that is not possible: a number is not finite, or `innermost` has no finite
    /// inverse.
    #[must_use]
    pub fn new(center: f32, innermost: f32) -> Option<Self> {
        let scale = innermost.recip();
        let possible = center.is_finite() && scale.is_finite() && scale > 0.0;
        possible.then_some(Self { center, scale })
    }

    /// How many octaves `x` lies above the center, or below where the number is negative: a finite
    /// number, unless `x` is NaN.
    #[inline]
    #[must_use]
    pub fn octaves(&self, x: f32) -> f32 {
        let lengths = (x - self.center) * self.scale;
        let steps = (1.0 + lengths.abs()).to_bits().wrapping_sub(ONE);
        (steps as f32 * STEP).copysign(lengths)
    }

    /// The octaves of eight coordinates; the wide twin of [`octaves`](Self::octaves). Those of NaN
    /// are some number or NaN.
    #[inline(always)]
    #[must_use]
    pub fn octaves_of<L: Lanes>(&self, lanes: L, x: L::Floats) -> L::Floats {
        let lengths = lanes.mul(lanes.sub(x, lanes.splat(self.center)), lanes.splat(self.scale));
        let bits = lanes.bits_of_floats(lengths);
        let sign = lanes.and_int(bits, lanes.splat_int(SIGN));
        let grown = lanes.add(lanes.splat(1.0), lanes.flip(lengths, sign));
        let steps = lanes.add_int(lanes.bits_of_floats(grown), lanes.splat_int(ONE.wrapping_neg()));
        lanes.flip(lanes.mul(lanes.to_floats(steps), lanes.splat(STEP)), sign)
    }

    /// The coordinate that lies so many octaves above the center, up to rounding; for pictures.
    #[must_use]
    pub fn at(&self, octaves: f32) -> f32 {
        let steps = (octaves.abs() / STEP) as u32;
        let lengths = f32::from_bits(steps.saturating_add(ONE)) - 1.0;
        self.center + (lengths / self.scale).copysign(octaves)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Pass, SimdLevel, simd::LANES};

    struct OctavesAtLevel(Grading, [f32; LANES]);
    impl Pass for OctavesAtLevel {
        type Output = [f32; LANES];
        const AVX512: bool = true;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> [f32; LANES] {
            let mut out = [0.0; LANES];
            lanes.store(self.0.octaves_of(lanes, lanes.load(&self.1)), &mut out);
            out
        }
    }

    proptest! {
        #[test]
        fn wide_equals_scalar_and_order_is_kept(
            center in any::<u32>(), innermost in 0..f32::INFINITY.to_bits(),
            bits in prop::array::uniform8(any::<u32>()),
            // Any, and denormal ones.
            mask in prop::sample::select(&[u32::MAX, 0x807f_ffff]),
        ) {
            let center = f32::from_bits(center & mask);
            let Some(grading) = Grading::new(center, f32::from_bits(innermost)) else {
                return Ok(());
            };
            let mut x = bits.map(|bits| f32::from_bits(bits & mask));
            x[0] = center;
            let x = x.map(|x| if x.is_nan() { f32::INFINITY } else { x });
            let expected = x.map(|x| grading.octaves(x).to_bits());
            for level in SimdLevel::available() {
                let octaves = level.run(OctavesAtLevel(grading, x));
                prop_assert_eq!(octaves.map(f32::to_bits), expected);
            }
            let mut sorted = x;
            sorted.sort_by(f32::total_cmp);
            let octaves = sorted.map(|x| grading.octaves(x));
            prop_assert!(octaves.is_sorted() && octaves.iter().all(|octaves| octaves.is_finite()));
        }
    }

    #[test]
    fn octaves_are_where_they_should_be() {
        let grading = Grading::new(10.0, 0.5).expect("both are finite");
        for (x, octaves) in [(10.0, 0.0), (10.5, 1.0), (11.5, 2.0), (9.5, -1.0), (10.25, 0.5)] {
            assert_eq!((grading.octaves(x), grading.at(octaves)), (octaves, x));
        }
        assert_eq!(grading.octaves(f32::INFINITY), 128.0);
        assert_eq!(grading.octaves(f32::NEG_INFINITY), -128.0);
        for (center, innermost) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (0.0, 0.0), (0.0, -1.0)]
        {
            assert_eq!(Grading::new(center, innermost), None);
        }
        assert_eq!(Grading::new(0.0, f32::INFINITY), None);
    }
}
