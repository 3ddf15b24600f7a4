//! The smaller and the greater of two floats, as the lanes define them.
//!
//! `f32::min` leaves the sign of zero open and drops NaN on either side, so no vector instruction
//! matches it; these match [`Lanes::min`](crate::Lanes::min) and [`Lanes::max`](crate::Lanes::max)
//! bit for bit. The order of the operands matters: a NaN in the first is ignored, one in the
//! second stays.

/// `if a < b { a } else { b }`.
#[inline(always)]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// `if a > b { a } else { b }`.
#[inline(always)]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_is_ignored_first_and_kept_second() {
        assert_eq!(lesser(f32::NAN, 1.0), 1.0);
        assert_eq!(greater(f32::NAN, 1.0), 1.0);
        assert!(lesser(1.0, f32::NAN).is_nan());
        assert!(greater(1.0, f32::NAN).is_nan());
    }

    #[test]
    fn of_two_zeros_the_second_is_taken() {
        assert!(lesser(-0.0, 0.0).is_sign_positive());
        assert!(greater(0.0, -0.0).is_sign_negative());
    }
}
