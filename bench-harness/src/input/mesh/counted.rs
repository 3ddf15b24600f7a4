//! A source that knows how many lines were taken from it.

use std::io::{self, BufRead, BufReader, Read};

/// Counts the lines that are read: parsers that stop at a line they do not like leave its number
/// here.
pub(super) struct Counted<R> {
    source: BufReader<R>,
    ends: usize,
    /// Whether the last line has no end yet.
    is_open: bool,
}

impl<R: Read> Counted<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source: BufReader::new(source), ends: 0, is_open: false }
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn line(&self) -> usize {
        self.ends + usize::from(self.is_open)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let taken = &self.source.buffer()[..amount];
        self.ends += taken.iter().filter(|byte| **byte == b'\n').count();
        self.is_open = taken.last().map_or(self.is_open, |byte| *byte != b'\n');
        self.source.consume(amount);
    }
}
