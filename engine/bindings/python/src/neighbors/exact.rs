//! Lists in the numbers of the caller: what the engine found in `f32`, held against the radius in
//! `f64`, with distances.
//!
//! Points of `float64` are rounded to `f32` about an origin, and the engine looks that much farther
//! as rounding can have moved two of them. What it finds is then compared without rounding, so the
//! lists are those of the numbers that were given.

use jostle::{
    Error,
    neighbors::{Neighbors, Points},
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
    /// Those of the engine, of which only what it moves is taken.
    pub(super) engine: [Option<Points<'a, D>>; 2],
    /// Those that have lists, and those that are in them.
    pub(super) from: Reader<'a, D>,
    pub(super) to: Reader<'a, D>,
    pub(super) rule: Rule<D>,
}

impl<const D: usize> Lists<'_, D> {
    /// The neighbors of a point that count.
    fn entries(&self, point: usize, to: &mut Vec<Entry<D>>) -> Result<(), Error> {
        let Rule { square, lengths, nearest, is_exact } = self.rule;
        to.clear();
        let from = self.from.get(point);
        let entry = |neighbor: u32, shift: [i32; D]| {
            let at = self.to.get(neighbor as usize);
            let apart = (0..D).map(|axis| match &lengths {
                None => at[axis] - from[axis],
                Some(lengths) => at[axis] + f64::from(shift[axis]) * lengths[axis] - from[axis],
            });
            (neighbor, apart.map(|x| x * x).sum::<f64>(), shift)
        };
        let is_near = |entry: &Entry<D>| is_exact || entry.1 <= square;
        if lengths.is_none() {
            let found = self.lists.of(point).iter();
            to.extend(found.map(|neighbor| entry(*neighbor, [0; D])).filter(is_near));
        } else {
            let within = match self.engine {
                [None, Some(points)] => self.lists.within(points)?,
                [Some(queries), Some(points)] => self.lists.within_between(queries, points)?,
                _ => return Ok(()),
            };
            let images = within.images_of(point).into_iter().flatten();
            to.extend(images.map(|(neighbor, shift)| entry(neighbor, shift)).filter(is_near));
        }
        if let Some(count) = nearest {
            to.sort_by(|a, b| a.1.total_cmp(&b.1));
            to.truncate(count);
        }
        Ok(())
    }

    /// All lists, on all threads.
    pub(super) fn find<T: Distance>(&self, has_distances: bool) -> Result<Found<T, D>, Fault> {
        let len = self.lists.len();
        let mut offsets = filled(len + 1, 0_i64)?;
        let counts = &mut offsets[1..];
        if self.rule.is_exact && self.rule.nearest.is_none() && self.rule.lengths.is_none() {
            let engine = self.lists.offsets();
            counts.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(point, count)| {
                *count = (engine[point + 1] - engine[point]) as i64;
            });
        } else {
            counts.par_chunks_mut(CHUNK).enumerate().try_for_each(|(number, counts)| {
                let mut entries = Vec::new();
                counts.iter_mut().enumerate().try_for_each(|(at, count)| {
                    self.entries(number * CHUNK + at, &mut entries)?;
                    *count = entries.len() as i64;
                    Ok::<_, Error>(())
                })
            })?;
        }
        let mut total = 0;
        for offset in &mut offsets {
            total += *offset;
            *offset = total;
        }
        let total = total as usize;
        let (mut indices, mut shifts) = (filled(total, 0)?, None);
        let mut distances = filled(if has_distances { total } else { 0 }, T::default())?;
        if self.rule.lengths.is_some() {
            shifts = Some(filled(total, [0; D])?);
        }
        let mut jobs = Vec::new();
        let (mut to, mut apart) = (indices.as_mut_slice(), distances.as_mut_slice());
        let mut moved = shifts.as_mut().map_or(&mut [][..], Vec::as_mut_slice);
        for first in (0..len).step_by(CHUNK) {
            let end = len.min(first + CHUNK);
            let count = (offsets[end] - offsets[first]) as usize;
            let (chunk, chunk_apart, chunk_moved);
            (chunk, to) = to.split_at_mut(count);
            (chunk_apart, apart) = apart.split_at_mut(count.min(apart.len()));
            (chunk_moved, moved) = moved.split_at_mut(count.min(moved.len()));
            jobs.push((first..end, chunk, chunk_apart, chunk_moved));
        }
        jobs.into_par_iter().try_for_each(|(points, to, apart, moved)| {
            let (mut entries, mut place) = (Vec::new(), 0);
            for point in points {
                self.entries(point, &mut entries)?;
                for (neighbor, square, shift) in &entries {
                    to[place] = *neighbor;
                    if let Some(apart) = apart.get_mut(place) {
                        *apart = T::of(square.sqrt());
                    }
                    if let Some(moved) = moved.get_mut(place) {
                        *moved = *shift;
                    }
                    place += 1;
                }
            }
            Ok::<_, Error>(())
        })?;
        Ok(Found { offsets, indices, distances, shifts })
    }

    /// All lists as edges, in order.
    pub(super) fn edges(&self) -> Result<Vec<[u32; 2]>, Fault> {
        let Found { offsets, indices, .. } = self.find::<f32>(false)?;
        let mut edges = filled(indices.len(), [0; 2])?;
        let len = offsets.len() - 1;
        let mut jobs = Vec::new();
        let mut to = edges.as_mut_slice();
        for first in (0..len).step_by(CHUNK) {
            let end = len.min(first + CHUNK);
            let chunk;
            (chunk, to) = to.split_at_mut((offsets[end] - offsets[first]) as usize);
            jobs.push((first..end, chunk));
        }
        jobs.into_par_iter().for_each(|(points, to)| {
            let begin = offsets[points.start];
            for point in points {
                let of_point = offsets[point] as usize..offsets[point + 1] as usize;
                let to = &mut to[of_point.start - begin as usize..of_point.end - begin as usize];
                for (edge, neighbor) in to.iter_mut().zip(&indices[of_point]) {
                    *edge = [point as u32, *neighbor];
                }
            }
        });
        Ok(edges)
    }
}
