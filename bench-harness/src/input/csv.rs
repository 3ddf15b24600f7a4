//! CSV box files: one header line, then one line of numbers per box.

use std::fs;
use std::path::Path;

use ::csv::{ByteRecord, ReaderBuilder, Trim};

use super::InputError;
use crate::boxes::Boxes;

/// Reads boxes from the CSV file `path`.
///
/// The first line is a header of `2 * D` columns with any names, such as
/// `minx,miny,minz,maxx,maxy,maxz`; the order of columns is that one whatever
/// the names are. Each further line is one box. Space around cells and blank
/// lines are skipped, and cells may be whatever `f32` parses, `NaN` and `inf`
/// included.
///
/// # Errors
///
/// [`InputError::Io`]; [`InputError::HeaderMissing`] where the first line is all
/// numbers, or the file is empty; and [`InputError::Columns`] and
/// [`InputError::Cell`] with the line where a row is not `2 * D` numbers.
pub fn read_boxes<const D: usize>(path: &Path) -> Result<Boxes<D>, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    let table = Table { path, bytes: &bytes, width: 2 * D };
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(table.bytes);
    let mut record = ByteRecord::new();
    table.advance(&mut reader, &mut record)?;
    table.check_header(&record)?;

    let mut boxes = Boxes::new();
    while table.advance(&mut reader, &mut record)? {
        let (mut min, mut max) = ([0.0; D], [0.0; D]);
        table.parse_row(&record, min.iter_mut().chain(&mut max))?;
        boxes.push(min, max);
    }
    Ok(boxes)
}

/// What the checks of a row need to know of the file.
struct Table<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    width: usize,
}

impl Table<'_> {
    /// Reads the next record; false at the end of the file.
    fn advance(
        &self,
        reader: &mut ::csv::Reader<&[u8]>,
        record: &mut ByteRecord,
    ) -> Result<bool, InputError> {
        reader.read_byte_record(record).map_err(|error| InputError::io(self.path, error.into()))
    }

    fn check_header(&self, header: &ByteRecord) -> Result<(), InputError> {
        if header.iter().all(|cell| parse(cell).is_some()) {
            return Err(InputError::HeaderMissing {
                path: self.path.to_owned(),
                line: self.line(header),
                expected: self.width,
            });
        }
        self.check_width(header)
    }

    fn check_width(&self, record: &ByteRecord) -> Result<(), InputError> {
        if record.len() == self.width {
            return Ok(());
        }
        Err(InputError::Columns {
            path: self.path.to_owned(),
            line: self.line(record),
            found: record.len(),
            expected: self.width,
        })
    }

    fn parse_row<'b>(
        &self,
        record: &ByteRecord,
        values: impl Iterator<Item = &'b mut f32>,
    ) -> Result<(), InputError> {
        self.check_width(record)?;
        for (column, (cell, value)) in record.iter().zip(values).enumerate() {
            *value = parse(cell).ok_or_else(|| InputError::Cell {
                path: self.path.to_owned(),
                line: self.line(record),
                column: column + 1,
                text: String::from_utf8_lossy(cell).into_owned(),
            })?;
        }
        Ok(())
    }

    /// The line of `record`, from 1.
    ///
    /// The position of a record is the end of the one before it, so the blank
    /// lines in between have to be counted here.
    fn line(&self, record: &ByteRecord) -> usize {
        let end_of_last = record.position().map_or(0, |position| position.byte() as usize);
        let blank = self.bytes.iter().skip(end_of_last).take_while(|byte| b"\r\n".contains(byte));
        let before = self.bytes.iter().take(end_of_last + blank.count());
        1 + before.filter(|&&byte| byte == b'\n').count()
    }
}

fn parse(cell: &[u8]) -> Option<f32> {
    str::from_utf8(cell).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fixture::TempFile;

    fn error_of(content: &[u8]) -> String {
        let file = TempFile::new("boxes.csv", content);
        let message = read_boxes::<2>(file.path()).unwrap_err().to_string();
        let prefix = format!("{}: ", file.path().display());
        message.strip_prefix(&prefix).expect("a message begins with the path").to_owned()
    }

    #[test]
    fn rows_become_boxes() {
        let file =
            TempFile::new("rows.csv", b"a,b,c,d,e,f\r\n1, 2,3,4,5,1e-45\r\n\r\n-0,-inf,0,1,NaN,+7");
        let boxes = read_boxes::<3>(file.path()).unwrap();
        assert_eq!(boxes.len(), 2);
        assert_eq!(boxes.corners(0), ([1.0, 2.0, 3.0], [4.0, 5.0, 1e-45]));
        assert_eq!(boxes.min[1][1], f32::NEG_INFINITY);
        assert!(boxes.min[0][1].is_sign_negative());
        assert!(boxes.max[1][1].is_nan());
    }

    #[test]
    fn header_alone_has_no_boxes() {
        let file = TempFile::new("header.csv", b"minx,miny,maxx,maxy\n");
        assert!(read_boxes::<2>(file.path()).unwrap().is_empty());
    }

    #[test]
    fn header_is_required() {
        let expected = "line 1: expected a header line with 4 column names";
        assert_eq!(error_of(b"0,0,1,1\n2,2,3,3\n"), expected);
        assert_eq!(error_of(b""), expected);
    }

    #[test]
    fn header_of_other_dimension_is_an_error() {
        assert_eq!(error_of(b"a,b,c,d,e,f\n"), "line 1: 6 columns where 4 are expected");
    }

    #[test]
    fn short_row_is_an_error_with_its_line() {
        assert_eq!(
            error_of(b"a,b,c,d\n0,0,1,1\n0,0,1\n"),
            "line 3: 3 columns where 4 are expected"
        );
    }

    #[test]
    fn text_cell_is_an_error_with_its_place() {
        assert_eq!(
            error_of(b"a,b,c,d\n0,0,1,1\n\n0,0,one,1\n"),
            "line 4, column 3: \"one\" is not a number"
        );
        assert_eq!(error_of(b"a,b,c,d\r\n\r\n0,,1,1"), "line 3, column 2: \"\" is not a number");
    }

    #[test]
    fn text_that_is_not_unicode_is_an_error() {
        let message = error_of(b"a,b,c,d\n0,\xff\xfe,1,1\n");
        assert!(message.starts_with("line 2, column 2: "), "{message}");
    }
}
