//! Queries of a tree about what is in its boxes.

use std::slice;

use super::Bvh;
use crate::{
    Error,
    tree::query::{
        DistanceHit, Hit, Moving,
        by::{AllHitsBy, Around, ClosestHitBy, NearestBy},
        check, check_points,
    },
};

impl<const D: usize> Bvh<D> {
    /// What a ray or a moving box meets first, where the boxes are but the bounds of something:
    /// `time` tells at which `t` what is in the box of an id is met, if it is. Of several at the
    /// same time it is the one with the lowest id.
    ///
    /// What is told shortens the ray: `time` is asked about boxes that are met no later. A time
    /// before its box is met counts as that of the box, and a NaN as none.
    ///
    /// ```
    /// use jostle::{Bounds, bvh::Bvh, geometry::ray::{self, Ray}, shape::Ball};
    ///
    /// let (centers, radii) = ([[3.0, 1.0], [6.0, 0.0]], [1.5, 1.0]);
    /// let mut bvh = Bvh::<2>::new();
    /// bvh.build(Bounds::from_points(&centers, &radii)?)?;
    ///
    /// let ray = Ray::new([2.5, 4.0], [1.0, -1.0]); // through a corner of the first box
    /// assert_eq!(bvh.closest_hit(&ray, |_| true)?.map(|hit| hit.id), Some(0));
    /// let ball = |id: u32| Ball { center: centers[id as usize], radius: radii[id as usize] };
    /// let hit = bvh.closest_hit_by(&ray, |id| ray::ball(&ray, &ball(id)).map(|hit| hit.t))?;
    /// assert_eq!(hit.map(|hit| hit.id), Some(1));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn closest_hit_by(
        &self,
        cast: &impl Moving<D>,
        time: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<Hit>, Error> {
        check(slice::from_ref(cast), |cast| cast.check())?;
        self.answer_one(&ClosestHitBy { cast, time })
    }

    /// All that a ray or a moving box meets, by time and id, to the end of a list, where `time`
    /// tells of what is in a box as for [`closest_hit_by`](Self::closest_hit_by).
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn all_hits_by(
        &self,
        cast: &impl Moving<D>,
        time: impl Fn(u32) -> Option<f32> + Sync,
        hits: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        check(slice::from_ref(cast), |cast| cast.check())?;
        self.list_one(&AllHitsBy { cast, time }, hits)
    }

    /// The `k` nearest to a point that are not farther than `max_distance`, by distance and id, to
    /// the end of a list, where the boxes are but the bounds of something: `distance` tells how far
    /// what is in the box of an id is from the point, if it counts at all.
    ///
    /// It is asked about boxes that are no farther than the last of these. A distance smaller than
    /// that of its box counts as that of the box, and a NaN as none.
    ///
    /// # Errors
    /// As [`nearest`](Self::nearest).
    pub fn nearest_by(
        &self,
        point: impl Into<[f32; D]>,
        k: usize,
        max_distance: f32,
        distance: impl Fn(u32) -> Option<f32> + Sync,
        nearest: &mut Vec<DistanceHit>,
    ) -> Result<(), Error> {
        let center = point.into();
        check_points(&[center], max_distance)?;
        let around = Around { center, reach: 0.0, most: max_distance };
        let k = k.min(self.tree.boxes);
        self.list_one(&NearestBy { around, k, distance }, nearest)
    }

    /// The nearest to what reaches so far from a point that is not farther than `most`: see
    /// [`nearest_by`](Self::nearest_by). All of it is valid.
    pub(crate) fn nearest_around(
        &self,
        center: [f32; D],
        reach: f32,
        most: f32,
        distance: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<DistanceHit>, Error> {
        let mut nearest = Vec::new();
        let around = Around { center, reach, most };
        self.list_one(&NearestBy { around, k: 1, distance }, &mut nearest)?;
        Ok(nearest.pop())
    }
}
