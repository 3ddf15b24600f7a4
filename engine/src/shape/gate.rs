//! The gate of shapes: which numbers are let in, and why the rest is not.
//!
//! It stands twice: for one shape, which tells the reason, and in lanes, which tell only whether
//! there is one.

use jostle_kernels::real::Real;

use super::rotation::SQUARES;
use crate::validate::InvalidReason;

/// The numbers of one shape by what they are.
#[derive(Default)]
pub(super) struct Numbers<'a> {
    pub(super) center: &'a [f32],
    /// What may have any finite value.
    pub(super) others: &'a [f32],
    /// Half extents.
    pub(super) half: &'a [f32],
    pub(super) radius: f32,
    /// Empty where the shape has none.
    pub(super) rotation: &'a [f32],
}

impl Numbers<'_> {
    /// Why they are not those of a shape, if they are not.
    pub(super) fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, others, half, radius, rotation } = self;
        let all = || {
            [*center, *others, *half, std::slice::from_ref(radius), *rotation].into_iter().flatten()
        };
        if all().any(|x| x.is_nan()) {
            Err(InvalidReason::NotANumber)
        } else if *radius < 0.0 {
            Err(InvalidReason::NegativeRadius)
        } else if half.iter().any(|half| *half < 0.0) {
            Err(InvalidReason::NegativeExtent)
        } else if center.iter().any(|x| x.is_infinite()) {
            Err(InvalidReason::InfiniteCenter)
        } else if all().any(|x| x.is_infinite()) {
            Err(InvalidReason::Infinite)
        } else if !rotation.is_empty() && !SQUARES.contains(&sum_of_squares(rotation)) {
            Err(InvalidReason::NotARotation)
        } else {
            Ok(())
        }
    }
}

/// In the order of the parts, so that lanes come to the same sum.
#[inline(always)]
fn sum_of_squares<R: Real>(parts: &[R]) -> R {
    let mut sum = parts[0] * parts[0];
    for part in &parts[1..] {
        sum = sum + *part * *part;
    }
    sum
}

/// Whether all are finite.
#[inline(always)]
pub(super) fn finite<R: Real>(numbers: &[R]) -> R::Mask {
    let most = numbers[0].of(f32::MAX);
    let mut finite = numbers[0].abs().le(most);
    for number in &numbers[1..] {
        finite = finite & number.abs().le(most);
    }
    finite
}

/// Whether all are finite and none is negative.
#[inline(always)]
pub(super) fn sizes<R: Real>(numbers: &[R]) -> R::Mask {
    let zero = numbers[0].of(0.0);
    let mut sizes = finite(numbers);
    for number in numbers {
        sizes = sizes & zero.le(*number);
    }
    sizes
}

/// Whether the parts are those of a rotation.
#[inline(always)]
pub(super) fn is_rotation<R: Real>(parts: &[R]) -> R::Mask {
    let square = sum_of_squares(parts);
    square.of(*SQUARES.start()).le(square) & square.le(square.of(*SQUARES.end()))
}
