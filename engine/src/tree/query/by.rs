//! Questions about what is in the boxes of a tree: the boxes say where to look, and a function of
//! the id what is there.
//!
//! What is in a box is not met before its box, and is no nearer. So it takes no less than what the
//! box says, but for the rounding of that: a function that errs further is put right. The answers
//! then depend on the boxes and the function alone, not on what was looked at first.

use jostle_kernels::{
    Lanes,
    node::{Cast, Reach, per_unit},
};

use super::{
    DistanceHit, Hit, Moving,
    collect::{All, Any, Closest, KNearestBy},
    interleave::traverse_in_turn,
    queries::{ListQuery, QueryMemory, TreeQuery, TreeView, sort_hits},
    traversal::{DistanceTest, key_of, traverse},
};
use crate::memory::AddedTo;

/// Tells how near what is in a box is: by a time or a distance.
pub(crate) trait Within {
    /// How near what is in the box of an id is, if it counts.
    fn measure(&self, id: u32) -> Option<f32>;
    /// It is likely to be asked about an id.
    #[inline(always)]
    fn announce(&self, _id: u32) {}
}

impl<F: Fn(u32) -> Option<f32>> Within for F {
    #[inline(always)]
    fn measure(&self, id: u32) -> Option<f32> {
        self(id)
    }
}

/// More than all roundings of a key and of what is made of it: those of a time are three.
const ROUNDINGS: f32 = 4.0 * f32::EPSILON;

/// A time, or the earliest at which a box can be met whose key is this. NaN stays.
#[inline(always)]
pub(super) fn not_before(t: f32, key: f32) -> f32 {
    let earliest = key * (1.0 - ROUNDINGS);
    if t < earliest { earliest } else { t }
}

/// The last key of boxes that can be met by this time.
#[inline(always)]
pub(super) fn latest(t: f32) -> f32 {
    t * (1.0 + 2.0 * ROUNDINGS) + f32::MIN_POSITIVE
}

/// What squares of distances to a point tell of distances to something around it.
#[derive(Clone, Copy)]
pub(super) struct DistanceScale {
    per_unit: f32,
    /// How far that reaches from the point.
    reach: f32,
}

impl DistanceScale {
    /// A distance, or the smallest to a box whose key is this. NaN stays.
    #[inline(always)]
    pub(super) fn not_nearer(&self, distance: f32, key: f32) -> f32 {
        // Squares below the normal numbers have lost digits, those above all others have no size.
        let square = (key - f32::MIN_POSITIVE).clamp(0.0, f32::MAX);
        let smallest = square.sqrt() / self.per_unit * (1.0 - ROUNDINGS) - self.reach;
        // No -0.0: distances are in order as bits.
        let smallest = smallest.max(0.0) + 0.0;
        if distance <= smallest { smallest } else { distance }
    }

    /// The last key of boxes that can be this near.
    #[inline(always)]
    pub(super) fn farthest(&self, distance: f32) -> f32 {
        let root = (distance + self.reach) * self.per_unit * (1.0 + 2.0 * ROUNDINGS);
        root * root + 2.0 * f32::MIN_POSITIVE
    }
}

/// What a cast meets first, of what is met at the time that a function of the id tells, and that
/// function.
#[inline(always)]
pub(crate) fn closest_by<L: Lanes, W: Within, const D: usize>(
    lanes: L,
    tree: TreeView<'_, D>,
    cast: &Cast<D>,
    time: W,
    memory: &mut QueryMemory,
) -> Option<(W, Hit)> {
    let mut closest = Closest::new(time);
    traverse(lanes, tree.nodes, tree.root, &cast.wide(lanes), &mut closest, &mut memory.stack);
    closest.hit()
}

/// [`closest_by`] for several queries in turn: `start` tells of each what it goes along and when
/// it meets something, if it is a query at all.
#[inline(always)]
pub(crate) fn closest_of_each_by<L: Lanes, W: Within, const D: usize>(
    lanes: L,
    tree: TreeView<'_, D>,
    queries: impl Iterator<Item = usize>,
    start: impl Fn(usize) -> Option<(W, Cast<D>)>,
    mut each: impl FnMut(usize, Option<(W, Hit)>),
    memory: &mut QueryMemory,
) {
    let start = |query| {
        let (time, cast) = start(query)?;
        Some((cast, Closest::new(time)))
    };
    let finish = |query, closest: Option<Closest<W>>| each(query, closest.and_then(Closest::hit));
    traverse_in_turn(lanes, tree, queries, start, finish, &mut memory.stacks);
}

/// Whether a cast meets anything that is accepted.
#[inline(always)]
pub(crate) fn any_by<L: Lanes, const D: usize>(
    lanes: L,
    tree: TreeView<'_, D>,
    cast: &Cast<D>,
    accept: impl Fn(u32) -> bool,
    memory: &mut QueryMemory,
) -> bool {
    let mut any = Any { found: false, accept };
    traverse(lanes, tree.nodes, tree.root, &cast.wide(lanes), &mut any, &mut memory.stack);
    any.found
}

