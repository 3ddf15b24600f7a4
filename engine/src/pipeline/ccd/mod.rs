//! Continuous detection: what fast shapes met on their way since the step before.
//!
//! All shapes move from where they were to where they are, in a unit of time. A look at all of them
//! finds those that are near the way of a fast one (`cull`). Their swept bounds are joined
//! like those of shapes that stand still, but for pairs of which none is fast, and
//! [`Narrow::impacts`] finds out when the shapes of a pair meet.

mod cull;
mod footprint;
mod swept;
#[cfg(test)]
mod tests;

use cull::Cull;
use swept::{SweptBounds, SweptShapes};

use crate::{
    BroadPhase, Error, Filter, Join, Pair, Pairs, Sap, SimdLevel,
    broad::BoxSet,
    memory::{reserve, reserve_more},
    narrow::{Impact, ImpactState, Motions, Narrow},
    shape::{Columns, PreparedShapes},
    step::{CcdHit, PairRules},
};

/// Shapes of which it is asked at once whether any is fast.
const CHUNK: usize = 1024;

/// How shapes moved, and what they met. Kept from step to step for its buffers.
pub(super) struct Sweep<const D: usize> {
    /// The shapes as they were.
    before: PreparedShapes<D>,
    motions: Motions<D>,
    cull: Cull<D>,
    bounds: SweptBounds<D>,
    /// Those that are fast.
    ccd: Vec<u32>,
    /// Whether those near fast ones are not fast, so that pairs of two are not wanted.
    slow: Vec<bool>,
    level: SimdLevel,
    phase: Sap<D>,
    pairs: Pairs,
    /// Which of them are wanted, where the user is asked.
    wanted: Vec<bool>,
    impacts: Vec<Impact<D>>,
    found: Vec<CcdHit<D>>,
}

impl<const D: usize> Sweep<D> {
    pub(super) fn new(level: SimdLevel) -> Self {
        Self {
            before: PreparedShapes::new().with_level(level),
            motions: Motions::new(),
            cull: Cull::default(),
            bounds: SweptBounds::default(),
            ccd: Vec::new(),
            slow: Vec::new(),
            level,
            phase: Sap::new().with_level(level),
            pairs: Pairs::new(),
            wanted: Vec::new(),
            impacts: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Sets the SIMD level; what was found stays.
    pub(super) fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
        self.before = std::mem::take(&mut self.before).with_level(level);
        self.phase.set_level(level);
    }

    /// Finds what fast shapes that do not rest met on their way from `before` to `now`.
    pub(super) fn find(
        &mut self,
        before: &Columns<'_, D>,
        now: (&Columns<'_, D>, &PreparedShapes<D>),
        ccd: &[bool],
        (filter, rules): (Filter<'_>, &PairRules<'_>),
        narrow: &mut Narrow<D>,
    ) -> Result<(), Error> {
        self.found.clear();
        let is_ccd = |index: &u32| {
            let index = *index as usize;
            ccd[index] && !filter.is_static(index)
        };
        self.ccd.clear();
        for (chunk, first) in ccd.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            if chunk.contains(&true) {
                reserve_more(&mut self.ccd, chunk.len(), "the shapes that are ccd")?;
                self.ccd.extend((first..first + chunk.len() as u32).filter(is_ccd));
            }
        }
        if self.ccd.is_empty() {
            return Ok(());
        }
        self.before.update(*before)?;
        let swept = SweptShapes::new((before, &self.before), now);
        let near = self.cull.find(self.level, &swept, &self.ccd)?;
        self.slow.clear();
        reserve(&mut self.slow, near.len(), "the shapes that are near ccd ones")?;
        self.slow.extend(near.iter().map(|index| !is_ccd(index)));
        self.motions.update_some(ccd.len(), near, |index| swept.motion(index))?;
        self.bounds.update(&swept, near)?;
        let are_all = near.len() == ccd.len();
        let of_join = if are_all { filter } else { Filter::default() };
        let of_join = of_join.with_statics(&self.slow);
        let join = Join::within(BoxSet { bounds: self.bounds.get(), filter: of_join });
        self.phase.pairs(&join, &mut self.pairs)?;
        self.pairs.sort_canonical()?;
        if !are_all {
            keep_wanted(&mut self.pairs, near, filter);
        }
        rules.apply(&mut self.pairs, &mut self.wanted)?;
        narrow.impacts(&self.before, &self.motions, &self.pairs, 1.0, &mut self.impacts)?;
        let met = |impact: &Impact<D>| impact.state() != ImpactState::Apart;
        let count = self.impacts.iter().filter(|impact| met(impact)).count();
        reserve(&mut self.found, count, "the ccd_hits of shapes")?;
        let all = self.pairs.iter().zip(&self.impacts).filter(|(_, impact)| met(impact));
        self.found.extend(all.map(|(pair, impact)| CcdHit { pair: *pair, impact: *impact }));
        Ok(())
    }

    /// What was found, in canonical order.
    pub(super) fn found(&self) -> &[CcdHit<D>] {
        &self.found
    }

    /// Forgets what was found.
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.before.memory_bytes()
            + self.motions.memory_bytes()
            + self.bounds.memory_bytes()
            + self.cull.memory_bytes()
            + 4 * self.ccd.capacity()
            + self.slow.capacity()
            + self.phase.memory_bytes()
            + self.pairs.capacity_bytes()
            + self.wanted.capacity()
            + self.impacts.capacity() * size_of::<Impact<D>>()
            + self.found.capacity() * size_of::<CcdHit<D>>()
    }
}

/// Names the shapes of pairs by their indices instead of their places among some, whose order is
/// that of their indices, and keeps the pairs that are wanted.
fn keep_wanted(pairs: &mut Pairs, indices: &[u32], filter: Filter<'_>) {
    let mut kept = 0;
    let all = pairs.as_mut_slice();
    for place in 0..all.len() {
        let [a, b] = [all[place].a, all[place].b].map(|place| indices[place as usize]);
        all[kept] = Pair { a, b };
        kept += usize::from(filter.wants(a, &filter, b));
    }
    pairs.truncate(kept);
}
