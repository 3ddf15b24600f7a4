//! What the shapes of a world are asked, many questions at a time. They are as the last step found
//! them.

use std::ffi::c_void;

use jostle::{
    Error, Shape, World,
    bvh::{DistanceHit, Lists},
    geometry::ray::Ray,
    narrow::ImpactState,
    query::{CastHit, QueryFilter, ShapeCast, ShapeHit, ShapeQueries},
    records::{Field, GatheredColumns},
};

use super::{JST_NO_HANDLE, WorldOf, jst_handle, jst_world, named, told, with_world};
use crate::{
    arrays::{Sized32, fill, jst_numbers, jst_vectors, optional, optional_array, out, sized},
    dimensions::in_dimensions,
    geometry::shapes_of,
    pool::User,
    rays::{RayFields, RayList, jst_rays},
    shape::{in_three, jst_shape},
    space::{Dimension, Space},
    status::{Fault, jst_status},
};

/// Says whether a shape counts for questions: 1 if it does. It is called on all threads of the
/// pool, and does not call the world.
pub type jst_shape_callback = Option<extern "C" fn(user: *mut c_void, handle: jst_handle) -> i32>;

/// Sensors do not count.
pub const JST_QUERY_WITHOUT_SENSORS: u32 = 1;
/// Only what is static, or sleeps, counts.
pub const JST_QUERY_ONLY_RESTING: u32 = 2;
/// Only what moves counts.
pub const JST_QUERY_ONLY_MOVING: u32 = 4;

/// Which shapes count for questions: all, less what each field leaves out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_query_filter {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// As if the question were a shape of these categories, where one of the two is not 0.
    pub category: u32,
    /// As if it were one that touches these.
    pub mask: u32,
    /// As if it were one of this group.
    pub group: i32,
    /// `JST_QUERY_` and so on, added up.
    pub flags: u32,
    /// For each question a shape that does not count, or `JST_NO_HANDLE`; or null.
    pub without: *const jst_handle,
    /// Which shapes count, or null.
    pub accept: jst_shape_callback,
    /// For the callback.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers, null and no function.
unsafe impl Sized32 for jst_query_filter {
    const NAME: &'static str = "jst_query_filter";
}

/// Shapes that move, from `t` = 0 on.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_casts {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many.
    pub count: usize,
    /// Where they are at first, one behind the other.
    pub shapes: *const jst_shape,
    /// How far each moves while `t` grows by 1.
    pub by: jst_vectors,
    /// How far each turns meanwhile: in 2D an angle, in 3D an axis as long as the angle, in
    /// radians. Null where none does.
    pub turn: jst_vectors,
    /// The last `t` of each, or null where it is 1.
    pub t_max: jst_numbers,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_casts {
    const NAME: &'static str = "jst_casts";
}

/// How a time is meant.
pub type jst_hit_state = i32;
/// Nothing is met.
pub const JST_HIT_NONE: jst_hit_state = 0;
/// The shape is met on the way.
pub const JST_HIT_ON_THE_WAY: jst_hit_state = 1;
/// The two touch at the start.
pub const JST_HIT_AT_THE_START: jst_hit_state = 2;
/// It is not met before the time, which is as far as it was followed.
pub const JST_HIT_NOT_BEFORE: jst_hit_state = 3;

/// A shape of a world that is met. In 2D the last numbers of vectors are 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_shape_hit {
    /// Which one; `JST_NO_HANDLE` for none.
    pub handle: jst_handle,
    /// Which part of it, if it has some.
    pub part: u32,
    /// Which part of its surface a ray meets; 0 for casts.
    pub feature: u32,
    /// When.
    pub t: f32,
    /// How the time is meant.
    pub state: jst_hit_state,
    /// Out of the shape where it is met, of length 1; zero where the two touch at the start.
    pub normal: [f32; 3],
    /// Where it is met.
    pub point: [f32; 3],
}

