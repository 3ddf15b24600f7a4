//! Continuous detection: what fast shapes met on their way since the step before.
//!
//! All shapes move from where they were to where they are, in a unit of time. A look at all of them finds those
//! that are near the way of a fast one (`cull`). The bounds of their ways are joined like those of shapes
//! that stand still, but for pairs of which none is fast, and [`Narrow::impacts`] finds out when the shapes of a
//! pair meet.

mod bounds;
mod cull;
mod footprint;
#[cfg(test)]
mod tests;
mod ways;

use bounds::SweptBounds;
use cull::Cull;
use ways::Ways;

use crate::{
    BroadPhase, Error, Filter, Join, Level, Narrow, Pair, Pairs, Prepared, Sap,
    broad::BoxSet,
    error::reserve,
    narrow::{Impact, Motions, State},
    shape::Columns,
};

/// Two shapes that met since the step before, of which one is fast at least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter<const D: usize> {
    /// The shapes.
    pub pair: Pair,
    /// When and how they met: at time 0 they were where they were in the step before, at time 1 where they
    /// are.
    pub impact: Impact<D>,
}

/// The ways of shapes, and what is found on them. Kept.
pub(super) struct Sweep<const D: usize> {
    /// The shapes as they were.
    before: Prepared<D>,
    motions: Motions<D>,
    cull: Cull<D>,
    bounds: SweptBounds<D>,
    /// Whether pairs of two such shapes are not wanted: by index, and of those near fast ones.
    slow: [Vec<bool>; 2],
    level: Level,
    phase: Sap<D>,
    pairs: Pairs,
    impacts: Vec<Impact<D>>,
    found: Vec<Encounter<D>>,
}

impl<const D: usize> Sweep<D> {
    pub(super) fn new(level: Level) -> Self {
        Self {
            before: Prepared::with_level(level),
            motions: Motions::new(),
            cull: Cull::default(),
            bounds: SweptBounds::default(),
            slow: [Vec::new(), Vec::new()],
            level,
            phase: Sap::with_level(level),
            pairs: Pairs::new(),
            impacts: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds what fast shapes that do not rest met on their way from `before` to `now`.
    pub(super) fn find(
        &mut self,
        before: &Columns<'_, D>,
        now: (&Columns<'_, D>, &Prepared<D>),
        fast: &[bool],
        filter: Filter<'_>,
        narrow: &mut Narrow<D>,
    ) -> Result<(), Error> {
        self.found.clear();
        let [slow, slow_near] = &mut self.slow;
        slow.clear();
        reserve(slow, fast.len(), "the shapes that are fast")?;
        let is_slow = |(index, fast): (usize, &bool)| !fast || filter.is_static(index);
        slow.extend(fast.iter().enumerate().map(is_slow));
        if slow.iter().all(|slow| *slow) {
            return Ok(());
        }
        self.before.update(*before)?;
        let ways = Ways::new((before, &self.before), now);
        let near = self.cull.find(self.level, &ways, slow)?;
        slow_near.clear();
        reserve(slow_near, near.len(), "the shapes that are near fast ones")?;
        slow_near.extend(near.iter().map(|index| slow[*index as usize]));
        self.motions.update_some(fast.len(), near, |index| ways.motion(index))?;
        self.bounds.update(&ways, near)?;
        let join = Filter::default().with_statics(slow_near);
        let join = Join::within(BoxSet { bounds: self.bounds.get(), filter: join });
        self.phase.pairs(&join, &mut self.pairs)?;
        self.pairs.sort_canonical()?;
        keep_wanted(&mut self.pairs, near, filter);
        narrow.impacts(&self.before, &self.motions, &self.pairs, 1.0, &mut self.impacts)?;
        let met = |impact: &Impact<D>| impact.state() != State::Apart;
        let count = self.impacts.iter().filter(|impact| met(impact)).count();
        reserve(&mut self.found, count, "the encounters of shapes")?;
        let all = self.pairs.iter().zip(&self.impacts).filter(|(_, impact)| met(impact));
        self.found.extend(all.map(|(pair, impact)| Encounter { pair: *pair, impact: *impact }));
        Ok(())
    }

    /// What was found, in canonical order.
    pub(super) fn found(&self) -> &[Encounter<D>] {
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
            + self.slow.iter().map(Vec::capacity).sum::<usize>()
            + self.phase.memory_bytes()
            + self.pairs.capacity_bytes()
            + self.impacts.capacity() * size_of::<Impact<D>>()
            + self.found.capacity() * size_of::<Encounter<D>>()
    }
}

/// Names the shapes of pairs by their indices instead of their places among some, whose order is that of
/// their indices, and keeps the pairs that are wanted.
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
