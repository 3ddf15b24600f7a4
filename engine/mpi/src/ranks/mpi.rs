//! The ranks of MPI.

use mpi::{
    Rank,
    collective::SystemOperation,
    request,
    topology::SimpleCommunicator,
    traits::{Communicator, CommunicatorCollectives, Destination, Source},
};

use super::Ranks;

/// The ranks of a communicator of MPI.
///
/// All calls are made by one thread, so `MPI_THREAD_FUNNELED` suffices. MPI ends the program where
/// a message cannot be sent, unless the communicator has another handler of errors.
pub struct MpiRanks {
    communicator: SimpleCommunicator,
}

/// Messages of this crate, apart from those of the user on the same communicator.
const TAG: i32 = 0x6a73;

impl MpiRanks {
    /// The ranks of a communicator, which is duplicated, so that messages do not meet those of
    /// others. Collective.
    #[must_use]
    pub fn new(communicator: &impl Communicator) -> Self {
        Self { communicator: communicator.duplicate() }
    }

    fn reduce(&self, numbers: &mut [u64], operation: SystemOperation) {
        let own = numbers.to_vec();
        self.communicator.all_reduce_into(&own[..], numbers, operation);
    }
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.communicator.rank() as usize
    }

    fn ranks(&self) -> usize {
        self.communicator.size() as usize
    }

    fn sum(&self, numbers: &mut [u64]) {
        self.reduce(numbers, SystemOperation::sum());
    }

    fn least(&self, numbers: &mut [u64]) {
        self.reduce(numbers, SystemOperation::min());
    }

    fn gather(&self, words: &[u32], all: &mut [u32]) {
        self.communicator.all_gather_into(words, all);
    }

    fn swap(&self, numbers: &mut [u64]) {
        let own = numbers.to_vec();
        self.communicator.all_to_all_into(&own[..], numbers);
    }

    fn exchange(
        &self,
        outgoing: &[Vec<u32>],
        incoming: &mut [u32],
        lengths: &[usize],
        meanwhile: &mut dyn FnMut(),
    ) {
        let own = self.rank();
        request::multiple_scope(2 * self.ranks(), |scope, requests| {
            let mut rest = incoming;
            for (rank, length) in lengths.iter().enumerate() {
                let (place, others) = rest.split_at_mut(*length);
                rest = others;
                if rank == own {
                    place.copy_from_slice(&outgoing[own]);
                    continue;
                }
                let from = self.communicator.process_at_rank(rank as Rank);
                for part in place.chunks_mut(part(*length)) {
                    requests.add(from.immediate_receive_into_with_tag(scope, part, TAG));
                }
            }
            for (rank, letter) in outgoing.iter().enumerate().filter(|(rank, _)| *rank != own) {
                let to = self.communicator.process_at_rank(rank as Rank);
                for part in letter.chunks(part(letter.len())) {
                    requests.add(to.immediate_send_with_tag(scope, part, TAG));
                }
            }
            meanwhile();
            requests.wait_all(&mut Vec::new());
        });
    }
}

/// Words in a message: a longer one is sent in parts, which arrive in their order.
///
/// A large message waits until its receiver calls MPI, so it would not be under way while pairs are
/// found. One of up to 4 KiB within a machine, and 64 KiB on a network, is handed over at once (the
/// eager limits of Open MPI). Small parts take more time of the processor.
fn part(words: usize) -> usize {
    if words <= 1 << 16 { 960 } else { 8192 }
}
