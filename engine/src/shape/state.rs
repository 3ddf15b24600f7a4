//! The columns of shapes as they were: copies for the next step, and snapshots.

use super::{
    Columns, Mark, Ranges, ShapeKind, Shapes,
    arrivals::Arrivals,
    attributes::AttributeTable,
    columns::{columns_of, width},
    shapes::RowOfKind,
    shared::Geometry,
    table::ShapeTable,
};
use crate::{
    Error,
    handle::Slots,
    memory::{copied, try_collected},
    snapshot::{ShapesState, Tables},
};

/// A copy of the columns of some shapes. Kept for its memory.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    tables: [ShapeTable; ShapeKind::COUNT],
    /// By kind the shapes as they were copied; none where rows were copied from elsewhere since.
    marks: [Option<Mark>; ShapeKind::COUNT],
}

impl Copied {
    /// Copies all columns. O(shapes), on all threads; O(changes) where few rows were changed since
    /// they were copied the last time.
    pub(crate) fn copy<const D: usize>(&mut self, shapes: &Shapes<D>) -> Result<(), Error> {
        let Self { tables, marks } = self;
        for ((to, mark), from) in tables.iter_mut().zip(marks).zip(&shapes.tables) {
            match from.numbers_log.since(mark.take()) {
                Some(rows) => to.follow(from, rows)?,
                None => to.copy_columns(from)?,
            }
            *mark = Some(from.numbers_log.mark());
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
        let (kind, row_there) = ranges_there.kind_of(index_there);
        debug_assert_eq!(kind, ranges.kind_of(index).0);
        self.take_row((ranges, index), &from.tables[kind as usize], row_there);
    }

    /// Copies the row of a shape from a table of its kind.
    pub(super) fn take_row(
        &mut self,
        (ranges, index): (&Ranges, usize),
        from: &ShapeTable,
        row_there: usize,
    ) {
        let (kind, row) = ranges.kind_of(index);
        self.marks[kind as usize] = None;
        self.tables[kind as usize].copy_row(row, from, row_there);
    }

    /// Copies the row of a shape from the shapes, which have the same indices.
    pub(crate) fn refresh<const D: usize>(&mut self, shapes: &Shapes<D>, index: usize) {
        let (kind, row) = shapes.ranges().kind_of(index);
        self.tables[kind as usize].copy_row(row, &shapes.tables[kind as usize], row);
    }

    /// Notes that shapes were like that in the last step.
    pub(crate) fn note_step_of<const D: usize>(&self, shapes: &mut Shapes<D>) -> Result<(), Error> {
        shapes.geometry.note_step(&self.tables)
    }

    /// The columns of shapes that these are a copy of.
    pub(crate) fn columns<'a, const D: usize>(&'a self, shapes: &'a Shapes<D>) -> Columns<'a, D> {
        columns_of(&self.tables, &shapes.geometry)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tables.iter().map(ShapeTable::memory_bytes).sum()
    }
}

/// A fault of a snapshot.
fn fault(what: &'static str) -> Error {
    Error::Snapshot { what }
}

impl<const D: usize> Shapes<D> {
    /// Takes down everything about the shapes.
    pub(crate) fn state(&self) -> ShapesState {
        let (generations, free) = self.slots.state();
        ShapesState {
            geometry: self.geometry.state(),
            columns: self.tables.iter().map(|table| table.columns().to_vec()).collect(),
            slots: self.tables.iter().map(|table| table.slots().to_vec()).collect(),
            generations,
            free,
            first_generation: self.slots.first_generation(),
            attributes: self.attributes.all().to_vec(),
            arrivals: self.arrivals.state(),
        }
    }

    /// The shapes of a snapshot.
    ///
    /// # Errors
    /// [`Error::Snapshot`] when it is not one of shapes of this dimension.
    pub(crate) fn of_state(state: &ShapesState) -> Result<Self, Error> {
        let geometry = Geometry::of_state(&state.geometry)?;
        let none = |_| false;
        let tables = tables_of(&state.columns, Some(&state.slots), &geometry, none)?;
        let poses = tables_of(&state.arrivals.poses, None, &geometry, none)?;
        let arrivals = Arrivals::of_state(&state.arrivals, poses)?;
        let mut shapes = Self::of_both(tables, arrivals, state.first_generation);
        shapes.geometry = geometry;
        let alike = |table: &ShapeTable| table.columns()[0].len() == table.len();
        if !shapes.tables.iter().all(alike) {
            return Err(fault("handles are not as many as shapes"));
        }
        let mut slots = Slots::of_generations(state.first_generation, &state.generations)?;
        for (kind, table) in ShapeKind::ALL.into_iter().zip(&shapes.tables) {
            for (row, slot) in table.slots().iter().enumerate() {
                slots.take(*slot, RowOfKind { kind, row: row as u32 })?;
            }
        }
        slots.set_free(&state.free)?;
        if state.attributes.len() > state.generations.len() {
            return Err(fault("there are attributes of no slots"));
        }
        shapes.slots = slots;
        shapes.attributes =
            AttributeTable::of_all(copied(&state.attributes, "the attributes of shapes")?);
        Ok(shapes)
    }
}

impl Copied {
    /// All columns, by kind.
    pub(crate) fn state(&self) -> Tables {
        self.tables.iter().map(|table| table.columns().to_vec()).collect()
    }

    /// The columns of a snapshot, of some shapes as they were. Of those that are gone since, by
    /// their index then, nobody reads the rows: geometry that they shared may be gone with them.
    pub(crate) fn of_state<const D: usize>(
        columns: &[Vec<Vec<f32>>],
        shapes: &Shapes<D>,
        is_gone: impl Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        Ok(Self { tables: tables_of(columns, None, &shapes.geometry, is_gone)?, ..Self::default() })
    }
}

/// Tables of columns by kind, with the slots of their rows, whose numbers of geometry are those of
/// `geometry`, but of those that are gone.
fn tables_of<const D: usize>(
    columns: &[Vec<Vec<f32>>],
    slots: Option<&[Vec<u32>]>,
    geometry: &Geometry<D>,
    is_gone: impl Fn(usize) -> bool,
) -> Result<[ShapeTable; ShapeKind::COUNT], Error> {
    if columns.len() != ShapeKind::COUNT
        || slots.is_some_and(|slots| slots.len() != ShapeKind::COUNT)
    {
        return Err(fault("there are more kinds of shapes, or fewer"));
    }
    let mut tables: [ShapeTable; ShapeKind::COUNT] = Default::default();
    for ((kind, table), columns) in ShapeKind::ALL.into_iter().zip(&mut tables).zip(columns) {
        let rows = columns.first().map_or(0, Vec::len);
        let alike = columns.iter().all(|column| column.len() == rows);
        let has_width = columns.len() == width::<D>(kind);
        if !has_width || !alike || rows > 0 && !kind.exists_in(D) {
            return Err(fault("columns are not those of shapes of this dimension"));
        }
        let slots = slots.map_or(&[][..], |slots| &slots[kind as usize]);
        let what = "the shapes of a snapshot";
        let columns = try_collected(columns.iter().map(|column| copied(column, what)), what)?;
        *table = ShapeTable::of_columns(columns, copied(slots, what)?);
    }
    // Whatever numbers there are, the outlines of polygons are relied on.
    if !columns_of(&tables, geometry).are_sound(is_gone) {
        return Err(fault("a polygon is none"));
    }
    Ok(tables)
}