/// A shape of a world that is near.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_near_shape {
    /// Which one.
    pub handle: jst_handle,
    /// How far it is; 0 where the two touch.
    pub distance: f32,
}

/// Where questions and answers are kept from call to call.
#[derive(Default)]
pub(super) struct Answers<const D: usize> {
    rays: RayList<D>,
    casts: Vec<ShapeCast<D>>,
    by: GatheredColumns<D>,
    turn: GatheredColumns<3>,
    ends: GatheredColumns<1>,
    closest_rays: Vec<Option<ShapeHit<D>>>,
    closest_casts: Vec<Option<CastHit<D>>>,
    ray_lists: Lists<ShapeHit<D>>,
    cast_lists: Lists<CastHit<D>>,
    any: Vec<bool>,
    indices: Lists<u32>,
    near: Lists<DistanceHit>,
    hits: Vec<jst_shape_hit>,
    flags: Vec<u8>,
    handles: Vec<jst_handle>,
    near_shapes: Vec<jst_near_shape>,
}

/// A filter of the caller's, checked.
struct Wanted<'a> {
    of_all: QueryFilter<'static>,
    without: Option<&'a [jst_handle]>,
    accept: jst_shape_callback,
    user: User,
}

impl<'a> Wanted<'a> {
    /// A filter, which may be null, for so many questions.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    unsafe fn of(filter: *const jst_query_filter, questions: usize) -> Result<Self, Fault> {
        // SAFETY: the caller's promise; zeros are a value.
        let (given, without) = unsafe {
            let given = match optional(filter.cast::<u32>(), jst_query_filter::NAME)? {
                Some(_) => sized(filter)?,
                None => std::mem::zeroed(),
            };
            (given, optional_array(given.without, questions, "without")?)
        };
        let mut of_all = QueryFilter::new().with_group(given.group);
        if given.category != 0 || given.mask != 0 {
            of_all = of_all.with_category(given.category).with_mask(given.mask);
        }
        let mut flags = given.flags;
        let mut take = |flag: u32| {
            let is_set = flags & flag != 0;
            flags &= !flag;
            is_set
        };
        if take(JST_QUERY_WITHOUT_SENSORS) {
            of_all = of_all.without_sensors();
        }
        if take(JST_QUERY_ONLY_RESTING) {
            of_all = of_all.only_static();
        }
        if take(JST_QUERY_ONLY_MOVING) {
            of_all = of_all.only_moving();
        }
        if flags != 0 {
            return Err(Fault::Argument("flags", "are none of those that there are"));
        }
        Ok(Self { of_all, without, accept: given.accept, user: User(given.user) })
    }

    /// Asks the shapes of a world.
    fn ask<const D: usize, R>(
        &self,
        world: &World<D>,
        work: impl for<'f> FnOnce(
            &ShapeQueries<'_, D>,
            &(dyn Fn(usize) -> QueryFilter<'f> + Sync),
        ) -> Result<R, Error>,
    ) -> Result<R, Fault> {
        let accepts = |index: u32| {
            let accept = self.accept;
            accept.is_none_or(|accept| accept(self.user.pointer(), handle_of(world, index)) != 0)
        };
        let of_all = match self.accept {
            None => self.of_all,
            Some(_) => self.of_all.accepting(&accepts),
        };
        let of_question = |question: usize| {
            let handle = self.without.map_or(JST_NO_HANDLE, |without| without[question]);
            // What is gone is not found anyway.
            world.index(named(handle)).map_or(of_all, |index| of_all.without(index))
        };
        Ok(work(&world.queries()?, &of_question)?)
    }
}

fn handle_of<const D: usize>(world: &World<D>, index: u32) -> jst_handle {
    world.handle(index).map_or(JST_NO_HANDLE, told)
}

