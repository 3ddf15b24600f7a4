//! The pairs that touched in the last step, in the numbers of this one.
//!
//! Where shapes were put in or taken out their indices changed. Then the pairs of the last step are
//! looked up anew, and those of shapes that were removed end. Most of them stay in order, since
//! only shapes that took the place of another one jump; those that do not are sorted and merged in.

use super::{attribute_columns::AttributeColumns, index_remap::IndexRemap};
use crate::{
    Error, Handle, Pair,
    error::{reserve, reserve_one},
};

/// The place of a pair that was not in the list of the last step.
const NONE: u32 = u32::MAX;

/// What becomes of the pairs of the last step before those of this one are known.
#[derive(Default)]
pub(super) struct PairCache {
    /// Whether the pairs of the last step are not as they were.
    is_rewritten: bool,
    /// Pairs of the last step as they would be in this one, and those that were dormant and are so
    /// no more; in canonical order.
    before: Vec<Pair>,
    /// Their places in the list of the last step, or [`NONE`].
    places: Vec<u32>,
    /// Those that are not in order.
    out_of_order: Vec<(Pair, u32)>,
    /// Pairs of shapes at rest that touched when they came to rest, in canonical order: of the last
    /// step that came to its end, and of this one where it is rewritten.
    sleeping_contacts: [Vec<Pair>; 2],
    /// Pairs of shapes that were removed.
    removed: Vec<[Handle; 2]>,
}

impl PairCache {
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
        self.make_room(list.len())?;
        for (pair, place) in list.iter().zip(0..) {
            self.sort_out(*pair, place, index_remap, last, now)?;
        }
        for index in 0..self.sleeping_contacts[0].len() {
            self.sort_out(self.sleeping_contacts[0][index], NONE, index_remap, last, now)?;
        }
        self.merge_out_of_order();
        self.sleeping_contacts[1].sort_unstable();
        Ok(Some(&self.before))
    }

    /// Makes room for each of so many pairs, and of those that are dormant, to be anywhere.
    fn make_room(&mut self, pairs: usize) -> Result<(), Error> {
        let all = pairs + self.sleeping_contacts[0].len();
        let what = "the pairs of the step before";
        self.before.clear();
        self.places.clear();
        self.out_of_order.clear();
        self.sleeping_contacts[1].clear();
        reserve(&mut self.before, all, what)?;
        reserve(&mut self.places, all, what)?;
        reserve(&mut self.sleeping_contacts[1], all, what)
    }

    /// Puts a pair of the last step where it belongs now.
    fn sort_out(
        &mut self,
        pair: Pair,
        place: u32,
        index_remap: &IndexRemap,
        last: &AttributeColumns,
        now: &AttributeColumns,
    ) -> Result<(), Error> {
        let what = "the pairs of the step before";
        let (Some(a), Some(b)) = (index_remap.index(pair.a), index_remap.index(pair.b)) else {
            reserve_one(&mut self.removed, what)?;
            self.removed.push([pair.a, pair.b].map(|index| last.handles()[index as usize]));
            return Ok(());
        };
        let pair = Pair::ordered(a, b);
        if now.is_static_or_sleeping(a) && now.is_static_or_sleeping(b) {
            self.sleeping_contacts[1].push(pair);
        } else if self.before.last().is_none_or(|before| before.key() < pair.key()) {
            self.before.push(pair);
            self.places.push(place);
        } else {
            reserve_one(&mut self.out_of_order, what)?;
            self.out_of_order.push((pair, place));
        }
        Ok(())
    }

    /// Merges the strays into the pairs that are in order, from behind.
    fn merge_out_of_order(&mut self) {
        self.out_of_order.sort_unstable();
        let Self { before, places, out_of_order, .. } = self;
        let (mut kept, all) = (before.len(), before.len() + out_of_order.len());
        before.resize(all, Pair::default());
        places.resize(all, NONE);
        for free in (0..all).rev() {
            let Some((pair, place)) = out_of_order.last() else { break };
            if kept > 0 && before[kept - 1].key() > pair.key() {
                kept -= 1;
                (before[free], places[free]) = (before[kept], places[kept]);
            } else {
                (before[free], places[free]) = (*pair, *place);
                out_of_order.pop();
            }
        }
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

    /// The pairs that this step was compared with, where they are not those of the last step.
    pub(super) fn before(&self) -> Option<&[Pair]> {
        self.is_rewritten.then_some(&self.before)
    }

    /// The place in the list of the last step of a pair that this step was compared with; none if
    /// it was dormant then.
    pub(super) fn place(&self, before: usize) -> Option<usize> {
        if !self.is_rewritten {
            return Some(before);
        }
        let place = self.places[before];
        (place != NONE).then_some(place as usize)
    }

    /// Pairs of shapes that were removed, in the order of the last step, those that were dormant
    /// last.
    pub(super) fn removed(&self) -> &[[Handle; 2]] {
        &self.removed
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
            + 4 * self.places.capacity()
            + self.out_of_order.capacity() * size_of::<(Pair, u32)>()
            + self.removed.capacity() * size_of::<[Handle; 2]>()
    }
}
