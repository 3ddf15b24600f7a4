//! Ranks that are threads of one process: for tests, and for trying things.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::Ranks;
use crate::mail::{halves, whole};

/// A rank of [`run_ranks`].
pub struct RankThread<'a> {
    rank: usize,
    ranks: usize,
    post: &'a Post,
}

/// Where messages lie until all ranks have theirs.
#[derive(Default)]
struct Post {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By sender and receiver.
    letters: Vec<Vec<Vec<u32>>>,
    /// How many have posted theirs, and how many have taken theirs since.
    posted: usize,
    taken: usize,
    /// A rank that is not there any more.
    lost: Option<usize>,
}

/// Runs `work` on so many ranks, each a thread, and returns what each returned, in their order.
///
/// # Panics
/// When `work` does on one of them; the others then panic where they wait for it.
pub fn run_ranks<T: Send>(ranks: usize, work: impl Fn(&RankThread<'_>) -> T + Sync) -> Vec<T> {
    let post = Post::default();
    post.lock().letters = vec![vec![Vec::new(); ranks]; ranks];
    let one = |rank: usize| {
        let result =
            catch_unwind(AssertUnwindSafe(|| work(&RankThread { rank, ranks, post: &post })));
        if result.is_err() {
            post.lock().lost.get_or_insert(rank);
            post.changed.notify_all();
        }
        result
    };
    let results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..ranks).map(|rank| scope.spawn(move || one(rank))).collect();
        threads.into_iter().map(|thread| thread.join().and_then(|result| result)).collect()
    });
    let lost = post.lock().lost;
    let mut values = Vec::new();
    let mut panics = Vec::new();
    for (rank, result) in results.into_iter().enumerate() {
        match result {
            Ok(value) => values.push(value),
            Err(panic) => panics.push((Some(rank) != lost, panic)),
        }
    }
    // The first that was lost is the cause.
    panics.sort_by_key(|(is_late, _)| *is_late);
    if let Some((_, panic)) = panics.into_iter().next() {
        resume_unwind(panic);
    }
    values
}

impl Post {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something is the case.
    fn wait<'a>(
        &self,
        mut state: MutexGuard<'a, State>,
        until: impl Fn(&State) -> bool,
    ) -> MutexGuard<'a, State> {
        while !until(&state) {
            assert!(state.lost.is_none(), "rank {} is lost", state.lost.unwrap_or_default());
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }
}

impl RankThread<'_> {
    /// Posts a letter to each rank, and takes those of all.
    fn send(
        &self,
        letters: impl Iterator<Item = Vec<u32>>,
        meanwhile: &mut dyn FnMut(),
    ) -> Vec<Vec<u32>> {
        // Those of the time before have all been taken.
        let mut state = self.post.wait(self.post.lock(), |state| state.taken == 0);
        state.letters[self.rank] = letters.collect();
        state.posted += 1;
        self.post.changed.notify_all();
        drop(state);
        meanwhile();
        let mut state = self.post.wait(self.post.lock(), |state| state.posted == self.ranks);
        let mine = state.letters.iter_mut().map(|letters| std::mem::take(&mut letters[self.rank]));
        let mine = mine.collect();
        state.taken += 1;
        if state.taken == self.ranks {
            (state.posted, state.taken) = (0, 0);
        }
        self.post.changed.notify_all();
        mine
    }

    /// The same numbers from all ranks, those of each with those of the others.
    fn fold(&self, numbers: &mut [u64], add: impl Fn(u64, u64) -> u64) {
        let words: Vec<u32> = numbers.iter().flat_map(|number| halves(*number)).collect();
        let all = self.send((0..self.ranks).map(|_| words.clone()), &mut || {});
        for (rank, words) in all.iter().enumerate() {
            for (number, other) in numbers.iter_mut().zip(words.chunks_exact(2)) {
                let other = whole(other);
                *number = if rank == 0 { other } else { add(*number, other) };
            }
        }
    }
}

impl Ranks for RankThread<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn sum(&self, numbers: &mut [u64]) {
        self.fold(numbers, u64::wrapping_add);
    }

    fn least(&self, numbers: &mut [u64]) {
        self.fold(numbers, u64::min);
    }

    fn gather(&self, words: &[u32], all: &mut [u32]) {
        let letters = self.send((0..self.ranks).map(|_| words.to_vec()), &mut || {});
        all.copy_from_slice(&letters.concat());
    }

    fn swap(&self, numbers: &mut [u64]) {
        let letters = numbers.iter().map(|number| halves(*number).to_vec());
        let letters = self.send(letters.collect::<Vec<_>>().into_iter(), &mut || {});
        for (number, letter) in numbers.iter_mut().zip(letters) {
            *number = whole(&letter);
        }
    }

    fn exchange(
        &self,
        outgoing: &[Vec<u32>],
        incoming: &mut [u32],
        lengths: &[usize],
        meanwhile: &mut dyn FnMut(),
    ) {
        let letters = self.send(outgoing.iter().cloned(), meanwhile);
        assert!(letters.iter().map(Vec::len).eq(lengths.iter().copied()), "lengths are right");
        incoming.copy_from_slice(&letters.concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_exchange() {
        for ranks in [1, 2, 5] {
            let sums = run_ranks(ranks, |me| {
                for round in 0..50 {
                    let mut numbers = [me.rank() as u64 + round, u64::MAX];
                    me.sum(&mut numbers);
                    let mut least = [100 - me.rank() as u64];
                    me.least(&mut least);
                    assert_eq!(least, [101 - ranks as u64]);
                    let mut swapped: Vec<u64> =
                        (0..ranks).map(|to| (10 * me.rank() + to) as u64).collect();
                    me.swap(&mut swapped);
                    let expected = (0..ranks).map(|from| (10 * from + me.rank()) as u64);
                    assert!(swapped.iter().copied().eq(expected));
                    let mut all = vec![0; 2 * ranks];
                    me.gather(&[me.rank() as u32, 7], &mut all);
                    assert!(all.chunks(2).enumerate().all(|(rank, two)| two == [rank as u32, 7]));
                    let outgoing: Vec<_> =
                        (0..ranks).map(|to| vec![me.rank() as u32; to]).collect();
                    let (mut incoming, lengths) =
                        (vec![0; me.rank() * ranks], vec![me.rank(); ranks]);
                    let mut calls = 0;
                    me.exchange(&outgoing, &mut incoming, &lengths, &mut || calls += 1);
                    assert_eq!(calls, 1);
                    let expected = (0..ranks).flat_map(|from| vec![from as u32; me.rank()]);
                    assert!(incoming.iter().copied().eq(expected));
                    if round == 0 {
                        assert_eq!(numbers[1], u64::MAX.wrapping_mul(ranks as u64));
                    }
                }
                me.ranks()
            });
            assert_eq!(sums, vec![ranks; ranks]);
        }
    }

    #[test]
    fn a_rank_that_panics_stops_all() {
        let panic = catch_unwind(|| {
            run_ranks(3, |me| {
                assert!(me.rank() != 1, "the cause");
                me.sum(&mut [1]);
            })
        });
        let text = panic.expect_err("one panics").downcast::<&str>();
        assert_eq!(text.map(|text| *text).ok(), Some("the cause"));
    }
}
