//! What changed about the shapes since the last step.
//!
//! Shapes keep their rows but where one was taken out: then the last of its kind takes its row. So
//! most shapes of a kind are at most moved on by as many as there are more of the kinds before
//! theirs, which keeps their order. All others are listed.

use std::ops::Range;

use bytemuck::cast_slice;

use super::attribute_columns::AttributeColumns;
use crate::{
    Error, Pair, Shapes,
    memory::{reserve_one, resize},
    shape::{Ranges, ShapeKind},
};

/// The index of a shape that is gone or disabled: its pairs end.
const GONE: u32 = u32::MAX;

/// So many shapes are few.
const FEW: usize = 4;

/// What changed since the last step.
#[derive(Default)]
pub(super) struct IndexRemap {
    /// How shapes were numbered in the last step.
    ranges: Ranges,
    /// By kind what to add, wrapping, to the index of a shape that kept its row.
    shifts: [u32; ShapeKind::COUNT],
    /// By index in the last step whether a shape is listed.
    is_listed: Vec<bool>,
    /// Shapes that lost their row, fell asleep, woke up or were disabled: by index in the last step
    /// the index now, or [`GONE`]. In order.
    listed: Vec<(u32, u32)>,
    is_renumbered: bool,
}

impl IndexRemap {
    /// Notes that nothing changed.
    pub(super) fn clear(&mut self) {
        for (index, _) in self.listed.drain(..) {
            self.is_listed[index as usize] = false;
        }
        self.shifts = [0; ShapeKind::COUNT];
        self.is_renumbered = false;
    }

    /// Finds out what changed. O(changes), where they are known.
    pub(super) fn update<const D: usize>(
        &mut self,
        last: &AttributeColumns,
        now: &AttributeColumns,
        shapes: &Shapes<D>,
    ) -> Result<(), Error> {
        self.clear();
        let (shapes_last, ranges) = (last.handles().len(), *now.ranges());
        resize(&mut self.is_listed, shapes_last, false, "the indices of shapes")?;
        self.ranges = *last.ranges();
        if self.ranges.len() != shapes_last {
            // It is not known how they were numbered.
            self.is_renumbered = true;
            return self.list(0..shapes_last, (0, &(0..usize::MAX)), (last, now), shapes);
        }
        self.is_renumbered = self.ranges != ranges;
        for kind in ShapeKind::ALL {
            let (before, after) = (self.ranges.of(kind), ranges.of(kind));
            let shift = after.start.wrapping_sub(before.start) as u32;
            self.shifts[kind as usize] = shift;
            let (compared, place) = ((last, now), (shift, &after));
            match last.changed(shapes, kind) {
                Some(rows) => {
                    let rows = rows.iter().map(|row| before.start + *row as usize);
                    let kept = before.end.min(before.start + after.len());
                    self.list(rows.filter(|index| *index < kept), place, compared, shapes)?;
                    self.list(kept..before.end, place, compared, shapes)?;
                }
                None => self.list(before, place, compared, shapes)?,
            }
        }
        self.listed.sort_unstable();
        Ok(())
    }

    /// Lists those shapes of the last step that are not like shapes with indices that are so much
    /// larger now, of which the kind has a range, or are disabled.
    fn list<const D: usize>(
        &mut self,
        indices: impl Iterator<Item = usize>,
        (shift, of_kind): (u32, &Range<usize>),
        (last, now): (&AttributeColumns, &AttributeColumns),
        shapes: &Shapes<D>,
    ) -> Result<(), Error> {
        for index in indices {
            let handle = last.handles()[index];
            let there = (index as u32).wrapping_add(shift);
            // Of another kind it may have its index by chance.
            let stays = of_kind.contains(&(there as usize))
                && now.handles().get(there as usize) == Some(&handle);
            let rests = last.is_static_or_sleeping(index as u32);
            let is_alike = stays
                && rests == now.is_static_or_sleeping(there)
                && !now.is_disabled(there as usize);
            if is_alike || self.is_listed[index] {
                continue;
            }
            let index_now = shapes.index_in(now.ranges(), handle);
            let index_now = index_now.filter(|index| !now.is_disabled(*index));
            let index_now = index_now.map_or(GONE, |index| index as u32);
            reserve_one(&mut self.listed, "the indices of shapes")?;
            self.listed.push((index as u32, index_now));
            self.is_listed[index] = true;
            self.is_renumbered |= !stays;
        }
        Ok(())
    }

    /// Whether shapes have other indices, or there are others.
    pub(super) fn is_renumbered(&self) -> bool {
        self.is_renumbered
    }

    /// Whether pairs of the last step are to be looked at anew.
    pub(super) fn concerns_pairs(&self) -> bool {
        !self.listed.is_empty() || self.moves()
    }

    /// Whether shapes that kept their rows have other indices.
    pub(super) fn moves(&self) -> bool {
        self.shifts != [0; ShapeKind::COUNT]
    }

    /// Whether a shape of the last step did more than keep its row.
    pub(super) fn is_listed(&self, last: u32) -> bool {
        self.is_listed[last as usize]
    }

    /// Whether some pairs may have a shape that is listed. Few are compared with all pairs, in
    /// lanes: that takes less than to look up both shapes of each pair.
    pub(super) fn may_concern(&self, pairs: &[Pair]) -> bool {
        let indices: &[u32] = cast_slice(pairs);
        let has = |index| indices.iter().fold(false, |any, other| any | (*other == index));
        self.listed.len() > FEW || self.listed.iter().any(|(index, _)| has(*index))
    }

    /// The index now of a shape that kept its row, by that of the last step.
    pub(super) fn moved(&self, last: u32) -> u32 {
        if !self.moves() {
            return last;
        }
        let (kind, _) = self.ranges.kind_of(last as usize);
        last.wrapping_add(self.shifts[kind as usize])
    }

    /// The index now of a shape by that of the last step; none if it was removed or disabled.
    pub(super) fn index(&self, last: u32) -> Option<u32> {
        // Where nothing ever changed there is no list.
        if !self.is_listed.get(last as usize).is_some_and(|is_listed| *is_listed) {
            return Some(self.moved(last));
        }
        let place = self.listed.binary_search_by_key(&last, |(index, _)| *index).ok()?;
        let (_, now) = self.listed[place];
        (now != GONE).then_some(now)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.is_listed.capacity() + self.listed.capacity() * size_of::<(u32, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, GONE, IndexRemap};
    use crate::Pair;

    #[test]
    fn pairs_of_few_listed_shapes_are_found_by_comparing() {
        let pairs: Vec<Pair> = (0..600).map(|a| Pair { a, b: a * 7 % 600 + 1 }).collect();
        let listed_of = |count: usize| IndexRemap {
            is_listed: (0..=600).map(|index| index % 50 == 3 && index < 50 * count).collect(),
            listed: (0..count as u32).map(|k| (50 * k + 3, GONE)).collect(),
            ..IndexRemap::default()
        };
        for count in [0, 1, FEW, FEW + 1] {
            let remap = listed_of(count);
            let mut found = 0;
            for pairs in pairs.chunks(7) {
                let is_listed = |pair: &Pair| remap.is_listed(pair.a) | remap.is_listed(pair.b);
                let any = pairs.iter().any(is_listed);
                found += usize::from(any);
                assert_eq!(remap.may_concern(pairs), any || count > FEW, "{count} {pairs:?}");
            }
            assert!((count > 0) == (found > 0) && found <= 2 * count, "{found} of {count}");
        }
    }
}
