//! Broad phases: pairs of bounds that touch.

use std::{ffi::c_void, ops::ControlFlow, sync::Arc};

use jostle::{
    BroadPhase, Join, Pair, Pairs, Sap,
    broad::{
        Auto, BruteForce, DynamicTreePhase, IncrementalSap, Output, QuadtreePhase, RunStats,
        StaticCacheSap, VerletSap,
    },
    bvh::Bvh,
    debug_draw::DebugDraw,
};

use crate::{
    arrays::{Sized32, fill, out, sized},
    bounds::{Set, SetColumns, jst_bounds, jst_filter},
    dimensions::{Dimensions, in_dimensions},
    invalid::jst_invalid,
    objects::{self, Object, using},
    pool::{Threads, User, jst_pool, threads_of},
    status::{Fault, call, jst_status},
};

/// A structure that finds the pairs of bounds that touch.
pub type jst_broad_phase = *mut jst_broad_phase_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_broad_phase_s {
    _private: u8,
}

/// Which structure.
pub type jst_broad_phase_kind = i32;
/// The one among the others that suits what it is given.
pub const JST_BROAD_PHASE_AUTO: jst_broad_phase_kind = 0;
/// Sweep and prune on many axes.
pub const JST_BROAD_PHASE_SAP: jst_broad_phase_kind = 1;
/// The same, which keeps static bounds sorted.
pub const JST_BROAD_PHASE_STATIC_CACHE_SAP: jst_broad_phase_kind = 2;
/// The same of wider bounds, whose pairs are kept while nothing moves far.
pub const JST_BROAD_PHASE_VERLET_SAP: jst_broad_phase_kind = 3;
/// Endpoints that are kept sorted.
pub const JST_BROAD_PHASE_INCREMENTAL_SAP: jst_broad_phase_kind = 4;
/// A bounding volume hierarchy that is built anew each time.
pub const JST_BROAD_PHASE_BVH: jst_broad_phase_kind = 5;
/// A tree that is kept.
pub const JST_BROAD_PHASE_DYNAMIC_TREE: jst_broad_phase_kind = 6;
/// A quadtree, an octree in 3D, that is kept.
pub const JST_BROAD_PHASE_QUADTREE: jst_broad_phase_kind = 7;
/// All against all.
pub const JST_BROAD_PHASE_BRUTE_FORCE: jst_broad_phase_kind = 8;

/// What a broad phase is to be like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_broad_phase_def {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// 2 or 3.
    pub dimensions: u32,
    /// Which structure.
    pub kind: jst_broad_phase_kind,
    /// Where it works, or null.
    pub pool: jst_pool,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_broad_phase_def {
    const NAME: &'static str = "jst_broad_phase_def";
}

/// Two that touch, by index: `a < b` where both are of one set.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_pair {
    /// The first.
    pub a: u32,
    /// The second.
    pub b: u32,
}

const _: () = assert!(size_of::<jst_pair>() == size_of::<Pair>());

/// A callback for pairs, some at a time: it returns 0 to go on.
pub type jst_pairs_callback =
    Option<extern "C" fn(user: *mut c_void, pairs: *const jst_pair, count: usize) -> i32>;

/// A broad phase of a number of dimensions, and what calls fill.
struct Phase<const D: usize> {
    phase: Box<dyn BroadPhase<D>>,
    columns: [SetColumns<D>; 2],
    pairs: Pairs,
    stats: RunStats,
}

/// Where pairs go.
enum To<'a> {
    List,
    Nowhere,
    Callback(&'a mut (dyn FnMut(&[Pair]) -> ControlFlow<()> + Send)),
}

