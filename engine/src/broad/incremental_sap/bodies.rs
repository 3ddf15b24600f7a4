//! All boxes of a join by id, read once a frame.

use std::ops::Range;

use super::body::{Body, BodyState};
use crate::{
    Aabb, Error, Pair,
    exec::threads,
    join::part::Part,
    memory::{grow_filled, reserve},
    validate::{InvalidReason, InvalidShape},
};

/// Boxes that one thread reads one after the other.
const CHUNK: usize = 4096;

/// One box in so many may have left its place before those are moved like the others: it takes as
/// many swaps as there are endpoints on its way, and one pass over all to take it out and put it
/// in.
const FEW: usize = 16;

/// The parts of a join.
pub(super) type Parts<'a, const D: usize> = [Option<Part<'a, D>>; 2];

/// Boxes by id. Within a set the id is the index; between two sets the last bit of the id tells the
/// set, so that it stays when the number of boxes in the other set changes.
#[derive(Default)]
pub(super) struct Bodies<const D: usize> {
    all: Vec<Body<D>>,
    chunks: Vec<BodyChunk>,
    /// Those of which no pair is known, in order.
    pub(super) came: Vec<u32>,
    /// What all chunks count to.
    pub(super) total: Counts,
    between: bool,
}

/// How many boxes are what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) there: usize,
    pub(super) came: usize,
    pub(super) went: usize,
    left: usize,
    invalid: usize,
}

/// Boxes with ids one after the other.
#[derive(Clone, Default)]
struct BodyChunk {
    ids: Range<usize>,
    counts: Counts,
}

impl<const D: usize> Bodies<D> {
    /// How many ids the boxes of a join take.
    pub(super) fn ids(parts: &Parts<'_, D>) -> usize {
        let len = |part: &Option<Part<'_, D>>| part.map_or(0, |part| part.bounds.len());
        let [first, second] = parts;
        if second.is_some() { 2 * len(first).max(len(second)) } else { len(first) }
    }

    /// The bodies by id.
    pub(super) fn all(&self) -> &[Body<D>] {
        &self.all
    }

    /// Reads the boxes of a frame, finds out what became of each, and lists the invalid ones.
    pub(super) fn read(
        &mut self,
        parts: &Parts<'_, D>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        let ids = Self::ids(parts);
        // Those beyond are read once more, as boxes that are there no more.
        let last = self.all.len().max(ids);
        self.between = parts[1].is_some();
        grow_filled(&mut self.all, ids, "the boxes of a frame")?;
        grow_filled(&mut self.chunks, last.div_ceil(CHUNK), "the boxes of a frame")?;
        let chunks = &mut self.chunks[..last.div_ceil(CHUNK)];
        for (chunk, first) in chunks.iter_mut().zip((0..).step_by(CHUNK)) {
            *chunk = BodyChunk { ids: first..last.min(first + CHUNK), counts: Counts::default() };
        }
        let between = self.between;
        let len_of = |chunk: &BodyChunk| chunk.ids.len();
        threads::for_each_piece(chunks, self.all.as_mut_slice(), &len_of, &|chunk, bodies| {
            for (id, body) in chunk.ids.clone().zip(bodies) {
                let found = find(parts, between, id);
                let invalid = matches!(found, Some(Err(_)));
                body.update(found.and_then(Result::ok));
                chunk.counts.add(body.state, invalid);
            }
        });
        self.hold_many(last.div_ceil(CHUNK));
        self.list(parts, last.div_ceil(CHUNK), invalid)
    }

