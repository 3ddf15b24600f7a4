//! Numbers without rounding.

use std::{
    cmp::Ordering,
    ops::{Add, Mul, Neg, Sub},
};

use num_bigint::BigInt;

/// A whole number times a power of two: what sums and products of floats are, exactly.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    digits: Digits,
    exponent: i64,
}

/// A whole number of any size. Most fit in a register pair, where they cost a tenth.
#[derive(Clone, Debug)]
enum Digits {
    Few(i128),
    Many(BigInt),
}

impl Digits {
    fn many(self) -> BigInt {
        match self {
            Self::Few(digits) => BigInt::from(digits),
            Self::Many(digits) => digits,
        }
    }

    fn signum(&self) -> i32 {
        match self {
            Self::Few(digits) => digits.signum() as i32,
            Self::Many(digits) => match digits.sign() {
                num_bigint::Sign::Minus => -1,
                num_bigint::Sign::NoSign => 0,
                num_bigint::Sign::Plus => 1,
            },
        }
    }

    /// Times a power of two.
    fn shifted(&self, by: usize) -> Self {
        match self {
            // One bit is that of the sign.
            Self::Few(digits) if digits.unsigned_abs().leading_zeros() as usize > by + 1 => {
                Self::Few(digits << by)
            }
            digits => Self::Many(digits.clone().many() << by),
        }
    }

    /// In few digits, if both have few and so has what comes of them.
    fn combined(
        self,
        other: Self,
        few: fn(i128, i128) -> Option<i128>,
        many: fn(BigInt, BigInt) -> BigInt,
    ) -> Self {
        if let (Self::Few(a), Self::Few(b)) = (&self, &other)
            && let Some(digits) = few(*a, *b)
        {
            return Self::Few(digits);
        }
        Self::Many(many(self.many(), other.many()))
    }
}

/// The exact value of a finite float.
pub(crate) fn exact(value: impl Into<f64>) -> Exact {
    let value: f64 = value.into();
    assert!(value.is_finite(), "{value} is no number");
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
    let digits = if biased == 0 { fraction } else { fraction | 1 << 52 };
    if digits == 0 {
        return Exact { digits: Digits::Few(0), exponent: 0 };
    }
    // The fewer digits, the longer they stay few.
    let zeros = digits.trailing_zeros();
    let digits = i128::from(digits >> zeros) * if value < 0.0 { -1 } else { 1 };
    Exact { digits: Digits::Few(digits), exponent: biased.max(1) - 1075 + i64::from(zeros) }
}

impl Exact {
    /// The size.
    pub(crate) fn abs(self) -> Self {
        if self.signum() < 0 { -self } else { self }
    }

    /// -1, 0 or 1.
    pub(crate) fn signum(&self) -> i32 {
        self.digits.signum()
    }

    /// Half of it.
    pub(crate) fn half(self) -> Self {
        Self { exponent: self.exponent - 1, ..self }
    }

    /// The digits of two numbers that are not zero at the smaller of their exponents.
    fn aligned(&self, other: &Self) -> (Digits, Digits, i64) {
        let exponent = self.exponent.min(other.exponent);
        let digits = |of: &Self| of.digits.shifted((of.exponent - exponent) as usize);
        (digits(self), digits(other), exponent)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        // The exponent of zero means nothing, and would make digits many.
        if self.signum() == 0 {
            return other;
        }
        if other.signum() == 0 {
            return self;
        }
        let (a, b, exponent) = self.aligned(&other);
        Self { digits: a.combined(b, i128::checked_add, |a, b| a + b), exponent }
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
        let exponent = [self.exponent, other.exponent].iter().sum();
        let digits = self.digits.combined(other.digits, i128::checked_mul, |a, b| a * b);
        Self { digits, exponent }
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        let digits = match self.digits {
            // The least number has no counterpart.
            Digits::Few(i128::MIN) => Digits::Many(-BigInt::from(i128::MIN)),
            Digits::Few(digits) => Digits::Few(-digits),
            Digits::Many(digits) => Digits::Many(-digits),
        };
        Self { digits, ..self }
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
        let signs = self.signum().cmp(&other.signum());
        if signs != Ordering::Equal || self.signum() == 0 {
            return signs;
        }
        match self.aligned(other) {
            (Digits::Few(a), Digits::Few(b), _) => a.cmp(&b),
            (a, b, _) => a.many().cmp(&b.many()),
        }
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
    assert!(exact(0.0) - small.clone() < exact(0.0) && exact(0.0) * big.clone() < small);
}

/// The same sums of products where digits are few, many from the start, and become many on the way.
#[test]
fn few_digits_and_many_agree() {
    let mut random = super::Random(1);
    let mut became_many = 0;
    for _ in 0..20_000 {
        let sizes = random.of(&[[1.0, 1.0], [1.0, 1e7], [1e-30, 1.0], [1e-40, 1e38]]);
        let numbers: [f32; 6] = std::array::from_fn(|_| {
            let size = random.of(&sizes);
            let any = random.within(1.0);
            random.of(&[0.0, 1.0, any, any]) * size
        });
        let sum = |number: fn(f32) -> Exact| {
            let [a, b, c, d, e, f] = numbers.map(number);
            let square = (a.clone() * b - c.clone() * d) * (e.clone() + a.clone() - f);
            (square.clone() * square.clone() - e * c, -square * a.half())
        };
        let many = |x: f32| {
            let Exact { digits, exponent } = exact(x);
            Exact { digits: Digits::Many(digits.many()), exponent }
        };
        let (few, many) = (sum(exact), sum(many));
        assert_eq!(few, many, "{numbers:?}");
        assert_eq!(few.0.cmp(&few.1), many.0.cmp(&many.1), "{numbers:?}");
        assert_eq!((few.0 - many.0).signum(), 0, "{numbers:?}");
        became_many += usize::from(matches!(few.1.digits, Digits::Many(_)));
    }
    assert!((1_000..19_000).contains(&became_many), "{became_many}");
}
