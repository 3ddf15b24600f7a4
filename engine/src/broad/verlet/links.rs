//! Which candidates a box belongs to.

use std::{
    iter,
    ops::Range,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    Error, Pair,
    exec::threads,
    memory::{reserve, resize},
};

/// What memory is for.
const WHAT: &str = "the candidates of each box";

/// No candidate.
const NONE: u32 = u32::MAX;

/// Most parts that boxes are cut into: for each all candidates are read.
const MOST_PARTS: usize = 8;

/// Fewest boxes of a part.
const FEWEST_PER_PART: usize = 1 << 15;

/// The candidates of each box, of a list in canonical order. Those in which it comes first lie one
/// behind the other; those in which it comes second are linked, from the last to the first.
#[derive(Default)]
pub(super) struct Links {
    /// By box: the first candidate of it or of a box behind it.
    firsts: Vec<u32>,
    /// By box: the last candidate in which it comes second, and by candidate, the one before.
    lasts: Vec<u32>,
    before: Vec<AtomicU32>,
    are_made: bool,
}

impl Links {
    /// Forgets the links and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.are_made = false;
    }

    /// Links these pairs of so many boxes, unless that was done. O(boxes + pairs), on all threads.
    pub(super) fn make(&mut self, pairs: &[Pair], boxes: usize) -> Result<(), Error> {
        if self.are_made {
            return Ok(());
        }
        let Self { firsts, lasts, before, .. } = self;
        resize(firsts, boxes + 1, 0, WHAT)?;
        resize(lasts, boxes, NONE, WHAT)?;
        if before.len() < pairs.len() {
            reserve(before, pairs.len(), WHAT)?;
            before.resize_with(pairs.len(), AtomicU32::default);
        }
        let size = boxes.div_ceil(threads::count().min(MOST_PARTS)).max(FEWEST_PER_PART);
        let before = &before[..pairs.len()];
        threads::join(
            || {
                threads::for_each_chunk(lasts, size, |number, lasts| {
                    lasts.fill(NONE);
                    let first = number * size;
                    for (index, (pair, before)) in pairs.iter().zip(before).enumerate() {
                        // Of other parts it wraps around to none of this one.
                        let place = (pair.b as usize).wrapping_sub(first);
                        if let Some(last) = lasts.get_mut(place) {
                            before.store(*last, Ordering::Relaxed);
                            *last = index as u32;
                        }
                    }
                })
            },
            || {
                let mut index = 0;
                for (first, number) in firsts.iter_mut().zip(0..) {
                    while pairs.get(index).is_some_and(|pair| pair.a < number) {
                        index += 1;
                    }
                    *first = index as u32;
                }
            },
        );
        self.are_made = true;
        Ok(())
    }

    /// The candidates in which a box comes first, where they are linked.
    pub(super) fn firsts_of(&self, index: usize) -> Option<Range<usize>> {
        let ends = self.firsts.get(index..index + 2).filter(|_| self.are_made)?;
        Some(ends[0] as usize..ends[1] as usize)
    }

    /// The candidates of a box: none of one that came after they were linked. O(candidates of it).
    pub(super) fn of(&self, index: usize) -> impl Iterator<Item = usize> {
        let firsts = self.firsts.get(index..index + 2).map_or(0..0, |of| of[0]..of[1]);
        let last = self.lasts.get(index).copied().unwrap_or(NONE);
        let some = |candidate: u32| (candidate != NONE).then_some(candidate);
        let seconds = iter::successors(some(last), move |candidate| {
            some(self.before[*candidate as usize].load(Ordering::Relaxed))
        });
        firsts.chain(seconds).map(|candidate| candidate as usize)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (self.firsts.capacity() + self.lasts.capacity() + self.before.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_the_candidates_that_it_is_in() {
        // More boxes than one part holds.
        let boxes = 3 * FEWEST_PER_PART;
        let pairs: Vec<Pair> = (0..boxes as u32)
            .flat_map(|a| [1, 7, 40_000].map(|by| Pair { a, b: a + by }))
            .filter(|pair| pair.b < boxes as u32 && pair.a % 5 != 0)
            .collect();
        let mut links = Links::default();
        let mut check = |pairs: &[Pair]| {
            links.clear();
            links.make(pairs, boxes).expect("there is memory");
            let mut found = 0;
            for index in (0..boxes + 9).rev() {
                let of = links.of(index).inspect(|candidate| {
                    found += 1;
                    let Pair { a, b } = pairs[*candidate];
                    assert!([a, b].contains(&(index as u32)));
                });
                let mut of: Vec<usize> = of.collect();
                of.sort_unstable();
                of.dedup();
                found -= of.len();
            }
            assert_eq!(found, 0, "none comes twice");
            let of = |index: usize| links.of(index).count();
            assert_eq!((0..boxes).map(of).sum::<usize>(), 2 * pairs.len());
        };
        check(&pairs);
        check(&pairs[..1]);
        check(&[]);
    }
}
