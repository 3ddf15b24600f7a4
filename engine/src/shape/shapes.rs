//! A set of shapes that lives from frame to frame.

use super::{
    Attributes, BallColumns, BoxColumns, CapsuleColumns, Columns, Handle, PolygonColumns, Ranges,
    Shape, ShapeKind, Stamp, TriangleColumns, attributes::AttributeTable, row::Row, table::Table,
};
use crate::{Error, error::ShapeFault, handle::Slots, pipeline::StepLimits};

/// Where a shape is: its kind, and its row among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) kind: ShapeKind,
    pub(super) row: u32,
}

/// Shapes of all kinds, in columns without gaps, with handles that stay good while rows move.
///
/// Shapes are numbered by kind, as [`Ranges`] says, in the order of their rows. When a shape is
/// removed the last of its kind takes its row. So an index is good until shapes are inserted or
/// removed; a [`Handle`] is good until its own shape is removed.
///
/// What comes in one at a time is checked there and then. What is copied in as whole columns is
/// checked once a frame, by [`PreparedShapes`](crate::shape::PreparedShapes): a bad shape is left
/// out of that frame.
#[derive(Clone, Debug)]
pub struct Shapes<const D: usize> {
    pub(super) slots: Slots<Place>,
    pub(super) tables: [Table; ShapeKind::COUNT],
    pub(super) attributes: AttributeTable,
    pub(super) stamp: Stamp,
    /// Most shapes.
    limit: usize,
}

/// Numbers of a row of a kind.
pub(super) fn width<const D: usize>(kind: ShapeKind) -> usize {
    match kind {
        ShapeKind::Ball => BallColumns::<D>::WIDTH,
        ShapeKind::Box => BoxColumns::<D>::WIDTH,
        ShapeKind::Capsule => CapsuleColumns::<D>::WIDTH,
        ShapeKind::Polygon => PolygonColumns::WIDTH,
        ShapeKind::Triangle => TriangleColumns::WIDTH,
    }
}

impl<const D: usize> Default for Shapes<D> {
    fn default() -> Self {
        Self::with_first_generation(0)
    }
}

