//! Worlds: shapes that live from step to step.

pub mod answers;
pub mod queries;
pub mod query_filter;
pub mod results;
pub mod shapes;
pub mod snapshot;

use std::{ffi::c_void, fmt::Write, sync::Arc};

use jostle::{Handle, World, records::GatheredColumns};

use crate::{
    arrays::{out, sized},
    broad::phase_of,
    contacts::ContactLists,
    dimensions::{Dimensions, in_dimensions},
    objects::{self, Object, using},
    pipeline::jst_pipeline_def,
    pool::{Threads, User, threads_of},
    shapes::KindColumns,
    space::{Dimension, Space},
    status::{Fault, call, jst_status},
};
use answers::Answers;
use results::ResultLists;

/// Shapes that live from step to step, each with a handle, and what was found about them.
pub type jst_world = *mut jst_world_s;

/// Points nowhere: the number of an object.
#[derive(Debug)]
pub struct jst_world_s {
    _private: u8,
}

/// A shape of a world, as long as it is there: no other shape of this world ever has its number.
pub type jst_handle = u64;

/// What no shape has.
pub const JST_NO_HANDLE: jst_handle = 0;

/// A handle of the engine's as callers see it: so that zero is none.
pub(crate) fn told(handle: Handle) -> jst_handle {
    handle.to_bits().wrapping_add(1)
}

/// The handle that callers see as this.
pub(crate) fn named(handle: jst_handle) -> Handle {
    Handle::from_bits(handle.wrapping_sub(1))
}

/// Says whether a pair of shapes is wanted: 1 if it is. It is given the handles of the two and the
/// numbers that the caller gave them. It is called on all threads of the pool, says the same of a
/// pair as long as a step takes, and does not call the world.
pub type jst_wants_callback = Option<
    extern "C" fn(
        user: *mut c_void,
        a: jst_handle,
        b: jst_handle,
        user_of_a: u64,
        user_of_b: u64,
    ) -> i32,
>;

/// A world of a number of dimensions, and what calls fill.
pub(crate) struct WorldOf<const D: usize> {
    world: World<D>,
    columns: KindColumns<D>,
    centers: GatheredColumns<D>,
    contacts: ContactLists<D>,
    results: ResultLists,
    answers: Answers<D>,
    bytes: Vec<u8>,
    text: Text,
}

impl<const D: usize> WorldOf<D>
where
    Dimension: Space<D>,
{
    /// A world as it is to be, in the place of what it was.
    fn made(world: World<D>, def: &jst_pipeline_def) -> Result<Self, Fault> {
        let world = world
            .with_boxed_broad_phase(phase_of(def.broad_phase)?)
            .with_limits(def.limits())
            .with_margin(def.margin)?;
        Ok(Self {
            world,
            columns: KindColumns::default(),
            centers: GatheredColumns::new(),
            contacts: ContactLists::default(),
            results: ResultLists::default(),
            answers: Answers::default(),
            bytes: Vec::new(),
            text: Text::default(),
        })
    }
}

/// A text that ends with a zero byte, as long as there is memory for it.
#[derive(Default)]
struct Text(Vec<u8>);

impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.try_reserve(text.len() + 1).map_err(|_| std::fmt::Error)?;
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// A world of two or three dimensions, and where it works.
pub(crate) struct AnyWorld {
    threads: Arc<Threads>,
    world: Dimensions<WorldOf<2>, WorldOf<3>>,
}

impl Object for AnyWorld {
    const TYPE: usize = 7;
    const NAME: &'static str = "jst_world";
}

/// Makes a world, which is empty. Destroy it with `jst_world_destroy`.
///
/// # Safety
/// The struct is there, and so is room for the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_create(
    def: *const jst_pipeline_def,
    world: *mut jst_world,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, world) = unsafe { (sized(def)?, out(world, "world")?) };
        let made = Dimensions::of(
            def.dimensions,
            || WorldOf::made(World::new(), &def),
            || WorldOf::made(World::new(), &def),
        )?;
        *world = objects::handle(AnyWorld { threads: threads_of(def.pool)?, world: made })?;
        Ok(())
    })
}

/// Destroys a world.
#[unsafe(no_mangle)]
pub extern "C" fn jst_world_destroy(world: jst_world) -> jst_status {
    call(|| objects::remove::<AnyWorld>(world.addr()).map(drop))
}

/// Finds everything about the shapes as they are now. Where it fails nothing is found, the shapes
/// are as they were, and the next step is compared with the last one that did not fail.
#[unsafe(no_mangle)]
pub extern "C" fn jst_world_step(world: jst_world) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => threads.run(|| {
            of.world.step()?;
            Ok(())
        }))
    })
}

/// The same, where the callback says which pairs are wanted.
#[unsafe(no_mangle)]
pub extern "C" fn jst_world_step_where(
    world: jst_world,
    wants: jst_wants_callback,
    user: *mut c_void,
) -> jst_status {
    with_world(world, |threads, world| {
        let wants = wants.ok_or(Fault::Null("wants"))?;
        let user = User(user);
        let wants = |[a, b]: [Handle; 2], [of_a, of_b]: [u64; 2]| {
            wants(user.pointer(), told(a), told(b), of_a, of_b) != 0
        };
        in_dimensions!(world, of => threads.run(|| {
            of.world.step_where(wants)?;
            Ok(())
        }))
    })
}

/// A call with a world, and where it works.
fn with_world(
    world: jst_world,
    work: impl FnOnce(&Threads, &mut Dimensions<WorldOf<2>, WorldOf<3>>) -> Result<(), Fault>,
) -> jst_status {
    using(world, |world: &mut AnyWorld| work(&world.threads, &mut world.world))
}
