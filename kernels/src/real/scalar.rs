//! Plain numbers.

use super::{Mask, Real};

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
    ($float:ty, $unit:expr) => {
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
        }
    };
}

real!(f32, f32::EPSILON / 2.0);
real!(f64, f64::EPSILON as f32 / 2.0);
