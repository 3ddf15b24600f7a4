//! Steps: from shapes in the caller's arrays to contacts and events.

use std::{ffi::c_void, sync::Arc};

use jostle::{
    CollisionPipeline, Pair,
    step::{PipelineInput, StepLimits},
};

use crate::{
    arrays::{Sized32, fill, optional_flags, out, sized, write},
    bounds::{filter_of, jst_filter},
    broad::{jst_broad_phase_kind, jst_pair, listed, phase_of},
    contacts::{ContactLists, jst_contact_2, jst_contact_3, jst_point_2, jst_point_3},
    dimensions::{Dimensions, in_dimensions},
    invalid::jst_invalid,
    objects::{self, Object, using},
    pool::{Threads, User, jst_pool, threads_of},
    shapes::{KindColumns, Kinds, jst_shapes},
    space::{Dimension, Space},
    stats::jst_stats,
    status::{Fault, call, jst_status},
};

/// What finds the contacts of shapes in the caller's arrays, step by step.
pub type jst_pipeline = *mut jst_pipeline_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_pipeline_s {
    _private: u8,
}

/// What a pipeline is to be like, or that of a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_pipeline_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// Which broad phase.
    pub broad_phase: jst_broad_phase_kind,
    /// Shapes that are not farther apart are contacts as well; 0 for those that touch.
    pub margin: f32,
    /// Where it works, or null.
    pub pool: jst_pool,
    /// Most shapes of a step, or 0 for any number.
    pub most_shapes: u64,
    /// Most pairs of shapes whose bounds touch, or 0 for any number.
    pub most_pairs: u64,
    /// Most bytes of memory, or 0 for any number.
    pub most_bytes: u64,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_pipeline_def {
    const NAME: &'static str = "jst_pipeline_def";
}

impl jst_pipeline_def {
    pub(crate) fn limits(&self) -> StepLimits {
        let any = |most: u64| if most == 0 { u64::MAX } else { most };
        StepLimits::new()
            .with_shapes(usize::try_from(any(self.most_shapes)).unwrap_or(usize::MAX))
            .with_pairs(any(self.most_pairs))
            .with_memory_bytes(any(self.most_bytes))
    }
}

/// Says whether a pair of shapes is wanted, by their indices: 1 if it is. It is called on all
/// threads of the pool, says the same of a pair as long as a step takes, and does not call the
/// pipeline.
pub type jst_wants_pair_callback = Option<extern "C" fn(user: *mut c_void, a: u32, b: u32) -> i32>;

/// What a step is about.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_step {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// The shapes.
    pub shapes: *const jst_shapes,
    /// Which pairs are wanted, or null.
    pub filter: *const jst_filter,
    /// 1 for each shape that only senses: what it touches is told, without contacts. Or null.
    pub is_sensor: *const u8,
    /// The same shapes as they were in the step before, or null. Those that are fast are followed
    /// from there, so that they pass through nothing.
    pub before: *const jst_shapes,
    /// 1 for each shape that is fast. Null where `before` is.
    pub is_fast: *const u8,
    /// Which pairs are wanted of those that the filter leaves, or null.
    pub wants: jst_wants_pair_callback,
    /// For the callback.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers, null and no function.
unsafe impl Sized32 for jst_step {
    const NAME: &'static str = "jst_step";
}

/// A pipeline of a number of dimensions, and what calls fill.
struct Steps<const D: usize> {
    pipeline: CollisionPipeline<D>,
    now: KindColumns<D>,
    before: KindColumns<D>,
    contacts: ContactLists<D>,
    begun: Vec<u64>,
    ended: Vec<jst_pair>,
    invalid: Vec<jst_invalid>,
}

