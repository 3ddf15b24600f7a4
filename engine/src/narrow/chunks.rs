//! Work on the chunks of a list, each on one thread.

use super::NarrowStats;
use crate::{
    Error,
    exec::threads::{self, Scratches},
    memory::the_one,
};

/// What memory is asked for.
const BUFFERS: &str = "the buffers of a thread";

/// The buffers of a thread that works on chunks of pairs.
pub(super) trait Buffers<const D: usize>: Default + Send {
    /// Makes room for a chunk of any pairs, and forgets what was done.
    fn restart(&mut self) -> Result<(), Error>;
    /// What was done.
    fn report(&self) -> NarrowStats;
}

/// Works on chunks of `items`, each given with the number of its first, and says what was done.
///
/// The buffers of a thread are the one entry of a list, as each chunk takes them and gives them
/// back: what they count alone is more to move than a chunk of pairs is to fetch.
pub(super) fn by_chunk<S: Buffers<D>, T: Send, const D: usize>(
    scratches: &mut Scratches<Vec<S>>,
    items: &mut [T],
    size: usize,
    work: impl Fn(&mut S, usize, &mut [T]) -> Result<(), Error> + Sync,
) -> Result<NarrowStats, Error> {
    scratches.prepare(threads::count(), |scratch| the_one(scratch, BUFFERS)?.restart())?;
    threads::try_for_each_chunk(items, size, |number, chunk| {
        let mut scratch = scratches.take();
        // Whoever is shown what is found may panic, and loses the buffers of his thread.
        let is_new = scratch.is_empty();
        let done = the_one(&mut scratch, BUFFERS).and_then(|scratch| {
            if is_new {
                scratch.restart()?;
            }
            work(scratch, number * size, chunk)
        });
        scratches.put(scratch);
        done
    })?;
    let mut report = NarrowStats::default();
    scratches.prepare(0, |scratch| {
        scratch.iter().for_each(|scratch| report += scratch.report());
        Ok::<(), Error>(())
    })?;
    Ok(report)
}
