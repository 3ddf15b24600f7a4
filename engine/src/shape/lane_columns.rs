//! How the shapes of a kind are read from their columns, eight at a time.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::{Bounded, Eight, Pack},
    simd::LANES,
};

use crate::validate::InvalidReason;

/// Columns that are read eight rows at a time.
pub(super) trait LaneColumns<const D: usize>: Copy + Sync {
    /// What a row is.
    type Shape: Pack + Bounded<D>;

    /// Number of rows.
    fn len(&self) -> usize;
    /// Eight shapes, and which of them are valid. Must be `#[inline(always)]`.
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Eight<Self::Shape, L>, Truth<L>);
    /// Why a row is not valid, if it is not.
    fn check(&self, row: usize) -> Result<(), InvalidReason>;
}

/// Eight rows, or as many as there are, filled up with the last of them.
#[derive(Clone, Copy)]
pub(super) struct EightRows<L: Lanes> {
    pub(super) lanes: L,
    pub(super) first: usize,
}

impl<L: Lanes> EightRows<L> {
    /// The numbers of the rows in a column, zeros positive.
    #[inline(always)]
    pub(super) fn load(self, column: &[f32]) -> Wide<L> {
        let floats = self.lanes.load(&self.numbers(column));
        Wide::new(self.lanes, self.lanes.add(floats, self.lanes.splat(0.0)))
    }

    /// The same for several columns.
    #[inline(always)]
    pub(super) fn load_all<const N: usize>(self, columns: &[&[f32]; N]) -> [Wide<L>; N] {
        let mut loaded = [self.load(columns[0]); N];
        for number in 1..N {
            loaded[number] = self.load(columns[number]);
        }
        loaded
    }

    /// The numbers of the rows in a column, as they are.
    #[inline(always)]
    pub(super) fn numbers(self, column: &[f32]) -> [f32; LANES] {
        let rows = &column[self.first..];
        match rows.first_chunk() {
            Some(eight) => *eight,
            None => last(rows),
        }
    }

    /// The numbers of several columns, as they are.
    #[inline(always)]
    pub(super) fn all_numbers<const N: usize>(self, columns: &[&[f32]; N]) -> [[f32; LANES]; N] {
        let mut numbers = [[0.0; LANES]; N];
        for (numbers, column) in numbers.iter_mut().zip(columns) {
            *numbers = self.numbers(column);
        }
        numbers
    }

    /// What was computed in plain numbers, in lanes.
    #[inline(always)]
    pub(super) fn wide<const N: usize>(self, numbers: &[[f32; LANES]; N]) -> [Wide<L>; N] {
        let mut wide = [Wide::new(self.lanes, self.lanes.load(&numbers[0])); N];
        for number in 1..N {
            wide[number].floats = self.lanes.load(&numbers[number]);
        }
        wide
    }
}

#[cold]
fn last(rows: &[f32]) -> [f32; LANES] {
    let filling = rows.last().copied().unwrap_or_default();
    std::array::from_fn(|lane| *rows.get(lane).unwrap_or(&filling))
}
