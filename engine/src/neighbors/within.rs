//! The neighbors that are within the radius now, of lists that were built for more.

use super::{
    Neighbors,
    ingest::{Images, RankedImage},
    lattice::{Shift, sub},
    points::Points,
    space::{Space, is_within},
};

/// The neighbors that are within the radius now, of lists that have a skin around it. See
/// [`Neighbors::within`].
#[derive(Clone, Copy)]
pub struct Within<'a, const D: usize> {
    pub(super) lists: &'a Neighbors<D>,
    /// Those that have the lists, which are the same ones or another set.
    pub(super) from: Points<'a, D>,
    pub(super) from_images: &'a Images<D>,
    pub(super) points: Points<'a, D>,
    pub(super) space: &'a Space<D>,
}

/// A point by its image that is nearest to where it was when the lists were built.
struct Followed<const D: usize> {
    at: [f64; D],
    /// By how many times each vector the point is moved from there.
    times: [f64; D],
}

impl<'a, const D: usize> Within<'a, D> {
    /// The neighbors of a point within the radius, in the order of its list. Exact as the lists
    /// are.
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, point: usize) -> impl Iterator<Item = u32> + use<'a, D> {
        self.entries(point).map(|(neighbor, _)| neighbor)
    }

    /// The neighbors of a point within the radius with their shifts, as in
    /// [`Neighbors::images_of`], but from where the points are now.
    ///
    /// # Panics
    /// When there is no such point.
    #[must_use]
    pub fn images_of(
        &self,
        point: usize,
    ) -> Option<impl Iterator<Item = (u32, [i32; D])> + use<'a, D>> {
        self.space.has_shifts().then(|| self.entries(point))
    }

    fn entries(&self, point: usize) -> impl Iterator<Item = (u32, Shift<D>)> + use<'a, D> {
        let Self { lists, from, from_images, points, space } = *self;
        let images = &lists.images;
        let ranked = images.ranked();
        let followed = ranked.map(|_| follow(from_images, &from, space, point));
        lists.ranks_of(point).filter_map(move |(neighbor, rank)| {
            let radius = space.radius_of(from.radius(point), points.radius(neighbor as usize));
            let (Some(ranked), Some(from)) = (ranked, &followed) else {
                let to = points.get(neighbor as usize);
                let is_near = space.within(radius, from.get(point), to);
                return is_near.then_some((neighbor, [0; D]));
            };
            let RankedImage { shift, .. } = ranked[rank as usize];
            let shift = shift.map(f64::from);
            let to = follow(images, &points, space, neighbor as usize);
            let apart = space.lattice.moved(sub(to.at, from.at), shift);
            let times = std::array::from_fn(|k| shift[k] + from.times[k] - to.times[k]);
            is_within(radius, apart).then_some((neighbor, times.map(|x: f64| x as i32)))
        })
    }
}

fn follow<const D: usize>(
    images: &Images<D>,
    points: &Points<'_, D>,
    space: &Space<D>,
    point: usize,
) -> Followed<D> {
    let (now, lattice) = (points.get(point), &space.lattice);
    let wrapped = lattice.wrap(now);
    let moved = lattice.times_to(sub(wrapped, images.place(point)));
    let at = lattice.moved(wrapped, moved.map(|times| -times));
    Followed { at, times: space.times_of(now, at) }
}
