//! Many shapes put in or taken out at a time.

use super::{Attributes, Columns, Handle, Mobility, ShapeKind, Shapes, row::Row};
use crate::{Error, error::reserve_more};

impl<const D: usize> Shapes<D> {
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
            row_of(&columns, index)
                .map_err(|error| Error::Batch { index, error: Box::new(error) })?;
        }
        self.check_limit(ranges.len())?;
        for kind in ShapeKind::ALL {
            self.tables[kind as usize].reserve(ranges.of(kind).len())?;
        }
        self.slots.reserve(ranges.len())?;
        self.attributes.reserve(self.slots.with_next(ranges.len()), &attributes)?;
        reserve_more(handles, ranges.len(), "the handles of shapes")?;
        self.stamp.renumber();
        for index in 0..ranges.len() {
            let row = row_of(&columns, index)?;
            handles.push(self.push(ranges.kind_of(index).0, &row, attributes));
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

    fn check_all(&self, handles: &[Handle]) -> Result<(), Error> {
        for (index, handle) in handles.iter().enumerate() {
            self.slots
                .place(*handle)
                .map_err(|error| Error::Batch { index, error: Box::new(error) })?;
        }
        Ok(())
    }
}

/// The numbers of a shape, if it is let in.
fn row_of<const D: usize>(columns: &Columns<'_, D>, index: usize) -> Result<Row, Error> {
    columns.get(index).row()
}
