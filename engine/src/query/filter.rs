//! Which shapes a query is about.

use std::{fmt, slice};

use crate::Filter;

/// Which shapes a query is about, by value: all, less what each method leaves out.
///
/// What it says of categories, groups, sensors and mobility is held against what is known of the
/// shapes: see [`ShapeQueries::with_filter`](super::ShapeQueries::with_filter); in a
/// [`World`](crate::World) those are the attributes that shapes had in the last step.
///
/// ```
/// use jostle::query::QueryFilter;
///
/// const ENEMY: u32 = 1 << 3;
/// let is_seen = |index: u32| index % 2 == 0;
/// let shot = QueryFilter::new().with_mask(ENEMY).without_sensors().without(7).accepting(&is_seen);
/// # let _ = shot;
/// ```
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'a> {
    categories: Option<[u32; 2]>,
    group: i32,
    skips: [bool; 3],
    without: Option<u32>,
    accept: Option<&'a (dyn Fn(u32) -> bool + Sync)>,
}

/// Places of what is skipped.
const SENSORS: usize = 0;
const MOVING: usize = 1;
const STATIC: usize = 2;

impl<'a> QueryFilter<'a> {
    /// All shapes.
    #[must_use]
    pub const fn new() -> Self {
        Self { categories: None, group: 0, skips: [false; 3], without: None, accept: None }
    }

    /// As if the query were a shape of these categories that touches all, see
    /// [`Filter::with_categories`].
    #[must_use]
    pub fn with_category(mut self, category: u32) -> Self {
        self.categories = Some([category, self.categories.map_or(u32::MAX, |[_, mask]| mask)]);
        self
    }

    /// As if the query were a shape that touches these categories, see [`Filter::with_categories`].
    #[must_use]
    pub fn with_mask(mut self, mask: u32) -> Self {
        self.categories = Some([self.categories.map_or(u32::MAX, |[category, _]| category), mask]);
        self
    }

    /// As if the query were a shape of this group, see [`Filter::with_groups`].
    #[must_use]
    pub fn with_group(mut self, group: i32) -> Self {
        self.group = group;
        self
    }

    /// No sensors.
    #[must_use]
    pub fn without_sensors(mut self) -> Self {
        self.skips[SENSORS] = true;
        self
    }

    /// Only what is static.
    #[must_use]
    pub fn only_static(mut self) -> Self {
        self.skips[MOVING] = true;
        self
    }

    /// Only what is not static.
    #[must_use]
    pub fn only_moving(mut self) -> Self {
        self.skips[STATIC] = true;
        self
    }

    /// All but the shape with this index, instead of one that was left out before.
    #[must_use]
    pub fn without(mut self, index: u32) -> Self {
        self.without = Some(index);
        self
    }

    /// Only shapes whose index this accepts. It is asked about shapes that could be answers, in any
    /// order.
    #[must_use]
    pub fn accepting(mut self, accept: &'a (dyn Fn(u32) -> bool + Sync)) -> Self {
        self.accept = Some(accept);
        self
    }

    /// Whether the query is about a shape of which this is known.
    #[inline]
    pub(super) fn wants(&self, known: &Filter<'_>, sensors: Option<&[bool]>, index: u32) -> bool {
        let place = index as usize;
        let skipped = self.skips[SENSORS] && sensors.is_some_and(|sensors| sensors[place])
            || self.skips[if known.is_static(place) { STATIC } else { MOVING }]
            || self.without == Some(index);
        !skipped
            && ((self.categories.is_none() && self.group == 0) || self.wants_pair(known, index))
            && self.accept.is_none_or(|accept| accept(index))
    }

    /// Whether the query and a shape want each other as two shapes do.
    fn wants_pair(&self, known: &Filter<'_>, index: u32) -> bool {
        let of_all = Filter { categories: None, masks: None, ..*known };
        let [category, mask] = self.categories.unwrap_or([u32::MAX; 2]);
        let own = Filter::default()
            .with_categories(slice::from_ref(&category), slice::from_ref(&mask))
            .with_groups(slice::from_ref(&self.group));
        let known = if self.categories.is_some() { known } else { &of_all };
        known.wants(index, &own, 0)
    }
}

impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryFilter")
            .field("categories", &self.categories)
            .field("group", &self.group)
            .field("skips", &self.skips)
            .field("without", &self.without)
            .field("accept", &self.accept.map(|_| "a function"))
            .finish()
    }
}
