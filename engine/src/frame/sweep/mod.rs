//! Continuous detection: what fast shapes met on their way since the step before.
//!
//! All shapes move from where they were to where they are, in a unit of time. The bounds of these ways are
//! joined like those of shapes that stand still, but for pairs of which none is fast, and
//! [`Narrow::impacts`] finds out when the shapes of a pair meet.

mod bounds;

use bounds::SweptBounds;

use crate::{
    Auto, BroadPhase, Error, Filter, Join, Level, Narrow, Pair, Pairs, Prepared,
    broad::BoxSet,
    error::reserve,
    narrow::{Impact, Motion, Motions, State},
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
    bounds: SweptBounds<D>,
    /// By index, whether pairs of two such shapes are not wanted.
    not_fast: Vec<bool>,
    phase: Auto<D>,
    pairs: Pairs,
    impacts: Vec<Impact<D>>,
    found: Vec<Encounter<D>>,
}

impl<const D: usize> Sweep<D> {
    pub(super) fn new(level: Level) -> Self {
        Self {
            before: Prepared::with_level(level),
            motions: Motions::new(),
            bounds: SweptBounds::default(),
            not_fast: Vec::new(),
            phase: Auto::with_level(level),
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
        self.not_fast.clear();
        reserve(&mut self.not_fast, fast.len(), "the shapes that are fast")?;
        let is_slow = |(index, fast): (usize, &bool)| !fast || filter.is_static(index);
        self.not_fast.extend(fast.iter().enumerate().map(is_slow));
        if self.not_fast.iter().all(|slow| *slow) {
            return Ok(());
        }
        let (shapes, prepared) = now;
        self.before.update(*before)?;
        let motion = |index: usize| Motion::between(&before.get(index), &shapes.get(index));
        self.motions.update_by(fast.len(), motion)?;
        self.bounds.update(before, [self.before.bounds(), prepared.bounds()], &self.motions)?;
        let set = BoxSet { bounds: self.bounds.get(), filter: filter.with_statics(&self.not_fast) };
        self.phase.pairs(&Join::within(set), &mut self.pairs)?;
        self.pairs.sort_canonical()?;
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
            + self.not_fast.capacity()
            + self.phase.memory_bytes()
            + self.pairs.capacity_bytes()
            + self.impacts.capacity() * size_of::<Impact<D>>()
            + self.found.capacity() * size_of::<Encounter<D>>()
    }
}