/// The broad phase of a kind.
pub(crate) fn phase_of<const D: usize>(
    kind: jst_broad_phase_kind,
) -> Result<Box<dyn BroadPhase<D>>, Fault> {
    Ok(match kind {
        JST_BROAD_PHASE_AUTO => Box::new(Auto::new()),
        JST_BROAD_PHASE_SAP => Box::new(Sap::new()),
        JST_BROAD_PHASE_STATIC_CACHE_SAP => Box::new(StaticCacheSap::new()),
        JST_BROAD_PHASE_VERLET_SAP => Box::new(VerletSap::new()),
        JST_BROAD_PHASE_INCREMENTAL_SAP => Box::new(IncrementalSap::new()),
        JST_BROAD_PHASE_BVH => Box::new(Bvh::new()),
        JST_BROAD_PHASE_DYNAMIC_TREE => Box::new(DynamicTreePhase::new()),
        JST_BROAD_PHASE_QUADTREE => Box::new(QuadtreePhase::new()),
        JST_BROAD_PHASE_BRUTE_FORCE => Box::new(BruteForce::new()),
        _ => return Err(Fault::Argument("kind", "is no broad phase")),
    })
}

impl<const D: usize> Phase<D> {
    fn new(kind: jst_broad_phase_kind) -> Result<Self, Fault> {
        let (phase, columns) = (phase_of(kind)?, Default::default());
        Ok(Self { phase, columns, pairs: Pairs::new(), stats: RunStats::default() })
    }

    /// Finds the pairs within one set, or between two.
    fn run(
        &mut self,
        threads: &Threads,
        first: &Set<'_, D>,
        second: Option<&Set<'_, D>>,
        to: To<'_>,
    ) -> Result<(), Fault> {
        threads.run(|| {
            let [columns, others] = &mut self.columns;
            let first = columns.gather(first)?;
            let join = match second {
                Some(second) => Join::between(first, others.gather(second)?),
                None => Join::within(first),
            };
            let output = match to {
                To::List => Output::Collect(&mut self.pairs),
                To::Nowhere => Output::Count,
                To::Callback(callback) => Output::Stream(callback),
            };
            self.stats = self.phase.run(&join, output)?;
            Ok(())
        })
    }
}

/// A broad phase of two or three dimensions, and where it works.
pub(crate) struct Broad {
    threads: Arc<Threads>,
    phase: Dimensions<Phase<2>, Phase<3>>,
    invalid: Vec<jst_invalid>,
}

impl Object for Broad {
    const TYPE: usize = 2;
    const NAME: &'static str = "jst_broad_phase";
}

impl Broad {
    /// Finds pairs.
    ///
    /// # Safety
    /// The bounds and filters are there, with as much as they say, and nobody writes to them as
    /// long as the call takes.
    unsafe fn ask(
        &mut self,
        first: (*const jst_bounds, *const jst_filter),
        second: Option<(*const jst_bounds, *const jst_filter)>,
        to: To<'_>,
    ) -> Result<(), Fault> {
        let Self { threads, phase, .. } = self;
        in_dimensions!(phase, phase => {
            // SAFETY: the caller's promise.
            let set = |(bounds, filter)| unsafe { Set::of(bounds, filter) };
            let second = second.map(set).transpose()?;
            phase.run(threads, &set(first)?, second.as_ref(), to)
        })
    }

    fn pairs(&self) -> &[Pair] {
        in_dimensions!(&self.phase, phase => &phase.pairs)
    }

    /// Draws what the last call made of the bounds.
    pub(crate) fn draw(&self, draw: &mut (impl DebugDraw<2> + DebugDraw<3>)) {
        in_dimensions!(&self.phase, phase => phase.phase.debug_draw(draw));
    }

    fn stats(&self) -> &RunStats {
        in_dimensions!(&self.phase, phase => &phase.stats)
    }
}

/// Makes a broad phase. Keep it from frame to frame. Destroy it with `jst_broad_phase_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the broad phase.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_create(
    def: *const jst_broad_phase_def,
    broad_phase: *mut jst_broad_phase,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, broad_phase) = unsafe { (sized(def)?, out(broad_phase, "broad_phase")?) };
        let phase =
            Dimensions::of(def.dimensions, || Phase::new(def.kind), || Phase::new(def.kind))?;
        let broad = Broad { threads: threads_of(def.pool)?, phase, invalid: Vec::new() };
        *broad_phase = objects::handle(broad)?;
        Ok(())
    })
}

