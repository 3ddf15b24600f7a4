//! The endpoints on an axis, kept in order.

use jostle_kernels::sort::{insertion_sort, sort_by_high_half};

use super::{
    bodies::Bodies,
    body::{Body, BodyState},
    endpoint::{Change, change_of, id, maximum, minimum, moved, push_change, side},
};
use crate::{
    Error,
    memory::{grow, reserve},
};

/// Endpoints may be swapped so many times for each of them. With more, and 10 ns a swap, it is
/// faster to find all pairs from nothing; at least [`FEW_SWAPS`].
const SWAPS_PER_ENDPOINT: usize = 1;

/// Swaps that take less time than to begin anew with any boxes.
const FEW_SWAPS: usize = 512;

/// Which ends of boxes an axis has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Where they begin.
    Minima,
    /// Where they begin and where they end.
    Both,
}

/// The endpoints on an axis.
pub(super) struct Axis {
    ends: Ends,
    pub(super) endpoints: Vec<u64>,
    scratch: Vec<u64>,
    /// The pairs that the last swaps changed.
    pub(super) changes: Vec<Change>,
    /// Swaps of the last frame, also if there were too many.
    pub(super) swaps: u64,
    /// Whether all endpoints were brought in order.
    pub(super) outcome: Result<bool, Error>,
}

impl Axis {
    pub(super) fn new(ends: Ends) -> Self {
        Self {
            ends,
            endpoints: Vec::new(),
            scratch: Vec::new(),
            changes: Vec::new(),
            swaps: 0,
            outcome: Ok(true),
        }
    }

    /// Endpoints of a box.
    fn per_box(&self) -> usize {
        if self.ends == Ends::Both { 2 } else { 1 }
    }

    /// Takes the endpoints of all boxes, in order.
    pub(super) fn load<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        axis: usize,
    ) -> Result<(), Error> {
        let len = self.per_box() * bodies.total.there;
        self.endpoints.clear();
        reserve(&mut self.endpoints, len, "the endpoints of boxes")?;
        grow(&mut self.scratch, len, "the sort of endpoints")?;
        let there = || bodies.all().iter().enumerate().filter(|(_, body)| body.state.is_there());
        // By id, and minima first: the sort is stable.
        self.endpoints.extend(there().map(|(id, body)| minimum(body.now.0[0][axis], id)));
        if self.ends == Ends::Both {
            self.endpoints.extend(there().map(|(id, body)| maximum(body.now.0[1][axis], id)));
        }
        sort_by_high_half(&mut self.endpoints, &mut self.scratch[..len]);
        Ok(())
    }

    /// Moves the endpoints of boxes that stayed, out of order, and takes out those of all others.
    pub(super) fn move_all<const D: usize>(&mut self, bodies: &[Body<D>], axis: usize) {
        self.endpoints.retain_mut(|endpoint| {
            let body = &bodies[id(*endpoint)];
            *endpoint = moved(*endpoint, body.now.0[side(*endpoint)][axis]);
            body.state == BodyState::Held
        });
    }

    /// Brings the endpoints in order unless that takes too many swaps, and lists the pairs that
    /// change. Returns whether they are in order.
    pub(super) fn sort<const D: usize>(
        &mut self,
        bodies: &[Body<D>],
        axis: usize,
    ) -> Result<bool, Error> {
        self.changes.clear();
        let most = (SWAPS_PER_ENDPOINT * self.endpoints.len()).max(FEW_SWAPS) as u64;
        // More than change in most frames, so that the list hardly ever grows.
        reserve(&mut self.changes, self.endpoints.len() / 4, "the pairs that change")?;
        let (changes, mut pushed) = (&mut self.changes, Ok(()));
        let tells = self.ends == Ends::Both;
        let sorted = insertion_sort(&mut self.endpoints, most, |passing, passed| {
            if tells
                && pushed.is_ok()
                && let Some(change) = change_of(bodies, axis, passing, passed)
            {
                pushed = push_change(changes, change);
            }
        });
        self.swaps = sorted.moves;
        pushed.map(|()| sorted.is_sorted)
    }

    /// Puts in the endpoints of boxes that came.
    pub(super) fn merge<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        axis: usize,
    ) -> Result<(), Error> {
        let (old, new) = (self.endpoints.len(), self.per_box() * bodies.came.len());
        grow(&mut self.scratch, new, "the endpoints of boxes")?;
        reserve(&mut self.endpoints, old + new, "the endpoints of boxes")?;
        let mut ends = bodies.came.iter().flat_map(|id| {
            let (id, keys) = (*id as usize, &bodies.all()[*id as usize].now.0);
            [minimum(keys[0][axis], id), maximum(keys[1][axis], id)]
        });
        let step = 3 - self.per_box();
        let scratch = &mut self.scratch[..new];
        scratch.fill_with(|| {
            let end = ends.next().unwrap_or_default();
            ends.by_ref().take(step - 1).for_each(drop);
            end
        });
        scratch.sort_unstable();
        self.endpoints.resize(old + new, 0);
        merge_from_behind(&mut self.endpoints, old, scratch);
        Ok(())
    }

    /// What came of work on the axis: whether its endpoints are in order.
    pub(super) fn take_outcome(&mut self) -> Result<bool, Error> {
        std::mem::replace(&mut self.outcome, Ok(true))
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        8 * (self.endpoints.capacity() + self.scratch.capacity())
            + self.changes.capacity() * size_of::<Change>()
    }
}

/// Puts more items, in order, into the first so many, in order. There is just enough room for all.
fn merge_from_behind(items: &mut [u64], first: usize, more: &[u64]) {
    let (mut from, mut to) = (first, items.len());
    for item in more.iter().rev() {
        while from > 0 && items[from - 1] > *item {
            (from, to) = (from - 1, to - 1);
            items[to] = items[from];
        }
        to -= 1;
        items[to] = *item;
    }
}
