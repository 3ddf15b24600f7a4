//! A set of shapes that lives from frame to frame.

use super::{
    Attributes, Mark, Ranges, ShapeKind,
    arrivals::Arrivals,
    attributes::AttributeTable,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
};
use crate::{Error, Handle, handle::Slots, step::StepLimits};

/// Where a shape is: its kind, and its row among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowOfKind {
    pub(super) kind: ShapeKind,
    pub(super) row: u32,
}

/// Shapes of all kinds, in columns without gaps, with handles that stay good while rows move.
///
/// Shapes are numbered by kind, as [`Ranges`] says, in the order of their rows. When a shape is
/// removed the last of its kind takes its row. So an index is good until shapes are inserted or
/// removed; a [`Handle`] is good until its own shape is removed.
///
/// A shape that is inserted or set is checked at once. Whole columns that are copied are checked
/// once a frame, by [`PreparedShapes`](crate::shape::PreparedShapes): a bad shape is left
/// out of that frame.
#[derive(Clone, Debug)]
pub struct Shapes<const D: usize> {
    pub(super) slots: Slots<RowOfKind>,
    pub(super) tables: [ShapeTable; ShapeKind::COUNT],
    /// What shapes share, by the numbers in their columns.
    pub(super) geometry: Geometry<D>,
    pub(super) attributes: AttributeTable,
    pub(super) arrivals: Arrivals,
    /// Most shapes.
    limit: usize,
}

impl<const D: usize> Shapes<D> {
    /// No shapes, in tables of these kinds.
    pub(super) fn of_tables(tables: [ShapeTable; ShapeKind::COUNT], first_generation: u32) -> Self {
        let arrivals = Arrivals::of_tables(tables.clone());
        Self::of_both(tables, arrivals, first_generation)
    }

