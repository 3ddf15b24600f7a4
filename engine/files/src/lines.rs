//! A text file, line by line.

use std::{
    fmt::Display,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    str::FromStr,
};

use crate::FileError;

/// The lines of a file. Only the current one is in memory.
#[derive(Debug)]
pub(crate) struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    bytes: Vec<u8>,
    text: String,
    number: usize,
}

impl Lines {
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let file = File::open(path).map_err(|source| FileError::io(path, source))?;
        Ok(Self {
            path: path.to_owned(),
            reader: BufReader::new(file),
            bytes: Vec::new(),
            text: String::new(),
            number: 0,
        })
    }

    /// Goes to the next line. False at the end of the file.
    pub(crate) fn advance(&mut self) -> Result<bool, FileError> {
        self.bytes.clear();
        self.text.clear();
        let read = self.reader.read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|source| FileError::io(&self.path, source))?;
        // Comments may be in any encoding; numbers are not hurt.
        self.text.push_str(String::from_utf8_lossy(&self.bytes).trim_ascii());
        self.number += 1;
        Ok(read > 0)
    }

    /// Goes to the next line, which has to be there for what is named.
    pub(crate) fn expect(&mut self, what: impl Display) -> Result<(), FileError> {
        if self.advance()? {
            return Ok(());
        }
        Err(self.fault(&format!("the file ends where {what} is expected")))
    }

    /// Goes to the next line that is not blank. False at the end of the file.
    pub(crate) fn advance_to_text(&mut self) -> Result<bool, FileError> {
        while self.advance()? {
            if !self.text.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The current line, without space around it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The current line as a number of some kind.
    pub(crate) fn number<T: FromStr>(&self, what: &str) -> Result<T, FileError> {
        let text = self.text();
        text.parse().map_err(|_| self.fault(&format!("{text:?} is not {what}")))
    }

    /// What is wrong with the current line.
    pub(crate) fn fault(&self, why: &str) -> FileError {
        FileError::file(&self.path, format!("line {}: {why}", self.number))
    }
}

/// A cell of a row as a number, by its column from 0.
pub(crate) fn parse_cell<T: FromStr>(cells: &[&str], column: usize) -> Result<T, String> {
    let cell = cells[column];
    cell.parse().map_err(|_| format!("column {}: {cell:?} is not a number", column + 1))
}

/// A finite coordinate.
pub(crate) fn parse_finite(cells: &[&str], column: usize) -> Result<f64, String> {
    let number: f64 = parse_cell(cells, column)?;
    if number.is_finite() {
        return Ok(number);
    }
    Err(format!("column {}: {} is not finite", column + 1, cells[column]))
}
