//! The columns of shapes as they were.

use super::{
    BallColumns, BoxColumns, CapsuleColumns, Columns, PolygonColumns, Ranges, ShapeKind, Shapes,
    TriangleColumns, table::Table,
};
use crate::Error;

/// A copy of the columns of some shapes. Kept for its memory.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    pub(super) tables: [Table; ShapeKind::COUNT],
}

impl Copied {
    /// Copies all columns. O(shapes), on all threads.
    pub(crate) fn copy<const D: usize>(&mut self, shapes: &Shapes<D>) -> Result<(), Error> {
        for (to, from) in self.tables.iter_mut().zip(&shapes.tables) {
            to.copy_columns(from)?;
        }
        Ok(())
    }

    /// Copies the row of a shape from another copy, where it has another index; both are given with
    /// how they are numbered.
    pub(crate) fn copy_row(
        &mut self,
        (ranges, index): (&Ranges, usize),
        from: &Self,
        (ranges_there, index_there): (&Ranges, usize),
    ) {
        let (kind, row) = ranges.kind_of(index);
        let (kind_there, row_there) = ranges_there.kind_of(index_there);
        debug_assert_eq!(kind, kind_there);
        self.tables[kind as usize].copy_row(row, &from.tables[kind as usize], row_there);
    }

    /// Copies the row of a shape from the shapes, which have the same indices.
    pub(crate) fn refresh<const D: usize>(&mut self, shapes: &Shapes<D>, index: usize) {
        let (kind, row) = shapes.ranges().kind_of(index);
        self.tables[kind as usize].copy_row(row, &shapes.tables[kind as usize], row);
    }

    /// The columns.
    pub(crate) fn columns<const D: usize>(&self) -> Columns<'_, D> {
        let [balls, boxes, capsules, polygons, triangles] = &self.tables;
        Columns {
            balls: BallColumns::of(balls),
            boxes: BoxColumns::of(boxes),
            capsules: CapsuleColumns::of(capsules),
            polygons: PolygonColumns::of(polygons),
            triangles: TriangleColumns::of(triangles),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tables.iter().map(Table::memory_bytes).sum()
    }
}
