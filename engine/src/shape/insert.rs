//! Shapes put into a set and taken out, one at a time or many.

use super::{
    Attributes, Columns, Mobility, Shape, ShapeKind, Shapes,
    columns::{columns_of, tables},
    shapes::RowOfKind,
    table::ShapeRow,
};
use crate::{Error, Handle, memory::reserve_more};

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
        Self::of_tables(tables::<D>(), first)
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
        let values = self.numbered(&shape, values)?;
        self.tables[kind as usize].reserve(1)?;
        self.slots.reserve(1)?;
        self.attributes.reserve(self.slots.with_next(1), &attributes)?;
        if attributes.is_swept() {
            self.arrivals.reserve(kind, 1, &self.slots)?;
        }
        Ok(self.push(kind, &values, attributes))
    }

    /// The numbers of a shape with that of the geometry it shares, which is in the set from now on.
    fn numbered(&mut self, shape: &Shape<D>, mut values: ShapeRow) -> Result<ShapeRow, Error> {
        if self.geometry.lacks(shape) {
            self.geometry.note_arrivals(&self.arrivals)?;
        }
        let columns = self.tables[shape.kind() as usize].columns();
        let numbers = columns.last().map_or(&[][..], Vec::as_slice);
        if let Some(number) = shape.number_in(&mut self.geometry, Some(numbers))? {
            values.set_last(number);
        }
        Ok(values)
    }

    /// A shape, as it is stored.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn get(&self, handle: Handle) -> Result<Shape<D>, Error> {
        self.slots
            .place(handle)
            .map(|RowOfKind { kind, row }| self.columns().at(kind, row as usize))
    }

    /// Replaces a shape. It keeps its handle and its attributes, and what touched it still does.
    ///
    /// One of the same kind keeps its row, too. One of another kind becomes the last of that kind,
    /// and the last of its kind before takes its row, as if it had been removed and inserted: so
    /// other shapes may have other indices. If it is [fast](Attributes::ccd) it comes from where it
    /// was put as the first of its new kind: to have its way looked at, replace it where it was,
    /// and then move it.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// let ground = world.shapes_mut().insert(Shape::aligned_box([0.0, -1.0], [9.0, 1.0]))?;
    /// let player = world.shapes_mut().insert(Shape::capsule([0.0, 0.4], [0.0, 1.0], 0.5))?;
    /// world.step()?;
    /// world.shapes_mut().set(player, Shape::ball([0.0, 0.4], 0.5))?; // it crouches
    /// world.step()?;
    /// assert_eq!(world.contact_changes().counts().persisted, 1);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed, [`Error::Shape`] when the new one is no
    /// shape, [`Error::OutOfMemory`]. Then nothing was changed.
    pub fn set(&mut self, handle: Handle, shape: impl Into<Shape<D>>) -> Result<(), Error> {
        let shape = shape.into();
        let (place, values) = (self.slots.place(handle)?, shape.row()?);
        let values = self.numbered(&shape, values)?;
        if shape.kind() != place.kind {
            return self.change_kind(handle, place, shape.kind(), &values);
        }
        self.tables[place.kind as usize].set(place.row as usize, &values);
        Ok(())
    }

    /// The columns of all kinds.
    #[must_use]
    pub fn columns(&self) -> Columns<'_, D> {
        columns_of(&self.tables, &self.geometry)
    }

    /// The columns of all kinds at once, as those of a
    /// [`LocalShapes`](crate::large_world::LocalShapes). Kinds of which the columns have no shapes
    /// stay as they are; boxes of columns without rotations are along the axes.
    ///
    /// # Errors
    /// When the columns have another number of shapes of a kind, and not 0. Then nothing was
    /// changed.
    pub fn set_columns<'a>(&mut self, columns: impl Into<Columns<'a, D>>) -> Result<(), Error> {
        let columns = columns.into();
        let (given, kept) = (columns.ranges(), self.ranges());
        for kind in ShapeKind::ALL {
            let (expected, found) = (kept.of(kind).len(), given.of(kind).len());
            if found != 0 && found != expected {
                return Err(Error::Length { what: "the shapes of a kind", expected, found });
            }
        }
        self.geometry.note_arrivals(&self.arrivals)?;
        columns.copy_to(&mut self.tables, &mut self.geometry)
    }

    /// Adds all shapes of some columns, in their order, all with the same attributes, and adds
    /// their handles to a list.
    ///
    /// They are checked like shapes that come in one at a time, before any of them is put in.
    /// O(shapes).
    ///
    /// ```
    /// use jostle::{Shapes, shape::{Attributes, Columns}};
    ///
    /// let (x, y, radii) = ([0.0, 3.0], [0.0, 0.0], [1.0, 2.0]);
    /// let columns = Columns::<2>::default().with_balls([&x, &y], &radii)?;
    /// let (mut shapes, mut handles) = (Shapes::new(), Vec::new());
    /// shapes.insert_all(columns, Attributes::DEFAULT, &mut handles)?;
    /// assert_eq!((shapes.len(), shapes.index_of(handles[1])?), (2, 1));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`] with the index of the first that is no shape, [`Error::Limit`],
    /// [`Error::TooMany`] and [`Error::OutOfMemory`] when there is no place for all. Then nothing
    /// was changed.
    pub fn insert_all<'a>(
        &mut self,
        columns: impl Into<Columns<'a, D>>,
        attributes: Attributes,
        handles: &mut Vec<Handle>,
    ) -> Result<(), Error> {
        let columns = columns.into();
        let ranges = columns.ranges();
        for index in 0..ranges.len() {
            let row = columns
                .sound(&ranges, index)
                .and_then(|shape| self.numbered(&shape, shape.row()?).map(|_| ()));
            row.map_err(|error| match error {
                Error::OutOfMemory { .. } => error,
                error => Error::Batch { index, error: Box::new(error) },
            })?;
        }
        self.check_limit(ranges.len())?;
        for kind in ShapeKind::ALL {
            self.tables[kind as usize].reserve(ranges.of(kind).len())?;
        }
        self.slots.reserve(ranges.len())?;
        self.attributes.reserve(self.slots.with_next(ranges.len()), &attributes)?;
        if attributes.is_swept() {
            for kind in ShapeKind::ALL {
                self.arrivals.reserve(kind, ranges.of(kind).len(), &self.slots)?;
            }
        }
        reserve_more(handles, ranges.len(), "the handles of shapes")?;
        for index in 0..ranges.len() {
            let shape = columns.get(index);
            let row = self.numbered(&shape, shape.row()?)?;
            handles.push(self.push(shape.kind(), &row, attributes));
        }
        Ok(())
    }

    /// Removes some shapes; one that is named twice is removed once. O(handles).
    ///
    /// # Errors
    /// [`Error::Batch`] with the index of the first whose shape was removed before. Then nothing
    /// was changed.
    pub fn remove_all(&mut self, handles: &[Handle]) -> Result<(), Error> {
        self.check_all(handles)?;
        for handle in handles {
            // The only fault that is left is that it was named twice.
            let _ = self.remove(*handle);
        }
        Ok(())
    }

    /// Puts some shapes to sleep, wakes them, or makes them static. O(handles).
    ///
    /// # Errors
    /// [`Error::Batch`] with the index of the first whose shape was removed,
    /// [`Error::OutOfMemory`]. Then nothing was changed.
    pub fn set_mobility(&mut self, handles: &[Handle], mobility: Mobility) -> Result<(), Error> {
        self.check_all(handles)?;
        let attributes = Attributes { mobility, ..Attributes::DEFAULT };
        self.attributes.reserve(self.slots.with_next(0), &attributes)?;
        for handle in handles {
            self.set_attributes(*handle, Attributes { mobility, ..self.attributes(*handle)? })?;
        }
        Ok(())
    }

    /// Puts some shapes elsewhere, by their centers: of a half-space the point of its plane, of a
    /// triangle its first corner. One that is named twice is where it was put last. O(handles).
    ///
    /// As those of whole columns, the numbers are taken as they are: a step leaves out a shape
    /// whose center is none.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let mut world = World::<2>::new();
    /// let first = world.shapes_mut().insert(Shape::ball([1.0, 0.0], 1.0))?;
    /// let second = world.shapes_mut().insert(Shape::ball([5.0, 0.0], 1.0))?;
    /// world.shapes_mut().set_centers(&[second, first], [&[2.0, 3.0], &[0.0, 0.0]])?;
    /// assert_eq!(world.shapes().get(second)?.center(), [2.0, 0.0]);
    /// world.step()?;
    /// assert_eq!(world.contacts().len(), 1);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] when there is another number of centers, [`Error::Batch`] with the index
    /// of the first whose shape was removed. Then nothing was changed.
    pub fn set_centers(&mut self, handles: &[Handle], centers: [&[f32]; D]) -> Result<(), Error> {
        let expected = handles.len();
        if let Some(column) = centers.iter().find(|column| column.len() != expected) {
            return Err(Error::Length { what: "centers", expected, found: column.len() });
        }
        self.check_all(handles)?;
        for (number, handle) in handles.iter().enumerate() {
            let RowOfKind { kind, row } = self.slots.place(*handle)?;
            let (row, center) = (row as usize, centers.map(|axis| axis[number]));
            if kind == ShapeKind::Triangle {
                let moved = self.columns().at(kind, row).at(center).numbers();
                self.tables[kind as usize].set(row, &moved);
            } else {
                // It is what the row of all other kinds begins with.
                self.tables[kind as usize].set(row, &ShapeRow::of([&center[..]]));
            }
        }
        Ok(())
    }

    fn check_all(&self, handles: &[Handle]) -> Result<(), Error> {
        for (index, handle) in handles.iter().enumerate() {
            self.slots
                .place(*handle)
                .map_err(|error| Error::Batch { index, error: Box::new(error) })?;
        }
        Ok(())
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for Columns<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        shapes.columns()
    }
}
