//! Arrays of NumPy in files: of `f4` or `f8` in, tables of named columns out.
//!
//! What is read has one or two dimensions, little-endian numbers and rows one behind the other (C
//! order), as `numpy.save(path, numpy.ascontiguousarray(a, "<f8"))` writes it. What is written is a
//! structured array: `numpy.load(path)["a"]` is the column `a`.
//!
//! The format is [NEP 1](https://numpy.org/neps/nep-0001-npy-format.html).

use std::{
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

use crate::{
    FileError, bytes_of,
    table::{Table, Values},
};

/// What a file begins with.
const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Bytes of which the header is a multiple.
const ALIGNMENT: usize = 64;

/// An array of one or two dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its length, or the numbers of its rows and columns.
    pub shape: Vec<usize>,
    /// All numbers, row after row; those of `f4` exactly. As they are, NaN and infinities too.
    pub values: Vec<f64>,
}

/// Reads an array.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] with the byte where the file is no array, has another
/// type, order or number of dimensions, or has fewer or more bytes than its shape says.
pub fn read(path: &Path) -> Result<Array, FileError> {
    parse(&bytes_of(path)?).map_err(|(at, why)| FileError::file(path, format!("byte {at}: {why}")))
}

/// A byte and what is wrong there.
type Fault = (usize, String);

fn parse(bytes: &[u8]) -> Result<Array, Fault> {
    let cut = || (bytes.len(), "the file ends in its header".to_owned());
    if !bytes.starts_with(MAGIC) {
        return Err((0, "the file is not an array of NumPy (.npy)".to_owned()));
    }
    let (length, start) = match bytes.get(MAGIC.len()).ok_or_else(cut)? {
        1 => (bytes.get(8..10).map(|word| usize::from(word[0]) | usize::from(word[1]) << 8), 10),
        2 | 3 => {
            let word = bytes.get(8..12).and_then(<[u8]>::first_chunk);
            (word.map(|word| u32::from_le_bytes(*word) as usize), 12)
        }
        version => return Err((MAGIC.len(), format!("version {version} of .npy is not known"))),
    };
    let data = start + length.ok_or_else(cut)?;
    let header = str::from_utf8(bytes.get(start..data).ok_or_else(cut)?)
        .map_err(|error| (start + error.valid_up_to(), "the header is not text".to_owned()))?;
    let mut fields = Fields { text: header, start };
    let (mut kind, mut is_fortran, mut shape) = (None, None, None);
    fields.expect("{")?;
    while !fields.skip("}") {
        let at = fields.at();
        let key = fields.quoted()?;
        fields.expect(":")?;
        match key {
            "descr" => kind = Some((fields.at(), fields.quoted()?)),
            "fortran_order" => is_fortran = Some((fields.at(), fields.flag()?)),
            "shape" => shape = Some((fields.at(), fields.tuple()?)),
            _ => return Err((at, format!("the key {key:?} is not known"))),
        }
        if !fields.skip(",") {
            fields.expect("}")?;
            break;
        }
    }
    let (Some((kind_at, kind)), Some((order_at, is_fortran)), Some((shape_at, shape))) =
        (kind, is_fortran, shape)
    else {
        return Err((start, "the header lacks descr, fortran_order or shape".to_owned()));
    };
    let size = match kind {
        "<f4" => 4,
        "<f8" => 8,
        _ => return Err((kind_at, format!("type {kind:?} where \"<f4\" or \"<f8\" is expected"))),
    };
    if is_fortran && shape.len() > 1 {
        return Err((order_at, "the array is in Fortran order, not in C order".to_owned()));
    }
    if !(1..=2).contains(&shape.len()) {
        let why = format!("{} dimensions where 1 or 2 are expected", shape.len());
        return Err((shape_at, why));
    }
    let count = shape.iter().try_fold(size, |all: usize, length| all.checked_mul(*length));
    let rest = &bytes[data..];
    if count != Some(rest.len()) {
        let why = format!("{} bytes of numbers are not those of shape {shape:?}", rest.len());
        return Err((data, why));
    }
    let values = if size == 4 {
        rest.as_chunks().0.iter().map(|word| f64::from(f32::from_le_bytes(*word))).collect()
    } else {
        rest.as_chunks().0.iter().map(|word| f64::from_le_bytes(*word)).collect()
    };
    Ok(Array { shape, values })
}

/// The header, a dictionary of Python, of which the front is taken off.
struct Fields<'a> {
    text: &'a str,
    /// Where it begins in the file.
    start: usize,
}

impl<'a> Fields<'a> {
    /// Where the rest begins in the file.
    fn at(&mut self) -> usize {
        let rest = self.text.trim_start();
        self.start += self.text.len() - rest.len();
        self.text = rest;
        self.start
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (front, rest) = self.text.split_at(length);
        (self.text, self.start) = (rest, self.start + length);
        front
    }

    fn skip(&mut self, token: &str) -> bool {
        self.at();
        let is_next = self.text.starts_with(token);
        if is_next {
            self.take(token.len());
        }
        is_next
    }

    fn expect(&mut self, token: &str) -> Result<(), Fault> {
        if self.skip(token) { Ok(()) } else { Err((self.at(), format!("expected {token:?}"))) }
    }

    fn quoted(&mut self) -> Result<&'a str, Fault> {
        let at = self.at();
        let quote = self.text.chars().next().filter(|c| ['\'', '"'].contains(c));
        let end = quote.and_then(|quote| self.text[1..].find(quote));
        let end = end.ok_or_else(|| (at, "expected a text in quotes".to_owned()))?;
        Ok(&self.take(end + 2)[1..=end])
    }

    fn flag(&mut self) -> Result<bool, Fault> {
        if self.skip("True") {
            return Ok(true);
        }
        if self.skip("False") { Ok(false) } else { Err((self.at(), "expected a flag".to_owned())) }
    }

    fn tuple(&mut self) -> Result<Vec<usize>, Fault> {
        let mut lengths = Vec::new();
        self.expect("(")?;
        while !self.skip(")") {
            let at = self.at();
            let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
            let length = self.take(end).parse();
            lengths.push(length.map_err(|_| (at, "expected a length".to_owned()))?);
            if !self.skip(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(lengths)
    }
}

/// Writes a table as a structured array.
pub(crate) fn write(out: &mut dyn Write, table: &Table<'_>) -> io::Result<()> {
    let mut header = "{'descr': [".to_owned();
    for column in table.columns() {
        let (name, width) = (column.name, column.width);
        let kind = match column.values {
            Values::U32(_) => "<u4",
            Values::I32(_) => "<i4",
            Values::F32(_) => "<f4",
            Values::F64(_) => "<f8",
        };
        // Writing to a string cannot fail.
        let _ = match width {
            1 => write!(header, "('{name}', '{kind}'), "),
            _ => write!(header, "('{name}', '{kind}', ({width},)), "),
        };
    }
    let _ = write!(header, "], 'fortran_order': False, 'shape': ({},), }}", table.rows());
    // It ends with a line break, so that numbers begin at a multiple of the alignment.
    let before = MAGIC.len() + 4;
    let length = (before + header.len() + 1).next_multiple_of(ALIGNMENT) - before;
    let short = u16::try_from(length).map_err(|_| io::Error::other("too many columns"))?;
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&short.to_le_bytes())?;
    writeln!(out, "{header:<width$}", width = length - 1)?;
    for row in 0..table.rows() {
        for column in table.columns() {
            column.write_row(out, row)?;
        }
    }
    Ok(())
}
