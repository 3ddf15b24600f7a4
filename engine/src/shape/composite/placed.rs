//! A composite shape in the world.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{CompositeColumns, Parts, reach};
use crate::{
    Aabb, Error,
    bvh::{BoxCast, DistanceHit, Hit},
    exec::threads,
    memory::{reserve, resize},
    shape::{
        Rotation, Shape, across_dimensions,
        placement::{Placement, space},
    },
};

/// A composite shape at a place, as the narrow phase and queries see it: its parts are placed in
/// the world, rounded once, and are then shapes like others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedParts<'a, const D: usize> {
    parts: &'a Parts<D>,
    placement: Placement,
    /// How far parts reach from the center, at most.
    reach: f64,
    /// The most that rounding moves a part in the world.
    rounding: f64,
}

impl<'a, const D: usize> PlacedParts<'a, D> {
    pub(crate) fn new(parts: &'a Parts<D>, placement: Placement) -> Self {
        let reach = reach(&parts.bounds());
        Self { parts, placement, reach, rounding: 4.0 * placement.rounding(reach) }
    }

    /// A part in the world.
    pub(crate) fn part(&self, number: u32) -> Shape<D> {
        self.parts.get(number as usize).placed(&self.placement)
    }

    /// Lists the parts whose bounds may touch a region of the world, as [`Parts::near`].
    pub(crate) fn near(&self, region: &Aabb<D>, list: &mut Vec<u32>) -> Result<(), Error> {
        match self.own_of(region) {
            Some(own) => self.parts.near(&own, list),
            None => {
                list.clear();
                Ok(())
            }
        }
    }

    /// What contains, in own coordinates, all of a region of the world that parts reach; none where
    /// they reach nothing of it. A region that is far larger, or has no end, is cut to the size of
    /// the parts first: its roundings would be as large.
    fn own_of(&self, region: &Aabb<D>) -> Option<Aabb<D>> {
        let center = self.placement.center::<D>();
        let reach = self.reach + self.rounding;
        let min: [f64; D] =
            std::array::from_fn(|axis| f64::from(region.min[axis]).max(center[axis] - reach));
        let max: [f64; D] =
            std::array::from_fn(|axis| f64::from(region.max[axis]).min(center[axis] + reach));
        if (0..D).any(|axis| min[axis] > max[axis]) {
            return None;
        }
        let middle = std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis]));
        let half = std::array::from_fn(|axis| 0.5 * (max[axis] - min[axis]));
        let middle: [f64; D] = self.placement.own_of(middle);
        let half: [f64; D] = self.placement.own_half_of(half);
        let mut own = Aabb { min: [0.0; D], max: [0.0; D] };
        for axis in 0..D {
            let reach = half[axis] + self.rounding;
            own.min[axis] = ((middle[axis] - reach) as f32).next_down();
            own.max[axis] = ((middle[axis] + reach) as f32).next_up();
        }
        Some(own)
    }

    /// The part that a ray of the world meets first, by a function of the part that tells when.
    pub(crate) fn first_along(
        &self,
        origin: [f32; D],
        direction: [f32; D],
        [t_min, t_max]: [f32; 2],
        time: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<Hit>, Error> {
        let start: [f64; D] = self.placement.own_of(origin.map(f64::from));
        let way: [f64; D] = self.placement.own_vector_of(direction.map(f64::from));
        // The ray from where it enters the bounds of all parts on, so that its coordinates are no
        // larger than theirs. Times are those of the ray.
        let bounds = self.parts.bounds();
        let (mut enter, mut leave) = (f64::from(t_min), f64::from(t_max));
        for axis in 0..D {
            let low = f64::from(bounds.min[axis]) - self.rounding - start[axis];
            let high = f64::from(bounds.max[axis]) + self.rounding - start[axis];
            if way[axis] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return Ok(None);
                }
                continue;
            }
            let (first, second) = (low / way[axis], high / way[axis]);
            enter = enter.max(first.min(second) * (1.0 - 1e-12));
            leave = leave.min(first.max(second) * (1.0 + 1e-12));
        }
        if enter > leave {
            return Ok(None);
        }
        let mut cast = BoxCast {
            aabb: Aabb { min: [0.0; D], max: [0.0; D] },
            direction: [0.0; D],
            t_max: 1.0,
        };
        for axis in 0..D {
            let at = start[axis] + enter * way[axis];
            // A direction is off by half a unit in its last place at the end of its way.
            let to = (leave - enter) * way[axis];
            let more = self.rounding + f64::from(f32::EPSILON) * (at.abs() + to.abs());
            cast.aabb.min[axis] = ((at - more) as f32).next_down();
            cast.aabb.max[axis] = ((at + more) as f32).next_up();
            cast.direction[axis] = to as f32;
        }
        // The tree is asked in shares of the way through the bounds.
        let share = |t: f32| {
            let share = (f64::from(t) - enter) / (leave - enter);
            if leave > enter { share.clamp(0.0, 1.0) as f32 } else { 0.0 }
        };
        // Times may differ that are one share: of these the first is kept here, by time and number.
        let best = AtomicU64::new(u64::MAX);
        self.parts.first_along(&cast, |part| {
            let t = time(part)?;
            best.fetch_min(u64::from(t.to_bits()) << u32::BITS | u64::from(part), Relaxed);
            Some(share(t))
        })?;
        let best = best.into_inner();
        let hit = Hit { id: best as u32, t: f32::from_bits((best >> u32::BITS) as u32) };
        Ok((best != u64::MAX).then_some(hit))
    }

    /// The part that is nearest to what reaches so far from a point, by a function of the part that
    /// tells how far it is, if it is no farther than `most`.
    pub(crate) fn nearest(
        &self,
        center: [f32; D],
        reach: f32,
        most: f32,
        distance: impl Fn(u32) -> Option<f32> + Sync,
    ) -> Result<Option<DistanceHit>, Error> {
        let own: [f64; D] = self.placement.own_of(center.map(f64::from));
        // What is infinite has no distances.
        let center = own.map(|x| (x as f32).clamp(f32::MIN, f32::MAX));
        let slack = own.iter().map(|x| x.abs()).sum::<f64>() * f64::from(f32::EPSILON);
        let reach = reach + (self.rounding + slack) as f32;
        self.parts.nearest(center, reach, most, distance)
    }

    /// The normal that a contact of a part has instead, if it tilts too far over an edge: the
    /// normal points away from the part, `at` is where the part is touched, and `toward` tells a
    /// point of the other shape, all in the world.
    pub(crate) fn normal_instead(
        &self,
        part: u32,
        normal: [f32; D],
        at: Option<[f64; D]>,
        toward: impl Fn() -> [f64; D],
    ) -> Option<[f32; D]> {
        let limits = self.parts.limits(part as usize)?;
        let own = |point: [f64; D]| across_dimensions(self.placement.own_of(point));
        let normal = self.placement.own_vector_of(space(normal));
        let found = limits.instead(normal, at.map(own), || own(toward()))?;
        let turned: [f64; D] = across_dimensions(self.placement.turned(found));
        Some(turned.map(|x| x as f32))
    }
}