    /// No handles, in these tables.
    pub(super) fn of_both(
        tables: [ShapeTable; ShapeKind::COUNT],
        arrivals: Arrivals,
        first_generation: u32,
    ) -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        Self {
            slots: Slots::starting_at(first_generation),
            arrivals,
            tables,
            geometry: Geometry::default(),
            attributes: AttributeTable::default(),
            limit: usize::MAX,
        }
    }

    /// Sets the most shapes: any number, and at 0 none can be inserted. Shapes that are already
    /// there stay.
    pub fn set_limit(&mut self, shapes: usize) {
        self.limit = shapes;
    }

    /// Makes sure that so many shapes more may come in.
    pub(super) fn check_limit(&self, more: usize) -> Result<(), Error> {
        let limits = StepLimits { shapes: self.limit, ..StepLimits::NONE };
        limits.check_shapes(self.len().saturating_add(more))
    }

    /// Adds a row, for which there is room.
    pub(super) fn push(
        &mut self,
        kind: ShapeKind,
        values: &ShapeRow,
        attributes: Attributes,
    ) -> Handle {
        let table = &mut self.tables[kind as usize];
        let handle = self.slots.insert(RowOfKind { kind, row: table.len() as u32 });
        table.push(values, handle.slot());
        if attributes.is_swept() {
            self.arrivals.note(kind, handle, values);
        }
        self.attributes.set(handle.slot(), attributes);
        handle
    }

    /// Copies whole columns of a kind in, from column `first` on.
    pub(super) fn copy_in(
        &mut self,
        kind: ShapeKind,
        first: usize,
        columns: &[&[f32]],
        what: &'static str,
    ) -> Result<(), Error> {
        self.tables[kind as usize].copy_in(first, columns, what)
    }

    /// Removes a shape. The last one of its kind takes its row.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed before.
    pub fn remove(&mut self, handle: Handle) -> Result<(), Error> {
        let place = self.slots.remove(handle)?;
        self.vacate(place);
        Ok(())
    }

    /// Gives a row up. The last one of its kind takes it.
    fn vacate(&mut self, RowOfKind { kind, row }: RowOfKind) {
        if let Some(moved) = self.tables[kind as usize].swap_remove(row as usize)
            && let Some(place) = self.slots.place_mut(moved)
        {
            place.row = row;
        }
    }

    /// Makes a shape one of another kind, with these numbers.
    pub(super) fn change_kind(
        &mut self,
        handle: Handle,
        before: RowOfKind,
        kind: ShapeKind,
        values: &ShapeRow,
    ) -> Result<(), Error> {
        self.tables[kind as usize].reserve(1)?;
        if self.attributes.get(handle.slot()).is_swept() {
            self.arrivals.reserve(kind, 1, &self.slots)?;
            self.arrivals.note(kind, handle, values);
        }
        self.vacate(before);
        let table = &mut self.tables[kind as usize];
        if let Some(place) = self.slots.place_mut(handle.slot()) {
            *place = RowOfKind { kind, row: table.len() as u32 };
        }
        table.push(values, handle.slot());
        Ok(())
    }

    /// Removes all shapes. Their handles become stale; the memory is kept.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.attributes.clear();
        self.arrivals.clear();
        self.geometry.clear();
        self.tables.iter_mut().for_each(ShapeTable::clear);
    }

    /// What a shape is besides its geometry.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn attributes(&self, handle: Handle) -> Result<Attributes, Error> {
        self.slots.place(handle).map(|_| self.attributes.get(handle.slot()))
    }

    /// Changes what a shape is besides its geometry.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed, [`Error::OutOfMemory`]. Then nothing was
    /// changed.
    pub fn set_attributes(&mut self, handle: Handle, attributes: Attributes) -> Result<(), Error> {
        let RowOfKind { kind, row } = self.slots.place(handle)?;
        let before = self.attributes.get(handle.slot());
        self.attributes.reserve(handle.slot() as usize + 1, &attributes)?;
        if attributes.is_swept() && !before.is_swept() {
            self.arrivals.reserve(kind, 1, &self.slots)?;
            self.arrivals.note(kind, handle, &self.tables[kind as usize].row(row as usize));
        }
        self.attributes.set(handle.slot(), attributes);
        if before != (Attributes { user: before.user, ..attributes }) {
            let table = &mut self.tables[kind as usize];
            table.members_log.note(row as usize, table.len());
        }
        Ok(())
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.iter().map(ShapeTable::len).sum()
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the shapes are numbered.
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        Ranges::of_counts(self.tables.each_ref().map(ShapeTable::len))
    }

    /// The index of a shape, until shapes are inserted or removed.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn index_of(&self, handle: Handle) -> Result<usize, Error> {
        self.index_in(&self.ranges(), handle).ok_or(Error::StaleHandle { handle })
    }

    /// The index of a shape, given how shapes are numbered; none when it was removed.
    pub(crate) fn index_in(&self, ranges: &Ranges, handle: Handle) -> Option<usize> {
        let RowOfKind { kind, row } = self.slots.place(handle).ok()?;
        Some(ranges.of(kind).start + row as usize)
    }

    /// The handle of the shape with an index, if there is one.
    #[must_use]
    pub fn handle_of(&self, index: usize) -> Option<Handle> {
        let ranges = self.ranges();
        (index < ranges.len()).then(|| self.slots.handle_of(self.slot_at(&ranges, index)))
    }

    /// The slot of the handle of the shape with an index.
    fn slot_at(&self, ranges: &Ranges, index: usize) -> u32 {
        let (kind, row) = ranges.kind_of(index);
        self.tables[kind as usize].slot(row)
    }

    /// Where fast shapes were when they came in, since that was forgotten the last time.
    pub(crate) fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// Notes the geometry that shapes share in a step, which stays until the next one.
    pub(crate) fn note_step(&mut self) -> Result<(), Error> {
        self.geometry.note_step(&self.tables)
    }

    /// Forgets where fast shapes were when they came in.
    pub(crate) fn forget_arrivals(&mut self) {
        self.arrivals.clear();
    }

    /// The handle of the shape in a row of a kind, and what it is besides its geometry.
    pub(crate) fn member(&self, kind: ShapeKind, row: usize) -> (Handle, Attributes) {
        let slot = self.tables[kind as usize].slot(row);
        (self.slots.handle_of(slot), self.attributes.get(slot))
    }

    /// Marks the members as they are now, by kind: handles and attributes but for the user's
    /// numbers.
    pub(crate) fn members_marks(&self) -> [Mark; ShapeKind::COUNT] {
        self.tables.each_ref().map(|table| table.members_log.mark())
    }

    /// The rows of a kind with other members than when they were marked, or none where any may
    /// have.
    pub(crate) fn members_since(&self, kind: ShapeKind, mark: Option<Mark>) -> Option<&[u32]> {
        self.tables[kind as usize].members_log.since(mark)
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes()
            + self.attributes.memory_bytes()
            + self.arrivals.memory_bytes()
            + self.geometry.memory_bytes()
            + self.tables.iter().map(ShapeTable::memory_bytes).sum::<usize>()
    }
}
