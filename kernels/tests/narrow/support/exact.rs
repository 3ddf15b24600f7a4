//! Numbers without rounding.

use std::{
    cmp::Ordering,
    ops::{Add, Mul, Neg, Sub},
};

use num_bigint::{BigInt, Sign};

/// A whole number times a power of two: what sums and products of floats are, exactly.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    digits: BigInt,
    exponent: i64,
}

/// The exact value of a finite float.
pub(crate) fn exact(value: impl Into<f64>) -> Exact {
    let value: f64 = value.into();
    assert!(value.is_finite(), "{value} is no number");
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
    let digits = if biased == 0 { fraction } else { fraction | 1 << 52 };
    let digits = BigInt::from(if value < 0.0 { -digits } else { digits });
    Exact { digits, exponent: biased.max(1) - 1075 }
}

impl Exact {
    /// The size.
    pub(crate) fn abs(self) -> Self {
        if self.digits.sign() == Sign::Minus { -self } else { self }
    }

    /// -1, 0 or 1.
    pub(crate) fn signum(&self) -> i32 {
        match self.digits.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// Half of it.
    pub(crate) fn half(self) -> Self {
        Self { exponent: self.exponent - 1, ..self }
    }

    /// The two numbers' digits at the smaller of their exponents.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i64) {
        let exponent = self.exponent.min(other.exponent);
        let digits = |of: &Self| of.digits.clone() << (of.exponent - exponent) as usize;
        (digits(self), digits(other), exponent)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (a, b, exponent) = self.aligned(&other);
        Self { digits: a + b, exponent }
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { digits: self.digits * other.digits, exponent: self.exponent + other.exponent }
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self { digits: -self.digits, exponent: self.exponent }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

/// `a - b`.
pub(crate) fn sub<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> [Exact; D] {
    std::array::from_fn(|axis| a[axis].clone() - b[axis].clone())
}

/// The dot product.
pub(crate) fn dot<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> Exact {
    let products = a.iter().zip(b).map(|(a, b)| a.clone() * b.clone());
    products.reduce(|sum, product| sum + product).expect("there are axes")
}

/// The cross product.
pub(crate) fn cross(a: &[Exact; 3], b: &[Exact; 3]) -> [Exact; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone())
}

#[test]
fn arithmetic_is_exact() {
    let (big, small) = (exact(1e30), exact(1e-30));
    assert_eq!(big.clone() + small.clone() - big.clone(), small);
    assert_eq!(exact(0.5_f32) * exact(4.0), exact(2.0_f64));
    assert_eq!(exact(f32::from_bits(1)).half() + exact(f32::from_bits(1)).half(), exact(1e-45_f32));
    assert!(exact(-1.0) < exact(0.0) && exact(-0.0) == exact(0.0) && -small.clone() < small);
    assert_eq!((exact(-2.0).abs(), exact(-2.0).signum()), (exact(2.0), -1));
}
