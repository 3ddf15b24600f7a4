//! A frame: from the shapes as they are now to their contacts and what became of them.
//!
//! ```text
//! shapes -> bounds, validation -> broad phase, filters -> candidate pairs in canonical order
//!        -> narrow phase -> contacts -> merge with those of the step before -> events
//! ```
//!
//! [`CollisionPipeline`] does this on arrays of the user's own. A [`World`](crate::World) keeps the
//! shapes as well.

mod candidates;
mod ccd;
mod explain;
mod margin;
mod results;
mod touching;

use jostle_kernels::SimdLevel;

use candidates::CandidatePairs;
use ccd::Sweep;
use margin::ContactMargin;
pub(crate) use touching::TouchingPairs;

use crate::{
    Bounds, BroadPhase, Error, Filter, Join, Pair,
    broad::{Auto, BoxSet},
    cancel::{self, CancelToken},
    clock::Clock,
    exec::{threads, unwind},
    memory::reserve_one,
    narrow::{Contacts, ImpactState, Narrow, check_margin, contact_bytes},
    shape::{Columns, PreparedShapes},
    span::span,
    step::{CcdHit, Needs, PipelineInput, Previous, StepLimits, StepStats},
};

/// Everything that is found in a step, on shapes that are given anew for each: in arrays of the
/// user's own, without copying, or in a set of [`Shapes`](crate::Shapes).
///
/// Keep it from step to step: it reuses its memory, and compares each step with the one before.
/// What it finds is borrowed from it until the next step.
///
/// Pairs are of indices of shapes, `a < b`, and come in canonical order: by `a`, then by `b`. All
/// that is found is the same for every broad phase, number of threads and SIMD level, bit for bit.
///
/// ```
/// use jostle::{CollisionPipeline, shape::Columns};
///
/// // The user's own columns: three discs in a row.
/// let (mut x, y, radii) = ([0.0, 1.5, 4.0], [0.0; 3], [1.0; 3]);
/// let mut pipeline = CollisionPipeline::<2>::new();
/// pipeline.step(Columns::default().with_balls([&x, &y], &radii)?)?;
/// assert_eq!((pipeline.contacts().len(), pipeline.events().counts().begun), (1, 1));
///
/// x[1] = 2.5; // the one in the middle goes from the first to the last
/// pipeline.step(Columns::default().with_balls([&x, &y], &radii)?)?;
/// let contact = pipeline.contacts().get(0).expect("the last two touch");
/// assert_eq!((contact.pair.a, contact.pair.b, contact.distance), (1, 2, -0.5));
/// assert_eq!((pipeline.events().counts().begun, pipeline.events().counts().ended), (1, 1));
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct CollisionPipeline<const D: usize> {
    level: SimdLevel,
    phase: Box<dyn BroadPhase<D>>,
    prepared: PreparedShapes<D>,
    candidates: CandidatePairs,
    narrow: Narrow<D>,
    contacts: Contacts<D>,
    /// For each pair that touches the number of its first contact, where some have several.
    contact_starts: Vec<u32>,
    touching: TouchingPairs,
    sensor_overlaps: TouchingPairs,
    /// Pairs that met on their way.
    ccd_pairs: TouchingPairs,
    /// Pairs of sensors that met within the step only.
    passed: Vec<Pair>,
    /// Made for a margin that is not 0.
    margin: Option<Box<ContactMargin<D>>>,
    /// One, made for the first fast shape.
    sweep: Vec<Sweep<D>>,
    limits: StepLimits,
    /// Pairs of bounds that there may be in the next step, where the last one was not refused.
    expected: Option<u64>,
    stats: StepStats,
    /// Of the stages of a step.
    clock: Clock,
}

