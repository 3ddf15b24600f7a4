//! Buffers that grow: memory that is refused is an error, never an abort.

use crate::Error;

/// Grows `buffer` to at least `len` entries, or says why not. Never shrinks it.
pub(crate) fn grow<T: Clone + Default>(
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
        let generous = capacity.saturating_add((capacity / 8).max(FEWEST_SPARE));
        let additional = generous - buffer.len();
        buffer.try_reserve_exact(additional).map_err(|_| Error::OutOfMemory {
            what,
            bytes: generous.saturating_mul(size_of::<T>()),
        })?;
    }
    Ok(())
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
