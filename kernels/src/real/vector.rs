//! Vectors of reals, with sums taken in the order of the axes.

use super::Real;

/// A loop over up to three axes without the loop: it would have to be unrolled wherever a formula
/// uses these functions, which takes a tenth of the time in which the kernels compile.
macro_rules! for_each_axis {
    ($axis:ident in $first:literal..$end:ident, $do:expr) => {{
        const { assert!($end <= 3) };
        if $first == 0 && $end > 0 {
            let $axis = 0;
            $do;
        }
        if $end > 1 {
            let $axis = 1;
            $do;
        }
        if $end > 2 {
            let $axis = 2;
            $do;
        }
    }};
}

/// `a + b`.
#[inline(always)]
pub fn add<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    let mut sum = a;
    for_each_axis!(axis in 0..D, sum[axis] = a[axis] + b[axis]);
    sum
}

/// `a - b`.
#[inline(always)]
pub fn sub<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    let mut difference = a;
    for_each_axis!(axis in 0..D, difference[axis] = a[axis] - b[axis]);
    difference
}

/// `-a`.
#[inline(always)]
pub fn neg<R: Real, const D: usize>(a: [R; D]) -> [R; D] {
    let mut negated = a;
    for_each_axis!(axis in 0..D, negated[axis] = -a[axis]);
    negated
}

/// `a * by`.
#[inline(always)]
pub fn scale<R: Real, const D: usize>(a: [R; D], by: R) -> [R; D] {
    let mut scaled = a;
    for_each_axis!(axis in 0..D, scaled[axis] = a[axis] * by);
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
    for_each_axis!(axis in 1..D, sum = sum + a[axis] * b[axis]);
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
    for_each_axis!(axis in 1..D, sum = sum + a[axis].abs());
    sum
}

/// `if mask { yes } else { no }`.
#[inline(always)]
pub fn select<R: Real, const D: usize>(mask: R::Mask, yes: [R; D], no: [R; D]) -> [R; D] {
    let mut chosen = yes;
    for_each_axis!(axis in 0..D, chosen[axis] = R::select(mask, yes[axis], no[axis]));
    chosen
}
