//! Lists with a skin, narrowed down to what is within the radius now.

use super::{Neighbors, points::Points, space::Space};

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
