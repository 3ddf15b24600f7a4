//! Contacts in lanes to contacts in a row.

use bytemuck::{Pod, Zeroable};

use super::{Contact, Found, Point};
use crate::{Lanes, batch::scatter, lane::LANES, real::Wide};

// SAFETY: `repr(C)`, and nothing but `f32` and `u32` in it, so there is neither padding nor a bit
// pattern that is no value.
unsafe impl<const D: usize> Zeroable for Point<D> {}
// SAFETY: as above.
unsafe impl<const D: usize> Pod for Point<D> {}
// SAFETY: as above; `Point` is nothing but such numbers.
unsafe impl<const D: usize, const N: usize> Zeroable for Contact<D, N> {}
// SAFETY: as above.
unsafe impl<const D: usize, const N: usize> Pod for Contact<D, N> {}

/// Most numbers in a contact: 3D with 4 points.
const MOST: usize = 38;

impl<const D: usize, const N: usize> Contact<D, N> {
    /// Numbers in a contact.
    const NUMBERS: usize = D + 3 + N * (2 * D + 2);
}

impl<const D: usize, const N: usize> Found<D, N, f32> {
    /// As it is stored.
    pub(super) fn stored(&self) -> Contact<D, N> {
        let points = self.points.map(|point| {
            let Point { on_a, on_b, distance, feature } = point;
            Point { on_a, on_b, distance, feature: feature as u32 }
        });
        let Self { normal, distance, axis, count, .. } = *self;
        Contact { normal, distance, axis: axis as u32, count: count as u32, points }
    }
}

impl<const D: usize, const N: usize, L: Lanes> Found<D, N, Wide<L>> {
    /// Stores lane by lane.
    #[inline(always)]
    pub(super) fn store(&self, lanes: L, to: &mut [Contact<D, N>; LANES]) {
        scatter(lanes, &self.numbers(lanes)[..Contact::<D, N>::NUMBERS], to);
    }

    /// All numbers in the order in which they are stored.
    #[inline(always)]
    fn numbers(&self, lanes: L) -> [Wide<L>; MOST] {
        const { assert!(Contact::<D, N>::NUMBERS <= MOST) };
        let int =
            |number: Wide<L>| Wide::new(lanes, lanes.floats_of_bits(lanes.truncate(number.floats)));
        let mut numbers = [self.distance; MOST];
        numbers[..D].copy_from_slice(&self.normal);
        (numbers[D], numbers[D + 1], numbers[D + 2]) =
            (self.distance, int(self.axis), int(self.count));
        for (index, point) in self.points.iter().enumerate() {
            let numbers = &mut numbers[D + 3 + index * (2 * D + 2)..];
            numbers[..D].copy_from_slice(&point.on_a);
            numbers[D..2 * D].copy_from_slice(&point.on_b);
            (numbers[2 * D], numbers[2 * D + 1]) = (point.distance, int(point.feature));
        }
        numbers
    }
}
