//! The world: shapes that live from step to step, and all that is found about them.
//!
//! A [`World`] is a set of [`Shapes`] and a [`CollisionPipeline`] that looks at it, and knows what
//! has to be known of both: `attribute_columns` has the attributes of shapes by index, `pair_cache`
//! brings the pairs of the last step into the numbers of this one, and keeps those of shapes that
//! sleep.

mod attribute_columns;
mod column;
mod excluded_pairs;
mod explain;
mod index_remap;
mod lookup;
mod pair_cache;
mod pair_runs;
mod previous_poses;
mod queries;
mod resolve;
mod results;
mod snapshot;

use std::sync::OnceLock;

use jostle_kernels::SimdLevel;

use attribute_columns::AttributeColumns;
use excluded_pairs::ExcludedPairs;
use index_remap::IndexRemap;
use lookup::PairsByShape;
use pair_cache::PairCache;
use previous_poses::PreviousPoses;
use resolve::Resolver;

use crate::{
    BroadPhase, CollisionPipeline, Error, Handle, Pair, Shape, Shapes,
    cancel::CancelToken,
    exec::{
        threads::{self, Scratches},
        unwind,
    },
    memory::reserve,
    query::ShapeTree,
    span::span,
    step::{PipelineInput, StepLimits, StepStats},
};

/// Shapes that live from step to step, each with a [`Handle`], and in each step all that is found
/// about them: contacts, what sensors touch, and which of these began, go on or ended.
///
/// Between steps the [shapes](Self::shapes_mut) are changed as the user likes: put in, taken out,
/// moved one by one or by whole columns, put to sleep. A [step](Self::step) then finds everything
/// anew. What it found is borrowed from the world until the next step, in slices, by the *indices*
/// that shapes had in that step; [`handle`](Self::handle) tells whose they are.
///
/// Everything is the same, bit for bit, for every broad phase, number of threads and SIMD level.
///
/// ```
/// use jostle::{Shape, World, shape::{Attributes, Mobility}};
///
/// let mut world = World::<2>::new();
/// let wall = Attributes::new().with_mobility(Mobility::Static);
/// let wall = world.shapes_mut().insert_with(Shape::aligned_box([0.0, -1.0], [10.0, 1.0]), wall)?;
/// let ball = world.shapes_mut().insert(Shape::ball([0.0, 2.0], 1.0))?;
/// world.step()?;
/// assert_eq!(world.contacts().len(), 0);
///
/// world.shapes_mut().set(ball, Shape::ball([0.0, 0.75], 1.0))?;
/// world.step()?;
/// let contact = world.contacts().get(0).expect("the ball is in the wall");
/// assert_eq!([contact.pair.a, contact.pair.b].map(|index| world.handle(index)), [Some(ball),
/// Some(wall)]);
/// assert_eq!((contact.normal, contact.distance), ([0.0, -1.0], -0.25));
/// assert_eq!(world.contact_changes().counts().begun, 1);
///
/// world.shapes_mut().remove(ball)?;
/// world.step()?;
/// assert_eq!(world.contact_changes().ended().collect::<Vec<_>>(), [[ball, wall]]);
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct World<const D: usize> {
    shapes: Shapes<D>,
    pipeline: CollisionPipeline<D>,
    /// What shapes were like in the last step that came to its end, and in this one where it
    /// differs.
    attribute_columns: [AttributeColumns; 2],
    /// Whether it differs in this one.
    attributes_changed: bool,
    index_remap: IndexRemap,
    excluded_pairs: ExcludedPairs,
    /// Of contacts, of sensors, and of what met on its way.
    pair_caches: [PairCache; 3],
    /// Pairs of sensors of the last step of which both shapes rest now.
    resting: Vec<Pair>,
    previous_poses: PreviousPoses,
    resolver: Resolver,
    /// Of contacts and of sensors.
    pairs_by_shape: [PairsByShape; 2],
    /// Steps that came to their end.
    steps: u64,
    /// Once the shapes of the last step were queried.
    query_tree: OnceLock<ShapeTree<D>>,
    /// That of the step before, for its memory.
    spare_tree: Scratches<ShapeTree<D>>,
}