    /// Counts boxes that left their places with those that stayed, unless they are few.
    fn hold_many(&mut self, chunks: usize) {
        let chunks = &mut self.chunks[..chunks];
        let sum = |of: fn(&Counts) -> usize| chunks.iter().map(|chunk| of(&chunk.counts)).sum();
        let (left, there): (usize, usize) = (sum(|counts| counts.left), sum(|counts| counts.there));
        if FEW * left <= there {
            return;
        }
        for BodyChunk { ids, counts } in chunks.iter_mut().filter(|chunk| chunk.counts.left > 0) {
            counts.came -= counts.left;
            counts.went -= std::mem::take(&mut counts.left);
            let left =
                self.all[ids.clone()].iter_mut().filter(|body| body.state == BodyState::Left);
            left.for_each(|body| body.state = BodyState::Held);
        }
    }

    /// Sums up what the chunks counted, and lists what came and what is not valid.
    fn list(
        &mut self,
        parts: &Parts<'_, D>,
        chunks: usize,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        self.came.clear();
        self.total = Counts::default();
        for chunk in &self.chunks[..chunks] {
            let BodyChunk { ids, counts } = chunk;
            self.total.there += counts.there;
            self.total.went += counts.went;
            self.total.came += counts.came;
            if counts.came > 0 {
                reserve(&mut self.came, self.total.came, "the boxes that came")?;
                let new = ids.clone().filter(|id| self.all[*id].state.is_new());
                self.came.extend(new.map(|id| id as u32));
            }
        }
        for (set, part) in parts.iter().enumerate() {
            let Some(part) = part else { continue };
            for chunk in self.chunks[..chunks].iter().filter(|chunk| chunk.counts.invalid > 0) {
                for id in chunk.ids.clone().filter(|id| !self.between || id % 2 == set) {
                    if let Some(Err(reason)) = find(parts, self.between, id) {
                        let index = (id >> u32::from(self.between)) as u32;
                        InvalidShape { side: part.side, index, reason }.push_to(invalid)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Forgets the ids that no box of the join has.
    pub(super) fn truncate(&mut self, parts: &Parts<'_, D>) {
        self.all.truncate(Self::ids(parts));
    }

    /// The set of an id, 0 or 1, and the index in it.
    pub(super) fn index(&self, id: usize) -> (u32, u32) {
        let id = id as u32;
        if self.between { (id % 2, id / 2) } else { (0, id) }
    }

    /// The pair of two ids.
    #[inline(always)]
    pub(super) fn pair(&self, a: usize, b: usize) -> Pair {
        let pair = Pair::ordered(a as u32, b as u32);
        match self.between {
            false => pair,
            true if a.is_multiple_of(2) => Pair { a: a as u32 / 2, b: b as u32 / 2 },
            true => Pair { a: b as u32 / 2, b: a as u32 / 2 },
        }
    }

    /// The two boxes of a pair.
    #[inline(always)]
    pub(super) fn of_pair(&self, pair: Pair) -> [&Body<D>; 2] {
        let (a, b) = (pair.a as usize, pair.b as usize);
        let (a, b) = if self.between { (2 * a, 2 * b + 1) } else { (a, b) };
        [&self.all[a], &self.all[b]]
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.all.capacity() * size_of::<Body<D>>()
            + self.chunks.capacity() * size_of::<BodyChunk>()
            + 4 * self.came.capacity()
    }
}

impl Counts {
    fn add(&mut self, state: BodyState, invalid: bool) {
        self.there += usize::from(state.is_there());
        self.came += usize::from(state.is_new());
        self.went += usize::from(state.is_gone());
        self.left += usize::from(state == BodyState::Left);
        self.invalid += usize::from(invalid);
    }
}

/// Bounds and exclusion bits of the box with an id, if there is one, or why it is not valid.
#[inline(always)]
fn find<const D: usize>(
    parts: &Parts<'_, D>,
    between: bool,
    id: usize,
) -> Option<Result<(Aabb<D>, u32), InvalidReason>> {
    let (set, index) = if between { (id % 2, id / 2) } else { (0, id) };
    let part = parts[set].as_ref().filter(|part| index < part.bounds.len())?;
    Some(part.bounds.get(index).map(|aabb| (aabb, part.tags.of(index).1)))
}
