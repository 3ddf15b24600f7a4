//! The neighbors that are within the radius now.

use bytemuck::Pod;
use jostle::neighbors::Within;

use super::held::HeldPoints;

/// A point in the list of another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Neighbor<const D: usize, R = ()> {
    /// Its id.
    pub id: u64,
    /// Where it is.
    pub point: [f32; D],
    /// Its radius.
    pub radius: f32,
    /// What goes along with it.
    pub record: R,
}

/// The neighbors that are within the radius now, of lists that have a skin around it. See
/// [`DistributedNeighbors::within`](crate::DistributedNeighbors::within).
pub struct DistributedWithin<'a, const D: usize, R = ()> {
    pub(super) within: Within<'a, D>,
    pub(super) held: &'a HeldPoints<D, R>,
}

impl<'a, const D: usize, R: Pod> DistributedWithin<'a, D, R> {
    /// The neighbors of a point of this rank within the radius, in the order of its list.
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, index: usize) -> impl Iterator<Item = Neighbor<D, R>> + use<'a, D, R> {
        let held = self.held;
        let place = held.own_places()[index] as usize;
        self.within.of(place).map(|place| held.neighbor(place))
    }
}
