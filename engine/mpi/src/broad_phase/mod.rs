//! Pairs of boxes that many ranks hold.

mod border;
mod input;

use std::time::{Duration, Instant};

use bytemuck::Pod;
use jostle::{
    BroadPhase, Join, Pair, Pairs,
    digest::Digest,
    domain::{Decomposition, Selection},
    validate::InvalidShape,
};
use rayon::prelude::*;

use border::Border;
pub use input::LocalBoxes;

use crate::{
    Error, Ranks,
    error::unless_it_panics,
    ghosts::Ghosts,
    mail::{extend, resize},
    ranks::{agree, check_domains},
};

/// Finds all pairs of boxes that touch, among those that all ranks hold.
///
/// The pairs of all ranks together are those that a broad phase finds of all boxes, each on one
/// rank. Which, is up to the domains; the set is not. A step takes three small reductions and one
/// exchange of ghosts, on the way of which the pairs of the own boxes are found.
///
/// `R` is what goes along with each box to where it is copied, as its shape: see
/// [`DistributedContacts`](crate::DistributedContacts).
pub struct DistributedBroadPhase<const D: usize, R = ()> {
    phase: Box<dyn BroadPhase<D>>,
    ghosts: Ghosts,
    /// The own boxes that do not lie within the domain, and 1 for each of them, 0 for the others.
    selection: Selection,
    crosses: Vec<u8>,
    own: Pairs,
    /// How many of each chunk of pairs are kept.
    counts: Vec<usize>,
    border: Border<D, R>,
    me: usize,
    stats: DistributedStats,
}

/// What a step took of this rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DistributedStats {
    /// Boxes of this rank.
    pub boxes: usize,
    /// Ghosts of them on other ranks.
    pub sent_ghosts: usize,
    /// Ghosts of others' boxes on this rank.
    pub held_ghosts: usize,
    /// Bytes sent to other ranks.
    pub sent_bytes: u64,
    /// Own boxes that were compared with ghosts.
    pub near_boxes: usize,
    /// Pairs that this rank reports.
    pub pairs: usize,
    /// Time to choose what is copied.
    pub choosing: Duration,
    /// Time to find the pairs of own boxes and to leave out those of others, while ghosts are under
    /// way.
    pub own_time: Duration,
    /// Time to find the pairs with ghosts.
    pub border_time: Duration,
    /// Time from the begin to the end, also spent waiting for others.
    pub total_time: Duration,
}

impl DistributedStats {
    /// Time that this rank was at work.
    #[must_use]
    pub fn work(&self) -> Duration {
        self.choosing + self.own_time + self.border_time
    }
}

impl<const D: usize, R: Pod + Sync> DistributedBroadPhase<D, R> {
    /// With a broad phase, which finds the pairs of a rank. It may be another one on each.
    #[must_use]
    pub fn new(phase: impl BroadPhase<D> + 'static) -> Self {
        Self {
            phase: Box::new(phase),
            ghosts: Ghosts::default(),
            selection: Selection::new(),
            crosses: Vec::new(),
            own: Pairs::new(),
            counts: Vec::new(),
            border: Border::default(),
            me: 0,
            stats: DistributedStats::default(),
        }
    }

