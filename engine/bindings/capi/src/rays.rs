//! Rays in arrays of the caller's.

use jostle::{
    geometry::ray::Ray,
    records::{Field, GatheredColumns},
};

use crate::{
    arrays::{Sized32, fill, jst_numbers, jst_vectors, sized},
    status::Fault,
};

/// Rays: each begins at an origin, and is at `origin + t * direction` at a time `t` up to `t_max`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_rays {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many.
    pub count: usize,
    /// Where they begin.
    pub origin: jst_vectors,
    /// Where they go.
    pub direction: jst_vectors,
    /// Where each ends, or null where none does.
    pub t_max: jst_numbers,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_rays {
    const NAME: &'static str = "jst_rays";
}

/// Rays of the caller's, checked.
pub(crate) struct RayFields<'a, const D: usize> {
    origin: [Field<'a>; D],
    direction: [Field<'a>; D],
    t_max: Option<Field<'a>>,
}

impl<'a, const D: usize> RayFields<'a, D> {
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    pub(crate) unsafe fn of(rays: *const jst_rays) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        unsafe {
            let given = sized(rays)?;
            let t_max = given.t_max.optional_field(given.count, "t_max")?;
            let origin = given.origin.fields(given.count, "origin")?;
            Ok(Self { origin, direction: given.direction.fields(given.count, "direction")?, t_max })
        }
    }
}

impl<const D: usize> RayFields<'_, D> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.origin[0].len()
    }
}

/// Rays as the engine knows them, and where their numbers go that are not columns already.
#[derive(Debug, Default)]
pub(crate) struct RayList<const D: usize> {
    origin: GatheredColumns<D>,
    direction: GatheredColumns<D>,
    t_max: GatheredColumns<1>,
    rays: Vec<Ray<D>>,
}

impl<const D: usize> RayList<D> {
    /// Lists rays of the caller's.
    pub(crate) fn take(&mut self, fields: &RayFields<'_, D>) -> Result<&[Ray<D>], Fault> {
        let origin = self.origin.gather(fields.origin)?;
        let direction = self.direction.gather(fields.direction)?;
        let ends = fields.t_max.map(|ends| self.t_max.gather([ends])).transpose()?;
        let rays = (0..origin[0].len()).map(|at| Ray {
            t_max: ends.map_or(f32::INFINITY, |[ends]| ends[at]),
            ..Ray::new(origin.map(|axis| axis[at]), direction.map(|axis| axis[at]))
        });
        fill(&mut self.rays, rays)?;
        Ok(&self.rays)
    }
}
