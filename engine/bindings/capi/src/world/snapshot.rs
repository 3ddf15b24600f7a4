//! Worlds as bytes, and why a pair is reported.

use std::fmt::Write;

use jostle::{World, snapshot::Snapshot};

use super::{AnyWorld, Text, WorldOf, jst_handle, jst_world, named, with_world};
use crate::{
    arrays::{optional_array, out, sized},
    dimensions::{Dimensions, in_dimensions},
    objects,
    pipeline::jst_pipeline_def,
    pool::threads_of,
    status::{Fault, call, jst_status},
};
use std::ffi::c_char;

/// Takes down everything that the next step of a world depends on, as bytes, which any machine
/// reads. They are good until the next call with this world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_save(
    world: jst_world,
    bytes: *mut *const u8,
    count: *mut usize,
) -> jst_status {
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let (bytes, count) = unsafe { (out(bytes, "bytes")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            of.bytes = threads.run(|| Ok(of.world.snapshot().to_bytes()?))?;
            (*bytes, *count) = (of.bytes.as_ptr(), of.bytes.len());
        });
        Ok(())
    })
}

/// Makes a world of the bytes of another one. Its next step finds what that of the other would have
/// found. Destroy it with `jst_world_destroy`.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_load(
    def: *const jst_pipeline_def,
    bytes: *const u8,
    count: usize,
    world: *mut jst_world,
) -> jst_status {
    call(|| {
        // SAFETY: the caller's promise.
        let (def, bytes, world) = unsafe {
            let bytes = optional_array(bytes, count, "bytes")?.ok_or(Fault::Null("bytes"))?;
            (sized(def)?, bytes, out(world, "world")?)
        };
        let snapshot = Snapshot::from_bytes(bytes)?;
        let threads = threads_of(def.pool)?;
        let made = Dimensions::of(
            def.dimensions,
            || WorldOf::made(threads.run(|| Ok(World::restore(&snapshot)?))?, &def),
            || WorldOf::made(threads.run(|| Ok(World::restore(&snapshot)?))?, &def),
        )?;
        *world = objects::handle(AnyWorld { threads, world: made })?;
        Ok(())
    })
}

/// Tells in words why two shapes are reported by the last step, or are not, with all numbers that
/// decided. The text is in UTF-8, ends with a zero byte, and is good until the next call with this
/// world.
///
/// # Safety
/// There is room for the text's place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_explain(
    world: jst_world,
    a: jst_handle,
    b: jst_handle,
    text: *mut *const c_char,
) -> jst_status {
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let text = unsafe { out(text, "text") }?;
        let [a, b] = [a, b].map(named);
        in_dimensions!(world, of => {
            let explanation = threads.run(|| Ok(of.world.explain(a, b)?))?;
            let Text(told) = &mut of.text;
            told.clear();
            let refused = Fault::Memory("a text");
            write!(&mut of.text, "{explanation}\0").map_err(|_| refused)?;
            *text = of.text.0.as_ptr().cast();
        });
        Ok(())
    })
}