    /// Finds the pairs of all boxes as they are now.
    ///
    /// Each id is that of one box of one rank. A box may be anywhere; one that lies in the domain
    /// of its rank costs no message. It is faster where ids ascend. Invalid boxes are
    /// [left out](BroadPhase::invalid).
    ///
    /// # Errors
    /// As of the broad phase, and [`Error::Settings`] where domains are not the same on all ranks,
    /// or not as many as ranks, and where some give filters and others do not. There are no pairs
    /// then.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        local: LocalBoxes<'_, D, R>,
    ) -> Result<DistributedStats, Error> {
        self.own.clear();
        self.border.clear();
        let me = ranks.rank();
        self.me = me;
        // Filters and records show in the words of a ghost.
        let settings = domains.digest() ^ local.body_words() as u64;
        let started = Instant::now();
        let chosen = self.choose(ranks, domains, &local);
        let choosing = started.elapsed();
        let mut own_time = Duration::ZERO;
        let Self { phase, ghosts, own, counts, selection, crosses, .. } = self;
        let mut found = Ok(());
        ghosts.exchange(
            ranks,
            chosen,
            settings,
            local.body_words(),
            local.ids,
            |index, record| local.write(index, record),
            || {
                let begun = Instant::now();
                found = unless_it_panics(|| {
                    phase.pairs(&Join::within(local.set), own)?;
                    if !selection.leaving().is_empty() {
                        let owns = |pair: &Pair| owns(domains, me, &local, *pair);
                        retain(own, counts, crosses, owns)?;
                    }
                    Ok(())
                });
                own_time = begun.elapsed();
            },
        )?;
        let begun = Instant::now();
        let finished = found.and_then(|()| unless_it_panics(|| self.finish(me, domains, &local)));
        let border_time = begun.elapsed();
        if let Err(error) = agree(ranks, finished, settings) {
            self.ghosts.forget();
            self.own.clear();
            self.border.clear();
            return Err(error);
        }
        let (sent_ghosts, sent_bytes) = self.ghosts.sent(me);
        self.stats = DistributedStats {
            boxes: local.ids.len(),
            sent_ghosts,
            held_ghosts: self.ghosts.len(),
            sent_bytes,
            near_boxes: self.border.near().len(),
            pairs: self.own.len() + self.border.pairs().len(),
            choosing,
            own_time,
            border_time,
            total_time: started.elapsed(),
        };
        Ok(self.stats)
    }

    /// Chooses which boxes go to which ranks.
    fn choose(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        local: &LocalBoxes<'_, D, R>,
    ) -> Result<(), Error> {
        check_domains(ranks, domains)?;
        local.check()?;
        let me = ranks.rank();
        let chosen = self.ghosts.choose(ranks.ranks())?;
        self.crosses.clear();
        self.selection.clear();
        if domains.domains() == 1 {
            return Ok(());
        }
        let region = domains.region(me);
        let expected = self.border.expected();
        self.selection.update(local.set.bounds, Some(&region), expected)?;
        resize(&mut self.crosses, local.ids.len(), 0, "which boxes cross borders")?;
        for index in self.selection.leaving() {
            self.crosses[*index as usize] = 1;
            let Ok(aabb) = local.set.bounds.get(*index as usize) else { continue };
            let mut result = Ok(());
            domains.for_each_touched(&aabb, |domain| {
                if domain != me && result.is_ok() {
                    let list = &mut chosen[domain];
                    result = extend(list, &[*index], "ghosts for other ranks");
                }
            });
            result?;
        }
        Ok(())
    }

    /// Turns own pairs so that the lower id comes first, and finds those with ghosts.
    fn finish(
        &mut self,
        me: usize,
        domains: &Decomposition<D>,
        local: &LocalBoxes<'_, D, R>,
    ) -> Result<(), Error> {
        self.ghosts.take()?;
        if !local.ids.is_sorted() {
            let turn = |pair: &mut Pair| {
                if local.ids[pair.a as usize] > local.ids[pair.b as usize] {
                    *pair = Pair { a: pair.b, b: pair.a };
                }
            };
            if is_in_pool() {
                self.own.as_mut_slice().par_iter_mut().with_min_len(8192).for_each(turn);
            } else {
                self.own.as_mut_slice().iter_mut().for_each(turn);
            }
        }
        self.border.find(me, domains, local, &self.ghosts, self.selection.touching())
    }

    /// The pairs of own boxes, by their indices, the one with the lower id first.
    #[must_use]
    pub fn own_pairs(&self) -> &[Pair] {
        &self.own
    }

    /// The pairs in which there is a copy, by the places of both, the one with the lower id first.
    ///
    /// Places number the boxes at the borders of the domain: own ones that may touch ghosts, and
    /// behind them the ghosts.
    #[must_use]
    pub fn border_pairs(&self) -> &[Pair] {
        self.border.pairs()
    }

    /// How many boxes have a place at a border.
    #[must_use]
    pub fn border_len(&self) -> usize {
        self.border.len()
    }

    /// The id of the box at a place.
    ///
    /// # Panics
    /// When there is no such place.
    #[must_use]
    pub fn border_id(&self, place: u32) -> u64 {
        self.border.id(place)
    }

    /// The rank of the box at a place.
    ///
    /// # Panics
    /// As [`border_id`](Self::border_id).
    #[must_use]
    pub fn border_rank(&self, place: u32) -> usize {
        self.border.rank(self.me, place)
    }

    /// The record of the box at a place, if there are records.
    #[must_use]
    pub fn border_record(&self, place: u32) -> Option<&R> {
        self.border.record(place)
    }

    /// The ids of all pairs that this rank reports, the lower one of each first. `own` are the ids
    /// of the last update.
    ///
    /// # Panics
    /// When `own` has other ids.
    pub fn ids<'a>(&'a self, own: &'a [u64]) -> impl Iterator<Item = [u64; 2]> + 'a {
        let inner = self.own.iter().map(|pair| [pair.a, pair.b].map(|index| own[index as usize]));
        let border = self.border.pairs().iter();
        inner.chain(border.map(|pair| [pair.a, pair.b].map(|place| self.border.id(place))))
    }

    /// The digest of the pairs of all ranks, on each of them. Where ids fit into 32 bits, it is
    /// that of the pairs of all boxes in one list, in the order of their ids. Collective.
    pub fn digest(&self, ranks: &impl Ranks, own: &[u64]) -> Digest {
        let mut digest = Digest::default();
        self.ids(own).for_each(|pair| digest.add_wide(&[pair]));
        let mut sums = digest.sums();
        ranks.sum(&mut sums);
        Digest::from_sums(sums)
    }

    /// The own boxes that were left out of the last update, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        self.phase.invalid()
    }

    /// What the last update took.
    #[must_use]
    pub fn stats(&self) -> DistributedStats {
        self.stats
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.phase.memory_bytes()
            + self.ghosts.memory_bytes()
            + self.selection.memory_bytes()
            + self.crosses.capacity()
            + size_of::<usize>() * self.counts.capacity()
            + self.own.capacity_bytes()
            + self.border.memory_bytes()
    }
}

