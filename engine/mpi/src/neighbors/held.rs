//! All points that are on a rank: its own, and copies of others.

use std::ops::Range;

use bytemuck::Pod;
use jostle::neighbors::Points;

use super::{LocalPoints, Neighbor};
use crate::{
    Error,
    ghosts::{Ghost, Ghosts},
    mail::{extend, read, reserve, resize},
};

/// Own points and ghosts, in the order of their ids.
pub(super) struct HeldPoints<const D: usize, R> {
    points: Vec<[f32; D]>,
    radii: Vec<f32>,
    records: Vec<R>,
    ids: Vec<u64>,
    has_radii: bool,
    /// Where the own points are.
    own_places: Vec<u32>,
    /// Own points between which there are no ghosts: the first one of each run, and its place.
    runs: Vec<(usize, usize)>,
    /// Where ghosts are, in their order.
    ghost_places: Vec<u32>,
    /// The ids of ghosts, and the number of each.
    order: Vec<(u64, u32)>,
}

/// A point of another rank.
struct Copied<const D: usize, R> {
    point: [f32; D],
    radius: f32,
    record: R,
}

impl<const D: usize, R: Pod> Copied<D, R> {
    fn new(ghost: &Ghost<'_>, has_radii: bool) -> Self {
        let (point, rest) = ghost.body.split_at(D);
        let (radius, record) = rest.split_at(usize::from(has_radii));
        let radius = radius.first().map_or(0.0, |bits| f32::from_bits(*bits));
        let point = std::array::from_fn(|axis| f32::from_bits(point[axis]));
        Self { point, radius, record: read(record) }
    }
}

const WHAT: &str = "the points of a domain";

/// Runs of so many points, each with the place of its first one.
fn runs(runs: &[(usize, usize)], points: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
    let ends = runs.iter().skip(1).map(|(first, _)| *first).chain([points]);
    runs.iter().zip(ends).map(|((first, place), end)| (*first..end, *place))
}

impl<const D: usize, R: Pod> HeldPoints<D, R> {
    pub(super) fn new() -> Self {
        Self {
            points: Vec::new(),
            radii: Vec::new(),
            records: Vec::new(),
            ids: Vec::new(),
            has_radii: false,
            own_places: Vec::new(),
            runs: Vec::new(),
            ghost_places: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Forgets that there are points.
    pub(super) fn clear(&mut self) {
        self.own_places.clear();
        self.runs.clear();
    }

    /// Finds a place for each point.
    pub(super) fn arrange(
        &mut self,
        local: &LocalPoints<'_, D, R>,
        ghosts: &Ghosts,
        has_radii: bool,
    ) -> Result<(), Error> {
        let own = local.points.len();
        let total = own + ghosts.len();
        resize(&mut self.points, total, [0.0; D], WHAT)?;
        resize(&mut self.radii, if has_radii { total } else { 0 }, 0.0, WHAT)?;
        resize(&mut self.records, total, R::zeroed(), WHAT)?;
        resize(&mut self.ids, total, 0, WHAT)?;
        resize(&mut self.own_places, own, 0, WHAT)?;
        resize(&mut self.ghost_places, ghosts.len(), 0, WHAT)?;
        self.has_radii = has_radii;
        self.order.clear();
        for (ghost, number) in ghosts.iter().zip(0..) {
            extend(&mut self.order, &[(ghost.id, number)], WHAT)?;
        }
        self.order.sort_unstable();
        self.runs.clear();
        reserve(&mut self.runs, ghosts.len() + 1, WHAT)?;
        let (mut first, mut place) = (0, 0);
        for (id, number) in &self.order {
            self.runs.push((first, place));
            let run = local.ids[first..].partition_point(|own| own < id);
            (first, place) = (first + run, place + run);
            (self.ids[place], self.ghost_places[*number as usize]) = (*id, place as u32);
            place += 1;
        }
        self.runs.push((first, place));
        for (run, place) in runs(&self.runs, own) {
            self.ids[place..][..run.len()].copy_from_slice(&local.ids[run.clone()]);
            self.own_places[run].iter_mut().zip(place as u32..).for_each(|(to, place)| *to = place);
        }
        self.follow(local, ghosts);
        Ok(())
    }

    /// Takes in where the points are now.
    pub(super) fn follow(&mut self, local: &LocalPoints<'_, D, R>, ghosts: &Ghosts) {
        for (run, place) in runs(&self.runs, self.own_places.len()) {
            for (point, index) in self.points[place..].iter_mut().zip(run.clone()) {
                *point = local.points.get(index);
            }
            for (record, index) in self.records[place..].iter_mut().zip(run.clone()) {
                *record = local.record(index);
            }
            if self.has_radii {
                for (radius, index) in self.radii[place..].iter_mut().zip(run) {
                    *radius = local.points.radius(index);
                }
            }
        }
        for (ghost, place) in ghosts.iter().zip(&self.ghost_places) {
            let (copied, place) = (Copied::new(&ghost, self.has_radii), *place as usize);
            (self.points[place], self.records[place]) = (copied.point, copied.record);
            if self.has_radii {
                self.radii[place] = copied.radius;
            }
        }
    }

    /// Whether the own points are the same, each with its place.
    pub(super) fn are_of(&self, local: &LocalPoints<'_, D, R>) -> bool {
        let radius = |index| local.points.radius(index);
        self.own_places.len() == local.ids.len()
            && runs(&self.runs, local.ids.len())
                .all(|(run, place)| self.ids[place..][..run.len()] == local.ids[run])
            && (self.has_radii || (0..local.points.len()).all(|index| radius(index) == 0.0))
    }

    /// The points by their places.
    pub(super) fn points(&self) -> Result<Points<'_, D>, Error> {
        let points = Points::from_strided(self.points.as_flattened(), D)?;
        Ok(if self.has_radii { points.with_radii(&self.radii)? } else { points })
    }

    /// What a neighbor is told of the point at a place.
    pub(super) fn neighbor(&self, place: u32) -> Neighbor<D, R> {
        let place = place as usize;
        let radius = self.radii.get(place).copied().unwrap_or(0.0);
        Neighbor {
            id: self.ids[place],
            point: self.points[place],
            radius,
            record: self.records[place],
        }
    }

    /// Whether any point has a radius.
    pub(super) fn has_radii(&self) -> bool {
        self.has_radii
    }

    /// Where the own points are.
    pub(super) fn own_places(&self) -> &[u32] {
        &self.own_places
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<[f32; D]>() * self.points.capacity()
            + size_of::<f32>() * self.radii.capacity()
            + size_of::<R>() * self.records.capacity()
            + size_of::<u64>() * self.ids.capacity()
            + size_of::<u32>() * (self.own_places.capacity() + self.ghost_places.capacity())
            + size_of::<(usize, usize)>() * self.runs.capacity()
            + size_of::<(u64, u32)>() * self.order.capacity()
    }
}
