//! The flat bounding volume hierarchy: built from nothing every frame, queried in batches.
//!
//! Nodes hold eight boxes in columns and lie in one array; leaves are nodes as well. Splits are
//! chosen by the surface area heuristic over a few bins, the top of the tree over the cells of a
//! grid. `builder` makes the tree, `refit` gives it new bounds, `phase` finds pairs and `query`
//! answers rays, regions and neighbors: with what the module `tree` has for all trees. See
//! docs/algorithms.md for the whole.

pub(crate) mod builder;
mod phase;
mod query;
mod query_by;
mod refit;

pub use builder::BuildQuality;

pub use crate::tree::{
    inspect::{Flaw, TreeStats},
    query::{BallQuery, BoxCast, DistanceHit, Hit, Lists, Moving, NearestHit, Region},
};

use jostle_kernels::{Record, SimdLevel};

use crate::{
    Bounds, Error, Join,
    bvh::builder::{Builder, Plan},
    exec::{
        run::{Output, RunContext, RunStats, StageTimes},
        threads::{self, Scratches},
    },
    join::part::Part,
    span::span,
    tree::{join::Joiner, nodes::FlatTree, query::batch::BatchBuffers},
    validate::InvalidShape,
};

/// A bounding volume hierarchy of boxes: a [`BroadPhase`](crate::BroadPhase), and what answers
/// queries.
///
/// Building takes O(n log n) time and O(n) memory. Everything it answers is exact: what testing
/// every box would give, whatever the [`BuildQuality`], the threads and the SIMD level. The depth
/// is bounded and nothing recurses, whatever the boxes. Buffers are kept from build to build.
///
/// ```
/// use jostle::{Bounds, bvh::Bvh, geometry::ray::Ray};
///
/// let centers = [[0.0, 0.0], [3.0, 0.0], [6.0, 0.5]];
/// let radii = [1.0; 3];
/// let mut bvh = Bvh::<2>::new();
/// bvh.build(Bounds::from_points(&centers, &radii)?)?;
///
/// // The first box to the right of the origin's own.
/// let hit = bvh.closest_hit(&Ray::new([0.0, 0.0], [1.0, 0.0]), |id| id != 0)?;
/// assert_eq!(hit.map(|hit| (hit.id, hit.t)), Some((1, 2.0)));
///
/// let mut neighbors = Vec::new();
/// bvh.nearest([4.5, 0.0], 2, f32::INFINITY, |_| true, &mut neighbors)?;
/// assert_eq!((neighbors[0].id, neighbors[0].distance_squared), (1, 0.25));
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct Bvh<const D: usize> {
    pub(crate) level: SimdLevel,
    build: BuildQuality,
    builder: Builder<D>,
    pub(crate) tree: FlatTree<D>,
    /// The tree of the second set of a join between two.
    second: FlatTree<D>,
    invalid: Vec<InvalidShape>,
    joiner: Joiner,
    batches: Scratches<BatchBuffers>,
    /// Orders of nodes, for refits.
    orders: Scratches<Vec<usize>>,
}

impl<const D: usize> Bvh<D> {
    /// A tree without boxes, at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        const { assert!(D == 2 || D == 3, "boxes have two or three dimensions") };
        Self {
            level: SimdLevel::default(),
            build: BuildQuality::default(),
            builder: Builder::default(),
            tree: FlatTree::default(),
            second: FlatTree::default(),
            invalid: Vec::new(),
            joiner: Joiner::default(),
            batches: Scratches::default(),
            orders: Scratches::default(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Sets how much work builds put into the tree.
    #[must_use]
    pub fn with_build(mut self, build: BuildQuality) -> Self {
        self.build = build;
        self
    }

    /// Builds the tree anew and says how long its stages took. Ids are the indices of the boxes;
    /// those that are not valid are left out and [listed](crate::BroadPhase::invalid).
    ///
    /// # Errors
    /// When there are too many boxes, or memory runs out. The tree is then empty.
    pub fn build(&mut self, bounds: Bounds<'_, D>) -> Result<StageTimes, Error> {
        let join = Join::within(bounds);
        join.check()?;
        let mut stages = StageTimes::default();
        threads::enter(bounds.len(), || self.build_first(&join, &mut stages))?;
        Ok(stages)
    }

    /// Gives up the memory that only building takes.
    pub(crate) fn trim(&mut self) {
        self.builder = Builder::default();
        self.tree.trim();
    }

    /// Builds the tree of the first set of a join.
    fn build_first(&mut self, join: &Join<'_, D>, stages: &mut StageTimes) -> Result<(), Error> {
        let [first, _] = join.parts();
        self.second.clear();
        first.map(Part::apart).map_or(Ok(()), |part| self.build_part(&part, stages))
    }

    /// Builds the tree of some boxes.
    #[inline(never)]
    pub(crate) fn build_part(
        &mut self,
        part: &Part<'_, D>,
        stages: &mut StageTimes,
    ) -> Result<(), Error> {
        let level = self.level;
        self.invalid.clear();
        let Self { builder, tree, invalid, build, .. } = self;
        span!("build", builder.build(level, part, *build, tree, invalid, stages))
    }

    /// Plans the tree of boxes that come with ids and exclusion bits, and makes room for it. The
    /// tree that there is stays until the plan is [written](Self::write).
    pub(crate) fn plan_records(&mut self, records: &[Record]) -> Result<Plan<D>, Error> {
        let Self { builder, tree, build, .. } = self;
        builder.plan_records(self.level, records, *build, tree)
    }

    /// Replaces the tree by the one that was planned last.
    pub(crate) fn write(&mut self, plan: Plan<D>) {
        self.builder.write(plan, &mut self.tree);
    }

    /// Finds all pairs within the tree that was last built, without building it again.
    ///
    /// A tree that a broad-phase run built with static boxes leaves out pairs of two of them.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn self_pairs(&mut self, output: Output<'_>) -> Result<RunStats, Error> {
        let mut progress = RunContext::new(output);
        let result = self.join(None, &mut progress);
        progress.summary(result)
    }
}

impl<const D: usize> Bvh<D> {
    /// Figures of the tree, in O(nodes).
    #[must_use]
    pub fn stats(&self) -> TreeStats {
        self.tree.stats()
    }

    /// Checks the whole tree: every node is referred to once, bounds are the union of what is
    /// below, boxes lie in the first slots and absent ones are NaN, each box is in one leaf,
    /// exclusion bits are those that all have, and the depth is within its bound. O(nodes).
    ///
    /// # Errors
    /// When it is not so, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        self.tree.validate()
    }
}

impl<const D: usize> Default for Bvh<D> {
    fn default() -> Self {
        Self::new()
    }
}
