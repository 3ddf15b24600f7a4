//! Numbers that lie in records of any layout, as the columns that calls take.
//!
//! Calls take columns, one slice of `f32` for each coordinate, and read them where they are. Who
//! has `f64`, or records whose layout is known when the program runs (an array of another library,
//! a file, a call from another language), gathers them first: one pass on all threads.
//! Records whose type is known need no pass where only bounds or points are taken:
//! [`Bounds::from_records`](crate::Bounds::from_records),
//! [`Points::from_records`](crate::neighbors::Points::from_records).
//!
//! ```
//! use jostle::{CollisionPipeline, records::{Field, GatheredColumns}, shape::Columns};
//!
//! // x, y, z, mass of each ball.
//! let bodies = [0.0, 0.0, 0.0, 70.0, 1.5, 0.0, 0.0, 80.0_f64];
//! let radii = [1.0, 1.0];
//! let mut gathered = GatheredColumns::new();
//! let centers = gathered.gather([0, 1, 2].map(|axis| Field::of_f64(&bodies, axis, 4)))?;
//!
//! let mut pipeline = CollisionPipeline::<3>::new();
//! pipeline.step(Columns::default().with_balls(centers, &radii)?)?;
//! assert_eq!(pipeline.contacts().len(), 1);
//! # Ok::<(), jostle::Error>(())
//! ```

use crate::{Error, exec::threads, memory::grow};

/// Numbers that one thread reads at a time.
const CHUNK: usize = 8192;

/// One number of each record.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    numbers: Numbers<'a>,
    offset: usize,
    stride: usize,
    origin: f64,
}

#[derive(Clone, Copy, Debug)]
enum Numbers<'a> {
    F32(&'a [f32]),
    F64(&'a [f64]),
}

impl Numbers<'_> {
    fn len(&self) -> usize {
        match self {
            Self::F32(numbers) => numbers.len(),
            Self::F64(numbers) => numbers.len(),
        }
    }
}

impl<'a> Field<'a> {
    /// The number at `offset` in each `stride` numbers. What lies behind the last of them need not
    /// be there.
    ///
    /// # Panics
    /// When `offset` is not less than `stride`.
    #[must_use]
    pub fn of_f32(numbers: &'a [f32], offset: usize, stride: usize) -> Self {
        Self::of(Numbers::F32(numbers), offset, stride)
    }

    /// The same of `f64`, each of which is rounded to the nearest `f32`. What touches by less than
    /// the rounding may be told apart: [`large_world`](crate::large_world) loses nothing.
    ///
    /// # Panics
    /// When `offset` is not less than `stride`.
    #[must_use]
    pub fn of_f64(numbers: &'a [f64], offset: usize, stride: usize) -> Self {
        Self::of(Numbers::F64(numbers), offset, stride)
    }

    fn of(numbers: Numbers<'a>, offset: usize, stride: usize) -> Self {
        assert!(offset < stride, "a field at {offset} is in no record of {stride} numbers");
        Self { numbers, offset, stride, origin: 0.0 }
    }

    /// The same numbers less another one, which is subtracted before they are rounded.
    #[must_use]
    pub fn minus(self, origin: f64) -> Self {
        Self { origin, ..self }
    }

    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len().saturating_sub(self.offset).div_ceil(self.stride)
    }

    /// Whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, if they are a column already.
    fn column(&self) -> Option<&'a [f32]> {
        match self.numbers {
            Numbers::F32(numbers) if self.stride == 1 && self.origin == 0.0 => Some(numbers),
            _ => None,
        }
    }

    /// Writes the numbers of some records, from one on, to a column.
    fn read(&self, first: usize, column: &mut [f32]) {
        let begin = first * self.stride + self.offset;
        match self.numbers {
            Numbers::F32(numbers) => {
                let from = numbers[begin..].iter().step_by(self.stride);
                if self.origin == 0.0 {
                    column.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                } else {
                    let less = |from: f32| (f64::from(from) - self.origin) as f32;
                    column.iter_mut().zip(from).for_each(|(to, from)| *to = less(*from));
                }
            }
            Numbers::F64(numbers) => {
                let from = numbers[begin..].iter().step_by(self.stride);
                column
                    .iter_mut()
                    .zip(from)
                    .for_each(|(to, from)| *to = (from - self.origin) as f32);
            }
        }
    }
}

/// Columns that are gathered from fields. Keep it from frame to frame: it reuses its memory.
#[derive(Clone, Debug)]
pub struct GatheredColumns<const C: usize> {
    columns: [Vec<f32>; C],
}

impl<const C: usize> Default for GatheredColumns<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const C: usize> GatheredColumns<C> {
    /// No columns.
    #[must_use]
    pub const fn new() -> Self {
        Self { columns: [const { Vec::new() }; C] }
    }

    /// The numbers of the fields as columns. A field that is a column of `f32` already is taken as
    /// it is; of the others the numbers are copied, in O(n) on all threads.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn gather<'a>(&'a mut self, fields: [Field<'a>; C]) -> Result<[&'a [f32]; C], Error> {
        for (column, field) in self.columns.iter_mut().zip(&fields) {
            if field.column().is_some() {
                continue;
            }
            grow(column, field.len(), "columns of records")?;
            threads::for_each_chunk(&mut column[..field.len()], CHUNK, |number, chunk| {
                field.read(number * CHUNK, chunk);
            });
        }
        Ok(std::array::from_fn(|at| {
            fields[at].column().unwrap_or_else(|| &self.columns[at][..fields[at].len()])
        }))
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.columns.iter().map(|column| size_of::<f32>() * column.capacity()).sum()
    }
}
