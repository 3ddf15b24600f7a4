//! Boxes as padded columns, owned: what a [`Run`] borrows from.

use jostle_kernels::sweep::{PADDING, Run};

use crate::{Aabb, Error, error::grow};

/// Columns that are kept and refilled.
pub(crate) struct RunBuffer<const D: usize> {
    pub(crate) min: [Vec<f32>; D],
    pub(crate) max: [Vec<f32>; D],
    pub(crate) ids: Vec<u32>,
    pub(crate) lacks: Vec<u32>,
    len: usize,
}

impl<const D: usize> Default for RunBuffer<D> {
    fn default() -> Self {
        Self {
            min: std::array::from_fn(|_| Vec::new()),
            max: std::array::from_fn(|_| Vec::new()),
            ids: Vec::new(),
            lacks: Vec::new(),
            len: 0,
        }
    }
}

impl<const D: usize> RunBuffer<D> {
    /// Number of boxes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Makes every column hold `len` boxes of unspecified value, padded.
    pub(crate) fn resize(&mut self, len: usize) -> Result<(), Error> {
        let padded = len + PADDING;
        for column in self.min.iter_mut().chain(&mut self.max) {
            grow(column, padded, "the columns of a run")?;
        }
        grow(&mut self.ids, padded, "the columns of a run")?;
        grow(&mut self.lacks, padded, "the columns of a run")?;
        self.len = len;
        self.pad();
        Ok(())
    }

    /// Forgets the boxes behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        debug_assert!(len <= self.len);
        self.len = len;
        self.pad();
    }

    /// Writes the padding, which the boxes may have been written over.
    pub(crate) fn pad(&mut self) {
        self.min[0][self.len..self.len + PADDING].fill(f32::NAN);
    }

    /// Writes a box.
    pub(crate) fn set(&mut self, index: usize, aabb: &Aabb<D>, id: u32, lacks: u32) {
        for axis in 0..D {
            self.min[axis][index] = aabb.min[axis];
            self.max[axis][index] = aabb.max[axis];
        }
        self.ids[index] = id;
        self.lacks[index] = lacks;
    }

    /// The boxes as a run.
    pub(crate) fn run(&self) -> Run<'_, D> {
        let min = std::array::from_fn(|axis| &*self.min[axis]);
        let max = std::array::from_fn(|axis| &*self.max[axis]);
        Run::new(min, max, &self.ids, &self.lacks, self.len)
            .expect("the columns were padded when they were resized")
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        let floats: usize = self.min.iter().chain(&self.max).map(Vec::capacity).sum();
        4 * (floats + self.ids.capacity() + self.lacks.capacity())
    }
}
