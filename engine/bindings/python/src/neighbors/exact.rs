//! Lists in the numbers of the caller: what the engine found in `f32`, held against the radius in
//! `f64`, with distances.
//!
//! Points of `float64` are rounded to `f32` about an origin, and the engine looks that much farther
//! as rounding can have moved two of them. What it finds is then compared without rounding, so the
//! lists are those of the numbers that were given.

use std::ops::Range;

use jostle::{
    Error,
    neighbors::{Neighbors, Points, Within},
    records::GatheredColumns,
};
use rayon::prelude::*;

use crate::{
    error::Fault,
    output::filled,
    view::{Reader, View},
};

/// Points that one thread works on one after the other.
const CHUNK: usize = 1 << 12;

/// Points of a call, as the engine reads them: about an origin where any of them are of `float64`.
pub(super) fn engine_points<'a, const D: usize>(
    given: &View<'a>,
    gathered: &'a mut GatheredColumns<D>,
    origin: Option<&[f64; D]>,
) -> Result<Points<'a, D>, Error> {
    if let Some(origin) = origin {
        let fields = given.reader().fields(origin);
        return Points::from_columns(gathered.gather(fields)?);
    }
    match (given.columns(), given.rows) {
        (Some(columns), _) => Points::from_columns(columns),
        (_, Some((numbers, stride))) => Points::from_strided(numbers, stride),
        _ => Points::from_columns(gathered.gather(given.fields())?),
    }
}

/// How far two points can be moved toward each other or apart by rounding to `f32`, where none is
/// farther than `reach` from the origin on any axis.
pub(super) fn rounding<const D: usize>(reach: f64) -> f64 {
    // Half an ulp on each axis for each, with a little more for the sums of this function itself.
    2.0 * (D as f64).sqrt() * (reach * f64::from(f32::EPSILON) * 0.5 + 1e-45) * (1.0 + 1e-9)
}

/// The least `f32` that is no less.
pub(super) fn rounded_up(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) < number { near.next_up() } else { near }
}

/// Which neighbors count, in the numbers of the caller.
#[derive(Clone, Copy)]
pub(super) struct Rule<const D: usize> {
    /// What the square of a distance is at most.
    pub(super) square: f64,
    /// The lengths that space repeats itself by, zero where it does not.
    pub(super) lengths: Option<[f64; D]>,
    /// How many of each list are kept, the nearest ones, where the engine did not see to that.
    pub(super) nearest: Option<usize>,
    /// Whether all that the engine found counts.
    pub(super) is_exact: bool,
}

/// Lists as they are handed over.
pub(super) struct Found<T, const D: usize> {
    pub(super) offsets: Vec<i64>,
    pub(super) indices: Vec<u32>,
    pub(super) distances: Vec<T>,
    pub(super) shifts: Option<Vec<[i32; D]>>,
}

/// A distance in the numbers of the result.
pub(super) trait Distance: Copy + Send + Sync + Default {
    fn of(distance: f64) -> Self;
}

impl Distance for f32 {
    fn of(distance: f64) -> Self {
        distance as Self
    }
}

impl Distance for f64 {
    fn of(distance: f64) -> Self {
        distance
    }
}

/// A neighbor, the square of its distance, and its shift.
type Entry<const D: usize> = (u32, f64, [i32; D]);

/// The lists of an engine's, and the points they are of.
pub(super) struct Lists<'a, const D: usize> {
    pub(super) lists: &'a Neighbors<D>,
    /// The same in a box, by where points are now, where they may have moved since.
    pub(super) within: Option<Within<'a, D>>,
    /// Those that have lists, and those that are in them.
    pub(super) from: Reader<'a, D>,
    pub(super) to: Reader<'a, D>,
    pub(super) rule: Rule<D>,
}

