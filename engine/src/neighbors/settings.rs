//! What is to be listed.

use super::{Neighbors, points::Points, space::Space};
use crate::Error;

/// Which neighbors of a point are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// All: each pair is in the lists of both of its points.
    #[default]
    Full,
    /// Those with a greater index: each pair is listed once.
    Half,
}

/// What was asked for, unchecked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NeighborSettings<const D: usize> {
    pub(super) radius: f32,
    pub(super) skin: f32,
    pub(super) kind: ListKind,
    pub(super) periods: [Option<(f32, f32)>; D],
    pub(super) limit: u64,
}

impl<const D: usize> NeighborSettings<D> {
    pub(super) fn new(radius: f32) -> Self {
        Self { radius, skin: 0.0, kind: ListKind::Full, periods: [None; D], limit: u64::MAX }
    }

    /// What is to be built, if it can be.
    pub(super) fn space(&self) -> Result<Space<D>, Error> {
        Space::new(self.radius, self.skin, &self.periods)
    }
}

/// What is asked for. Changes take effect with the next update, which then builds the lists anew.
impl<const D: usize> Neighbors<D> {
    /// With full lists, as by default, or half ones.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> Self {
        self.settings.kind = kind;
        self
    }

    /// With a skin: lists are built for that much more than the radius, and kept until points may
    /// have used it up. In units of the coordinates, 0 or more, its sum with the radius finite, or
    /// updates are refused ([`Error::Reach`]); 0 by default, which keeps lists only where nothing
    /// moves.
    ///
    /// A wide skin makes builds rare and lists long: their length grows with the cube of the reach,
    /// in 2D with its square. A tenth to a third of the radius is usual.
    #[must_use]
    pub fn with_skin(mut self, skin: f32) -> Self {
        self.set_skin(skin);
        self
    }

    /// With periodic axes: for each axis none, or the interval `low..high` that space repeats on
    /// it. The ends are at most a quarter of `f32::MAX` from 0, and the interval is longer than
    /// twice the radius and the skin together, by more than rounding, so that of each point one
    /// image at most is near another. Others are refused by updates ([`Error::Period`]).
    #[must_use]
    pub fn with_periods(mut self, periods: [Option<(f32, f32)>; D]) -> Self {
        self.set_periods(periods);
        self
    }

    /// With a limit of neighbors in all lists together. More are an error, told with their number,
    /// before memory is taken for them; they are counted in the time it takes to find them. Any
    /// number; 0 allows none.
    #[must_use]
    pub fn with_limit(mut self, neighbors: u64) -> Self {
        self.settings.limit = neighbors;
        self
    }

    /// Changes the radius: 0 or more, and finite, or updates are refused ([`Error::Reach`]).
    pub fn set_radius(&mut self, radius: f32) {
        self.settings.radius = radius;
    }

    /// Changes the [skin](Self::with_skin).
    pub fn set_skin(&mut self, skin: f32) {
        self.settings.skin = skin;
    }

    /// Changes the [periodic axes](Self::with_periods).
    pub fn set_periods(&mut self, periods: [Option<(f32, f32)>; D]) {
        self.settings.periods = periods;
    }
}

/// The neighbors that are within the radius now, of lists that have a skin around it. See
/// [`Neighbors::within`].
#[derive(Clone, Copy)]
pub struct Within<'a, const D: usize> {
    pub(super) lists: &'a Neighbors<D>,
    pub(super) points: Points<'a, D>,
    pub(super) space: &'a Space<D>,
    pub(super) radius: f32,
}

impl<'a, const D: usize> Within<'a, D> {
    /// The neighbors of a point within the radius, in ascending order. Exact as the lists are.
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, point: usize) -> impl Iterator<Item = u32> + use<'a, D> {
        let Self { points, space, radius, .. } = *self;
        let at = points.get(point);
        let near = move |other: &u32| space.within(radius, at, points.get(*other as usize));
        self.lists.of(point).iter().copied().filter(near)
    }
}
