//! Lists of numbers as words of 32 bits, each behind its length.

use crate::Error;

/// Why words are none of a snapshot.
pub(super) const DAMAGED: Error = Error::Snapshot { what: "it is damaged or cut off" };

/// Writes lists.
#[derive(Default)]
pub(super) struct Writer(pub(super) Vec<u32>);

impl Writer {
    pub(super) fn list(&mut self, words: impl ExactSizeIterator<Item = u32>) {
        self.0.push(words.len() as u32);
        self.0.extend(words);
    }

    pub(super) fn floats(&mut self, floats: &[f32]) {
        self.list(floats.iter().map(|x| x.to_bits()));
    }

    /// Lists of which there are some.
    pub(super) fn all<T>(&mut self, lists: &[T], write: impl Fn(&mut Self, &T)) {
        self.0.push(lists.len() as u32);
        lists.iter().for_each(|list| write(self, list));
    }
}

/// Reads them again.
pub(super) struct Reader<'a>(pub(super) &'a [u32]);

impl<'a> Reader<'a> {
    pub(super) fn word(&mut self) -> Result<u32, Error> {
        let (first, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(super) fn list(&mut self) -> Result<&'a [u32], Error> {
        let len = self.word()? as usize;
        let (list, rest) = self.0.split_at_checked(len).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(list)
    }

    /// A list of items of some words each.
    pub(super) fn items<const N: usize>(&mut self) -> Result<&'a [[u32; N]], Error> {
        let (items, rest) = self.list()?.as_chunks();
        if rest.is_empty() { Ok(items) } else { Err(DAMAGED) }
    }

    pub(super) fn floats(&mut self) -> Result<Vec<f32>, Error> {
        Ok(self.list()?.iter().map(|word| f32::from_bits(*word)).collect())
    }

    pub(super) fn all<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        (0..self.word()?).map(|_| read(self)).collect()
    }
}
