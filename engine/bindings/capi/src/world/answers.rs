//! Questions to the shapes of a world and their answers, as they are kept from call to call.

use jostle::{
    Shape, World,
    bvh::{DistanceHit, Lists},
    geometry::ray::Ray,
    narrow::ImpactState,
    query::{CastHit, ShapeCast, ShapeHit},
    records::{Field, GatheredColumns},
};

use super::{JST_NO_HANDLE, jst_handle, query_filter::Wanted, told};
use crate::{
    arrays::{Sized32, fill, jst_numbers, jst_vectors, sized},
    geometry::shapes_of,
    rays::{RayFields, RayList},
    shape::{in_three, jst_shape},
    space::{Dimension, Space},
    status::Fault,
};

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
    pub(super) ray_lists: Lists<ShapeHit<D>>,
    pub(super) cast_lists: Lists<CastHit<D>>,
    any: Vec<bool>,
    pub(super) indices: Lists<u32>,
    pub(super) near: Lists<DistanceHit>,
    hits: Vec<jst_shape_hit>,
    flags: Vec<u8>,
    pub(super) handles: Vec<jst_handle>,
    pub(super) near_shapes: Vec<jst_near_shape>,
}

/// Where answers are.
pub(super) struct Told {
    pub(super) offsets: *const usize,
    pub(super) hits: *const jst_shape_hit,
    pub(super) flags: *const u8,
    pub(super) questions: usize,
}

pub(super) fn handle_of<const D: usize>(world: &World<D>, index: u32) -> jst_handle {
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
pub(super) struct CastFields<'a, const D: usize> {
    pub(super) shapes: Vec<Shape<D>>,
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
    pub(super) unsafe fn of(casts: *const jst_casts) -> Result<Self, Fault> {
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
    pub(super) fn take_casts(&mut self, fields: CastFields<'_, D>) -> Result<(), Fault> {
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

    /// Where what was found is.
    pub(super) fn told(&self, offsets: &[usize], questions: usize) -> Told {
        let Self { hits, flags, .. } = self;
        let (hits, flags) = (hits.as_ptr(), flags.as_ptr());
        Told { offsets: offsets.as_ptr(), hits, flags, questions }
    }

    /// What each ray meets first.
    pub(super) fn closest_hits(
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
    pub(super) fn all_hits(
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
    pub(super) fn any_hits(
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
    pub(super) fn closest_casts(
        &mut self,
        world: &World<D>,
        wanted: &Wanted<'_>,
    ) -> Result<(), Fault> {
        let Self { casts, closest_casts: found, hits, .. } = self;
        wanted.ask(world, |queries, filter| queries.closest_casts(casts, filter, found))?;
        let told = found.iter().map(|hit| hit.map_or(NOTHING, |hit| told_cast(world, &hit)));
        fill(hits, told).map(drop)
    }

    /// All that each moving shape meets.
    pub(super) fn all_casts(&mut self, world: &World<D>, wanted: &Wanted<'_>) -> Result<(), Fault> {
        let Self { casts, cast_lists: found, hits, .. } = self;
        wanted.ask(world, |queries, filter| queries.all_casts_of(casts, filter, found))?;
        fill(hits, found.items().iter().map(|hit| told_cast(world, hit))).map(drop)
    }

    /// Whether each moving shape meets anything.
    pub(super) fn any_casts(&mut self, world: &World<D>, wanted: &Wanted<'_>) -> Result<(), Fault> {
        let Self { casts, any, flags, .. } = self;
        wanted.ask(world, |queries, filter| queries.any_casts(casts, filter, any))?;
        fill(flags, any.iter().map(|hit| u8::from(*hit))).map(drop)
    }

    /// What touches each shape.
    pub(super) fn overlapping(
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
    pub(super) fn nearest(
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
