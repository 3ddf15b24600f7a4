//! The axis that tells most.

use crate::{
    contact::{Contact, Found},
    real::{Real, vector},
};

/// The axis along which two shapes are farthest apart or overlap least, of those seen so far.
#[derive(Clone, Copy)]
pub(crate) struct Deepest<const D: usize, R> {
    /// The distance along it.
    pub(crate) distance: R,
    /// Its direction, from A to B.
    pub(crate) direction: [R; D],
    /// Its number.
    pub(crate) axis: R,
}

/// The number of an axis where A and B trade places, if the axes of A come first, and then as many
/// of B.
#[inline(always)]
pub(crate) fn of_the_other<R: Real>(axis: R, axes: usize) -> R {
    let axes = axis.of(axes as f32);
    R::select(axis.lt(axes), axis + axes, axis - axes)
}

/// The number among nine of the pair of an axis `i` of A with one `j` of B, `3 * i + j`, where A
/// and B trade places.
#[inline(always)]
pub(crate) fn turned_pair<R: Real>(number: R) -> R {
    let (zero, one, two) = (number.of(0.0), number.of(1.0), number.of(2.0));
    let later = R::select(number.lt(number.of(5.5)), one, two);
    let i = R::select(number.lt(number.of(2.5)), zero, later);
    let j = number - i * number.of(3.0);
    j * number.of(3.0) + i
}

impl<const D: usize, R: Real> Deepest<D, R> {
    /// Axis 0.
    #[inline(always)]
    pub(crate) fn new(direction: [R; D], distance: R) -> Self {
        Self { distance, direction, axis: distance.of(0.0) }
    }

    /// One more axis, which counts if it tells more than all before.
    #[inline(always)]
    pub(crate) fn add(&mut self, axis: usize, direction: [R; D], distance: R) {
        let better = self.distance.lt(distance);
        self.distance = R::select(better, distance, self.distance);
        self.direction = vector::select(better, direction, self.direction);
        self.axis = R::select(better, distance.of(axis as f32), self.axis);
    }

    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(crate) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            distance: R::select(mask, yes.distance, no.distance),
            direction: vector::select(mask, yes.direction, no.direction),
            axis: R::select(mask, yes.axis, no.axis),
        }
    }

    /// What it says of the two shapes, without points.
    #[inline(always)]
    pub(crate) fn contact(self) -> Found<D, 0, R> {
        let Self { distance, direction, axis } = self;
        Contact { normal: direction, distance, axis, count: axis.of(0.0), points: [] }
    }
}
