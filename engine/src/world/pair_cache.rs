//! The pairs that touched in the last step, in the numbers of this one.
//!
//! Where shapes came or went, fell asleep or woke up, their pairs are looked up anew, and those of
//! shapes that were removed or disabled end. All others stay in order, and are copied in runs.

use super::{attribute_columns::AttributeColumns, index_remap::IndexRemap, pair_runs::PairRuns};
use crate::{
    Error, Handle, Pair,
    events::LastPairs,
    exec::threads,
    memory::{reserve_one, resize},
    unique_id::UniqueId,
};

/// What memory is for.
const WHAT: &str = "the pairs of the step before";

/// What becomes of the pairs of the last step before those of this one are known.
pub(super) struct PairCache {
    /// Names the list, among all lists of all worlds.
    id: UniqueId,
    /// Whether pairs of two shapes at rest stay in the list. Else they are kept apart from it.
    lists_sleeping: bool,
    /// Whether the pairs of the last step are not as they were.
    is_rewritten: bool,
    /// Pairs of the last step as they would be in this one, and those that were dormant and are so
    /// no more; in canonical order.
    before: Vec<Pair>,
    /// Pairs of shapes at rest that touched when they came to rest, in canonical order: of the last
    /// step that came to its end, and of this one where it is rewritten.
    sleeping_contacts: [Vec<Pair>; 2],
    /// Pairs of shapes that were removed or disabled.
    removed: Vec<[Handle; 2]>,
    /// Pairs of listed shapes as they are now: of shapes of which one moves, and of shapes at rest.
    /// With their places in the list of the last step, or, behind all of these, among those that
    /// were dormant.
    awake: Vec<(Pair, u32)>,
    asleep: Vec<(Pair, u32)>,
    /// Of the pairs of the last step, and of those that were dormant.
    runs: [PairRuns; 2],
}

impl PairCache {
    /// A cache of a list in which pairs of two shapes at rest stay, or do not.
    pub(super) fn new(lists_sleeping: bool) -> Self {
        Self {
            id: UniqueId::new(),
            lists_sleeping,
            is_rewritten: false,
            before: Vec::new(),
            sleeping_contacts: Default::default(),
            removed: Vec::new(),
            awake: Vec::new(),
            asleep: Vec::new(),
            runs: Default::default(),
        }
    }

    /// Brings the pairs of the last step up to date, if they are not; `last` are the shapes as they
    /// were then, `now` as they are.
    pub(super) fn follow(
        &mut self,
        list: &[Pair],
        index_remap: &IndexRemap,
        last: &AttributeColumns,
        now: &AttributeColumns,
    ) -> Result<Option<&[Pair]>, Error> {
        self.removed.clear();
        self.is_rewritten = index_remap.concerns_pairs();
        if !self.is_rewritten {
            return Ok(None);
        }
        let Self { before, removed, awake, asleep, .. } = self;
        let (sleeping_contacts, runs) = (&mut self.sleeping_contacts, &mut self.runs);
        let lists_sleeping = self.lists_sleeping;
        let [of_list, of_sleeping] = runs;
        let [sleeping_before, sleeping] = sleeping_contacts;
        let pairs = list.len() + sleeping_before.len();
        if pairs > u32::MAX as usize {
            return Err(Error::TooManyPairs { pairs });
        }
        let behind = list.len() as u32;
        awake.clear();
        asleep.clear();
        let mut sort_out = |pair: Pair, place: u32| -> Result<(), Error> {
            let (Some(a), Some(b)) = (index_remap.index(pair.a), index_remap.index(pair.b)) else {
                reserve_one(removed, WHAT)?;
                removed.push([pair.a, pair.b].map(|index| last.handles()[index as usize]));
                return Ok(());
            };
            let rests = now.is_static_or_sleeping(a) && now.is_static_or_sleeping(b);
            let sleeps = rests && !lists_sleeping;
            let to = if sleeps { &mut *asleep } else { &mut *awake };
            reserve_one(to, WHAT)?;
            to.push((Pair::ordered(a, b), place));
            Ok(())
        };
        of_list.find_listed(list, index_remap)?;
        for place in of_list.listed() {
            sort_out(list[place as usize], place)?;
        }
        of_sleeping.find_listed(sleeping_before, index_remap)?;
        for place in of_sleeping.listed() {
            sort_out(sleeping_before[place as usize], behind + place)?;
        }
        threads::sort_unstable(awake);
        threads::sort_unstable(asleep);
        of_list.cut(list, index_remap, awake)?;
        resize(before, of_list.len(), Pair::default(), WHAT)?;
        of_list.write_pairs(list, index_remap, awake, before);
        of_sleeping.cut(sleeping_before, index_remap, asleep)?;
        resize(sleeping, of_sleeping.len(), Pair::default(), WHAT)?;
        of_sleeping.write_pairs(sleeping_before, index_remap, asleep, sleeping);
        Ok(Some(before))
    }

    /// Ends a step well.
    pub(super) fn keep(&mut self) {
        if self.is_rewritten {
            self.sleeping_contacts.swap(0, 1);
        }
    }

    /// Ends a step that failed.
    pub(super) fn discard(&mut self) {
        self.is_rewritten = false;
        self.removed.clear();
    }

    /// What this step was compared with, where `list` are the pairs of the last step.
    pub(super) fn last_pairs<'a>(&'a self, list: &'a [Pair]) -> LastPairs<'a> {
        let [of_list, of_sleeping] = &self.runs;
        let (pairs, places, dormant_places) = if self.is_rewritten {
            let places = of_list.places_before(&self.awake, 0);
            let dormant_places = of_sleeping.places_before(&self.asleep, list.len());
            (&self.before[..], Some(places), Some(dormant_places))
        } else {
            (list, None, None)
        };
        LastPairs {
            pairs,
            places,
            dormant_places,
            id: self.id,
            listed: list.len(),
            // After the step they are those of this one.
            dormant: self.sleeping_contacts[0].len(),
            removed: &self.removed,
        }
    }

    /// Pairs of shapes at rest, after the last step that came to its end.
    pub(super) fn sleeping_contacts(&self) -> &[Pair] {
        &self.sleeping_contacts[0]
    }

    /// Makes these the dormant pairs after the last step.
    pub(super) fn restore(&mut self, sleeping_contacts: Vec<Pair>) {
        self.sleeping_contacts[0] = sleeping_contacts;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let pairs = self.before.capacity()
            + self.sleeping_contacts.iter().map(Vec::capacity).sum::<usize>();
        pairs * size_of::<Pair>()
            + (self.awake.capacity() + self.asleep.capacity()) * size_of::<(Pair, u32)>()
            + self.removed.capacity() * size_of::<[Handle; 2]>()
            + self.runs.iter().map(PairRuns::memory_bytes).sum::<usize>()
    }
}
