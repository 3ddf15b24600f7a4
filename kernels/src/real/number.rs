//! The numbers and truth values over which formulas are generic, and the scalar ones.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// A number, or eight.
///
/// Implementations are `#[inline(always)]`; formulas over them must be too, see
/// [`Lanes`](crate::Lanes).
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// What comparisons give.
    type Mask: Mask;

    /// Half the distance from 1 to the next number: a rounding errs by at most this much of the
    /// result.
    const UNIT: f32;

    /// A constant of the same width as `self`.
    fn of(self, value: f32) -> Self;
    /// Without the sign; no rounding.
    fn abs(self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// `if self < other { self } else { other }`.
    fn min(self, other: Self) -> Self;
    /// `if self > other { self } else { other }`.
    fn max(self, other: Self) -> Self;
    /// `self <= other`, false where either is NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// `self < other`, false where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `if mask { yes } else { no }`, lane by lane.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// One by the largest power of two that is not above `self`, a positive normal number; 0 for
    /// infinity. Unlike products with `1 / self`, those with it are not rounded.
    fn inverse_exponent(self) -> Self;

    /// The number nearest to `self` in `low..=high`.
    #[inline(always)]
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
    /// The whole number nearest to `self`, the even one of two, for sizes up to a million.
    #[inline(always)]
    #[must_use]
    fn whole(self) -> Self {
        // Numbers of this size have no digits behind the point.
        let large = self.of(0.75 / Self::UNIT);
        (self + large) - large
    }
    /// The size of `self` with the sign of `sign`: plus for zeros of either sign.
    #[inline(always)]
    #[must_use]
    fn with_sign_of(self, sign: Self) -> Self {
        let size = self.abs();
        Self::select(sign.lt(sign.of(0.0)), -size, size)
    }
}

/// A truth value, or eight.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// A bit per lane, lane 0 in bit 0.
    fn bits(self) -> u32;
    /// Whether it is true in all lanes.
    fn all(self) -> bool;
    /// Whether it is true in any lane.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

impl Mask for bool {
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
}

macro_rules! real {
    ($float:ty, $unit:expr, $exponent:expr) => {
        impl Real for $float {
            type Mask = bool;

            const UNIT: f32 = $unit;

            #[inline(always)]
            fn of(self, value: f32) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn le(self, other: Self) -> bool {
                self <= other
            }
            #[inline(always)]
            fn lt(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn select(mask: bool, yes: Self, no: Self) -> Self {
                if mask { yes } else { no }
            }
            #[inline(always)]
            fn inverse_exponent(self) -> Self {
                // Its bits flipped, an exponent is that of twice the inverse.
                Self::from_bits((self.to_bits() & $exponent) ^ $exponent) * 0.5
            }
        }
    };
}

real!(f32, f32::EPSILON / 2.0, f32::INFINITY.to_bits());
real!(f64, f64::EPSILON as f32 / 2.0, f64::INFINITY.to_bits());

#[cfg(test)]
mod tests {
    use super::Real;

    #[test]
    fn an_exponent_has_an_inverse() {
        for (number, inverse) in [
            (1.0, 1.0),
            (1.999_999_9, 1.0),
            (2.0, 0.5),
            (3e5, 0.5_f32.powi(18)),
            (f32::MIN_POSITIVE, 2.0_f32.powi(126)),
            (f32::MAX, 0.5_f32.powi(127)),
            (f32::INFINITY, 0.0),
        ] {
            assert_eq!(number.inverse_exponent(), inverse, "{number}");
            if number < f32::INFINITY {
                assert_eq!(f64::from(number).inverse_exponent(), f64::from(inverse), "{number}");
            }
        }
    }
}
