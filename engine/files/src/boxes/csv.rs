//! CSV box files: one header line, then one line of numbers per box.

use std::path::Path;

use ::csv::{ByteRecord, Reader, ReaderBuilder, Trim};

use super::Boxes;
use crate::{FileError, bytes_of};

/// Reads boxes from the CSV file `path`.
///
/// The first line is a header of `2 * D` columns with any names, such as
/// `minx,miny,minz,maxx,maxy,maxz`; the order of columns is that one whatever the names are. Each
/// further line is one box. Space around cells and blank lines are skipped, and cells may be
/// whatever `f32` parses, `NaN` and `inf` included.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] where the first line is all numbers, the file is
/// empty, or a row is not `2 * D` numbers, with its line.
pub fn read_boxes<const D: usize>(path: &Path) -> Result<Boxes<D>, FileError> {
    let bytes = bytes_of(path)?;
    let mut reader = reader(&bytes);
    let expected = 2 * D;
    let (mut boxes, mut record, mut is_header) = (Boxes::new(), ByteRecord::new(), true);
    loop {
        let read = reader.read_byte_record(&mut record);
        let is_row = read.map_err(|error| FileError::io(path, error.into()))?;
        let line = || line(&bytes, &record);
        if is_header && record.iter().all(|cell| parse(cell).is_some()) {
            let why =
                format!("line {}: expected a header line with {expected} column names", line());
            return Err(FileError::file(path, why));
        }
        if !is_row {
            return Ok(boxes);
        }
        if record.len() != expected {
            let why = format!("{} columns where {expected} are expected", record.len());
            return Err(FileError::file(path, format!("line {}: {why}", line())));
        }
        if std::mem::take(&mut is_header) {
            continue;
        }
        let mut bounds = [[0.0; D]; 2];
        for (column, cell) in record.iter().enumerate() {
            bounds[column / D][column % D] = parse(cell).ok_or_else(|| {
                let (text, column) = (String::from_utf8_lossy(cell), column + 1);
                let why = format!("line {}, column {column}: {text:?} is not a number", line());
                FileError::file(path, why)
            })?;
        }
        boxes.push(bounds[0], bounds[1]);
    }
}

/// Rows of any number of cells, the first of which is the header.
pub(crate) fn reader(bytes: &[u8]) -> Reader<&[u8]> {
    ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(bytes)
}

/// The line of a record, from 1. Its position is the end of the one before it, so the blank lines
/// in between have to be counted here.
pub(crate) fn line(bytes: &[u8], record: &ByteRecord) -> usize {
    let end_of_last = record.position().map_or(0, |position| position.byte() as usize);
    let blank = bytes.iter().skip(end_of_last).take_while(|byte| b"\r\n".contains(byte));
    let before = bytes.iter().take(end_of_last + blank.count());
    1 + before.filter(|&&byte| byte == b'\n').count()
}

fn parse(cell: &[u8]) -> Option<f32> {
    str::from_utf8(cell).ok()?.parse().ok()
}