impl<const D: usize> Lists<'_, D> {
    /// Hands over the neighbors of a point that count; `room` is for those that are put in order.
    #[inline]
    fn visit(&self, point: usize, room: &mut Vec<Entry<D>>, mut to: impl FnMut(Entry<D>)) {
        let Rule { square, lengths, nearest, is_exact } = self.rule;
        let from = self.from.get(point);
        let entry = |neighbor: u32, shift: [i32; D]| {
            let at = self.to.get(neighbor as usize);
            let apart = (0..D).map(|axis| match &lengths {
                None => at[axis] - from[axis],
                Some(lengths) => at[axis] + f64::from(shift[axis]) * lengths[axis] - from[axis],
            });
            (neighbor, apart.map(|x| x * x).sum::<f64>(), shift)
        };
        room.clear();
        let mut take = |entry: Entry<D>| {
            if is_exact || entry.1 <= square {
                if nearest.is_some() { room.push(entry) } else { to(entry) }
            }
        };
        let mut moved = |images: &mut dyn Iterator<Item = (u32, [i32; D])>| {
            images.for_each(|(neighbor, shift)| take(entry(neighbor, shift)));
        };
        match (&lengths, &self.within) {
            (None, _) => {
                self.lists.of(point).iter().for_each(|neighbor| take(entry(*neighbor, [0; D])));
            }
            // Points may be elsewhere than where they were when the lists were made.
            (_, Some(within)) => moved(&mut within.images_of(point).into_iter().flatten()),
            _ => moved(&mut self.lists.images_of(point).into_iter().flatten()),
        }
        if let Some(count) = nearest {
            room.sort_by(|a, b| a.1.total_cmp(&b.1));
            room.truncate(count);
            room.drain(..).for_each(to);
        }
    }

    /// Where each list begins, and where the last one ends.
    fn offsets(&self) -> Result<Vec<i64>, Fault> {
        let mut offsets = filled(self.lists.len() + 1, 0_i64)?;
        if self.is_as_found() {
            offsets.iter_mut().zip(self.lists.offsets()).for_each(|(to, end)| *to = *end as i64);
            return Ok(offsets);
        }
        offsets[1..].par_chunks_mut(CHUNK).enumerate().for_each(|(number, counts)| {
            let mut room = Vec::new();
            for (at, count) in counts.iter_mut().enumerate() {
                self.visit(number * CHUNK + at, &mut room, |_| *count += 1);
            }
        });
        let mut total = 0;
        for offset in &mut offsets {
            total += *offset;
            *offset = total;
        }
        Ok(offsets)
    }

    /// Whether all that the engine found counts.
    fn is_as_found(&self) -> bool {
        self.rule.is_exact && self.rule.nearest.is_none()
    }

    /// All lists, on all threads.
    pub(super) fn find<T: Distance>(&self) -> Result<Found<T, D>, Fault> {
        let offsets = self.offsets()?;
        let total = offsets.last().map_or(0, |end| *end as usize);
        let (mut indices, mut distances) = (filled(total, 0)?, filled(total, T::default())?);
        let mut shifts = match self.rule.lengths {
            Some(_) => Some(filled(total, [0; D])?),
            None => None,
        };
        let (mut to, mut apart) = (indices.as_mut_slice(), distances.as_mut_slice());
        let mut moved = shifts.as_mut().map_or(&mut [][..], Vec::as_mut_slice);
        let mut jobs = Vec::new();
        for (points, count) in chunks(&offsets) {
            let (chunk, chunk_apart, chunk_moved);
            (chunk, to) = to.split_at_mut(count);
            (chunk_apart, apart) = apart.split_at_mut(count);
            (chunk_moved, moved) = moved.split_at_mut(count.min(moved.len()));
            jobs.push((points, chunk, chunk_apart, chunk_moved));
        }
        jobs.into_par_iter().for_each(|(points, to, apart, moved)| {
            let (mut room, mut place) = (Vec::new(), 0);
            for point in points {
                self.visit(point, &mut room, |(neighbor, square, shift)| {
                    to[place] = neighbor;
                    apart[place] = T::of(square.sqrt());
                    if let Some(moved) = moved.get_mut(place) {
                        *moved = shift;
                    }
                    place += 1;
                });
            }
        });
        Ok(Found { offsets, indices, distances, shifts })
    }

    /// All lists as edges, in order.
    pub(super) fn edges(&self) -> Result<Vec<[u32; 2]>, Fault> {
        let offsets = self.offsets()?;
        let mut edges = filled(offsets.last().map_or(0, |end| *end as usize), [0; 2])?;
        let (mut to, mut jobs) = (edges.as_mut_slice(), Vec::new());
        for (points, count) in chunks(&offsets) {
            let chunk;
            (chunk, to) = to.split_at_mut(count);
            jobs.push((points, chunk));
        }
        jobs.into_par_iter().for_each(|(points, to)| {
            let (mut room, mut place) = (Vec::new(), 0);
            for point in points {
                if self.is_as_found() {
                    let list = self.lists.of(point);
                    for (edge, neighbor) in to[place..].iter_mut().zip(list) {
                        *edge = [point as u32, *neighbor];
                    }
                    place += list.len();
                    continue;
                }
                self.visit(point, &mut room, |(neighbor, ..)| {
                    to[place] = [point as u32, neighbor];
                    place += 1;
                });
            }
        });
        Ok(edges)
    }
}

/// Points that one thread works on, and how many neighbors they have together.
fn chunks(offsets: &[i64]) -> impl Iterator<Item = (Range<usize>, usize)> {
    let len = offsets.len() - 1;
    (0..len).step_by(CHUNK).map(move |first| {
        let end = len.min(first + CHUNK);
        (first..end, (offsets[end] - offsets[first]) as usize)
    })
}