impl<const D: usize> Steps<D>
where
    Dimension: Space<D>,
{
    fn new(def: &jst_pipeline_def) -> Result<Self, Fault> {
        let pipeline = CollisionPipeline::new()
            .with_boxed_broad_phase(phase_of(def.broad_phase)?)
            .with_limits(def.limits())
            .with_margin(def.margin)?;
        Ok(Self {
            pipeline,
            now: KindColumns::default(),
            before: KindColumns::default(),
            contacts: ContactLists::default(),
            begun: Vec::new(),
            ended: Vec::new(),
            invalid: Vec::new(),
        })
    }

    /// Does a step.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    unsafe fn step(&mut self, threads: &Threads, step: &jst_step) -> Result<(), Fault> {
        // SAFETY: the caller's promise.
        let (shapes, filter, sensors, before) = unsafe {
            let shapes = Kinds::<D>::of(step.shapes)?;
            let count = shapes.len();
            let before = if step.before.is_null() {
                None
            } else {
                let fast = optional_flags(step.is_fast, count, "is_fast")?;
                Some((Kinds::<D>::of(step.before)?, fast.ok_or(Fault::Null("is_fast"))?))
            };
            let filter = filter_of(step.filter, count)?;
            (shapes, filter, optional_flags(step.is_sensor, count, "is_sensor")?, before)
        };
        let (wants, user) = (step.wants, User(step.user));
        let wants_pair =
            |Pair { a, b }: Pair| wants.is_none_or(|wants| wants(user.pointer(), a, b) != 0);
        let Self { pipeline, now, before: columns, .. } = self;
        threads.run(|| {
            let mut input = PipelineInput::new(now.gather(&shapes)?).with_filter(filter);
            if let Some(sensors) = sensors {
                input = input.with_sensors(sensors);
            }
            if wants.is_some() {
                input = input.with_pair_filter(&wants_pair);
            }
            if let Some((before, fast)) = &before {
                input = input.with_previous(columns.gather(before)?, fast);
            }
            pipeline.step(input)?;
            Ok(())
        })
    }
}

/// A pipeline of two or three dimensions, and where it works.
pub(crate) struct Pipeline {
    threads: Arc<Threads>,
    steps: Dimensions<Steps<2>, Steps<3>>,
}

impl Object for Pipeline {
    const TYPE: usize = 3;
    const NAME: &'static str = "jst_pipeline";
}

/// Makes a pipeline. Keep it from step to step. Destroy it with `jst_pipeline_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the pipeline.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_create(
    def: *const jst_pipeline_def,
    pipeline: *mut jst_pipeline,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, pipeline) = unsafe { (sized(def)?, out(pipeline, "pipeline")?) };
        let steps = Dimensions::of(def.dimensions, || Steps::new(&def), || Steps::new(&def))?;
        let made = Pipeline { threads: threads_of(def.pool)?, steps };
        *pipeline = objects::handle(made)?;
        Ok(())
    })
}

/// Destroys a pipeline.
#[unsafe(no_mangle)]
pub extern "C" fn jst_pipeline_destroy(pipeline: jst_pipeline) -> jst_status {
    call(|| objects::remove::<Pipeline>(pipeline.addr()).map(drop))
}

/// Finds the contacts of shapes, and which pairs touch since this step, or since the one before do
/// no longer. Where it fails there are no contacts, and the next step is compared with the last one
/// that did not.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_step(
    pipeline: jst_pipeline,
    step: *const jst_step,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        // SAFETY: the caller's promise.
        let step = unsafe { sized(step) }?;
        let Pipeline { threads, steps } = pipeline;
        // SAFETY: the caller's promise.
        in_dimensions!(steps, steps => unsafe { steps.step(threads, &step) })
    })
}

/// A list of pairs of a pipeline.
///
/// # Safety
/// There is room for both.
unsafe fn pairs_of(
    pipeline: jst_pipeline,
    (pairs, count): (*mut *const jst_pair, *mut u64),
    list: impl FnOnce(&Pipeline) -> (*const jst_pair, u64),
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        // SAFETY: the caller's promise.
        let (pairs, count) = unsafe { (out(pairs, "pairs")?, out(count, "count")?) };
        (*pairs, *count) = list(pipeline);
        Ok(())
    })
}

/// The pairs whose bounds touch. They are good until the next call with this pipeline.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_pairs(
    pipeline: jst_pipeline,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        pairs_of(
            pipeline,
            (pairs, count),
            |pipeline| in_dimensions!(&pipeline.steps, steps => listed(steps.pipeline.pairs())),
        )
    }
}

/// The pairs that touch, in order: one for each contact. They are good until the next call with
/// this pipeline.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_touching(
    pipeline: jst_pipeline,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        pairs_of(
            pipeline,
            (pairs, count),
            |pipeline| in_dimensions!(&pipeline.steps, steps => listed(steps.pipeline.touching())),
        )
    }
}

