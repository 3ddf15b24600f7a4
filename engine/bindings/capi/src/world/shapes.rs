//! Shapes put into a world, taken out and changed.

use jostle::{Error, Handle, Shape, Shapes, shape::Attributes};

use super::{WorldOf, jst_handle, jst_world, named, told, with_world};
use crate::{
    arrays::{fill, jst_vectors, optional_array, out, required, sized_array, write},
    dimensions::in_dimensions,
    geometry::shapes_of,
    shape::{attributes_of, jst_attributes, jst_mobility, jst_shape, mobility_of},
    shapes::{Kinds, jst_shapes},
    status::{Fault, jst_status},
};

/// Where new handles go.
///
/// # Safety
/// There is room for so many, which nobody else uses as long as the call takes.
unsafe fn room<'a>(handles: *mut jst_handle, count: usize) -> Result<&'a mut [jst_handle], Fault> {
    // SAFETY: the caller's promise.
    let checked = unsafe { optional_array(handles.cast_const(), count, "handles") }?;
    match checked.ok_or(Fault::Null("handles"))?.len() {
        // Which may be null.
        0 => Ok(&mut []),
        // SAFETY: the caller's promise; alignment and length were checked, and handles are numbers,
        // of which any bits are a value.
        len => Ok(unsafe { std::slice::from_raw_parts_mut(handles, len) }),
    }
}

/// Handles of the caller's.
///
/// # Safety
/// There are so many, and nobody writes to them as long as the call takes.
unsafe fn handles_of(handles: *const jst_handle, count: usize) -> Result<Vec<Handle>, Fault> {
    // SAFETY: the caller's promise.
    let given = unsafe { optional_array(handles, count, "handles") }?;
    let mut list = Vec::new();
    let given = given.ok_or(Fault::Null("handles"))?;
    fill(&mut list, given.iter().map(|handle| named(*handle)))?;
    Ok(list)
}

/// Says which of many is at fault.
fn of_batch(index: usize) -> impl FnOnce(Error) -> Error {
    move |error| Error::Batch { index, error: Box::new(error) }
}

/// Puts shapes into a world, and tells their handles. All have the same attributes, those of
/// `jst_attributes_default` for null. Where one of them cannot come in, none does.
///
/// # Safety
/// What is not null is there, with as much as it says, and there is room for so many handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_insert(
    world: jst_world,
    shapes: *const jst_shape,
    count: usize,
    attributes: *const jst_attributes,
    handles: *mut jst_handle,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (attributes, to) = unsafe { (attributes_of(attributes)?, room(handles, count)?) };
        in_dimensions!(world, of => {
            // SAFETY: the caller's promise.
            let shapes = unsafe { shapes_of(shapes, count) }?;
            let made = insert(of.world.shapes_mut(), &shapes, attributes)?;
            to.iter_mut().zip(made).for_each(|(to, handle)| *to = told(handle));
        });
        Ok(())
    })
}

/// Puts in all shapes, or none.
fn insert<const D: usize>(
    set: &mut Shapes<D>,
    shapes: &[Shape<D>],
    attributes: Attributes,
) -> Result<Vec<Handle>, Fault> {
    let mut made = Vec::new();
    made.try_reserve_exact(shapes.len()).map_err(|_| Fault::Memory("handles"))?;
    for (index, shape) in shapes.iter().enumerate() {
        match set.insert_with(shape, attributes) {
            Ok(handle) => made.push(handle),
            Err(error) => {
                set.remove_all(&made)?;
                return Err(of_batch(index)(error).into());
            }
        }
    }
    Ok(made)
}