impl<const D: usize> Default for World<D> {
    fn default() -> Self {
        Self {
            shapes: Shapes::default(),
            pipeline: CollisionPipeline::default(),
            attribute_columns: Default::default(),
            attributes_changed: false,
            index_remap: IndexRemap::default(),
            excluded_pairs: ExcludedPairs::default(),
            pair_caches: [false, true, true].map(PairCache::new),
            resting: Vec::new(),
            previous_poses: PreviousPoses::default(),
            resolver: Resolver::default(),
            pairs_by_shape: Default::default(),
            steps: 0,
            query_tree: OnceLock::new(),
            spare_tree: Scratches::default(),
        }
    }
}

impl<const D: usize> World<D> {
    /// An empty world with the broad phase [`Auto`](crate::broad::Auto), at the [default
    /// level](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the SIMD level, also that of the broad phase: it decides the speed, never the answer.
    #[must_use]
    #[inline(never)]
    pub fn with_level(self, level: SimdLevel) -> Self {
        Self { pipeline: self.pipeline.with_level(level), ..self }
    }

    /// The same with another broad phase, which is a matter of speed alone.
    #[must_use]
    pub fn with_broad_phase(self, phase: impl BroadPhase<D> + 'static) -> Self {
        self.with_boxed_broad_phase(Box::new(phase))
    }

    /// The same with another broad phase that was chosen at run time.
    #[must_use]
    #[inline(never)]
    pub fn with_boxed_broad_phase(self, phase: Box<dyn BroadPhase<D>>) -> Self {
        Self { pipeline: self.pipeline.with_boxed_broad_phase(phase), ..self }
    }

    /// Makes steps end when a token is set, or none, as
    /// [those of a pipeline](CollisionPipeline::set_cancel).
    pub fn set_cancel(&mut self, token: Option<CancelToken>) {
        self.pipeline.set_cancel(token);
    }

    /// The same with limits to the shapes and to what a step may take.
    #[must_use]
    pub fn with_limits(mut self, limits: StepLimits) -> Self {
        self.shapes.set_limit(limits.shapes);
        Self { pipeline: self.pipeline.with_limits(limits), ..self }
    }

    /// The same with a margin: shapes that are apart by no more than that are contacts as well: see
    /// [`CollisionPipeline::with_margin`]. It is no part of a snapshot.
    ///
    /// ```
    /// use jostle::{Shape, World, narrow::Contact};
    ///
    /// let mut world = World::<2>::new().with_margin(0.25)?;
    /// for x in [0.0, 1.125] {
    ///     world.shapes_mut().insert(Shape::ball([x, 0.0], 0.5))?;
    /// }
    /// world.step()?;
    /// let near = world.contacts().get(0).expect("they are near");
    /// assert_eq!(near.distance, 0.125);
    /// // A solver of velocities lets the gap close, and no more.
    /// let (mut speeds, dt) = ([1.0, -1.0], 0.1);
    /// world.resolve(&mut speeds, |contact: Contact<'_, 2>, mut a, mut b| {
    ///     let closing = (*a - *b) * contact.normal[0];
    ///     let excess = (closing - contact.distance.max(0.0) / dt).max(0.0);
    ///     a.get_mut().map(|a| *a -= 0.5 * excess * contact.normal[0]);
    ///     b.get_mut().map(|b| *b += 0.5 * excess * contact.normal[0]);
    /// })?;
    /// assert!((speeds[0] - speeds[1]) * dt <= 0.125 + 1e-6);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`CollisionPipeline::with_margin`].
    pub fn with_margin(self, margin: f32) -> Result<Self, Error> {
        Ok(Self { pipeline: self.pipeline.with_margin(margin)?, ..self })
    }

    /// The shapes as they are now.
    #[must_use]
    pub fn shapes(&self) -> &Shapes<D> {
        &self.shapes
    }