impl<const D: usize> Default for CollisionPipeline<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> CollisionPipeline<D> {
    /// With the broad phase [`Auto`], at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            level: SimdLevel::default(),
            phase: Box::new(Auto::new()),
            prepared: PreparedShapes::new(),
            candidates: CandidatePairs::default(),
            narrow: Narrow::new(),
            contacts: Contacts::new(),
            contact_starts: Vec::new(),
            touching: TouchingPairs::default(),
            sensor_overlaps: TouchingPairs::default(),
            ccd_pairs: TouchingPairs::default(),
            passed: Vec::new(),
            margin: None,
            sweep: Vec::new(),
            limits: StepLimits::NONE,
            expected: None,
            stats: StepStats::default(),
            clock: Clock::start(),
        }
    }

    /// Sets the SIMD level, also that of the broad phase: it decides the speed, never the answer.
    #[must_use]
    #[inline(never)]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self.phase.set_level(level);
        self.prepared = self.prepared.with_level(level);
        self.narrow = self.narrow.with_level(level);
        if let [sweep] = &mut self.sweep[..] {
            sweep.set_level(level);
        }
        self
    }

    /// The SIMD level.
    pub(crate) fn level(&self) -> SimdLevel {
        self.level
    }

    /// The same with another broad phase, which is a matter of speed alone.
    #[must_use]
    pub fn with_broad_phase(mut self, phase: impl BroadPhase<D> + 'static) -> Self {
        self.phase = Box::new(phase);
        self
    }

    /// The same with another broad phase that was chosen at run time.
    #[must_use]
    pub fn with_boxed_broad_phase(mut self, phase: Box<dyn BroadPhase<D>>) -> Self {
        self.phase = phase;
        self
    }

    /// Makes steps end with [`Error::Cancelled`] when a token is set, or none: as long as they look
    /// for pairs of bounds, which is what takes long where there are too many.
    pub fn set_cancel(&mut self, token: Option<CancelToken>) {
        self.candidates.pairs.set_cancel(token);
    }

    /// The same with limits to what a step may take.
    #[must_use]
    pub fn with_limits(mut self, limits: StepLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The same with a margin: shapes that are apart by no more than that are contacts as well, of
    /// positive distance, as [`contact_within`](crate::narrow::contact_within) finds them, so that
    /// a solver can keep them from overlapping in the next step (*speculative contacts*). They are
    /// told in all that is said of contacts: events are of the pairs that are near, which is the
    /// step that a solver begins with. Of sensors and of what fast shapes meet, nothing changes.
    ///
    /// At 0, the default, it costs nothing; else the broad phase finds the pairs of bounds that are
    /// near, and each pair that is near and does not touch takes some hundred nanoseconds to
    /// microseconds.
    ///
    /// # Errors
    /// [`Error::Setting`] when it is negative, infinite or NaN.
    pub fn with_margin(mut self, margin: f32) -> Result<Self, Error> {
        check_margin(margin)?;
        self.margin = (margin > 0.0).then(|| Box::new(ContactMargin::new(margin)));
        Ok(self)
    }

    /// Finds everything about the shapes as they are now. The shape with an index is taken to be
    /// the same as in the step before.
    ///
    /// Invalid shapes are [listed](Self::invalid) and change nothing for the others.
    ///
    /// # Errors
    /// When flags or filters are not as many as shapes, there are too many shapes or pairs, or
    /// memory runs out. Then nothing is found, and the next step is compared with
    /// the last one that was no error.
    pub fn step<'a>(
        &mut self,
        input: impl Into<PipelineInput<'a, D>>,
    ) -> Result<&StepStats, Error> {
        span!("step", {
            self.begin();
            let input = input.into();
            let find = |pipeline: &mut Self| {
                threads::enter(input.shapes.ranges().len(), || {
                    let found = pipeline.find(&input, 0);
                    found.and_then(|()| pipeline.compare(&input, [None; 3], &[]))
                })
            };
            let found = unwind::or_undo(self, find, Self::discard);
            self.conclude(found)
        })
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        self.lists_mut().into_iter().for_each(TouchingPairs::begin);
        self.stats = StepStats::default();
        self.clock = Clock::start();
        self.forget_previous();
    }

    /// Ends a part of the stage of changes, which is that of a world.
    pub(crate) fn end_changes(&mut self) {
        self.clock.lap_to(&mut self.stats.times.changes);
    }

    /// The lists of a step that are compared with those of the one before.
    fn lists_mut(&mut self) -> [&mut TouchingPairs; 3] {
        [&mut self.touching, &mut self.sensor_overlaps, &mut self.ccd_pairs]
    }

    fn forget_previous(&mut self) {
        if let [sweep] = &mut self.sweep[..] {
            sweep.clear();
        }
    }

    /// Finds all but events, while so many bytes are held elsewhere.
    #[inline(never)]
    pub(crate) fn find(&mut self, input: &PipelineInput<'_, D>, held: usize) -> Result<(), Error> {
        let level = self.level;
        input.check()?;
        self.limits.check_shapes(input.shapes.ranges().len())?;
        span!("prepare", self.prepared.update(input.shapes))?;
        self.clock.lap_to(&mut self.stats.times.prepare);
        if let Some(margin) = &mut self.margin {
            margin.enlarge(&self.prepared)?;
        }
        span!("broad", self.find_candidates(input.filter, held))?;
        self.clock.lap_to(&mut self.stats.times.broad);
        span!("order", {
            let (len, is_canonical) = (self.prepared.len(), self.stats.broad.canonical);
            self.candidates.order(len, is_canonical, &input.pair_rules, input.sensors)
        })?;
        self.clock.lap_to(&mut self.stats.times.order);
        span!("narrow", self.find_contacts(&input.shapes))?;
        self.clock.lap_to(&mut self.stats.times.narrow);
        let Self { narrow, prepared, ccd_pairs, .. } = self;
        if let Some(Previous { before, ccd }) = &input.previous {
            if self.sweep.is_empty() {
                reserve_one(&mut self.sweep, "shapes on their way")?;
                self.sweep.push(Sweep::new(level));
            }
            let sweep = &mut self.sweep[0];
            let now = (&input.shapes, &*prepared);
            span!(
                "sweep",
                sweep.find(before, now, ccd, (input.filter, &input.pair_rules), narrow)
            )?;
            ccd_pairs.set(sweep.found().iter().map(|hit| hit.pair))?;
            self.clock.lap_to(&mut self.stats.times.sweep);
        }
        Ok(())
    }

    /// Finds the pairs of bounds that touch, if they are no more than the limits allow.
    fn find_candidates(&mut self, filter: Filter<'_>, held: usize) -> Result<(), Error> {
        let spare = self.limits.spare_bytes(&self.needs(held), self.expected.take());
        if self.try_candidates(filter, held, spare)? {
            return Ok(());
        }
        // What can be done without is not to take the place of pairs.
        let by_memory = self.limits.most_pairs(&self.needs(held)) < self.limits.pairs;
        if by_memory && self.try_candidates(filter, held, 0)? {
            return Ok(());
        }
        let needs = self.needs(held);
        let Self { phase, prepared, margin, .. } = self;
        let join = Join::within(BoxSet { bounds: bounds(prepared, margin.as_deref()), filter });
        Err(self.limits.refuse(phase.count(&join)?.pairs, &needs))
    }

    /// The same, where the broad phase may take so many bytes for what it keeps. Says whether they
    /// are no more.
    fn try_candidates(
        &mut self,
        filter: Filter<'_>,
        held: usize,
        spare: u64,
    ) -> Result<bool, Error> {
        let most = self.limits.most_pairs(&self.needs(held));
        let Self { phase, prepared, candidates, margin, .. } = self;
        let join = Join::within(BoxSet { bounds: bounds(prepared, margin.as_deref()), filter });
        candidates.pairs.stop_beyond(most);
        candidates.pairs.set_spare(spare);
        self.stats.broad = phase.pairs(&join, &mut candidates.pairs)?;
        cancel::check(candidates.pairs.cancel())?;
        let found = candidates.pairs.len() as u64;
        let is_found = !self.stats.broad.stopped && found <= most;
        // Half as many again: they waver.
        self.expected = is_found.then_some(found + found / 2);
        Ok(is_found)
    }

    /// Finds which of the pairs touch.
    fn find_contacts(&mut self, shapes: &Columns<'_, D>) -> Result<(), Error> {
        let Self { candidates, narrow, prepared, contacts, touching, sensor_overlaps, .. } = self;
        self.contact_starts.clear();
        self.stats.narrow = narrow.contacts(&*prepared, &candidates.pairs, contacts)?;
        if let Some(margin) = &mut self.margin {
            let ContactMargin { margin, near, .. } = &mut **margin;
            let (shapes, pairs) = ((shapes, &*prepared), &candidates.pairs);
            self.stats.narrow += narrow.add_near(shapes, pairs, *margin, near, contacts)?;
        }
        contacts.list_pairs(touching.list())?;
        if prepared.has_composites() {
            touching.number_contacts(&mut self.contact_starts)?;
        }
        let report =
            narrow.overlaps(&*prepared, &candidates.sensor_overlaps, &mut candidates.overlaps)?;
        self.stats.narrow += report;
        candidates.list_sensor_overlaps(sensor_overlaps.list())
    }

    /// What the step needs while so many bytes are held elsewhere.
    fn needs(&self, held: usize) -> Needs {
        let fixed = held + self.prepared.memory_bytes() + self.phase.memory_bytes();
        // The pair, twice where it is sorted; among those that touch in this step and in the last;
        // its event.
        let lists = 4 * size_of::<Pair>() + size_of::<u32>();
        let per_pair = lists + contact_bytes(&self.prepared);
        Needs { fixed: fixed as u64, per_pair: per_pair as u64 }
    }

    /// Finds the events of contacts, of sensors and of hits: compares with pairs in canonical
    /// order, or with those of the step before. Of sensors those of two shapes that rest,
    /// `resting`, are there.
    pub(crate) fn compare(
        &mut self,
        input: &PipelineInput<'_, D>,
        before: [Option<&[Pair]>; 3],
        resting: &[Pair],
    ) -> Result<(), Error> {
        span!("events", {
            self.touching.compare(before[0])?;
            self.sensor_overlaps.add(resting)?;
            self.add_passed_sensors(input.sensors)?;
            self.stats.untested_sensor_overlaps = resting.len() + self.passed.len();
            self.sensor_overlaps.compare(before[1])?;
            self.ccd_pairs.compare(before[2])?;
        });
        self.clock.lap_to(&mut self.stats.times.events);
        Ok(())
    }

    /// Adds the pairs of sensors that were apart before and are now, and met in between.
    fn add_passed_sensors(&mut self, sensors: Option<&[bool]>) -> Result<(), Error> {
        let Self { sensor_overlaps, passed, sweep, .. } = self;
        passed.clear();
        let (Some(sensors), [sweep]) = (sensors, &sweep[..]) else { return Ok(()) };
        for CcdHit { pair, impact } in sweep.found() {
            let is_sensed = sensors[pair.a as usize] | sensors[pair.b as usize];
            if is_sensed
                && impact.state() == ImpactState::Hit
                && sensor_overlaps.now().binary_search(pair).is_err()
            {
                reserve_one(passed, "the pairs of sensors")?;
                passed.push(*pair);
            }
        }
        sensor_overlaps.add(passed)
    }

    /// The pairs that the next step is compared with: those that touched, those of sensors, and
    /// those that met on their way.
    pub(crate) fn latest(&self) -> [&[Pair]; 3] {
        [&self.touching, &self.sensor_overlaps, &self.ccd_pairs].map(TouchingPairs::latest)
    }

    /// Makes these the pairs that the next step is compared with.
    pub(crate) fn restore(&mut self, lists: [&[Pair]; 3]) -> Result<(), Error> {
        let mut pairs = self.lists_mut().into_iter().zip(lists);
        pairs.try_for_each(|(to, list)| to.restore(list))
    }

    /// Forgets what a step found that did not come to its end.
    pub(crate) fn discard(&mut self) {
        self.candidates.clear();
        self.contacts.clear();
        self.contact_starts.clear();
        self.lists_mut().into_iter().for_each(TouchingPairs::discard);
        self.forget_previous();
        self.stats = StepStats::default();
    }

    /// Ends the step: what was found is good, or nothing is.
    pub(crate) fn conclude(&mut self, found: Result<(), Error>) -> Result<&StepStats, Error> {
        if let Err(error) = found {
            self.discard();
            return Err(error);
        }
        self.lists_mut().into_iter().for_each(TouchingPairs::keep);
        self.clock.lap_to(&mut self.stats.times.events);
        let stats = &mut self.stats;
        stats.shapes = self.prepared.len();
        stats.invalid = self.prepared.invalid().len();
        stats.pairs = self.candidates.pairs.len() + self.candidates.sensor_overlaps.len();
        stats.contacts = self.contacts.len();
        stats.sensor_overlaps = self.sensor_overlaps.now().len();
        stats.ccd_hits = self.sweep.first().map_or(0, |sweep| sweep.found().len());
        Ok(stats)
    }
}

/// The bounds of shapes that pairs are found by.
fn bounds<'a, const D: usize>(
    prepared: &'a PreparedShapes<D>,
    margin: Option<&'a ContactMargin<D>>,
) -> Bounds<'a, D> {
    margin.map_or_else(|| prepared.bounds(), ContactMargin::bounds)
}
