//! Buffers that grow: memory that is refused is an error, never an abort.

use std::sync::OnceLock;

use bytemuck::{Zeroable, allocation::try_zeroed_vec};

use crate::Error;

/// Grows `buffer` to at least `len` entries, the new ones zero, or says why not. Never shrinks it.
///
/// A long buffer gets pages that nobody has written to. This thread does not fill them, so each is
/// placed near the thread that writes to it first.
pub(crate) fn grow<T: Copy + Zeroable>(
    buffer: &mut Vec<T>,
    len: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.capacity() < len {
        let generous = generous(len);
        let mut longer = try_zeroed_vec(generous).map_err(|()| refused::<T>(generous, what))?;
        longer[..buffer.len()].copy_from_slice(buffer);
        longer.truncate(len);
        *buffer = longer;
    } else if buffer.len() < len {
        buffer.resize(len, T::zeroed());
    }
    Ok(())
}

/// The same for entries of any kind. This thread fills the buffer.
pub(crate) fn grow_filled<T: Clone + Default>(
    buffer: &mut Vec<T>,
    len: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.len() < len {
        reserve(buffer, len, what)?;
        buffer.resize(len, T::default());
    }
    Ok(())
}

/// Entries that short lists waver by.
const FEWEST_SPARE: usize = 32;

/// Makes room for `capacity` entries in all, and an eighth more where it has to allocate, some at
/// least, so that sizes which waver from frame to frame stop allocating.
pub(crate) fn reserve<T>(
    buffer: &mut Vec<T>,
    capacity: usize,
    what: &'static str,
) -> Result<(), Error> {
    if buffer.capacity() < capacity {
        let generous = generous(capacity);
        let additional = generous - buffer.len();
        buffer.try_reserve_exact(additional).map_err(|_| refused::<T>(generous, what))?;
    }
    Ok(())
}

/// What is allocated where there has to be room for so many entries.
fn generous(capacity: usize) -> usize {
    capacity.saturating_add((capacity / 8).max(FEWEST_SPARE))
}

fn refused<T>(entries: usize, what: &'static str) -> Error {
    Error::OutOfMemory { what, bytes: entries.saturating_mul(size_of::<T>()) }
}

/// Makes `buffer` hold `len` items. What it held before stays: all that is computed is written
/// over.
pub(crate) fn resize<T: Copy>(
    buffer: &mut Vec<T>,
    len: usize,
    value: T,
    what: &'static str,
) -> Result<(), Error> {
    buffer.truncate(len);
    reserve(buffer, len, what)?;
    buffer.resize(len, value);
    Ok(())
}

/// Makes room for one entry more. Grows by doubling: entries may come one by one.
pub(crate) fn reserve_one<T>(buffer: &mut Vec<T>, what: &'static str) -> Result<(), Error> {
    reserve_more(buffer, 1, what)
}

/// Makes room for some entries more. Grows by doubling at least.
pub(crate) fn reserve_more<T>(
    buffer: &mut Vec<T>,
    more: usize,
    what: &'static str,
) -> Result<(), Error> {
    let bytes = (buffer.len() + buffer.len().max(more)).saturating_mul(size_of::<T>());
    buffer.try_reserve(more).map_err(|_| Error::OutOfMemory { what, bytes })
}

/// The entries as a list of their own.
pub(crate) fn collected<T>(
    entries: impl ExactSizeIterator<Item = T>,
    what: &'static str,
) -> Result<Vec<T>, Error> {
    try_collected(entries.map(Ok), what)
}

/// The same, up to the first error.
pub(crate) fn try_collected<T>(
    entries: impl ExactSizeIterator<Item = Result<T, Error>>,
    what: &'static str,
) -> Result<Vec<T>, Error> {
    let (mut list, len) = (Vec::new(), entries.len());
    list.try_reserve_exact(len).map_err(|_| refused::<T>(len, what))?;
    for entry in entries {
        list.push(entry?);
    }
    Ok(list)
}

/// The entries of a slice as a list of their own.
pub(crate) fn copied<T: Copy>(entries: &[T], what: &'static str) -> Result<Vec<T>, Error> {
    let (mut list, len) = (Vec::new(), entries.len());
    list.try_reserve_exact(len).map_err(|_| refused::<T>(len, what))?;
    list.extend_from_slice(entries);
    Ok(list)
}

/// A list of the user's that is added to where no error can be returned: what there is no memory
/// for is missing, and it is known that something is.
pub(crate) struct AddedTo<'a, T> {
    pub(crate) list: &'a mut Vec<T>,
    what: &'static str,
    before: usize,
    refused: Result<(), Error>,
}

impl<'a, T> AddedTo<'a, T> {
    pub(crate) fn new(list: &'a mut Vec<T>, what: &'static str) -> Self {
        Self { before: list.len(), list, what, refused: Ok(()) }
    }

    /// Adds an entry, if there is memory.
    #[inline]
    pub(crate) fn push(&mut self, entry: T) {
        if self.list.len() < self.list.capacity() || self.make_room() {
            self.list.push(entry);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> bool {
        if self.refused.is_ok() {
            self.refused = reserve_one(self.list, self.what);
        }
        self.refused.is_ok()
    }

    /// Ends the list. Where something is missing the list becomes what it was, and an error.
    pub(crate) fn finish(self) -> Result<(), Error> {
        if self.refused.is_err() {
            self.list.truncate(self.before);
        }
        self.refused
    }
}

/// The first error of work on any thread that has no way to return one.
#[derive(Default)]
pub(crate) struct Failure(OnceLock<Error>);

impl Failure {
    /// What was made, if it was no error.
    pub(crate) fn note<T>(&self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| drop(self.0.set(error))).ok()
    }

    /// The error, if there was one.
    pub(crate) fn outcome(&self) -> Result<(), Error> {
        self.0.get().map_or(Ok(()), |error| Err(error.clone()))
    }
}

/// The one entry of `list`, which is made if there is none: a box for which memory may be refused.
pub(crate) fn the_one<'a, T: Default>(
    list: &'a mut Vec<T>,
    what: &'static str,
) -> Result<&'a mut T, Error> {
    if list.is_empty() {
        let refused = |_| Error::OutOfMemory { what, bytes: size_of::<T>() };
        list.try_reserve_exact(1).map_err(refused)?;
        list.push(T::default());
    }
    Ok(&mut list[0])
}
