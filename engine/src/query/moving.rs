//! How moving shapes are followed through a tree.

use jostle_kernels::{Lanes, node::Cast};

use super::{CastHit, QueryFilter, ShapeCast, ShapeQueries};
use crate::{
    bvh::Hit,
    narrow::{ImpactState, Mover, closest_points},
    tree::query::{
        by,
        queries::{ListQuery, QueryMemory, TreeQuery, TreeView},
    },
};

/// Some moving shapes, all of which are valid, and what they are held against.
pub(super) struct MovingShapes<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    casts: &'a [ShapeCast<D>],
    filter: F,
}

impl<'a, 'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> MovingShapes<'a, F, D> {
    pub(super) fn new(
        queries: &'a ShapeQueries<'a, D>,
        casts: &'a [ShapeCast<D>],
        filter: F,
    ) -> Self {
        Self { queries, casts, filter }
    }

    /// A cast, its shape as the kernels take it, the box it is in, and what it is about.
    #[inline(always)]
    fn get(&self, index: usize) -> Option<(&ShapeCast<D>, Mover<D>, Cast<D>, QueryFilter<'f>)> {
        let cast = &self.casts[index];
        let mover = Mover::new(&cast.shape, &cast.motion).ok()?;
        let bounds = cast.bounds(&mover);
        Some((cast, mover, bounds, (self.filter)(index)))
    }

    /// When a moving shape meets a shape, if it does and the query is about it.
    fn time(
        &self,
        mover: &Mover<D>,
        until: f32,
        filter: &QueryFilter<'_>,
        index: u32,
    ) -> Option<f32> {
        let (kind, quads) = self.queries.wanted(filter, index)?;
        let impact = mover.meets(kind, quads, until);
        (impact.state() != ImpactState::Apart).then_some(impact.time)
    }

    /// What there is to know of a shape that is met.
    fn describe(&self, mover: &Mover<D>, cast: &ShapeCast<D>, hit: Hit) -> CastHit<D> {
        let shapes = self.queries.shapes;
        let (kind, quads) = shapes.record(hit.id as usize);
        let impact = mover.meets(kind, quads, cast.t_max);
        let (moved, other) = (
            mover.shape().features().moved(&cast.motion.turn(), cast.motion.by(), hit.t),
            shapes.features(hit.id as usize),
        );
        let touching = impact.state() == ImpactState::Overlapping;
        let found = closest_points(&moved, &other, touching);
        let mut all = CastHit { state: impact.state(), ..CastHit::at(hit) };
        for axis in 0..D {
            all.normal[axis] = 0.0 - impact.normal[axis];
            all.point[axis] = (other.center[axis] + f64::from(found.on_b[axis])) as f32;
        }
        all
    }
}

/// The first shape that each moving shape meets.
pub(super) struct ClosestCast<'a, F, const D: usize>(pub(super) MovingShapes<'a, F, D>);

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TreeQuery<D>
    for ClosestCast<'_, F, D>
{
    type Answer = Option<CastHit<D>>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> Option<CastHit<D>> {
        let (cast, mover, bounds, filter) = self.0.get(index)?;
        let time = |id| self.0.time(&mover, cast.t_max, &filter, id);
        let hit = by::closest_by(lanes, tree, &bounds, &time, memory)?;
        Some(self.0.describe(&mover, cast, hit))
    }
}

/// Whether each moving shape meets any shape.
pub(super) struct AnyCast<'a, F, const D: usize>(pub(super) MovingShapes<'a, F, D>);

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TreeQuery<D>
    for AnyCast<'_, F, D>
{
    type Answer = bool;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> bool {
        let Some((cast, mover, bounds, filter)) = self.0.get(index) else { return false };
        let accept = |id| self.0.time(&mover, cast.t_max, &filter, id).is_some();
        by::any_by(lanes, tree, &bounds, accept, memory)
    }
}

/// All shapes that each moving shape meets.
pub(super) struct AllCasts<'a, F, const D: usize>(pub(super) MovingShapes<'a, F, D>);

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> ListQuery<D>
    for AllCasts<'_, F, D>
{
    type Item = CastHit<D>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut Vec<CastHit<D>>,
    ) {
        let Some((cast, mover, bounds, filter)) = self.0.get(index) else { return };
        let begin = list.len();
        let time = |id| self.0.time(&mover, cast.t_max, &filter, id);
        let each = |hit| list.push(CastHit::at(hit));
        by::all_by(lanes, tree, &bounds, time, each, memory);
        list[begin..].sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.index.cmp(&b.index)));
        for hit in &mut list[begin..] {
            *hit = self.0.describe(&mover, cast, Hit { id: hit.index, t: hit.t });
        }
    }
}