/// Puts shapes of the caller's arrays into a world, all with the same attributes, or none of them.
/// Their handles are written in the order that `jst_shapes` has: there has to be room for so many.
///
/// # Safety
/// As for `jst_world_insert`; `room` handles fit where they go.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_insert_arrays(
    world: jst_world,
    shapes: *const jst_shapes,
    attributes: *const jst_attributes,
    handles: *mut jst_handle,
    room: usize,
) -> jst_status {
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let (attributes, to) = unsafe { (attributes_of(attributes)?, self::room(handles, room)?) };
        in_dimensions!(world, of => {
            // SAFETY: the caller's promise.
            let kinds = unsafe { Kinds::of(shapes) }?;
            if kinds.len() > to.len() {
                return Err(Fault::Room("handles"));
            }
            let WorldOf { world, columns, .. } = of;
            let mut made = Vec::new();
            threads.run(|| {
                let columns = columns.gather(&kinds)?;
                Ok(world.shapes_mut().insert_all(columns, attributes, &mut made)?)
            })?;
            to.iter_mut().zip(made).for_each(|(to, handle)| *to = told(handle));
        });
        Ok(())
    })
}

/// Takes shapes out of a world, or none of them: one whose handle is of none is an error. One that
/// is named twice is taken out once.
///
/// # Safety
/// There are so many handles, and nobody writes to them as long as the call takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_remove(
    world: jst_world,
    handles: *const jst_handle,
    count: usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let handles = unsafe { handles_of(handles, count) }?;
        in_dimensions!(world, of => of.world.shapes_mut().remove_all(&handles)?);
        Ok(())
    })
}

/// Takes all shapes out of a world.
#[unsafe(no_mangle)]
pub extern "C" fn jst_world_clear(world: jst_world) -> jst_status {
    with_world(world, |_, world| {
        in_dimensions!(world, of => of.world.shapes_mut().clear());
        Ok(())
    })
}

/// Tells how many shapes a world has.
///
/// # Safety
/// There is room for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_count(world: jst_world, count: *mut usize) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let count = unsafe { out(count, "count") }?;
        *count = in_dimensions!(world, of => of.world.shapes().len());
        Ok(())
    })
}

/// Tells what a shape is like. The struct begins with its size.
///
/// # Safety
/// The struct is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_get(
    world: jst_world,
    handle: jst_handle,
    shape: *mut jst_shape,
) -> jst_status {
    with_world(world, |_, world| {
        let handle = named(handle);
        let told = in_dimensions!(world, of => jst_shape::of(&of.world.shapes().get(handle)?));
        // SAFETY: the caller's promise.
        unsafe { write(shape, &told) }
    })
}

/// Replaces shapes. They keep their handles and their attributes, and what touched them still does.
/// Of those that are fast, the way there is looked at in the next step. Where one of them cannot be
/// replaced, the text says which: those before it are.
///
/// # Safety
/// What is not null is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_set(
    world: jst_world,
    handles: *const jst_handle,
    shapes: *const jst_shape,
    count: usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe { replace(world, (handles, shapes, count), false) }
}

/// The same without a way from where the shapes were.
///
/// # Safety
/// What is not null is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_teleport(
    world: jst_world,
    handles: *const jst_handle,
    shapes: *const jst_shape,
    count: usize,
) -> jst_status {
    // SAFETY: the caller's promise.
    unsafe { replace(world, (handles, shapes, count), true) }
}

/// Replaces shapes, with or without a way from where they were.
///
/// # Safety
/// What is not null is there, with as much as it says.
unsafe fn replace(
    world: jst_world,
    (handles, shapes, count): (*const jst_handle, *const jst_shape, usize),
    is_elsewhere: bool,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (handles, shapes) =
            unsafe { (handles_of(handles, count)?, sized_array(shapes, count)?) };
        in_dimensions!(world, of => {
            for (index, (handle, given)) in handles.iter().zip(&shapes).enumerate() {
                let shape = given.shape(|| Ok(of.world.shapes().get(*handle)?))?;
                let replaced = if is_elsewhere {
                    of.world.teleport(*handle, shape)
                } else {
                    of.world.shapes_mut().set(*handle, shape)
                };
                replaced.map_err(of_batch(index))?;
            }
        });
        Ok(())
    })
}

/// Puts shapes elsewhere by their centers, of a triangle its first vertex, or none of them. Numbers
/// that are none are found out by the next step, which leaves their shapes out.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_set_centers(
    world: jst_world,
    handles: *const jst_handle,
    centers: *const jst_vectors,
    count: usize,
) -> jst_status {
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let (handles, centers) =
            unsafe { (handles_of(handles, count)?, required(centers, "centers")?) };
        in_dimensions!(world, of => {
            // SAFETY: the caller's promise.
            let fields = unsafe { centers.fields(count, "centers") }?;
            let WorldOf { world, centers, .. } = of;
            threads.run(|| Ok(world.shapes_mut().set_centers(&handles, centers.gather(fields)?)?))?;
        });
        Ok(())
    })
}

