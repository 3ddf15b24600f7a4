//! How moving shapes are followed through a tree.

use jostle_kernels::{node::Cast, simd::prefetch};

use super::{
    CastHit, QueryFilter, ShapeCast, ShapeQueries,
    timed::{TimedHit, TimedQuery},
};
use crate::{
    Error,
    bvh::Hit,
    memory::Failure,
    narrow::{Body, ImpactState, Mover, OfParts, closest_points},
    tree::query::by::Within,
};

/// Some moving shapes, all of which are valid, and what they are held against.
pub(super) struct MovingShapes<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    casts: &'a [ShapeCast<D>],
    filter: F,
    failure: Failure,
}

impl<'a, F, const D: usize> MovingShapes<'a, F, D> {
    pub(super) fn new(
        queries: &'a ShapeQueries<'a, D>,
        casts: &'a [ShapeCast<D>],
        filter: F,
    ) -> Self {
        Self { queries, casts, filter, failure: Failure::default() }
    }
}

/// A moving shape, also as the kernels take it.
pub(super) struct ShapeMover<'a, 'f, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    cast: &'a ShapeCast<D>,
    mover: Mover<'a, D>,
    filter: QueryFilter<'f>,
    failure: &'a Failure,
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TimedQuery<D>
    for MovingShapes<'_, F, D>
{
    type Mover<'a>
        = ShapeMover<'a, 'f, D>
    where
        Self: 'a;
    type Answer = CastHit<D>;

    #[inline(always)]
    fn mover(&self, index: usize) -> Option<(ShapeMover<'_, 'f, D>, Cast<D>)> {
        let (cast, filter) = (&self.casts[index], (self.filter)(index));
        let mover = Mover::new(&cast.shape, &cast.motion).ok()?;
        let bounds = cast.bounds(&mover);
        let Self { queries, failure, .. } = self;
        Some((ShapeMover { queries, cast, mover, filter, failure }, bounds))
    }

    #[inline(always)]
    fn announce(&self, index: usize) {
        prefetch::for_reading(self.casts, index);
    }

    fn outcome(&self) -> Result<(), Error> {
        self.failure.outcome()
    }

    fn describe(&self, moving: &ShapeMover<'_, 'f, D>, hit: Hit) -> CastHit<D> {
        let (shapes, ShapeMover { cast, mover, .. }) = (self.queries.shapes, moving);
        let met = moving.failure.note(mover.meets(shapes, hit.id, cast.t_max));
        let Some(OfParts { found: impact, parts: [own, part] }) = met else {
            return CastHit::of(hit);
        };
        let (moved, other) = (
            mover.shape().features(own).moved(&cast.motion.turn(), cast.motion.by(), hit.t.into()),
            Body::of_set(shapes, hit.id).features(part),
        );
        let touching = impact.state() == ImpactState::Overlapping;
        let found = closest_points(&moved, &other, touching);
        let mut all = CastHit { state: impact.state(), part, ..CastHit::of(hit) };
        for axis in 0..D {
            all.normal[axis] = 0.0 - impact.normal[axis];
            all.point[axis] = (other.center[axis] + f64::from(found.on_b[axis])) as f32;
        }
        all
    }
}

impl<const D: usize> Within for ShapeMover<'_, '_, D> {
    fn measure(&self, id: u32) -> Option<f32> {
        self.queries.wanted(&self.filter, id)?;
        let met = self.mover.meets(self.queries.shapes, id, self.cast.t_max);
        let impact = self.failure.note(met)?.found;
        (impact.state() != ImpactState::Apart).then_some(impact.time)
    }
}