/// What a ray meets, as callers see it.
fn told_ray<const D: usize>(world: &World<D>, ray: &Ray<D>, hit: &ShapeHit<D>) -> jst_shape_hit {
    let begins_inside = hit.normal == [0.0; D];
    jst_shape_hit {
        handle: handle_of(world, hit.index),
        part: hit.part,
        feature: hit.feature,
        t: hit.t,
        state: if begins_inside { JST_HIT_AT_THE_START } else { JST_HIT_ON_THE_WAY },
        normal: in_three(hit.normal),
        point: in_three(ray.at(hit.t)),
    }
}

/// How a time of the engine's is meant.
pub(crate) fn state_of(state: ImpactState) -> jst_hit_state {
    match state {
        ImpactState::Apart => JST_HIT_NONE,
        ImpactState::Hit => JST_HIT_ON_THE_WAY,
        ImpactState::Overlapping => JST_HIT_AT_THE_START,
        ImpactState::Capped => JST_HIT_NOT_BEFORE,
    }
}

/// What a moving shape meets.
fn told_cast<const D: usize>(world: &World<D>, hit: &CastHit<D>) -> jst_shape_hit {
    jst_shape_hit {
        handle: handle_of(world, hit.index),
        part: hit.part,
        feature: 0,
        t: hit.t,
        state: state_of(hit.state),
        normal: in_three(hit.normal),
        point: in_three(hit.point),
    }
}

const NOTHING: jst_shape_hit = jst_shape_hit {
    handle: JST_NO_HANDLE,
    part: 0,
    feature: 0,
    t: f32::INFINITY,
    state: JST_HIT_NONE,
    normal: [0.0; 3],
    point: [0.0; 3],
};

/// The casts of the caller's, checked.
struct CastFields<'a, const D: usize> {
    shapes: Vec<Shape<D>>,
    by: [Field<'a>; D],
    turn: Option<[Field<'a>; 3]>,
    t_max: Option<Field<'a>>,
}

impl<'a, const D: usize> CastFields<'a, D>
where
    Dimension: Space<D>,
{
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    unsafe fn of(casts: *const jst_casts) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        unsafe {
            let given = sized(casts)?;
            let count = given.count;
            let turns = !given.turn.is_null();
            let turn = turns
                .then(|| given.turn.first_fields(Dimension::TURN, count, "turn"))
                .transpose()?;
            Ok(Self {
                shapes: shapes_of(given.shapes, count)?,
                by: given.by.fields(count, "by")?,
                turn,
                t_max: given.t_max.optional_field(count, "t_max")?,
            })
        }
    }
}