/// Replaces all shapes by those of arrays, in the order that `jst_world_order` tells. Kinds that
/// the arrays have none of stay as they are.
///
/// # Safety
/// What is not null is there, with as much as it says, and nobody writes to it as long as the call
/// takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_set_arrays(
    world: jst_world,
    shapes: *const jst_shapes,
) -> jst_status {
    with_world(world, |threads, world| {
        in_dimensions!(world, of => {
            // SAFETY: the caller's promise.
            let kinds = unsafe { Kinds::of(shapes) }?;
            let WorldOf { world, columns, .. } = of;
            threads.run(|| Ok(world.shapes_mut().set_columns(columns.gather(&kinds)?)?))?;
        });
        Ok(())
    })
}

/// Tells the handles of all shapes as they are ordered now: by kind, and in each kind as
/// `jst_world_set_arrays` takes them. It changes when shapes come or go. They are good until the
/// next call with this world.
///
/// # Safety
/// There is room for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_order(
    world: jst_world,
    handles: *mut *const jst_handle,
    count: *mut usize,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (handles, count) = unsafe { (out(handles, "handles")?, out(count, "count")?) };
        in_dimensions!(world, of => {
            let shapes = of.world.shapes();
            let all = (0..shapes.len()).filter_map(|index| shapes.handle_of(index));
            (*handles, *count) = fill(&mut of.results.handles, all.map(told))?;
        });
        Ok(())
    })
}

/// Tells what a shape is beside its geometry. The struct begins with its size.
///
/// # Safety
/// The struct is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_get_attributes(
    world: jst_world,
    handle: jst_handle,
    attributes: *mut jst_attributes,
) -> jst_status {
    with_world(world, |_, world| {
        let handle = named(handle);
        let found = in_dimensions!(world, of => of.world.shapes().attributes(handle)?);
        // SAFETY: the caller's promise.
        unsafe { write(attributes, &jst_attributes::of(&found)) }
    })
}

/// Changes what shapes are beside their geometry, all of them the same way, or none.
///
/// # Safety
/// What is not null is there, with as much as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_set_attributes(
    world: jst_world,
    handles: *const jst_handle,
    count: usize,
    attributes: *const jst_attributes,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let (handles, attributes) =
            unsafe { (handles_of(handles, count)?, attributes_of(attributes)?) };
        in_dimensions!(world, of => {
            let shapes = of.world.shapes_mut();
            // Before anything is changed.
            for (index, handle) in handles.iter().enumerate() {
                shapes.index_of(*handle).map_err(of_batch(index))?;
            }
            handles.iter().try_for_each(|handle| shapes.set_attributes(*handle, attributes))?;
        });
        Ok(())
    })
}

/// Puts shapes to sleep, wakes them, or makes them static, or none of them.
///
/// # Safety
/// There are so many handles, and nobody writes to them as long as the call takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_world_set_mobility(
    world: jst_world,
    handles: *const jst_handle,
    count: usize,
    mobility: jst_mobility,
) -> jst_status {
    with_world(world, |_, world| {
        // SAFETY: the caller's promise.
        let handles = unsafe { handles_of(handles, count) }?;
        let mobility = mobility_of(mobility)?;
        in_dimensions!(world, of => of.world.shapes_mut().set_mobility(&handles, mobility)?);
        Ok(())
    })
}

/// Makes two shapes no pair, whatever else is said of them, or a pair again: `excluded` is 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn jst_world_exclude_pair(
    world: jst_world,
    a: jst_handle,
    b: jst_handle,
    excluded: i32,
) -> jst_status {
    with_world(world, |_, world| {
        let [a, b] = [a, b].map(named);
        in_dimensions!(world, of => of.world.set_pair_excluded(a, b, excluded != 0)?);
        Ok(())
    })
}
