//! Memory that is refused to one rank, at any point of a step, is an error on all of them, and the
//! next step is right.
//!
//! The allocator refuses memory to a thread, so there is a rank to a thread here and no harness.

#![allow(clippy::print_stdout, reason = "it tells what it reached")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use jostle::{
    Error as EngineError, Sap, Shape,
    domain::Decomposition,
    neighbors::Points,
    shape::{Columns, PreparedShapes},
    threads::single_threaded,
};
use jostle_mpi::{
    DistributedBroadPhase, DistributedContacts, DistributedEvents, DistributedNeighbors, Error,
    Fault, LocalBoxes, LocalPoints, RankFault, RankThread, Ranks, migrate, run_ranks,
};

thread_local! {
    /// How many allocations there may be until one is refused; none where all may be.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

struct Refusing;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

impl Refusing {
    fn refuses() -> bool {
        LEFT.with(|left| match left.get() {
            Some(0) => {
                // One is refused, and all others are not.
                left.set(None);
                true
            }
            Some(some) => {
                left.set(Some(some - 1));
                false
            }
            None => false,
        })
    }
}

// SAFETY: what it gives is the system's, and null is an answer that callers expect.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        if Self::refuses() { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if Self::refuses() {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Ranks whose messages always have memory, as those of MPI do.
struct Spared<'a>(&'a RankThread<'a>);

/// Does something to which no memory is refused.
fn spared<T>(work: impl FnOnce() -> T) -> T {
    let left = LEFT.take();
    let result = work();
    LEFT.set(left);
    result
}

impl Ranks for Spared<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn ranks(&self) -> usize {
        self.0.ranks()
    }

    fn sum(&self, numbers: &mut [u64]) {
        spared(|| self.0.sum(numbers));
    }

    fn least(&self, numbers: &mut [u64]) {
        spared(|| self.0.least(numbers));
    }

    fn gather(&self, words: &[u32], all: &mut [u32]) {
        spared(|| self.0.gather(words, all));
    }

    fn swap(&self, numbers: &mut [u64]) {
        spared(|| self.0.swap(numbers));
    }

    fn exchange(
        &self,
        outgoing: &[Vec<u32>],
        incoming: &mut [u32],
        lengths: &[usize],
        meanwhile: &mut dyn FnMut(),
    ) {
        let left = LEFT.take();
        let mut after = None;
        self.0.exchange(outgoing, incoming, lengths, &mut || {
            LEFT.set(left);
            meanwhile();
            after = LEFT.take();
        });
        LEFT.set(after);
    }
}

/// Discs of one rank, with their ids.
fn discs(rank: usize) -> (Vec<u64>, Vec<[f32; 2]>) {
    let mut bits = 1_u64;
    let mut random = || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (bits >> 40) as f32 / (1 << 24) as f32
    };
    let all = (0..300).map(|id| (id, [12.0 * random(), 12.0 * random()]));
    all.filter(|(id, _)| *id as usize % 3 == rank).unzip()
}

const RADIUS: f32 = 0.5;

/// All that there is, once: shapes move to their domains, pairs, contacts, events and neighbors.
fn step(ranks: &impl Ranks) -> Result<[u64; 4], Error> {
    let sample: Vec<[f32; 2]> = spared(|| (0..3).flat_map(|rank| discs(rank).1).collect());
    let weights = spared(|| vec![1.0; sample.len()]);
    let domains = spared(|| Decomposition::bisect(&sample, &weights, 3))?;
    let (mut ids, mut places) = spared(|| discs(ranks.rank()));
    let homes: Vec<_> = spared(|| places.iter().map(|place| domains.domain_of(place)).collect());
    migrate(ranks, &mut ids, &mut places, |index| homes[index])?;
    let mut prepared = spared(PreparedShapes::new);
    spared(|| {
        let [x, y] = [0, 1].map(|axis| places.iter().map(|place| place[axis]).collect::<Vec<_>>());
        let radii = vec![RADIUS; x.len()];
        prepared.update(Columns::default().with_balls([&x, &y], &radii)?)
    })?;
    let mut phase = spared(|| DistributedBroadPhase::new(Sap::<2>::new()));
    let local = LocalBoxes::new(&ids, prepared.bounds()).with_records(&places);
    phase.update(ranks, &domains, local)?;
    let mut contacts = spared(DistributedContacts::new);
    contacts.update(ranks, &phase, &prepared, |place| Shape::ball(*place, RADIUS))?;
    let mut events = DistributedEvents::new();
    events.update(ranks, phase.ids(&ids))?;
    let mut lists = spared(|| DistributedNeighbors::new(1.0));
    let points = Points::from_strided(places.as_flattened(), 2)?;
    let points = LocalPoints::new(&ids, points).with_records(&places);
    lists.update(ranks, &domains, points)?;
    let kept = lists.keep(ranks, points)?;
    assert!(kept, "nothing moved");
    let neighbors: usize = (0..lists.len()).map(|index| lists.of(index).len()).sum();
    let [pairs, contacts] = spared(|| {
        [phase.digest(ranks, &ids), contacts.digest(ranks, &phase, &ids)]
            .map(|digest| digest.value())
    });
    let mut sums = [events.begun().len() as u64, neighbors as u64];
    ranks.sum(&mut sums);
    Ok([pairs, contacts, sums[0], sums[1]])
}

fn main() {
    let right = run_ranks(3, |ranks| single_threaded(|| step(&Spared(ranks))));
    let right = right[0].clone().expect("there is memory");
    assert!(right[2] > 300 && right[3] > 600, "{right:?}");
    let mut refused = [0; 3];
    for victim in 0..3 {
        for point in 0.. {
            let results = run_ranks(3, |ranks| {
                let ranks = Spared(ranks);
                single_threaded(|| {
                    if ranks.rank() == victim {
                        LEFT.set(Some(point));
                    }
                    let result = step(&ranks);
                    let was_refused = LEFT.take().is_none() && ranks.rank() == victim;
                    let next = step(&ranks);
                    (result, was_refused, next)
                })
            });
            for (rank, (result, _, next)) in results.iter().enumerate() {
                assert_eq!(*next, Ok(right), "after point {point} of rank {victim}, on {rank}");
                match result {
                    Ok(all) => assert_eq!(*all, right),
                    Err(Error::Engine(EngineError::OutOfMemory { .. })) => {
                        assert_eq!(rank, victim);
                    }
                    Err(Error::Rank(fault)) => {
                        let expected = RankFault { rank: victim, fault: Fault::Memory };
                        assert_eq!((*fault, rank == victim), (expected, false));
                    }
                    other => panic!("point {point} of rank {victim}, on {rank}: {other:?}"),
                }
            }
            let failed = results.iter().filter(|(result, ..)| result.is_err()).count();
            assert!(failed == 0 || failed == 3, "all ranks fail, or none");
            refused[victim] += usize::from(failed == 3);
            if !results[victim].1 {
                break;
            }
        }
    }
    println!(
        "memory was refused at {refused:?} points of three ranks, and all of them heard of it"
    );
    assert!(refused.iter().all(|points| *points > 60), "{refused:?}");
}