    /// The shapes, to be changed. What the last step found stays as it is.
    ///
    /// They may be replaced by another set: a shape is the same in both if its handle is.
    pub fn shapes_mut(&mut self) -> &mut Shapes<D> {
        &mut self.shapes
    }

    /// Puts a shape elsewhere: as [`Shapes::set`], but without a way from where it was, if it is
    /// [fast](crate::shape::Attributes::ccd).
    ///
    /// # Errors
    /// As [`Shapes::set`].
    pub fn teleport(&mut self, handle: Handle, shape: impl Into<Shape<D>>) -> Result<(), Error> {
        self.shapes.set(handle, shape)?;
        self.previous_poses.teleport(handle)
    }

    /// Finds everything about the shapes as they are now, on the threads of the rayon pool of the
    /// caller.
    ///
    /// O(n log n + pairs). Invalid shapes are [left out](Self::invalid) of this
    /// step, and change nothing for the others. After steps of like size it allocates nothing.
    ///
    /// # Errors
    /// When there are too many shapes or pairs, or memory runs out. Then nothing is found in this
    /// step, the shapes are as they were, and the next step is compared with the last one that was
    /// no error.
    pub fn step(&mut self) -> Result<&StepStats, Error> {
        self.run(None)
    }

    /// A [step](Self::step) in which a function of the user's own says which pairs are wanted, by
    /// their handles and the [numbers](crate::shape::Attributes::user) that the user gave them: what
    /// it does not want is in no list, and ends.
    ///
    /// It is asked about pairs that masks, groups and [exclusions](Self::set_pair_excluded) leave
    /// and whose bounds touch, about each once, and about those of [fast](crate::shape::Attributes::ccd)
    /// shapes once more; on any thread, in any order. So that the result is one, what it says is to
    /// depend on nothing but the pair, as long as the step takes. Two at rest are not asked about.
    ///
    /// There are no pairs of one way: two shapes touch, or they do not. That one of them is not
    /// moved by the other is for [`resolve`](Self::resolve) to say.
    ///
    /// ```
    /// use jostle::{Pair, Shape, World, shape::Attributes};
    ///
    /// // The user's number of a shape is its team: those of one team pass through each other.
    /// let mut world = World::<2>::new();
    /// for (x, team) in [(0.0, 1), (1.0, 1), (2.0, 2)] {
    ///     let attributes = Attributes::new().with_user(team);
    ///     world.shapes_mut().insert_with(Shape::ball([x, 0.0], 0.6), attributes)?;
    /// }
    /// world.step_where(|_, [a, b]| a != b)?;
    /// assert_eq!(world.touching(), [Pair { a: 1, b: 2 }]);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_where(
        &mut self,
        wants: impl Fn([Handle; 2], [u64; 2]) -> bool + Sync,
    ) -> Result<&StepStats, Error> {
        self.run(Some(&wants))
    }

    /// A step, one copy of it.
    fn run(&mut self, wants: Option<&WantsPair<'_>>) -> Result<&StepStats, Error> {
        self.pipeline.begin();
        self.resolver.forget();
        self.pairs_by_shape.iter_mut().for_each(PairsByShape::forget);
        if let Some(tree) = self.query_tree.take() {
            self.spare_tree.put(tree);
        }
        let find = |world: &mut Self| threads::enter(world.shapes.len(), || world.find(wants));
        let found = span!("step", unwind::or_undo(self, find, Self::discard));
        if found.is_ok() {
            self.pair_caches.iter_mut().for_each(PairCache::keep);
            self.shapes.forget_arrivals();
            self.steps += 1;
            self.excluded_pairs.keep(&self.shapes);
            if self.attributes_changed {
                self.attribute_columns.swap(0, 1);
            }
        } else {
            self.discard();
        }
        self.pipeline.conclude(found)
    }

    /// Forgets a step that did not come to its end.
    fn discard(&mut self) {
        self.pair_caches.iter_mut().for_each(PairCache::discard);
        self.pipeline.discard();
    }

    #[inline(never)]
    pub(crate) fn find(&mut self, wants: Option<&WantsPair<'_>>) -> Result<(), Error> {
        let held = self.held_bytes();
        let Self {
            shapes,
            pipeline,
            attribute_columns: [last, now],
            index_remap,
            excluded_pairs,
            pair_caches,
            attributes_changed,
            resting,
            previous_poses,
            ..
        } = self;
        let changed = !last.are_of(shapes);
        index_remap.clear();
        if changed {
            now.update(shapes)?;
            index_remap.update(last, now, shapes)?;
        }
        *attributes_changed = changed;
        let attribute_columns = if changed { &*now } else { &*last };
        let mut input = PipelineInput::new(&*shapes)
            .with_filter(attribute_columns.filter())
            .without_pairs(excluded_pairs.update(shapes)?);
        let ranges = shapes.ranges();
        let wants_indices = |Pair { a, b }: Pair| {
            let member = |index: u32| {
                let (kind, row) = ranges.kind_of(index as usize);
                shapes.member(kind, row)
            };
            let [(a, of_a), (b, of_b)] = [a, b].map(member);
            wants.is_none_or(|wants| wants([a, b], [of_a.user, of_b.user]))
        };
        if wants.is_some() {
            input = input.with_pair_filter(&wants_indices);
        }
        if let Some(sensors) = attribute_columns.sensors() {
            input = input.with_sensors(sensors);
        }
        if let Some(ccd) = attribute_columns.ccd()
            && let Some(before) = previous_poses.columns(shapes, index_remap, last)?
        {
            input = input.with_previous(before, ccd);
        }
        pipeline.end_changes();
        pipeline.find(&input, held)?;
        let [of_contacts, of_sensors, of_ccd] = pair_caches;
        let touching =
            of_contacts.follow(pipeline.touching_before(), index_remap, last, attribute_columns)?;
        let overlaps = pipeline.sensor_overlaps_before();
        let followed = of_sensors.follow(overlaps, index_remap, last, attribute_columns)?;
        let met =
            of_ccd.follow(pipeline.ccd_pairs_before(), index_remap, last, attribute_columns)?;
        keep_resting(followed.unwrap_or(overlaps), attribute_columns, resting)?;
        pipeline.end_changes();
        pipeline.compare(&input, [touching, followed, met], resting)?;
        previous_poses.keep(shapes, attribute_columns.ccd().is_some())?;
        shapes.note_step()?;
        pipeline.end_changes();
        Ok(())
    }

    /// What the last step worked on, for further questions.
    #[must_use]
    pub fn pipeline(&self) -> &CollisionPipeline<D> {
        &self.pipeline
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.held_bytes() + self.pipeline.memory_bytes()
    }

    /// Bytes held beside the pipeline.
    fn held_bytes(&self) -> usize {
        self.shapes.memory_bytes()
            + self.attribute_columns.iter().map(AttributeColumns::memory_bytes).sum::<usize>()
            + self.index_remap.memory_bytes()
            + self.excluded_pairs.memory_bytes()
            + self.pair_caches.iter().map(PairCache::memory_bytes).sum::<usize>()
            + self.resting.capacity() * size_of::<Pair>()
            + self.previous_poses.memory_bytes()
            + self.resolver.memory_bytes()
            + self.pairs_by_shape.iter().map(PairsByShape::memory_bytes).sum::<usize>()
            + self.query_tree_bytes()
    }
}

/// Whether a pair is wanted, by its handles and the user's numbers of them.
type WantsPair<'a> = dyn Fn([Handle; 2], [u64; 2]) -> bool + Sync + 'a;

/// Lists the pairs of two shapes at rest.
fn keep_resting(
    pairs: &[Pair],
    columns: &AttributeColumns,
    resting: &mut Vec<Pair>,
) -> Result<(), Error> {
    resting.clear();
    if columns.filter().count_statics() == 0 {
        return Ok(());
    }
    let rests = |pair: &&Pair| [pair.a, pair.b].iter().all(|x| columns.is_static_or_sleeping(*x));
    reserve(resting, pairs.iter().filter(rests).count(), "the pairs of sensors")?;
    resting.extend(pairs.iter().filter(rests));
    Ok(())
}
