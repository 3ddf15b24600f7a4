//! Many bounds, and which pairs of them are wanted.

use jostle::{Bounds, Filter, broad::BoxSet, records::GatheredColumns};

use crate::{
    arrays::{
        Coordinates, Sized32, jst_numbers, jst_vectors, optional_array, optional_flags, sized,
        sized_or_none,
    },
    status::Fault,
};

/// Many bounds: boxes along the axes, or balls.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_bounds {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// How many.
    pub count: usize,
    /// The minima of boxes, or null for balls.
    pub min: jst_vectors,
    /// The maxima of boxes.
    pub max: jst_vectors,
    /// The centers of balls, or null for boxes.
    pub center: jst_vectors,
    /// The radii of balls, or null for points.
    pub radius: jst_numbers,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_bounds {
    const NAME: &'static str = "jst_bounds";
}

/// Which pairs are wanted: `(category[a] & mask[b]) && (category[b] & mask[a])`, unless the groups
/// are the same and not 0, then those of a positive one, and no two that are static. Each array has
/// a number for each of the bounds, or is null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_filter {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// What each one is, together with `mask`.
    pub category: *const u32,
    /// What each one collides with.
    pub mask: *const u32,
    /// A group of each one.
    pub group: *const i32,
    /// 1 where it does not move.
    pub is_static: *const u8,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers and null.
unsafe impl Sized32 for jst_filter {
    const NAME: &'static str = "jst_filter";
}

/// A set of the caller's, checked.
pub(crate) struct Set<'a, const D: usize> {
    corners: Corners<'a, D>,
    filter: Filter<'a>,
}

enum Corners<'a, const D: usize> {
    Boxes([Coordinates<'a, D>; 2]),
    Balls(Coordinates<'a, D>, Coordinates<'a, 1>),
}

/// Where the numbers of a set go that cannot be read where they are.
#[derive(Debug, Default)]
pub(crate) struct SetColumns<const D: usize> {
    low: GatheredColumns<D>,
    high: GatheredColumns<D>,
    radius: GatheredColumns<1>,
}

impl<'a, const D: usize> Set<'a, D> {
    /// Bounds with a filter, which may be null.
    ///
    /// # Safety
    /// What is not null is there, with as much as it says, and nobody writes to it as long as the
    /// call takes.
    pub(crate) unsafe fn of(
        bounds: *const jst_bounds,
        filter: *const jst_filter,
    ) -> Result<Self, Fault> {
        // SAFETY: the caller's promise.
        let (bounds, filter) = unsafe {
            let bounds = sized(bounds)?;
            (bounds, filter_of(filter, bounds.count)?)
        };
        let count = bounds.count;
        let corners = if bounds.center.is_null() {
            // SAFETY: the caller's promise.
            let corners = unsafe {
                [bounds.min.coordinates(count, "min")?, bounds.max.coordinates(count, "max")?]
            };
            Corners::Boxes(corners)
        } else if bounds.min.is_null() {
            // SAFETY: the caller's promise.
            let (center, radius) = unsafe {
                let center = bounds.center.coordinates(count, "center")?;
                (center, bounds.radius.optional_coordinates(count, "radius")?)
            };
            radius.map_or(Corners::Boxes([center; 2]), |radius| Corners::Balls(center, radius))
        } else {
            return Err(Fault::Argument("bounds", "have both min and center"));
        };
        Ok(Self { corners, filter })
    }
}

/// # Safety
/// What is not null is there, with `count` numbers, and nobody writes to it as long as the call
/// takes.
pub(crate) unsafe fn filter_of<'a>(
    filter: *const jst_filter,
    count: usize,
) -> Result<Filter<'a>, Fault> {
    // SAFETY: the caller's promise.
    let (categories, masks, groups, statics) = unsafe {
        let Some(given) = sized_or_none(filter)? else { return Ok(Filter::default()) };
        (
            optional_array(given.category, count, "category")?,
            optional_array(given.mask, count, "mask")?,
            optional_array(given.group, count, "group")?,
            optional_flags(given.is_static, count, "is_static")?,
        )
    };
    let mut filter = Filter::default();
    match (categories, masks) {
        (Some(categories), Some(masks)) => filter = filter.with_categories(categories, masks),
        (None, None) => {}
        _ => {
            return Err(Fault::Argument(
                "filter",
                "has one of category and mask without the other",
            ));
        }
    }
    if let Some(groups) = groups {
        filter = filter.with_groups(groups);
    }
    if let Some(statics) = statics {
        filter = filter.with_statics(statics);
    }
    Ok(filter)
}

impl<const D: usize> SetColumns<D> {
    /// The set as the engine takes it.
    pub(crate) fn gather<'a>(&'a mut self, set: &Set<'a, D>) -> Result<BoxSet<'a, D>, Fault> {
        let bounds = match set.corners {
            Corners::Boxes([min, max]) => match (min.records, max.records) {
                (Some(min), Some(max)) => Bounds::from_strided(min, max)?,
                _ => Bounds::from_columns(
                    self.low.gather(min.fields)?,
                    self.high.gather(max.fields)?,
                )?,
            },
            Corners::Balls(center, radius) => match (center.records, radius.records) {
                (Some(center), Some(radius)) => Bounds::from_strided_balls(center, radius)?,
                _ => {
                    let [radius] = self.radius.gather(radius.fields)?;
                    Bounds::from_balls(self.low.gather(center.fields)?, radius)?
                }
            },
        };
        Ok(BoxSet { bounds, filter: set.filter })
    }
}
