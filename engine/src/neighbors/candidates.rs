//! What can be near the points of one cell, side by side.

use std::ops::Range;

use jostle_kernels::{
    Lanes,
    radius_search::Targets,
    simd::{LANES, Quad},
};

use crate::{Error, memory::grow};

/// Images of the cells around a cell as columns, in whole groups.
///
/// To copy them costs a few nanoseconds for each point of the cell, and saves it the ends of nine
/// runs of images, at which lanes would be empty.
pub(super) struct NeighborCandidates<const D: usize> {
    at: [Vec<f32>; D],
    keys: Vec<u32>,
    groups: usize,
}

impl<const D: usize> Default for NeighborCandidates<D> {
    fn default() -> Self {
        Self { at: [const { Vec::new() }; D], keys: Vec::new(), groups: 0 }
    }
}

impl<const D: usize> NeighborCandidates<D> {
    /// Makes room for so many.
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), Error> {
        let what = "the candidates of a cell";
        for column in &mut self.at {
            grow(column, count + LANES, what)?;
        }
        grow(&mut self.keys, count + LANES, what)
    }

    /// Takes the images of some runs, for which there has to be room. Behind the last run of
    /// `sorted` lies a group more.
    #[inline(always)]
    pub(super) fn fill<L: Lanes>(
        &mut self,
        lanes: L,
        sorted: &[Quad],
        runs: impl Iterator<Item = Range<usize>>,
    ) {
        let mut count = 0;
        for run in runs {
            for first in run.clone().step_by(LANES) {
                // What goes beyond the end of the run is overwritten by the next one.
                self.store(lanes, eight(sorted, first), count);
                count += LANES.min(run.end - first);
            }
        }
        // Behind the end nothing is near.
        let end = count.next_multiple_of(LANES);
        self.at[0][count..end].fill(f32::NAN);
        self.groups = end / LANES;
    }

    #[inline(always)]
    fn store<L: Lanes>(&mut self, lanes: L, quads: &[Quad; LANES], first: usize) {
        let columns = lanes.load_quads(quads.each_ref());
        for (axis, column) in self.at.iter_mut().enumerate() {
            lanes.store(columns[axis], eight_mut(column, first));
        }
        lanes.store_int(lanes.bits_of_floats(columns[3]), eight_mut(&mut self.keys, first));
    }

    /// The candidates, to be scanned.
    #[inline(always)]
    pub(super) fn targets(&self) -> Targets<'_, D> {
        Targets {
            at: self.at.each_ref().map(|column| &column.as_chunks().0[..self.groups]),
            keys: &self.keys.as_chunks().0[..self.groups],
        }
    }

    /// Where a candidate is.
    pub(super) fn place(&self, candidate: usize) -> [f32; D] {
        self.at.each_ref().map(|column| column[candidate])
    }

    /// The key of a candidate.
    pub(super) fn key(&self, candidate: usize) -> u32 {
        self.keys[candidate]
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (D * self.at[0].capacity() + self.keys.capacity())
    }
}

#[inline(always)]
fn eight(quads: &[Quad], first: usize) -> &[Quad; LANES] {
    quads[first..].first_chunk().expect("there is a group behind the last image")
}

#[inline(always)]
fn eight_mut<T>(column: &mut [T], first: usize) -> &mut [T; LANES] {
    column[first..].first_chunk_mut().expect("there is room for a group more")
}
