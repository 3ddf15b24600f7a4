//! Numbers and boxes from bytes.

use std::fmt;

use arbitrary::{Arbitrary, Result, Unstructured};
use jostle::{Aabb, SimdLevel};

/// A number: mostly one of few digits, so that places meet; else a nasty one, or any bits.
#[derive(Clone, Copy)]
pub struct Number(pub f32);

/// Values by hand.
const NASTY: [f32; 20] = [
    0.0,
    -0.0,
    1.000_000_1,
    0.999_999_94,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    1e-40,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    1e30,
    -1e30,
    1e-30,
    1.8e19,
    -1e18,
    1e-20,
];

impl fmt::Debug for Number {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:?}", self.0)
    }
}

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match u8::arbitrary(u)? {
            0..120 => f32::from(i8::arbitrary(u)?) / 8.0,
            120..200 => f32::from(i16::arbitrary(u)?) / 4096.0,
            200..220 => NASTY[usize::from(u8::arbitrary(u)?) % NASTY.len()],
            220..240 => f32::from(i8::arbitrary(u)?) * f32::from(i8::arbitrary(u)?).exp2(),
            _ => f32::from_bits(u32::arbitrary(u)?),
        }))
    }
}

impl Number {
    /// The number as a size: without its sign, unless that is most of what there is to it.
    #[must_use]
    pub fn size(self) -> f32 {
        if self.0 == -0.125 { self.0 } else { self.0.abs() }
    }
}

/// The numbers themselves.
#[must_use]
pub fn floats<const N: usize>(numbers: [Number; N]) -> [f32; N] {
    numbers.map(|number| number.0)
}

/// A box: mostly a place and sizes, else any two corners, which may not be in order.
#[derive(Clone, Copy, Debug)]
pub struct AnyBox<const D: usize>(pub Aabb<D>);

impl<'a, const D: usize> Arbitrary<'a> for AnyBox<D> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let [any, other] = [(); 2].map(|()| <[Number; D]>::arbitrary(u));
        let (min, other) = (floats(any?), other?);
        let max = match u8::arbitrary(u)? {
            0..230 => std::array::from_fn(|axis| min[axis] + other[axis].size()),
            _ => floats(other),
        };
        Ok(Self(Aabb { min, max }))
    }
}

/// A SIMD level of this processor.
#[derive(Clone, Copy, Debug)]
pub struct AnyLevel(pub SimdLevel);

impl<'a> Arbitrary<'a> for AnyLevel {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(*u.choose(SimdLevel::available())?))
    }
}

/// A list of at most so many, whose length is one byte: bytes that change stay in their places.
///
/// # Errors
/// Those of the items.
pub fn some<'a, T: Arbitrary<'a>>(u: &mut Unstructured<'a>, most: usize) -> Result<Vec<T>> {
    let count = usize::from(u8::arbitrary(u)?) % (most + 1);
    let mut items = Vec::with_capacity(count);
    while items.len() < count && !u.is_empty() {
        items.push(T::arbitrary(u)?);
    }
    Ok(items)
}
