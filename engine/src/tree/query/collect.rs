//! What is done with the boxes that a traversal finds.

use super::traversal::{Collector, key_of, packed};

/// The nearest box; of several at the same distance the one with the lowest id.
pub(super) struct Nearest<F> {
    pub(super) limit: f32,
    pub(super) id: Option<u32>,
    pub(super) accept: F,
}

impl<F: Fn(u32) -> bool> Collector for Nearest<F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        let nearer = key < self.limit || self.id.is_none_or(|best| id < best);
        if nearer && (self.accept)(id) {
            (self.limit, self.id) = (key, Some(id));
        }
    }
}

/// Whether there is any box at all.
pub(super) struct Any<F> {
    pub(super) found: bool,
    pub(super) accept: F,
}

impl<F: Fn(u32) -> bool> Collector for Any<F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        // Nothing is nearer than this.
        if self.found { f32::NEG_INFINITY } else { f32::INFINITY }
    }

    #[inline(always)]
    fn take(&mut self, _: f32, id: u32) {
        self.found |= (self.accept)(id);
    }
}

/// All boxes, in the order of the tree.
pub(super) struct All<F> {
    pub(super) limit: f32,
    pub(super) each: F,
}

impl<F: FnMut(f32, u32)> Collector for All<F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        (self.each)(key, id);
    }
}

/// The `k` nearest boxes, sorted by distance and then id.
pub(super) struct KNearest<'a, F> {
    limit: f32,
    /// The best so far, packed, then [`u64::MAX`].
    best: &'a mut [u64],
    accept: F,
}

impl<'a, F> KNearest<'a, F> {
    /// The nearest up to a distance, as many as `best` has room for.
    pub(super) fn new(limit: f32, best: &'a mut [u64], accept: F) -> Self {
        best.fill(u64::MAX);
        let limit = if best.is_empty() { f32::NEG_INFINITY } else { limit };
        Self { limit, best, accept }
    }
}

/// Up to here the list is put in order without branches.
const FEW: usize = 16;

impl<F: Fn(u32) -> bool> Collector for KNearest<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        let mut new = packed(key, id);
        let Some(&worst) = self.best.last() else { return };
        if new >= worst || !(self.accept)(id) {
            return;
        }
        if self.best.len() <= FEW {
            for best in &mut *self.best {
                (*best, new) = ((*best).min(new), (*best).max(new));
            }
        } else {
            let at = self.best.partition_point(|best| *best < new);
            self.best.copy_within(at..self.best.len() - 1, at + 1);
            self.best[at] = new;
        }
        let worst = self.best[self.best.len() - 1];
        if worst != u64::MAX {
            self.limit = key_of(worst);
        }
    }
}