impl<const D: usize> Answers<D>
where
    Dimension: Space<D>,
{
    /// Lists casts of the caller's.
    fn take_casts(&mut self, fields: CastFields<'_, D>) -> Result<(), Fault> {
        let CastFields { shapes, by, turn, t_max } = fields;
        let by = self.by.gather(by)?;
        let turn = turn.map(|turn| self.turn.gather(turn)).transpose()?;
        let ends = t_max.map(|ends| self.ends.gather([ends])).transpose()?;
        let casts = shapes.into_iter().enumerate().map(|(at, shape)| {
            let turn = turn
                .map_or([0.0; 3], |turn| turn.map(|column| column.get(at).copied().unwrap_or(0.0)));
            let motion = Dimension::motion(by.map(|column| column[at]), turn);
            ShapeCast { shape, motion, t_max: ends.map_or(1.0, |[ends]| ends[at]) }
        });
        fill(&mut self.casts, casts).map(drop)
    }

    /// What each ray meets first.
    fn closest_hits(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
        rays: &RayFields<'_, D>,
    ) -> Result<(), Fault> {
        let Self { rays: list, closest_rays: found, hits, .. } = self;
        let rays = list.take(rays)?;
        wanted.ask(world, |queries, filter| queries.closest_hits(rays, filter, found))?;
        let told = rays.iter().zip(&*found);
        let told = told.map(|(ray, hit)| hit.map_or(NOTHING, |hit| told_ray(world, ray, &hit)));
        fill(hits, told).map(drop)
    }

    /// All that each ray meets.
    fn all_hits(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
        rays: &RayFields<'_, D>,
    ) -> Result<(), Fault> {
        let Self { rays: list, ray_lists: found, hits, .. } = self;
        let rays = list.take(rays)?;
        wanted.ask(world, |queries, filter| queries.all_hits_of(rays, filter, found))?;
        let told = rays.iter().enumerate().flat_map(|(number, ray)| {
            found.get(number).iter().map(move |hit| told_ray(world, ray, hit))
        });
        fill(hits, told).map(drop)
    }

    /// Whether each ray meets anything.
    fn any_hits(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
        rays: &RayFields<'_, D>,
    ) -> Result<(), Fault> {
        let Self { rays: list, any, flags, .. } = self;
        let rays = list.take(rays)?;
        wanted.ask(world, |queries, filter| queries.any_hits(rays, filter, any))?;
        fill(flags, any.iter().map(|hit| u8::from(*hit))).map(drop)
    }

    /// What each moving shape meets first.
    fn closest_casts(&mut self, world: &World<D>, wanted: &Wanted<'_>) -> Result<(), Fault> {
        let Self { casts, closest_casts: found, hits, .. } = self;
        wanted.ask(world, |queries, filter| queries.closest_casts(casts, filter, found))?;
        let told = found.iter().map(|hit| hit.map_or(NOTHING, |hit| told_cast(world, &hit)));
        fill(hits, told).map(drop)
    }

    /// All that each moving shape meets.
    fn all_casts(&mut self, world: &World<D>, wanted: &Wanted<'_>) -> Result<(), Fault> {
        let Self { casts, cast_lists: found, hits, .. } = self;
        wanted.ask(world, |queries, filter| queries.all_casts_of(casts, filter, found))?;
        fill(hits, found.items().iter().map(|hit| told_cast(world, hit))).map(drop)
    }

    /// Whether each moving shape meets anything.
    fn any_casts(&mut self, world: &World<D>, wanted: &Wanted<'_>) -> Result<(), Fault> {
        let Self { casts, any, flags, .. } = self;
        wanted.ask(world, |queries, filter| queries.any_casts(casts, filter, any))?;
        fill(flags, any.iter().map(|hit| u8::from(*hit))).map(drop)
    }

    /// What touches each shape.
    fn overlapping(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
        shapes: &[Shape<D>],
    ) -> Result<(), Fault> {
        let Self { indices: found, handles, .. } = self;
        wanted.ask(world, |queries, filter| queries.overlapping_of(shapes, filter, found))?;
        fill(handles, found.items().iter().map(|index| handle_of(world, *index))).map(drop)
    }

    /// What is near to each shape.
    fn nearest(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
        shapes: &[Shape<D>],
        (k, max_distance): (u32, f32),
    ) -> Result<(), Fault> {
        let Self { near: found, near_shapes, .. } = self;
        wanted.ask(world, |queries, filter| {
            queries.nearest_of(shapes, k as usize, max_distance, filter, found)
        })?;
        let told = found.items().iter().map(|near| jst_near_shape {
            handle: handle_of(world, near.id),
            distance: near.distance,
        });
        fill(near_shapes, told).map(drop)
    }
}

/// Where lists go: where each begins among all items, and the items.
///
/// # Safety
/// There is room for both.
unsafe fn lists_to<'a, T>(
    offsets: *mut *const usize,
    items: *mut *const T,
    what: &'static str,
) -> Result<(&'a mut *const usize, &'a mut *const T), Fault> {
    // SAFETY: the caller's promise.
    unsafe { Ok((out(offsets, "offsets")?, out(items, what)?)) }
}

