//! The axis that tells most.

use crate::{
    contact::Contact,
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

    /// What it says of the two shapes, without points.
    #[inline(always)]
    pub(crate) fn contact(self) -> Contact<D, 0, R> {
        let Self { distance, direction, axis } = self;
        Contact { normal: direction, distance, axis, count: axis.of(0.0), points: [] }
    }
}