/// The pairs of which one only senses, in order. They are good until the next call with this
/// pipeline.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_sensor_overlaps(
    pipeline: jst_pipeline,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        pairs_of(
            pipeline,
            (pairs, count),
            |pipeline| in_dimensions!(&pipeline.steps, steps => listed(steps.pipeline.sensor_overlaps())),
        )
    }
}

/// The contacts of a pipeline in 2D, in order, and the points of all of them. They are good until
/// the next call with this pipeline.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_contacts_2(
    pipeline: jst_pipeline,
    contacts: *mut *const jst_contact_2,
    contact_count: *mut usize,
    points: *mut *const jst_point_2,
    point_count: *mut usize,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        let Dimensions::Two(steps) = &mut pipeline.steps else {
            return Err(Fault::Argument("pipeline", "is one of 3 dimensions"));
        };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            steps.contacts.tell(
                steps.pipeline.contacts(),
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// The contacts of a pipeline in 3D, in order, and the points of all of them. They are good until
/// the next call with this pipeline.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_contacts_3(
    pipeline: jst_pipeline,
    contacts: *mut *const jst_contact_3,
    contact_count: *mut usize,
    points: *mut *const jst_point_3,
    point_count: *mut usize,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        let Dimensions::Three(steps) = &mut pipeline.steps else {
            return Err(Fault::Argument("pipeline", "is one of 2 dimensions"));
        };
        // SAFETY: the caller's promise; the two types of each list are laid out alike.
        unsafe {
            steps.contacts.tell(
                steps.pipeline.contacts(),
                (contacts.cast(), contact_count),
                (points.cast(), point_count),
            )
        }
    })
}

/// Which contacts are new, by their places in the list, and which pairs touch no longer, by the
/// indices that they had. They are good until the next call with this pipeline.
///
/// # Safety
/// There is room for all four.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_events(
    pipeline: jst_pipeline,
    begun: *mut *const u64,
    begun_count: *mut usize,
    ended: *mut *const jst_pair,
    ended_count: *mut usize,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        // SAFETY: the caller's promise.
        let (begun, ended, [begun_count, ended_count]) = unsafe {
            let counts = [out(begun_count, "begun_count")?, out(ended_count, "ended_count")?];
            (out(begun, "begun")?, out(ended, "ended")?, counts)
        };
        in_dimensions!(&mut pipeline.steps, steps => {
            let (events, before) = (steps.pipeline.events(), steps.pipeline.touching_before());
            let new = fill(&mut steps.begun, events.begun().map(|place| place as u64))?;
            let pairs = events.ended().map(|place| before[place]);
            let pairs = pairs.map(|pair| jst_pair { a: pair.a, b: pair.b });
            (*ended, *ended_count) = fill(&mut steps.ended, pairs)?;
            (*begun, *begun_count) = new;
        });
        Ok(())
    })
}

/// What was left out of the last step, by index. It is good until the next call with this pipeline.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_invalid(
    pipeline: jst_pipeline,
    invalid: *mut *const jst_invalid,
    count: *mut usize,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        // SAFETY: the caller's promise.
        let (invalid, count) = unsafe { (out(invalid, "invalid")?, out(count, "count")?) };
        in_dimensions!(&mut pipeline.steps, steps => {
            let found = steps.pipeline.invalid().iter().map(jst_invalid::of);
            (*invalid, *count) = fill(&mut steps.invalid, found)?;
        });
        Ok(())
    })
}

/// What the last step was like. The struct begins with its size.
///
/// # Safety
/// The struct is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_stats(
    pipeline: jst_pipeline,
    stats: *mut jst_stats,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        let told = in_dimensions!(&pipeline.steps, steps => {
            jst_stats::of(steps.pipeline.stats(), steps.pipeline.memory_bytes())
        });
        // SAFETY: the caller's promise.
        unsafe { write(stats, &told) }
    })
}

/// A number of all contacts of the last step: the same on all machines and for any number of
/// threads.
///
/// # Safety
/// There is room for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_pipeline_digest(
    pipeline: jst_pipeline,
    digest: *mut u64,
) -> jst_status {
    using(pipeline, |pipeline: &mut Pipeline| {
        // SAFETY: the caller's promise.
        let digest = unsafe { out(digest, "digest") }?;
        let threads = &pipeline.threads;
        *digest = in_dimensions!(&pipeline.steps, steps => {
            threads.run(|| Ok(steps.pipeline.contacts().digest(u64::from).value()))?
        });
        Ok(())
    })
}
