//! A column of one attribute.

use crate::{Error, exec::threads, memory::resize};

/// What memory is for.
pub(super) const WHAT: &str = "the attributes of shapes";

/// Shapes that one thread reads one after the other.
pub(super) const CHUNK: usize = 1 << 13;

/// The values of an attribute by shape. Where all shapes have the default it may have no rows.
#[derive(Default)]
pub(super) struct Column<T> {
    pub(super) rows: Vec<T>,
    /// Shapes that differ from the default.
    pub(super) different: usize,
}

impl<T: Copy + PartialEq + Send + Sync> Column<T> {
    /// Reads the rows of so many shapes, of which so many differ from the default.
    pub(super) fn read(
        &mut self,
        len: usize,
        different: usize,
        value: &(impl Fn(usize) -> T + Sync),
        default: T,
    ) -> Result<(), Error> {
        self.rows.clear();
        self.different = different;
        if different > 0 {
            resize(&mut self.rows, len, default, WHAT)?;
            threads::for_each_chunk(&mut self.rows, CHUNK, |number, rows| {
                for (row, index) in rows.iter_mut().zip(number * CHUNK..) {
                    *row = value(index);
                }
            });
        }
        Ok(())
    }

    /// Makes the column so long, if it has rows.
    pub(super) fn resize(&mut self, len: usize, default: T) -> Result<(), Error> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let cut = self.rows.get(len..).unwrap_or_default();
        self.different -= cut.iter().filter(|row| **row != default).count();
        resize(&mut self.rows, len, default, WHAT)
    }

    /// Gives each of so many shapes a row.
    pub(super) fn complete(&mut self, len: usize, default: T) -> Result<(), Error> {
        if self.rows.len() == len { Ok(()) } else { resize(&mut self.rows, len, default, WHAT) }
    }

    /// Replaces the row of a shape, of so many.
    pub(super) fn set(
        &mut self,
        index: usize,
        value: T,
        default: T,
        len: usize,
    ) -> Result<(), Error> {
        if value != default {
            self.complete(len, default)?;
        }
        if let Some(row) = self.rows.get_mut(index) {
            self.different -= usize::from(*row != default);
            self.different += usize::from(value != default);
            *row = value;
        }
        Ok(())
    }

    /// The rows, if some shape differs from the default.
    pub(super) fn get(&self) -> Option<&[T]> {
        (self.different > 0).then_some(&self.rows)
    }
}