/// The composite shapes of a frame in the world.
#[derive(Debug)]
pub(crate) struct PlacedComposites<const D: usize> {
    /// By the numbers of the columns.
    parts: Vec<Arc<Parts<D>>>,
    /// By row.
    places: Vec<Place<D>>,
}

/// Where a composite shape is, and the number of its parts.
#[derive(Clone, Copy, Debug)]
struct Place<const D: usize> {
    center: [f32; D],
    placement: Placement,
    /// Behind all where the shape is not valid.
    number: u32,
}

impl<const D: usize> Default for PlacedComposites<D> {
    fn default() -> Self {
        Self { parts: Vec::new(), places: Vec::new() }
    }
}

/// Shapes that one thread places one after the other.
const CHUNK: usize = 1024;

impl<const D: usize> PlacedComposites<D> {
    /// Places the shapes of some columns. O(shapes), on all threads.
    pub(crate) fn update(&mut self, columns: &CompositeColumns<'_, D>) -> Result<(), Error> {
        let Self { parts, places } = self;
        let same = |(one, other): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(one, other);
        if parts.len() != columns.parts().len() || !parts.iter().zip(columns.parts()).all(same) {
            parts.clear();
            reserve(parts, columns.parts().len(), "the parts of composite shapes")?;
            parts.extend_from_slice(columns.parts());
        }
        let nowhere = Place {
            center: [0.0; D],
            placement: Placement::new([0.0; D], &Rotation::IDENTITY),
            number: u32::MAX,
        };
        resize(places, columns.numbers().len(), nowhere, "composite shapes")?;
        threads::for_each_chunk(places, CHUNK, |chunk, places| {
            for (row, place) in (chunk * CHUNK..).zip(places) {
                let (center, rotation, number) = columns.place(row);
                *place = Place { center, placement: Placement::new(center, &rotation), number };
            }
        });
        Ok(())
    }

    /// The parts of the shape in a row, if its number is that of some.
    pub(crate) fn get(&self, row: usize) -> Option<PlacedParts<'_, D>> {
        let Place { placement, number, .. } = self.places[row];
        Some(PlacedParts::new(self.parts.get(number as usize)?, placement))
    }

    /// The center of the shape in a row.
    pub(crate) fn center(&self, row: usize) -> [f32; D] {
        self.places[row].center
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Arc<Parts<D>>>()
            + self.places.capacity() * size_of::<Place<D>>()
    }
}