impl<const D: usize> Shapes<D> {
    /// No shapes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No shapes, and handles whose generations do not begin at 0: for tests of their end.
    #[doc(hidden)]
    #[must_use]
    pub fn with_first_generation(first: u32) -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        let tables = ShapeKind::ALL.map(|kind| Table::new(width::<D>(kind)));
        let attributes = AttributeTable::default();
        Self {
            slots: Slots::starting_at(first),
            tables,
            attributes,
            stamp: Stamp::new(),
            limit: usize::MAX,
        }
    }

    /// Sets the most shapes that are let in. Those that are there stay.
    pub fn set_limit(&mut self, shapes: usize) {
        self.limit = shapes;
    }

    /// Makes sure that so many shapes more may come in.
    pub(super) fn check_limit(&self, more: usize) -> Result<(), Error> {
        let limits = StepLimits { shapes: self.limit, ..StepLimits::NONE };
        limits.check_shapes(self.len().saturating_add(more))
    }

    /// Adds a shape with the default [`Attributes`].
    ///
    /// Its rotation is scaled to length 1 and its zeros are made positive, else it is stored as
    /// it is.
    ///
    /// # Errors
    /// [`Error::Shape`] when it is no shape of this dimension, [`Error::Limit`], [`Error::TooMany`]
    /// and [`Error::OutOfMemory`] when there is no place for it. Then nothing was changed.
    pub fn insert(&mut self, shape: impl Into<Shape<D>>) -> Result<Handle, Error> {
        self.insert_with(shape, Attributes::DEFAULT)
    }

    /// Adds a shape.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn insert_with(
        &mut self,
        shape: impl Into<Shape<D>>,
        attributes: Attributes,
    ) -> Result<Handle, Error> {
        let shape = shape.into();
        let (kind, values) = (shape.kind(), shape.row()?);
        self.check_limit(1)?;
        self.tables[kind as usize].reserve(1)?;
        self.slots.reserve(1)?;
        self.attributes.reserve(self.slots.with_next(1), &attributes)?;
        self.stamp.renumber();
        Ok(self.push(kind, &values, attributes))
    }

    /// Adds a row, for which there is room.
    pub(super) fn push(&mut self, kind: ShapeKind, values: &Row, attributes: Attributes) -> Handle {
        let table = &mut self.tables[kind as usize];
        let handle = self.slots.insert(Place { kind, row: table.len() as u32 });
        table.push(values, handle.slot());
        self.attributes.set(handle.slot(), attributes);
        handle
    }

    /// Removes a shape. The last one of its kind takes its row.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed before.
    pub fn remove(&mut self, handle: Handle) -> Result<(), Error> {
        let Place { kind, row } = self.slots.remove(handle)?;
        self.stamp.renumber();
        if let Some(moved) = self.tables[kind as usize].swap_remove(row as usize)
            && let Some(place) = self.slots.place_mut(moved)
        {
            place.row = row;
        }
        Ok(())
    }

    /// Removes all shapes. Their handles become stale; the memory is kept.
    pub fn clear(&mut self) {
        self.stamp.renumber();
        self.slots.clear();
        self.attributes.clear();
        self.tables.iter_mut().for_each(Table::clear);
    }

    /// A shape, as it is stored.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn get(&self, handle: Handle) -> Result<Shape<D>, Error> {
        self.slots.place(handle).map(|Place { kind, row }| self.columns().at(kind, row as usize))
    }

    /// Replaces a shape by another one of its kind. It keeps its handle and its row.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed, [`Error::Shape`] when the new one is no
    /// shape or of another kind. Then nothing was changed.
    pub fn set(&mut self, handle: Handle, shape: impl Into<Shape<D>>) -> Result<(), Error> {
        let shape = shape.into();
        let (Place { kind, row }, values) = (self.slots.place(handle)?, shape.row()?);
        if shape.kind() != kind {
            let fault = ShapeFault::OtherKind { kept: kind };
            return Err(Error::Shape { kind: shape.kind(), fault });
        }
        self.tables[kind as usize].set(row as usize, &values);
        Ok(())
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
        let before = self.attributes(handle)?;
        self.attributes.reserve(handle.slot() as usize + 1, &attributes)?;
        self.attributes.set(handle.slot(), attributes);
        if before != (Attributes { user: before.user, ..attributes }) {
            self.stamp.redescribe();
        }
        Ok(())
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the shapes are numbered.
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        Ranges::of_counts(self.tables.each_ref().map(Table::len))
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
        let Place { kind, row } = self.slots.place(handle).ok()?;
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

    /// The handles of all shapes, by index.
    pub(crate) fn handles(&self) -> impl Iterator<Item = Handle> + '_ {
        let slots = self.tables.iter().flat_map(Table::slots);
        slots.map(|slot| self.slots.handle_of(*slot))
    }

    /// What the shape of a handle with this slot is besides its geometry.
    pub(crate) fn attributes_of_slot(&self, slot: u32) -> Attributes {
        self.attributes.get(slot)
    }

    /// Tells whether shapes or attributes were changed.
    pub(crate) fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// The columns of the balls.
    #[must_use]
    pub fn balls(&self) -> BallColumns<'_, D> {
        BallColumns::of(&self.tables[ShapeKind::Ball as usize])
    }

    /// The columns of the boxes.
    #[must_use]
    pub fn boxes(&self) -> BoxColumns<'_, D> {
        BoxColumns::of(&self.tables[ShapeKind::Box as usize])
    }

    /// The columns of the capsules.
    #[must_use]
    pub fn capsules(&self) -> CapsuleColumns<'_, D> {
        CapsuleColumns::of(&self.tables[ShapeKind::Capsule as usize])
    }

    fn all_polygons(&self) -> PolygonColumns<'_> {
        PolygonColumns::of(&self.tables[ShapeKind::Polygon as usize])
    }

    fn all_triangles(&self) -> TriangleColumns<'_> {
        TriangleColumns::of(&self.tables[ShapeKind::Triangle as usize])
    }

    /// The columns of all kinds.
    #[must_use]
    pub fn columns(&self) -> Columns<'_, D> {
        Columns {
            balls: self.balls(),
            boxes: self.boxes(),
            capsules: self.capsules(),
            polygons: self.all_polygons(),
            triangles: self.all_triangles(),
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes()
            + self.attributes.memory_bytes()
            + self.tables.iter().map(Table::memory_bytes).sum::<usize>()
    }
}

impl Shapes<2> {
    /// The columns of the polygons.
    #[must_use]
    pub fn polygons(&self) -> PolygonColumns<'_> {
        self.all_polygons()
    }
}

impl Shapes<3> {
    /// The columns of the triangles.
    #[must_use]
    pub fn triangles(&self) -> TriangleColumns<'_> {
        self.all_triangles()
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for Columns<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        shapes.columns()
    }
}
