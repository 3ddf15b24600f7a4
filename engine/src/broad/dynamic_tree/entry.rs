//! What is in a slot.

use jostle_kernels::{
    Aabb, Record,
    lane::LANES,
    sah::{EMPTY, Row},
};

/// A box in a slot, and what it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const D: usize> {
    /// Minima and negated maxima.
    pub(super) row: Row,
    /// The id of a box in a leaf; a reference to a node else.
    pub(super) reference: u32,
    pub(super) exclusion: u32,
}

/// Entries of a node that is too full by one.
pub(super) const OVERFULL: usize = LANES + 1;

impl<const D: usize> Entry<D> {
    pub(super) fn new(aabb: &Aabb<D>, reference: u32, exclusion: u32) -> Self {
        Self { row: row_of(aabb), reference, exclusion }
    }

    /// It as a record, with the reference for its id.
    pub(super) fn record(&self) -> Record {
        Record::of_box(&self.aabb(), self.reference, self.exclusion)
    }

    pub(super) fn aabb(&self) -> Aabb<D> {
        let mut aabb = Aabb::EMPTY;
        for axis in 0..D {
            (aabb.min[axis], aabb.max[axis]) = (self.row[axis], -self.row[D + axis]);
        }
        aabb
    }
}

/// The row of a box.
pub(super) fn row_of<const D: usize>(aabb: &Aabb<D>) -> Row {
    let mut row = EMPTY;
    for axis in 0..D {
        (row[axis], row[D + axis]) = (aabb.min[axis], -aabb.max[axis]);
    }
    row
}

/// The smallest box around both.
#[inline]
pub(super) fn union(a: &Row, b: &Row) -> Row {
    let mut union = *a;
    for (all, other) in union.iter_mut().zip(b) {
        *all = if *other < *all { *other } else { *all };
    }
    union
}
