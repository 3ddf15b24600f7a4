//! Eight lanes with operators.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::number::{Mask, Real};
use crate::Lanes;

/// Eight `f32` with the token of their level, so that formulas read as they do for one.
#[derive(Clone, Copy)]
pub struct Wide<L: Lanes> {
    /// The token, which takes no room.
    pub lanes: L,
    /// The numbers.
    pub floats: L::Floats,
}

impl<L: Lanes> Wide<L> {
    /// Numbers with their token.
    #[inline(always)]
    pub fn new(lanes: L, floats: L::Floats) -> Self {
        Self { lanes, floats }
    }
}

/// Eight truth values with the token of their level.
#[derive(Clone, Copy)]
pub struct Truth<L: Lanes> {
    /// The token, which takes no room.
    pub lanes: L,
    /// The truth values.
    pub mask: L::Mask,
}

macro_rules! operator {
    ($trait:ident, $name:ident) => {
        impl<L: Lanes> $trait for Wide<L> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self::new(self.lanes, self.lanes.$name(self.floats, other.floats))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<L: Lanes> Neg for Wide<L> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let sign = self.lanes.splat_int(1 << 31);
        Self::new(self.lanes, self.lanes.flip(self.floats, sign))
    }
}

impl<L: Lanes> Truth<L> {
    #[inline(always)]
    fn new(lanes: L, mask: L::Mask) -> Self {
        Self { lanes, mask }
    }
}

impl<L: Lanes> Real for Wide<L> {
    type Mask = Truth<L>;

    const UNIT: f32 = f32::UNIT;

    #[inline(always)]
    fn of(self, value: f32) -> Self {
        Self::new(self.lanes, self.lanes.splat(value))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        let lanes = self.lanes;
        let rest = lanes.and_int(lanes.bits_of_floats(self.floats), lanes.splat_int(u32::MAX >> 1));
        Self::new(lanes, lanes.floats_of_bits(rest))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::new(self.lanes, self.lanes.sqrt(self.floats))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::new(self.lanes, self.lanes.min(self.floats, other.floats))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::new(self.lanes, self.lanes.max(self.floats, other.floats))
    }
    #[inline(always)]
    fn le(self, other: Self) -> Truth<L> {
        Truth::new(self.lanes, self.lanes.le(self.floats, other.floats))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Truth<L> {
        Truth::new(self.lanes, self.lanes.lt(self.floats, other.floats))
    }
    #[inline(always)]
    fn select(mask: Truth<L>, yes: Self, no: Self) -> Self {
        Self::new(yes.lanes, yes.lanes.select(mask.mask, yes.floats, no.floats))
    }
    #[inline(always)]
    fn inverse_exponent(self) -> Self {
        let (lanes, exponent) = (self.lanes, self.lanes.splat_int(f32::INFINITY.to_bits()));
        let own = lanes.and_int(lanes.bits_of_floats(self.floats), exponent);
        let flipped = lanes.flip(lanes.floats_of_bits(own), exponent);
        Self::new(lanes, flipped) * self.of(0.5)
    }
}

impl<L: Lanes> BitAnd for Truth<L> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::new(self.lanes, self.lanes.both(self.mask, other.mask))
    }
}

impl<L: Lanes> BitOr for Truth<L> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::new(self.lanes, self.lanes.either(self.mask, other.mask))
    }
}

impl<L: Lanes> Not for Truth<L> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let zero = self.lanes.splat(0.0);
        let all = self.lanes.le(zero, zero);
        Self::new(self.lanes, self.lanes.but_not(all, self.mask))
    }
}

impl<L: Lanes> Mask for Truth<L> {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.lanes.bits(self.mask)
    }
    #[inline(always)]
    fn all(self) -> bool {
        self.bits() == 0xff
    }
}
