//! Vectors of reals, with sums taken in the order of the axes.

use super::Real;

/// `a + b`.
#[inline(always)]
pub fn add<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    let mut sum = a;
    for axis in 0..D {
        sum[axis] = a[axis] + b[axis];
    }
    sum
}

/// `a - b`.
#[inline(always)]
pub fn sub<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    let mut difference = a;
    for axis in 0..D {
        difference[axis] = a[axis] - b[axis];
    }
    difference
}

/// `-a`.
#[inline(always)]
pub fn neg<R: Real, const D: usize>(a: [R; D]) -> [R; D] {
    let mut negated = a;
    for component in &mut negated {
        *component = -*component;
    }
    negated
}

/// `a * by`.
#[inline(always)]
pub fn scale<R: Real, const D: usize>(a: [R; D], by: R) -> [R; D] {
    let mut scaled = a;
    for component in &mut scaled {
        *component = *component * by;
    }
    scaled
}

/// `a + b * by`.
#[inline(always)]
pub fn add_scaled<R: Real, const D: usize>(a: [R; D], b: [R; D], by: R) -> [R; D] {
    add(a, scale(b, by))
}

/// The dot product.
#[inline(always)]
pub fn dot<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> R {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

/// The cross product.
#[inline(always)]
pub fn cross<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The sum of the sizes of all components.
#[inline(always)]
pub fn sum_abs<R: Real, const D: usize>(a: [R; D]) -> R {
    let mut sum = a[0].abs();
    for component in &a[1..] {
        sum = sum + component.abs();
    }
    sum
}

/// `if mask { yes } else { no }`.
#[inline(always)]
pub fn select<R: Real, const D: usize>(mask: R::Mask, yes: [R; D], no: [R; D]) -> [R; D] {
    let mut chosen = yes;
    for axis in 0..D {
        chosen[axis] = R::select(mask, yes[axis], no[axis]);
    }
    chosen
}