/// All that a cast meets, in any order.
#[inline(always)]
pub(crate) fn all_by<L: Lanes, const D: usize>(
    lanes: L,
    tree: TreeView<'_, D>,
    cast: &Cast<D>,
    time: impl Fn(u32) -> Option<f32>,
    mut each: impl FnMut(Hit),
    memory: &mut QueryMemory,
) {
    let each = |key, id| {
        let t = time(id).map_or(f32::NAN, |t| not_before(t, key));
        if !t.is_nan() {
            each(Hit { id, t });
        }
    };
    let mut all = All { limit: f32::INFINITY, each };
    traverse(lanes, tree.nodes, tree.root, &cast.wide(lanes), &mut all, &mut memory.stack);
}

/// From where distances are asked for, and how far.
#[derive(Clone, Copy)]
pub(crate) struct Around<const D: usize> {
    /// A point of what distances are from.
    pub(crate) center: [f32; D],
    /// How far that reaches from the point.
    pub(crate) reach: f32,
    /// The largest distance that counts.
    pub(crate) most: f32,
}

/// The `k` nearest of what is at the distance that a function of the id tells, by that and id, as
/// ids with distances.
///
/// A batch begins within what the query before needed; whether that is enough is checked.
#[inline(always)]
pub(crate) fn nearest_by<L: Lanes, const D: usize>(
    lanes: L,
    tree: TreeView<'_, D>,
    around: &Around<D>,
    k: usize,
    distance: impl Fn(u32) -> Option<f32>,
    memory: &mut QueryMemory,
    mut each: impl FnMut(u32, f32),
) {
    let Around { center, reach, most } = *around;
    let per_unit = per_unit((most + reach).min(1.0));
    let scale = DistanceScale { per_unit, reach };
    // Limits leave out what is too far: none has to be told without rounding.
    let near = DistanceTest::new(lanes, Reach::new(center, f32::INFINITY, per_unit));
    let mut guess = most;
    if let (Some(last), Some(worst)) = (memory.center::<D>(), memory.best.last())
        && memory.best.len() == k
    {
        let mut step = 0.0;
        for axis in 0..D {
            let way = center[axis] - last[axis];
            step += way * way;
        }
        let enough = 1.0001 * (key_of(*worst) + step.sqrt());
        // Not so for NaN.
        guess = if enough < most { enough } else { most };
    }
    loop {
        let mut nearest = KNearestBy::new(guess, scale, k, &mut memory.best, &distance);
        traverse(lanes, tree.nodes, tree.root, &near, &mut nearest, &mut memory.stack);
        nearest.finish();
        if memory.best.len() == k || guess >= most {
            break;
        }
        guess = most;
    }
    memory.set_center(center);
    memory.best.iter().for_each(|packed| each(*packed as u32, key_of(*packed)));
}

/// What one cast meets first.
pub(crate) struct ClosestHitBy<'a, M, F> {
    pub(crate) cast: &'a M,
    pub(crate) time: F,
}

impl<M: Moving<D>, F: Fn(u32) -> Option<f32> + Sync, const D: usize> TreeQuery<D>
    for ClosestHitBy<'_, M, F>
{
    type Answer = Option<Hit>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        _index: usize,
        memory: &mut QueryMemory,
    ) -> Option<Hit> {
        closest_by(lanes, tree, &self.cast.cast(), &self.time, memory).map(|(_, hit)| hit)
    }
}

/// All that one cast meets.
pub(crate) struct AllHitsBy<'a, M, F> {
    pub(crate) cast: &'a M,
    pub(crate) time: F,
}

impl<M: Moving<D>, F: Fn(u32) -> Option<f32> + Sync, const D: usize> ListQuery<D>
    for AllHitsBy<'_, M, F>
{
    type Item = Hit;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        _index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, Hit>,
    ) {
        let begin = list.list.len();
        all_by(lanes, tree, &self.cast.cast(), &self.time, |hit| list.push(hit), memory);
        sort_hits(&mut list.list[begin..]);
    }
}

/// The nearest to one point.
pub(crate) struct NearestBy<F, const D: usize> {
    pub(crate) around: Around<D>,
    pub(crate) k: usize,
    pub(crate) distance: F,
}

impl<F: Fn(u32) -> Option<f32> + Sync, const D: usize> ListQuery<D> for NearestBy<F, D> {
    type Item = DistanceHit;

    fn best(&self) -> usize {
        self.k
    }

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        _index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, DistanceHit>,
    ) {
        let Self { around, k, distance } = self;
        let each = |id, distance| list.push(DistanceHit { id, distance });
        nearest_by(lanes, tree, around, *k, distance, memory, each);
    }
}
