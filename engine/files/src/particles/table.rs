//! Particles as CSV.

use std::{borrow::Cow, path::Path};

use ::csv::ByteRecord;

use super::{Columns, Frame};
use crate::{FileError, boxes::csv, bytes_of};

/// Reads a table whose header names its columns.
pub(super) fn read(path: &Path) -> Result<Frame, FileError> {
    let bytes = bytes_of(path)?;
    let mut reader = csv::reader(&bytes);
    let (mut record, mut header) = (ByteRecord::new(), None::<(Columns, Frame)>);
    loop {
        let read = reader.read_byte_record(&mut record);
        let is_row = read.map_err(|error| FileError::io(path, error.into()))?;
        let fault = |why: String| {
            FileError::file(path, format!("line {}: {why}", csv::line(&bytes, &record)))
        };
        let cells: Vec<Cow<'_, str>> = record.iter().map(String::from_utf8_lossy).collect();
        let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
        match &mut header {
            None => {
                let columns = columns(&cells).map_err(fault)?;
                let frame = columns.frame();
                header = Some((columns, frame));
            }
            Some((columns, frame)) if is_row => columns.push(frame, &cells).map_err(fault)?,
            Some((_, frame)) => return Ok(std::mem::take(frame)),
        }
    }
}

/// The columns that a header names.
fn columns(header: &[&str]) -> Result<Columns, String> {
    let find = |name: &str| header.iter().position(|other| other.eq_ignore_ascii_case(name));
    let (Some(x), Some(y)) = (find("x"), find("y")) else {
        return Err("expected a header line with the columns x and y".to_owned());
    };
    Ok(Columns {
        position: [x, y].into_iter().chain(find("z")).collect(),
        id: find("id"),
        radius: find("radius"),
        species: find("species"),
        all: header.len(),
        ..Columns::default()
    })
}
