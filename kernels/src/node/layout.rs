//! The node: eight boxes in columns, and how it is assembled.

use crate::{
    Aabb, Lanes, Record,
    bounds::{RecordColumns, to_columns},
    sah::{Row, signs},
    simd::LANES,
};

/// Eight boxes, with what they refer to: four cache lines in 3D, three in 2D.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub struct Node<const D: usize> {
    /// Minima per axis.
    pub min: [[f32; LANES]; D],
    /// Maxima per axis.
    pub max: [[f32; LANES]; D],
    /// What the slots refer to: [`EMPTY`](Self::EMPTY) or what the tree put there.
    pub refs: [u32; LANES],
    /// The exclusion masks of the slots (see [`sweep`](crate::sweep)): those that all boxes below
    /// have.
    pub exclusion: [u32; LANES],
}

impl<const D: usize> Node<D> {
    /// The reference of a slot without a box.
    pub const EMPTY: u32 = u32::MAX;

    /// A node without boxes.
    pub const NONE: Self = Self {
        min: [[f32::NAN; LANES]; D],
        max: [[f32::NAN; LANES]; D],
        refs: [Self::EMPTY; LANES],
        exclusion: [u32::MAX; LANES],
    };

    /// The box in a slot.
    #[inline(always)]
    #[must_use]
    pub fn aabb(&self, slot: usize) -> Aabb<D> {
        let (mut min, mut max) = ([0.0; D], [0.0; D]);
        for axis in 0..D {
            min[axis] = self.min[axis][slot];
            max[axis] = self.max[axis][slot];
        }
        Aabb { min, max }
    }

    /// Number of boxes; they are in the first slots.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.refs.iter().filter(|reference| **reference != Self::EMPTY).count()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots with a box, in order, with what they refer to.
    pub fn occupied(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let all = self.refs.iter().copied().enumerate();
        all.filter(|(_, reference)| *reference != Self::EMPTY)
    }
}

impl<const D: usize> Default for Node<D> {
    fn default() -> Self {
        Self::NONE
    }
}

/// The row of a slot without a box.
pub const ABSENT: Row = [f32::NAN; LANES];

impl<const D: usize> Node<D> {
    /// Sets the boxes from rows, one per slot, [`ABSENT`] where there is none.
    #[inline(always)]
    pub fn set_rows<L: Lanes>(&mut self, lanes: L, rows: &[Row; LANES]) {
        let mut loaded = [lanes.load(&rows[0]); LANES];
        for (slot, row) in loaded.iter_mut().zip(rows) {
            *slot = lanes.flip(lanes.load(row), lanes.load_int(&signs::<D>()));
        }
        let columns = lanes.transpose(loaded);
        for axis in 0..D {
            lanes.store(columns[axis], &mut self.min[axis]);
            lanes.store(columns[D + axis], &mut self.max[axis]);
        }
    }

    /// Sets boxes, ids and exclusion mask from up to eight records.
    #[inline(always)]
    pub fn set_records<L: Lanes>(&mut self, lanes: L, records: &[Record]) {
        const { assert!(D == 2 || D == 3) };
        let absent = Record::absent::<D>();
        let mut group = [&absent; LANES];
        for (slot, record) in group.iter_mut().zip(records) {
            *slot = record;
        }
        let RecordColumns { min, max, ids, exclusion } = to_columns::<L, D>(lanes, group);
        for axis in 0..D {
            lanes.store(min[axis], &mut self.min[axis]);
            lanes.store(max[axis], &mut self.max[axis]);
        }
        lanes.store(ids, bytemuck::cast_mut(&mut self.refs));
        lanes.store(exclusion, bytemuck::cast_mut(&mut self.exclusion));
    }
}

/// The row of the box in a slot.
#[must_use]
pub fn row_of_slot<const D: usize>(node: &Node<D>, slot: usize) -> Row {
    let mut row = [0.0; LANES];
    for axis in 0..D {
        row[axis] = node.min[axis][slot];
        row[D + axis] = -node.max[axis][slot];
    }
    row
}
