//! Contacts in lanes to contacts in a row.

use bytemuck::{Pod, Zeroable};

use super::{Contact, Point};
use crate::{
    Lanes,
    batch::scatter,
    lane::LANES,
    real::{Real, Truth, Wide, vector},
};

// SAFETY: `repr(C)`, and nothing but `f32` in it, so there is neither padding nor a bit pattern
// that is no value.
unsafe impl<const D: usize> Zeroable for Point<D> {}
// SAFETY: as above.
unsafe impl<const D: usize> Pod for Point<D> {}
// SAFETY: as above; `Point` is nothing but `f32`.
unsafe impl<const D: usize, const N: usize> Zeroable for Contact<D, N> {}
// SAFETY: as above.
unsafe impl<const D: usize, const N: usize> Pod for Contact<D, N> {}

/// Most numbers in a contact: 3D with 4 points.
const MOST: usize = 38;

impl<const D: usize, const N: usize, R: Real> Contact<D, N, R> {
    /// Numbers in a contact.
    const NUMBERS: usize = D + 3 + N * (2 * D + 2);

    /// The same contact where A and B trade places in the lanes of a mask.
    #[inline(always)]
    #[must_use]
    pub fn turned(&self, swapped: R::Mask) -> Self {
        let mut turned = *self;
        turned.normal = vector::select(swapped, vector::neg(self.normal), self.normal);
        for (point, turned) in self.points.iter().zip(&mut turned.points) {
            turned.on_a = vector::select(swapped, point.on_b, point.on_a);
            turned.on_b = vector::select(swapped, point.on_a, point.on_b);
        }
        turned
    }

    /// All numbers in the order in which they are stored.
    #[inline(always)]
    fn numbers(&self) -> [R; MOST] {
        const { assert!(Self::NUMBERS <= MOST) };
        let mut numbers = [self.distance; MOST];
        numbers[..D].copy_from_slice(&self.normal);
        (numbers[D], numbers[D + 1], numbers[D + 2]) = (self.distance, self.axis, self.count);
        for (index, point) in self.points.iter().enumerate() {
            let numbers = &mut numbers[D + 3 + index * (2 * D + 2)..];
            numbers[..D].copy_from_slice(&point.on_a);
            numbers[D..2 * D].copy_from_slice(&point.on_b);
            (numbers[2 * D], numbers[2 * D + 1]) = (point.distance, point.feature);
        }
        numbers
    }
}

impl<const D: usize, const N: usize, L: Lanes> Contact<D, N, Wide<L>> {
    /// Stores lane by lane, turned around where `swapped`.
    #[inline(always)]
    pub(super) fn store(&self, lanes: L, swapped: Truth<L>, to: &mut [Contact<D, N>; LANES]) {
        scatter(lanes, &self.turned(swapped).numbers()[..Self::NUMBERS], to);
    }
}
