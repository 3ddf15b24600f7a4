//! What the shapes of a world are asked, many questions at a time. They are as the last step found
//! them.

use super::{
    WorldOf,
    answers::{CastFields, Told, jst_casts, jst_near_shape, jst_shape_hit},
    jst_handle, jst_world,
    query_filter::{Wanted, jst_query_filter},
    with_world,
};
use crate::{
    arrays::out,
    dimensions::in_dimensions,
    geometry::shapes_of,
    rays::{RayFields, jst_rays},
    shape::jst_shape,
    status::{Fault, jst_status},
};

/// Tells a list of answers, one for each question.
///
/// # Safety
/// There is room for both.
unsafe fn tell<T>(
    (hits, count): (*mut *const T, *mut usize),
    (list, len): (*const T, usize),
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let (hits, count) = unsafe { (out(hits, "hits")?, out(count, "count")?) };
    (*hits, *count) = (list, len);
    Ok(())
}

/// Tells lists of answers: where each begins among all of them, and these.
///
/// # Safety
/// There is room for both.
unsafe fn tell_lists<T>(
    (offsets, items): (*mut *const usize, *mut *const T),
    what: &'static str,
    (begins, list): (*const usize, *const T),
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let (offsets, items) = unsafe { (out(offsets, "offsets")?, out(items, what)?) };
    (*offsets, *items) = (begins, list);
    Ok(())
}

/// What is wanted of each question.
#[derive(Clone, Copy)]
enum Want {
    First,
    All,
    Any,
}

/// Asks about rays.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
unsafe fn ask_rays(
    world: jst_world,
    rays: *const jst_rays,
    filter: *const jst_query_filter,
    want: Want,
    tell: impl FnOnce(&Told) -> Result<(), Fault>,
) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (rays, wanted) = unsafe {
                let rays = RayFields::of(rays)?;
                let questions = rays.len();
                (rays, Wanted::of(filter, questions)?)
            };
            threads.run(|| match want {
                Want::First => answers.closest_hits(world, &wanted, &rays),
                Want::All => answers.all_hits(world, &wanted, &rays),
                Want::Any => answers.any_hits(world, &wanted, &rays),
            })?;
            tell(&answers.told(answers.ray_lists.offsets(), rays.len()))
        })
    })
}

/// Asks about moving shapes.
///
/// # Safety
/// As [`ask_rays`].
unsafe fn ask_casts(
    world: jst_world,
    casts: *const jst_casts,
    filter: *const jst_query_filter,
    want: Want,
    tell: impl FnOnce(&Told) -> Result<(), Fault>,
) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (casts, wanted, questions) = unsafe {
                let casts = CastFields::of(casts)?;
                let questions = casts.shapes.len();
                (casts, Wanted::of(filter, questions)?, questions)
            };
            threads.run(|| {
                answers.take_casts(casts)?;
                match want {
                    Want::First => answers.closest_casts(world, &wanted),
                    Want::All => answers.all_casts(world, &wanted),
                    Want::Any => answers.any_casts(world, &wanted),
                }
            })?;
            tell(&answers.told(answers.cast_lists.offsets(), questions))
        })
    })
}

/// What each ray meets first. The filter may be null. The answers are good until the next call with
/// this world.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes. The callback does not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_closest_hits(
    world: jst_world,
    rays: *const jst_rays,
    filter: *const jst_query_filter,
    hits: *mut *const jst_shape_hit,
    count: *mut usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_rays(world, rays, filter, Want::First, |told| {
            tell((hits, count), (told.hits, told.questions))
        })
    }
}

/// All that each ray meets: what ray `i` does is from `offsets[i]` to before `offsets[i + 1]` among
/// the hits, by time. The filter may be null. The answers are good until the next call with this
/// world.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_all_hits(
    world: jst_world,
    rays: *const jst_rays,
    filter: *const jst_query_filter,
    offsets: *mut *const usize,
    hits: *mut *const jst_shape_hit,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_rays(world, rays, filter, Want::All, |told| {
            tell_lists((offsets, hits), "hits", (told.offsets, told.hits))
        })
    }
}

/// Whether each ray meets anything: 1 if it does. The filter may be null. The answers are good
/// until the next call with this world.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_any_hits(
    world: jst_world,
    rays: *const jst_rays,
    filter: *const jst_query_filter,
    hits: *mut *const u8,
    count: *mut usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_rays(world, rays, filter, Want::Any, |told| {
            tell((hits, count), (told.flags, told.questions))
        })
    }
}

/// What each moving shape meets first. The filter may be null. The answers are good until the next
/// call with this world.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_closest_casts(
    world: jst_world,
    casts: *const jst_casts,
    filter: *const jst_query_filter,
    hits: *mut *const jst_shape_hit,
    count: *mut usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_casts(world, casts, filter, Want::First, |told| {
            tell((hits, count), (told.hits, told.questions))
        })
    }
}

/// All that each moving shape meets, as `jst_world_all_hits` tells it.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_all_casts(
    world: jst_world,
    casts: *const jst_casts,
    filter: *const jst_query_filter,
    offsets: *mut *const usize,
    hits: *mut *const jst_shape_hit,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_casts(world, casts, filter, Want::All, |told| {
            tell_lists((offsets, hits), "hits", (told.offsets, told.hits))
        })
    }
}

/// Whether each moving shape meets anything, as `jst_world_any_hits` tells it.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_any_casts(
    world: jst_world,
    casts: *const jst_casts,
    filter: *const jst_query_filter,
    hits: *mut *const u8,
    count: *mut usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe {
        ask_casts(world, casts, filter, Want::Any, |told| {
            tell((hits, count), (told.flags, told.questions))
        })
    }
}

/// Which shapes touch each of some shapes, which need not be in the world: those of shape `i` are
/// from `offsets[i]` to before `offsets[i + 1]` among the handles. The filter may be null. The
/// answers are good until the next call with this world.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_overlapping(
    world: jst_world,
    shapes: *const jst_shape,
    shape_count: usize,
    filter: *const jst_query_filter,
    offsets: *mut *const usize,
    handles: *mut *const jst_handle,
) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (shapes, wanted) = unsafe {
                (shapes_of(shapes, shape_count)?, Wanted::of(filter, shape_count)?)
            };
            threads.run(|| answers.overlapping(world, &wanted, &shapes))?;
            let told = (answers.indices.offsets().as_ptr(), answers.handles.as_ptr());
            // SAFETY: the caller's promise.
            unsafe { tell_lists((offsets, handles), "handles", told) }
        })
    })
}

/// The `k` shapes that are nearest to each of some shapes, often balls of radius 0, and not farther
/// than `max_distance`, by distance: those of shape `i` are from `offsets[i]` to before
/// `offsets[i + 1]`. The filter may be null. The answers are good until the next call with this
/// world.
///
/// # Safety
/// As for `jst_world_closest_hits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_nearest(
    world: jst_world,
    shapes: *const jst_shape,
    shape_count: usize,
    k: u32,
    max_distance: f32,
    filter: *const jst_query_filter,
    offsets: *mut *const usize,
    nearest: *mut *const jst_near_shape,
) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (shapes, wanted) = unsafe {
                (shapes_of(shapes, shape_count)?, Wanted::of(filter, shape_count)?)
            };
            threads.run(|| answers.nearest(world, &wanted, &shapes, (k, max_distance)))?;
            let told = (answers.near.offsets().as_ptr(), answers.near_shapes.as_ptr());
            // SAFETY: the caller's promise.
            unsafe { tell_lists((offsets, nearest), "nearest", told) }
        })
    })
}