/// Destroys a broad phase.
#[unsafe(no_mangle)]
pub extern "C" fn jst_broad_phase_destroy(broad_phase: jst_broad_phase) -> jst_status {
    call(|| objects::remove::<Broad>(broad_phase.addr()).map(drop))
}

/// Finds all pairs within a set whose bounds touch, in no particular order: those of a pipeline are
/// in order. They are good until the next call with this broad phase. The filter may be null.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_pairs(
    broad_phase: jst_broad_phase,
    bounds: *const jst_bounds,
    filter: *const jst_filter,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        // SAFETY: the caller's promise.
        unsafe {
            let (pairs, count) = (out(pairs, "pairs")?, out(count, "count")?);
            broad.ask((bounds, filter), None, To::List)?;
            (*pairs, *count) = listed(broad.pairs());
        }
        Ok(())
    })
}

/// Finds all pairs of a bound of the first set and one of the second that touch. They are good
/// until the next call with this broad phase. The filters may be null.
///
/// # Safety
/// As for `jst_broad_phase_pairs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_pairs_between(
    broad_phase: jst_broad_phase,
    first: *const jst_bounds,
    first_filter: *const jst_filter,
    second: *const jst_bounds,
    second_filter: *const jst_filter,
    pairs: *mut *const jst_pair,
    count: *mut u64,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        // SAFETY: the caller's promise.
        unsafe {
            let (pairs, count) = (out(pairs, "pairs")?, out(count, "count")?);
            broad.ask((first, first_filter), Some((second, second_filter)), To::List)?;
            (*pairs, *count) = listed(broad.pairs());
        }
        Ok(())
    })
}

/// Counts the pairs within a set whose bounds touch. The filter may be null.
///
/// # Safety
/// As for `jst_broad_phase_pairs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_count(
    broad_phase: jst_broad_phase,
    bounds: *const jst_bounds,
    filter: *const jst_filter,
    count: *mut u64,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        // SAFETY: the caller's promise.
        unsafe {
            let count = out(count, "count")?;
            broad.ask((bounds, filter), None, To::Nowhere)?;
            *count = broad.stats().pairs;
        }
        Ok(())
    })
}

/// Hands the pairs within a set whose bounds touch to a callback, some at a time, in bounded
/// memory. It is called on a thread of the pool, never on two at once. Where it returns another
/// number than 0, the call ends with `JST_ERROR_CANCELLED`. The filter may be null.
///
/// # Safety
/// As for `jst_broad_phase_pairs`. The callback does not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_stream(
    broad_phase: jst_broad_phase,
    bounds: *const jst_bounds,
    filter: *const jst_filter,
    callback: jst_pairs_callback,
    user: *mut c_void,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        let callback = callback.ok_or(Fault::Null("callback"))?;
        let user = User(user);
        let mut hand_over = move |batch: &[Pair]| {
            let user = &user;
            match callback(user.0, batch.as_ptr().cast(), batch.len()) {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        // SAFETY: the caller's promise.
        unsafe { broad.ask((bounds, filter), None, To::Callback(&mut hand_over)) }?;
        if broad.stats().stopped { Err(Fault::Cancelled) } else { Ok(()) }
    })
}

/// What was left out of the last call, by index. It is good until the next call with this broad
/// phase.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_invalid(
    broad_phase: jst_broad_phase,
    invalid: *mut *const jst_invalid,
    count: *mut usize,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        // SAFETY: the caller's promise.
        let (to, count) = unsafe { (out(invalid, "invalid")?, out(count, "count")?) };
        let found = in_dimensions!(&broad.phase, phase => phase.phase.invalid());
        (*to, *count) = fill(&mut broad.invalid, found.iter().map(jst_invalid::of))?;
        Ok(())
    })
}

/// A list as C knows it.
pub(crate) fn listed(pairs: &[Pair]) -> (*const jst_pair, u64) {
    (pairs.as_ptr().cast(), pairs.len() as u64)
}
