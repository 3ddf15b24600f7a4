//! Work on the chunks of a list, each on one thread.

use std::sync::{Mutex, PoisonError};

use super::NarrowStats;
use crate::{
    Error,
    exec::threads::{self, Scratches},
};

/// The buffers of a thread that works on chunks of pairs.
pub(super) trait Buffers<const D: usize>: Default + Send {
    /// Makes room for a chunk of any pairs, and forgets what was done.
    fn restart(&mut self) -> Result<(), Error>;
    /// What was done.
    fn report(&self) -> NarrowStats;
}

/// Works on chunks of `items`, each given with the number of its first, and says what was done.
pub(super) fn by_chunk<S: Buffers<D>, T: Send, const D: usize>(
    scratches: &mut Scratches<S>,
    items: &mut [T],
    size: usize,
    work: impl Fn(&mut S, usize, &mut [T]) -> Result<(), Error> + Sync,
) -> Result<NarrowStats, Error> {
    scratches.prepare(threads::count(), S::restart)?;
    let failed = Mutex::new(None);
    threads::for_each_chunk(items, size, |number, chunk| {
        let mut scratch = scratches.take();
        if let Err(error) = work(&mut scratch, number * size, chunk) {
            // Of several, that of the first chunk, whichever thread was first.
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.as_ref().is_none_or(|(first, _)| number < *first) {
                *failed = Some((number, error));
            }
        }
        scratches.put(scratch);
    });
    if let Some((_, error)) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut report = NarrowStats::default();
    scratches.prepare(0, |scratch| {
        report += scratch.report();
        Ok::<(), Error>(())
    })?;
    Ok(report)
}
