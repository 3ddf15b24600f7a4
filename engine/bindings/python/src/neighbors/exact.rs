//! Lists in the numbers of the caller: what the engine found in `f32`, held against the radius in
//! `f64`, with distances.
//!
//! Points of `float64` are rounded to `f32` about an origin, and the engine looks that much farther
//! as rounding can have moved two of them. What it finds is then compared without rounding, so the
//! lists are those of the numbers that were given.

use bytemuck::Zeroable;
use jostle::{
    Error,
    neighbors::{Neighbors, Points, Within},
    records::GatheredColumns,
};
use rayon::prelude::*;

use crate::{
    error::Fault,
    output::zeroed,
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
pub(super) trait Distance: Zeroable + Copy + Send + Sync {
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

    /// Hands over the neighbors of all points that count, each once, on all threads: of each
    /// `CHUNK` points to one of the rooms, with how many came there before, and the point. Says
    /// where each list begins and the last one ends, and how many are in each room.
    fn visit_all<R: Send>(
        &self,
        rooms: Vec<R>,
        write: impl Fn(&mut R, usize, u32, Entry<D>) + Sync,
    ) -> Result<(Vec<i64>, Vec<usize>), Fault> {
        let mut offsets = zeroed::<i64>(self.lists.len() + 1)?;
        let chunks = offsets[1..].par_chunks_mut(CHUNK).zip(rooms).enumerate();
        let filled = chunks.map(|(number, (counts, mut room))| {
            let (mut nearest, mut place) = (Vec::new(), 0);
            for (at, count) in counts.iter_mut().enumerate() {
                let (point, before) = (number * CHUNK + at, place);
                self.visit(point, &mut nearest, |entry| {
                    write(&mut room, place, point as u32, entry);
                    place += 1;
                });
                *count = (place - before) as i64;
            }
            place
        });
        let filled = filled.collect();
        let mut total = 0;
        for offset in &mut offsets {
            total += *offset;
            *offset = total;
        }
        Ok((offsets, filled))
    }

    /// Where the engine's lists of each `CHUNK` points begin, and where the last ones end.
    fn rooms(&self) -> impl Iterator<Item = usize> + '_ {
        let offsets = self.lists.offsets();
        offsets[..offsets.len() - 1].iter().step_by(CHUNK).chain(offsets.last()).copied()
    }

    /// Cuts room for all that the engine found.
    fn cut<'a, T>(&self, all: &'a mut [T]) -> Vec<&'a mut [T]> {
        let (mut rest, mut rooms) = (all, Vec::new());
        for (first, end) in self.rooms().zip(self.rooms().skip(1)) {
            let room;
            (room, rest) = rest.split_at_mut(end - first);
            rooms.push(room);
        }
        rooms
    }

    /// Moves what is in the rooms together.
    fn join<T: Copy>(&self, all: &mut Vec<T>, filled: &[usize]) {
        let mut len = 0;
        for (first, filled) in self.rooms().zip(filled) {
            if first > len {
                all.copy_within(first..first + filled, len);
            }
            len += filled;
        }
        all.truncate(len);
    }

    /// Whether all that the engine found counts.
    fn is_as_found(&self) -> bool {
        self.rule.is_exact && self.rule.nearest.is_none()
    }

    /// All lists.
    pub(super) fn find<T: Distance>(&self) -> Result<Found<T, D>, Fault> {
        let total = self.lists.indices().len();
        let (mut indices, mut distances) = (zeroed(total)?, zeroed::<T>(total)?);
        let mut shifts = match self.rule.lengths {
            Some(_) => Some(zeroed::<[i32; D]>(total)?),
            None => None,
        };
        let (to, apart) = (self.cut(&mut indices), self.cut(&mut distances));
        let rooms = to.into_iter().zip(apart);
        let (offsets, filled) = if let Some(shifts) = &mut shifts {
            let rooms = rooms.zip(self.cut(shifts)).collect();
            self.visit_all(rooms, |((to, apart), moved), place, _, (neighbor, square, shift)| {
                (to[place], apart[place]) = (neighbor, T::of(square.sqrt()));
                moved[place] = shift;
            })?
        } else {
            self.visit_all(rooms.collect(), |(to, apart), place, _, (neighbor, square, _)| {
                (to[place], apart[place]) = (neighbor, T::of(square.sqrt()));
            })?
        };
        self.join(&mut indices, &filled);
        self.join(&mut distances, &filled);
        if let Some(shifts) = &mut shifts {
            self.join(shifts, &filled);
        }
        Ok(Found { offsets, indices, distances, shifts })
    }

    /// All lists as edges, in order.
    pub(super) fn edges(&self) -> Result<Vec<[u32; 2]>, Fault> {
        let mut edges = zeroed::<[u32; 2]>(self.lists.indices().len())?;
        let rooms = self.cut(&mut edges);
        if self.is_as_found() {
            rooms.into_par_iter().enumerate().for_each(|(number, room)| {
                let mut room = room.iter_mut();
                for point in (number * CHUNK..self.lists.len()).take(CHUNK) {
                    for (neighbor, edge) in self.lists.of(point).iter().zip(&mut room) {
                        *edge = [point as u32, *neighbor];
                    }
                }
            });
            return Ok(edges);
        }
        let (_, filled) = self.visit_all(rooms, |room, place, point, (neighbor, ..)| {
            room[place] = [point, neighbor];
        })?;
        self.join(&mut edges, &filled);
        Ok(edges)
    }
}
