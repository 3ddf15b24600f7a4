//! Who takes part: ranks, and how they exchange messages.

mod agree;
#[cfg(feature = "mpi")]
mod mpi;
mod threads;

pub(crate) use agree::{agree, check_domains};
#[cfg(feature = "mpi")]
pub use mpi::MpiRanks;
pub use threads::{RankThread, run_ranks};

/// A group of ranks: processes on many machines, or threads of one. Rank `r` owns domain `r`.
///
/// All calls are collective: all ranks make the same ones in the same order. A host that has its
/// own communication implements this trait.
pub trait Ranks {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// How many there are.
    fn ranks(&self) -> usize;

    /// Replaces each number by the sum of those of all ranks, modulo 2^64.
    fn sum(&self, numbers: &mut [u64]);

    /// Replaces each number by the least of those of all ranks.
    fn least(&self, numbers: &mut [u64]);

    /// Gives all ranks the words of all, in the order of ranks. Each has as many.
    fn gather(&self, words: &[u32], all: &mut [u32]);

    /// Sends a number to each rank, and replaces it by the one that came from it.
    fn swap(&self, numbers: &mut [u64]);

    /// Sends a message to each rank, and receives one from each, whose lengths are known, one
    /// behind the other. Empty ones need not be sent. `meanwhile` is called once, while messages
    /// are under way.
    fn exchange(
        &self,
        outgoing: &[Vec<u32>],
        incoming: &mut [u32],
        lengths: &[usize],
        meanwhile: &mut dyn FnMut(),
    );
}