/// Whether the pair of two own boxes is reported here.
fn owns<const D: usize, R>(
    domains: &Decomposition<D>,
    me: usize,
    local: &LocalBoxes<'_, D, R>,
    pair: Pair,
) -> bool {
    let get = |index: u32| local.set.bounds.get(index as usize);
    // The broad phase leaves out those that are not valid.
    let (Ok(a), Ok(b)) = (get(pair.a), get(pair.b)) else { return false };
    domains.owner(&a, &b) == me
}

/// Pairs that a thread looks at, at once, and those of which most often none is left out.
const CHUNK: usize = 65_536;
const BLOCK: usize = 64;

/// Leaves out pairs that another rank owns. The others stay in their order.
///
/// A box within the domain has the corner of any pair that it is in: only pairs of two boxes that
/// cross its borders are in question.
fn retain(
    pairs: &mut Pairs,
    counts: &mut Vec<usize>,
    crosses: &[u8],
    owns: impl Fn(&Pair) -> bool + Sync,
) -> Result<(), Error> {
    let crosses = |pair: &Pair| crosses[pair.a as usize] & crosses[pair.b as usize];
    let kept = |chunk: &mut [Pair]| {
        let mut kept = 0;
        for first in (0..chunk.len()).step_by(BLOCK) {
            let block = first..chunk.len().min(first + BLOCK);
            let any = chunk[block.clone()].iter().fold(0, |any, pair| any | crosses(pair));
            if any == 0 {
                if kept != first {
                    chunk.copy_within(block.clone(), kept);
                }
                kept += block.len();
                continue;
            }
            for place in block {
                let pair = chunk[place];
                chunk[kept] = pair;
                kept += usize::from(crosses(&pair) == 0 || owns(&pair));
            }
        }
        kept
    };
    resize(counts, pairs.len().div_ceil(CHUNK), 0, "pairs that are kept")?;
    if is_in_pool() {
        let chunks = pairs.as_mut_slice().par_chunks_mut(CHUNK).zip(&mut counts[..]);
        chunks.for_each(|(chunk, count)| *count = kept(chunk));
    } else {
        let chunks = pairs.as_mut_slice().chunks_mut(CHUNK).zip(&mut counts[..]);
        chunks.for_each(|(chunk, count)| *count = kept(chunk));
    }
    let mut total = 0;
    for (chunk, count) in counts.iter().enumerate() {
        let first = chunk * CHUNK;
        if first != total {
            pairs.as_mut_slice().copy_within(first..first + *count, total);
        }
        total += *count;
    }
    pairs.truncate(total);
    Ok(())
}

/// Whether there are threads to share work with: a caller in no pool does all of it.
pub(crate) fn is_in_pool() -> bool {
    rayon::current_thread_index().is_some()
}