/// Where answers go, one for each question.
///
/// # Safety
/// There is room for both.
unsafe fn list_to<'a, T>(
    items: *mut *const T,
    count: *mut usize,
) -> Result<(&'a mut *const T, &'a mut usize), Fault> {
    // SAFETY: the caller's promise.
    unsafe { Ok((out(items, "hits")?, out(count, "count")?)) }
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { list_to(hits, count) }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (rays, wanted) = unsafe {
                let rays = RayFields::of(rays)?;
                let questions = rays.len();
                (rays, Wanted::of(filter, questions)?)
            };
            threads.run(|| answers.closest_hits(world, &wanted, &rays))?;
            (*to.0, *to.1) = (answers.hits.as_ptr(), answers.hits.len());
        });
        Ok(())
    })
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { lists_to(offsets, hits, "hits") }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (rays, wanted) = unsafe {
                let rays = RayFields::of(rays)?;
                let questions = rays.len();
                (rays, Wanted::of(filter, questions)?)
            };
            threads.run(|| answers.all_hits(world, &wanted, &rays))?;
            (*to.0, *to.1) = (answers.ray_lists.offsets().as_ptr(), answers.hits.as_ptr());
        });
        Ok(())
    })
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { list_to(hits, count) }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (rays, wanted) = unsafe {
                let rays = RayFields::of(rays)?;
                let questions = rays.len();
                (rays, Wanted::of(filter, questions)?)
            };
            threads.run(|| answers.any_hits(world, &wanted, &rays))?;
            (*to.0, *to.1) = (answers.flags.as_ptr(), answers.flags.len());
        });
        Ok(())
    })
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { list_to(hits, count) }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (casts, wanted) = unsafe {
                let casts = CastFields::of(casts)?;
                let questions = casts.shapes.len();
                (casts, Wanted::of(filter, questions)?)
            };
            threads.run(|| {
                answers.take_casts(casts)?;
                answers.closest_casts(world, &wanted)
            })?;
            (*to.0, *to.1) = (answers.hits.as_ptr(), answers.hits.len());
        });
        Ok(())
    })
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { lists_to(offsets, hits, "hits") }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (casts, wanted) = unsafe {
                let casts = CastFields::of(casts)?;
                let questions = casts.shapes.len();
                (casts, Wanted::of(filter, questions)?)
            };
            threads.run(|| {
                answers.take_casts(casts)?;
                answers.all_casts(world, &wanted)
            })?;
            (*to.0, *to.1) = (answers.cast_lists.offsets().as_ptr(), answers.hits.as_ptr());
        });
        Ok(())
    })
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
    with_world(world, |threads, world| {
        // SAFETY: the caller's promise.
        let to = unsafe { list_to(hits, count) }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (casts, wanted) = unsafe {
                let casts = CastFields::of(casts)?;
                let questions = casts.shapes.len();
                (casts, Wanted::of(filter, questions)?)
            };
            threads.run(|| {
                answers.take_casts(casts)?;
                answers.any_casts(world, &wanted)
            })?;
            (*to.0, *to.1) = (answers.flags.as_ptr(), answers.flags.len());
        });
        Ok(())
    })
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
        // SAFETY: the caller's promise.
        let to = unsafe { lists_to(offsets, handles, "handles") }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (shapes, wanted) = unsafe {
                (shapes_of(shapes, shape_count)?, Wanted::of(filter, shape_count)?)
            };
            threads.run(|| answers.overlapping(world, &wanted, &shapes))?;
            (*to.0, *to.1) = (answers.indices.offsets().as_ptr(), answers.handles.as_ptr());
        });
        Ok(())
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
        // SAFETY: the caller's promise.
        let to = unsafe { lists_to(offsets, nearest, "nearest") }?;
        in_dimensions!(world, of => {
            let WorldOf { world, answers, .. } = of;
            // SAFETY: the caller's promise.
            let (shapes, wanted) = unsafe {
                (shapes_of(shapes, shape_count)?, Wanted::of(filter, shape_count)?)
            };
            threads.run(|| answers.nearest(world, &wanted, &shapes, (k, max_distance)))?;
            (*to.0, *to.1) = (answers.near.offsets().as_ptr(), answers.near_shapes.as_ptr());
        });
        Ok(())
    })
}
