//! What is done with the boxes that a traversal finds.

use super::{
    Hit,
    by::{DistanceScale, Within, latest, not_before},
    traversal::{Collector, key_of, packed},
};

/// The nearest box; of several at the same distance the one with the lowest id.
pub(super) struct Nearest<F> {
    pub(super) limit: f32,
    pub(super) id: Option<u32>,
    pub(super) accept: F,
}

impl<F> Nearest<F> {
    /// The nearest, if there is any.
    #[inline(always)]
    pub(super) fn hit(&self) -> Option<Hit> {
        self.id.map(|id| Hit { id, t: self.limit })
    }
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

/// The first of what is in boxes, by a time of its own; of several at the same time the one with
/// the lowest id.
pub(super) struct Closest<W> {
    limit: f32,
    hit: Option<Hit>,
    time: W,
}

impl<W> Closest<W> {
    #[inline(always)]
    pub(super) fn new(time: W) -> Self {
        Self { limit: f32::INFINITY, hit: None, time }
    }

    /// The first, if there is any, and what told its time.
    #[inline(always)]
    pub(super) fn hit(self) -> Option<(W, Hit)> {
        self.hit.map(|hit| (self.time, hit))
    }
}

impl<W: Within> Collector for Closest<W> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        // What is in the box cannot be met before the best, and so is behind it if only by its id.
        if self.hit.is_some_and(|best| id > best.id && not_before(0.0, key) >= best.t) {
            return;
        }
        let Some(t) = self.time.measure(id) else { return };
        let t = not_before(t, key);
        // Not where the time is NaN.
        if self.limit >= t && self.hit.is_none_or(|best| t < best.t || t == best.t && id < best.id)
        {
            (self.hit, self.limit) = (Some(Hit { id, t }), latest(t));
        }
    }

    #[inline(always)]
    fn announce(&self, id: u32) {
        self.time.announce(id);
    }
}

/// The `k` best of what is found, packed: by key, then id.
struct Best<'a> {
    k: usize,
    /// A few are sorted, with [`u64::MAX`] behind them. Many are as they came, and a heap with the
    /// worst on top once they are `k`.
    best: &'a mut Vec<u64>,
}

/// Up to here a list is put in order without branches, which is faster than a heap.
const FEW: usize = 16;

impl<'a> Best<'a> {
    /// None so far. Overwrites `best`.
    #[inline(always)]
    fn new(k: usize, best: &'a mut Vec<u64>) -> Self {
        best.clear();
        if k <= FEW {
            best.resize(k, u64::MAX);
        }
        Self { k, best }
    }

    /// The last of the best; [`u64::MAX`] while they are fewer than `k`.
    #[inline(always)]
    fn worst(&self) -> u64 {
        let complete = self.best.len() == self.k;
        let worst = if self.k <= FEW { self.best.last() } else { self.best.first() };
        worst.filter(|_| complete).map_or(u64::MAX, |worst| *worst)
    }

    /// Takes one that is better than the worst. O(k) for a few, else O(log k).
    #[inline(always)]
    fn take(&mut self, new: u64) {
        if self.k <= FEW { self.insert(new) } else { self.replace_worst(new) }
    }

    /// Puts one of a few where it belongs. O(k)
    #[inline(always)]
    fn insert(&mut self, mut new: u64) {
        for best in &mut *self.best {
            (*best, new) = ((*best).min(new), (*best).max(new));
        }
    }

    /// Takes one of many, instead of the worst once there are `k`. O(log k), and a sort once.
    #[inline(never)]
    fn replace_worst(&mut self, new: u64) {
        if self.best.len() == self.k {
            self.best[0] = new;
            sift_down(self.best);
            return;
        }
        self.best.push(new);
        if self.best.len() == self.k {
            // What is sorted is a heap.
            self.best.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Leaves the best sorted. O(k log k)
    #[inline(always)]
    fn finish(self) {
        if self.k > FEW {
            self.best.sort_unstable();
            return;
        }
        while self.best.last() == Some(&u64::MAX) {
            self.best.pop();
        }
    }
}

/// Puts the first of a heap, with the greatest on top, where it belongs.
fn sift_down(heap: &mut [u64]) {
    let mut at = 0;
    while let Some(left) = heap.get(2 * at + 1) {
        let right = heap.get(2 * at + 2).unwrap_or(&0);
        let child = 2 * at + 1 + usize::from(right > left);
        if heap[child] <= heap[at] {
            break;
        }
        heap.swap(at, child);
        at = child;
    }
}

/// The `k` nearest boxes, by distance and then id.
pub(super) struct KNearest<'a, F> {
    limit: f32,
    best: Best<'a>,
    accept: F,
}

impl<'a, F> KNearest<'a, F> {
    /// The nearest up to a distance. Overwrites `best`.
    #[inline(always)]
    pub(super) fn new(limit: f32, k: usize, best: &'a mut Vec<u64>, accept: F) -> Self {
        let limit = if k == 0 { f32::NEG_INFINITY } else { limit };
        Self { limit, best: Best::new(k, best), accept }
    }

    /// Leaves the best, packed and sorted. O(k log k)
    #[inline(always)]
    pub(super) fn finish(self) {
        self.best.finish();
    }
}

impl<F: Fn(u32) -> bool> Collector for KNearest<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        let new = packed(key, id);
        if new >= self.best.worst() || !(self.accept)(id) {
            return;
        }
        self.best.take(new);
        let worst = self.best.worst();
        if worst != u64::MAX {
            self.limit = key_of(worst);
        }
    }
}

/// The `k` nearest of what is in boxes, by a distance of its own and then id.
pub(super) struct KNearestBy<'a, F> {
    limit: f32,
    most: f32,
    scale: DistanceScale,
    best: Best<'a>,
    distance: F,
}

impl<'a, F> KNearestBy<'a, F> {
    /// The nearest up to a distance, where keys are squares on a scale. Overwrites `best`.
    #[inline(always)]
    pub(super) fn new(
        most: f32,
        scale: DistanceScale,
        k: usize,
        best: &'a mut Vec<u64>,
        distance: F,
    ) -> Self {
        let limit = if k == 0 { f32::NEG_INFINITY } else { scale.farthest(most) };
        Self { limit, most, scale, best: Best::new(k, best), distance }
    }

    /// Leaves the best, packed and sorted. O(k log k)
    #[inline(always)]
    pub(super) fn finish(self) {
        self.best.finish();
    }
}

impl<F: Fn(u32) -> Option<f32>> Collector for KNearestBy<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn take(&mut self, key: f32, id: u32) {
        let Some(distance) = (self.distance)(id) else { return };
        let distance = self.scale.not_nearer(distance, key);
        let new = packed(distance, id);
        // Not where the distance is NaN.
        if self.most >= distance && new < self.best.worst() {
            self.best.take(new);
        }
        let worst = self.best.worst();
        if worst != u64::MAX {
            self.limit = self.scale.farthest(key_of(worst));
        }
    }
}
