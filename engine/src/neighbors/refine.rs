//! What decides about single neighbors: the band, radii of points, and which are the nearest.

use jostle_kernels::radius_search::Band;

use super::{
    ingest::RankedImage, lattice::dot, point_chunk::number_of, search::Search, space::is_within,
};

impl<const D: usize> Search<'_, D> {
    /// What decides for all that a point with a radius can have in reach.
    #[inline(never)]
    pub(super) fn band_of(&self, point: usize) -> Band {
        let largest = self.largest.unwrap_or(0.0);
        self.space.band(self.space.reach_of(self.from.points.radius(point), largest))
    }

    /// Which image in the cell and which shift from it has a key, where images are ranked.
    fn image(&self, key: u32) -> RankedImage<D> {
        let number = number_of(key);
        let unranked = RankedImage { point: number as u32, shift: [0; D] };
        self.to.images.ranked().map_or(unranked, |ranked| ranked[number])
    }

    /// Whether a point has a neighbor in what has a key, whose image in `f32` is near it.
    #[inline(never)]
    pub(super) fn reaches(&self, point: usize, key: u32, image: [f32; D]) -> bool {
        let (space, RankedImage { point: other, shift }) = (self.space, self.image(key));
        let (from, to, other) = (self.from.points, self.to.points, other as usize);
        let reach = match self.largest {
            None => space.reach,
            Some(_) => space.reach_of(from.radius(point), to.radius(other)),
        };
        let ends = [from.get(point), to.get(other)];
        if space.is_ranked {
            is_within(reach, space.apart(ends, shift))
        } else {
            space.reaches(reach, ends, image)
        }
    }

    /// Keeps those that are in reach, of some that may be. Returns how many they are.
    #[inline(never)]
    pub(super) fn keep_reached(&self, point: usize, keys: &mut [u32]) -> usize {
        let mut count = 0;
        for at in 0..keys.len() {
            // Where points have radii, images are ranked or all there is.
            if self.reaches(point, keys[at], [0.0; D]) {
                keys[count] = keys[at];
                count += 1;
            }
        }
        count
    }

    /// Puts the nearest to the front, in order. Returns how many they are.
    #[inline(never)]
    pub(super) fn keep_nearest(
        &self,
        point: usize,
        keys: &mut [u32],
        most: usize,
        nearest: &mut Vec<(f64, u32)>,
    ) -> usize {
        let (from, to) = (self.from.points, self.to.points);
        nearest.clear();
        nearest.extend(keys.iter().map(|key| {
            let RankedImage { point: other, shift } = self.image(*key);
            let apart = self.space.apart([from.get(point), to.get(other as usize)], shift);
            (dot(apart, apart), *key)
        }));
        let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if most < nearest.len() {
            nearest.select_nth_unstable_by(most, order);
            nearest.truncate(most);
        }
        nearest.sort_unstable_by(order);
        keys.iter_mut().zip(&*nearest).for_each(|(key, near)| *key = near.1);
        nearest.len()
    }
}
