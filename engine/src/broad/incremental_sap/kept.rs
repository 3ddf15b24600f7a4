//! Endpoints on all axes and the set of pairs, kept from frame to frame.

use super::{
    arrivals::Arrivals,
    axis::{Axis, Ends},
    bodies::{Bodies, Parts},
    endpoint::MOST_IDS,
    pair_set::PairSet,
    stats::{IncrementalSapFallback, IncrementalSapStats},
};
use crate::{
    BroadPhase, Error, Filter, Join, Pair, Sap, exec::threads, join::BoxSet, memory::reserve,
    validate::InvalidShape,
};

/// Pairs that are kept for each box, and at least.
const PAIRS_PER_BOX: usize = 16;
const FEWEST_PAIRS: usize = 1 << 16;

/// A join as it was in the last frame.
pub(super) struct KeptJoin<const D: usize> {
    pub(super) bodies: Bodies<D>,
    pub(super) axes: [Axis; D],
    set: PairSet,
    arrivals: Arrivals,
    /// Whether all of it is that of the last frame.
    pub(super) is_whole: bool,
    backoff: Backoff,
}

impl<const D: usize> Default for KeptJoin<D> {
    fn default() -> Self {
        Self {
            bodies: Bodies::default(),
            axes: std::array::from_fn(|_| Axis::new(Ends::Both)),
            set: PairSet::default(),
            arrivals: Arrivals::default(),
            is_whole: false,
            backoff: Backoff::default(),
        }
    }
}

impl<const D: usize> KeptJoin<D> {
    /// The pairs of the last frame, without a look at categories and groups.
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.set.pairs
    }

    /// Makes the next frame from the last one, or says why it cannot be.
    pub(super) fn follow(
        &mut self,
        join: &Join<'_, D>,
        stats: &mut IncrementalSapStats<D>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<Option<IncrementalSapFallback>, Error> {
        // What fails half-way leaves nothing to follow.
        let was_whole = std::mem::take(&mut self.is_whole);
        if !was_whole || Bodies::ids(&join.parts()) > MOST_IDS {
            let fallback = if self.backoff.is_over() {
                IncrementalSapFallback::Fresh
            } else {
                IncrementalSapFallback::Resting
            };
            return Ok(Some(fallback));
        }
        let parts = join.parts();
        self.bodies.read(&parts, invalid)?;
        (stats.came, stats.went) = (self.bodies.total.came, self.bodies.total.went);
        let fallback = self.update(stats)?;
        self.bodies.truncate(&parts);
        if fallback.is_some() {
            self.backoff.lengthen();
            return Ok(fallback);
        }
        self.backoff = Backoff::default();
        if self.set.pairs.len() > most_pairs(join) {
            return Ok(Some(IncrementalSapFallback::Crowded));
        }
        self.is_whole = true;
        Ok(None)
    }

    /// Brings endpoints and pairs up to the bodies.
    fn update(
        &mut self,
        stats: &mut IncrementalSapStats<D>,
    ) -> Result<Option<IncrementalSapFallback>, Error> {
        let Self { bodies, axes, set, arrivals, .. } = self;
        if 2 * (bodies.total.came + bodies.total.went) > bodies.total.there {
            return Ok(Some(IncrementalSapFallback::Turnover));
        }
        threads::for_each(axes, |number, axis| {
            axis.move_all(bodies.all(), number);
            axis.outcome = axis.sort(bodies.all(), number);
        });
        for (axis, swaps) in axes.iter_mut().zip(&mut stats.swaps) {
            *swaps = axis.swaps;
            stats.unsorted_axes += usize::from(!axis.take_outcome()?);
        }
        if stats.unsorted_axes > 0 {
            return Ok(Some(IncrementalSapFallback::Swaps));
        }
        set.remove_gone(bodies);
        arrivals.changes.clear();
        if bodies.total.came > 0 {
            for (number, axis) in axes.iter_mut().enumerate() {
                axis.merge(bodies, number)?;
            }
            if !arrivals.find(bodies, axes)? {
                return Ok(Some(IncrementalSapFallback::Arrivals));
            }
        }
        let swapped = axes.iter().map(|axis| &*axis.changes);
        set.apply(bodies, swapped.chain([&*arrivals.changes]))?;
        Ok(None)
    }

    /// Finds the pairs of a frame from nothing, and keeps what the next one is made from, unless it
    /// is a frame of rest. Returns false if there are more pairs than are kept.
    pub(super) fn load(
        &mut self,
        join: &Join<'_, D>,
        sap: &mut Sap<D>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<bool, Error> {
        let parts = join.parts();
        let most = most_pairs(join) as u64;
        let found_all = sap.collect_at_most(&of_motion(join), &mut self.set.pairs, most)?;
        let is_crowded = !found_all || Bodies::ids(&parts) > MOST_IDS;
        invalid.clear();
        if is_crowded || !self.backoff.is_over() {
            self.backoff.pass();
            reserve(invalid, sap.invalid().len(), "the list of invalid boxes")?;
            invalid.extend(sap.invalid());
        } else {
            self.read_anew(&parts, invalid)?;
        }
        if !is_crowded {
            self.set.pairs.sort_canonical()?;
        }
        Ok(!is_crowded)
    }

    /// Reads the bodies and sorts all endpoints.
    fn read_anew(
        &mut self,
        parts: &Parts<'_, D>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        let Self { bodies, axes, .. } = self;
        bodies.read(parts, invalid)?;
        bodies.truncate(parts);
        threads::for_each(axes, |number, axis| {
            axis.outcome = axis.load(bodies, number).map(|()| true);
        });
        for axis in axes {
            axis.take_outcome()?;
        }
        self.is_whole = true;
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.bodies.memory_bytes()
            + self.axes.iter().map(Axis::memory_bytes).sum::<usize>()
            + self.set.memory_bytes()
            + self.arrivals.memory_bytes()
    }
}

/// Most pairs that are kept of a join.
fn most_pairs<const D: usize>(join: &Join<'_, D>) -> usize {
    PAIRS_PER_BOX.saturating_mul(join.boxes()).max(FEWEST_PAIRS)
}

/// The join without categories and groups, which are looked at when pairs are handed over.
fn of_motion<'a, const D: usize>(join: &Join<'a, D>) -> Join<'a, D> {
    let of_motion = |set: &BoxSet<'a, D>| BoxSet {
        bounds: set.bounds,
        filter: Filter { statics: set.filter.statics, ..Filter::NONE },
    };
    match join {
        Join::Within(set) => Join::Within(of_motion(set)),
        Join::Between(first, second) => Join::Between(of_motion(first), of_motion(second)),
    }
}

/// Most frames in which nothing is tried.
const LONGEST: u32 = 31;

/// Frames in which nothing is tried: none after one that failed, and twice as many and one more
/// after each that fails next. So a teleport costs a frame, and a scene that is never coherent
/// hardly more than a sweep built from nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    left: u32,
    next: u32,
}

impl Backoff {
    /// Whether this frame is to be kept.
    pub(super) fn is_over(self) -> bool {
        self.left == 0
    }

    /// A frame was tried in vain.
    pub(super) fn lengthen(&mut self) {
        self.left = self.next;
        self.next = (2 * self.next + 1).min(LONGEST);
    }

    /// A frame was not kept.
    pub(super) fn pass(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}
