//! Tables of results: contacts, neighbors, pairs, or whatever has a row each.
//!
//! A table is written in the format that the end of the file's name tells:
//!
//! * `.csv`: a header line and a line per row; numbers are the shortest that read back as they were
//! * `.npy`: a structured array, which `numpy.load` reads; see [`npy`]
//! * `.vtp`: lines between points, for ParaView, where rows have two ends ([`Links`]); each column
//!   becomes an array of its own
//!
//! ```
//! use jostle_files::table::{Links, Table, Values};
//!
//! let (pairs, depths) = ([[0, 1], [1, 2]], [0.25, 0.5]);
//! let points = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
//! let (a, b) = ([0, 1], [1, 2]);
//! let table = Table::new(2)
//!     .with("a", 1, Values::U32(&a))
//!     .with("b", 1, Values::U32(&b))
//!     .with("depth", 1, Values::F32(&depths));
//! let path = std::env::temp_dir().join("contacts.csv");
//! table.write(&path, Some(Links { points: &points, ends: &pairs }))?;
//! assert_eq!(std::fs::read_to_string(&path).unwrap(), "a,b,depth\n0,1,0.25\n1,2,0.5\n");
//! # Ok::<(), jostle_files::FileError>(())
//! ```

use std::{
    io::{self, Write},
    path::Path,
};

use crate::{FileError, extension, npy, vtp, write_file};

/// Columns of the same number of rows.
#[derive(Clone, Debug, Default)]
pub struct Table<'a> {
    rows: usize,
    columns: Vec<Column<'a>>,
}

/// A column: a number or a vector of numbers in each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'a> {
    pub(crate) name: &'a str,
    /// Numbers in a row.
    pub(crate) width: usize,
    pub(crate) values: Values<'a>,
}

/// The numbers of a column, row after row.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// Indices.
    U32(&'a [u32]),
    /// Whole numbers.
    I32(&'a [i32]),
    /// Numbers of the engine.
    F32(&'a [f32]),
    /// Numbers of twice the precision.
    F64(&'a [f64]),
}

/// Lines between points, one for each row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Links<'a> {
    /// Where the points are.
    pub points: &'a [[f64; 3]],
    /// The points at both ends of each row.
    pub ends: &'a [[u32; 2]],
}

impl<'a> Table<'a> {
    /// A table of so many rows, without columns.
    #[must_use]
    pub fn new(rows: usize) -> Self {
        Self { rows, columns: Vec::new() }
    }

    /// With a column of `width` numbers in each row. In CSV the numbers of a row get columns with
    /// the ends `_0`, `_1` and so on where they are more than one.
    ///
    /// # Panics
    /// If there are not `width` values for each row, or the name is not of letters, digits and
    /// underscores.
    #[must_use]
    pub fn with(mut self, name: &'a str, width: usize, values: Values<'a>) -> Self {
        assert_eq!(values.len(), width * self.rows, "the column {name} has a number for each row");
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(!name.is_empty() && name.chars().all(is_word), "{name:?} is a word");
        self.columns.push(Column { name, width, values });
        self
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> &[Column<'a>] {
        &self.columns
    }

    /// Writes the table to `path`, over whatever file was there. `links` are needed for `.vtp` and
    /// nowhere else.
    ///
    /// # Errors
    /// [`FileError::Io`], and [`FileError::File`] before anything is written where the name ends
    /// otherwise, or for `.vtp` where there are no links, these are not as many as rows, or one of
    /// them has no point.
    pub fn write(&self, path: &Path, links: Option<Links<'_>>) -> Result<(), FileError> {
        match extension(path).as_str() {
            "csv" => write_file(path, |out| self.write_csv(out)),
            "npy" => write_file(path, |out| npy::write(out, self)),
            "vtp" => {
                let links = self.check(links).map_err(|why| FileError::file(path, why))?;
                write_file(path, |out| vtp::write(out, self, links))
            }
            _ => Err(FileError::file(path, "the file name must end in .csv, .npy or .vtp")),
        }
    }

    fn check<'b>(&self, links: Option<Links<'b>>) -> Result<Links<'b>, String> {
        let links = links.ok_or("a .vtp file needs the points of each row")?;
        let (points, ends) = (links.points.len(), links.ends.len());
        if ends != self.rows {
            return Err(format!("{ends} links where {} rows are", self.rows));
        }
        match links.ends.iter().position(|ends| ends.iter().any(|end| *end as usize >= points)) {
            Some(row) => Err(format!("row {row}: {:?} where {points} points are", links.ends[row])),
            None => Ok(links),
        }
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut separator = "";
        for Column { name, width, .. } in &self.columns {
            for place in 0..*width {
                match width {
                    1 => write!(out, "{separator}{name}")?,
                    _ => write!(out, "{separator}{name}_{place}")?,
                }
                separator = ",";
            }
        }
        writeln!(out)?;
        for row in 0..self.rows {
            separator = "";
            for column in &self.columns {
                for at in row * column.width..(row + 1) * column.width {
                    match column.values {
                        Values::U32(all) => write!(out, "{separator}{}", all[at])?,
                        Values::I32(all) => write!(out, "{separator}{}", all[at])?,
                        Values::F32(all) => write!(out, "{separator}{}", all[at])?,
                        Values::F64(all) => write!(out, "{separator}{}", all[at])?,
                    }
                    separator = ",";
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Values<'_> {
    fn len(&self) -> usize {
        match self {
            Self::U32(all) => all.len(),
            Self::I32(all) => all.len(),
            Self::F32(all) => all.len(),
            Self::F64(all) => all.len(),
        }
    }
}

impl Column<'_> {
    /// Writes the numbers of a row, little-endian.
    pub(crate) fn write_row(&self, out: &mut dyn Write, row: usize) -> io::Result<()> {
        for at in row * self.width..(row + 1) * self.width {
            match self.values {
                Values::U32(all) => out.write_all(&all[at].to_le_bytes())?,
                Values::I32(all) => out.write_all(&all[at].to_le_bytes())?,
                Values::F32(all) => out.write_all(&all[at].to_le_bytes())?,
                Values::F64(all) => out.write_all(&all[at].to_le_bytes())?,
            }
        }
        Ok(())
    }
}
