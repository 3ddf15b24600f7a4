//! Nodes from rows.

use super::Node;
use crate::{
    Lanes, Record,
    lane::LANES,
    record::{Columns, to_columns},
    sah::{Row, signs},
};

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

    /// Sets boxes, ids and lacks bits from up to eight records.
    #[inline(always)]
    pub fn set_records<L: Lanes>(&mut self, lanes: L, records: &[Record]) {
        const { assert!(D == 2 || D == 3) };
        let absent = Record::absent::<D>();
        let mut group = [&absent; LANES];
        for (slot, record) in group.iter_mut().zip(records) {
            *slot = record;
        }
        let Columns { min, max, ids, exclusion } = to_columns::<L, D>(lanes, group);
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
