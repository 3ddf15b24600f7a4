//! A range of the points, which one thread makes images of.

use std::ops::Range;

use jostle_kernels::{simd::Quad, sort::SMALLEST_KEY};

use super::{ingest::RankedImage, points::Points, space::Space};

/// A range of the points.
pub(super) struct PointChunk<const D: usize> {
    pub(super) range: Range<usize>,
    /// Images outside of the cell.
    pub(super) outside: usize,
    /// The rank of its first image.
    pub(super) first_rank: usize,
    pub(super) bad: usize,
    pub(super) rounded: bool,
    pub(super) extents: [(f32, f32); D],
}

/// The extents of nothing.
pub(super) const NOTHING: (f32, f32) = (f32::INFINITY, f32::NEG_INFINITY);

/// What is reported of a point or a ranked image, such that it sorts like a float.
#[inline(always)]
pub(super) fn key_of(number: usize) -> u32 {
    SMALLEST_KEY + number as u32
}

/// What has a key.
#[inline(always)]
pub(super) fn number_of(key: u32) -> usize {
    (key - SMALLEST_KEY) as usize
}

/// What encloses both.
#[inline(always)]
pub(super) fn join(all: &mut (f32, f32), one: (f32, f32)) {
    *all = (all.0.min(one.0), all.1.max(one.1));
}

#[inline(always)]
fn quad<const D: usize>(at: [f32; D], number: usize) -> Quad {
    let mut quad = [0.0; 4];
    quad[..D].copy_from_slice(&at);
    quad[3] = f32::from_bits(key_of(number));
    quad
}

impl<const D: usize> PointChunk<D> {
    /// A range of which nothing is known.
    pub(super) fn new(range: Range<usize>) -> Self {
        let extents = [NOTHING; D];
        Self { range, outside: 0, first_rank: 0, bad: 0, rounded: false, extents }
    }

    fn extend(&mut self, at: [f32; D]) {
        self.extents.iter_mut().zip(at).for_each(|(all, x)| join(all, (x, x)));
    }

    /// Reads points, and counts their other images where these are wanted, too.
    pub(super) fn read<const ALL: bool>(
        &mut self,
        points: &Points<'_, D>,
        space: &Space<D>,
        quads: &mut [Quad],
    ) {
        let is_open = space.is_open();
        for (index, to) in self.range.clone().zip(quads) {
            let point = points.get(index);
            if !space.accepts(points, index) {
                *to = quad([f32::NAN; D], index);
                self.bad += 1;
            } else if is_open {
                *to = quad(point, index);
                self.extend(point);
            } else {
                let wrapped = space.lattice.wrap(point);
                let at = wrapped.map(|x| x as f32);
                self.rounded |= at.map(f64::from) != wrapped;
                *to = quad(at, index);
                if !ALL {
                    self.extend(at);
                    continue;
                }
                for (_, image) in space.lattice.images(wrapped) {
                    self.extend(image.map(|x| x as f32));
                    self.outside += 1;
                }
                // All but the one in the cell.
                self.outside -= 1;
            }
        }
    }

    pub(super) fn rank(
        &self,
        points: &Points<'_, D>,
        space: &Space<D>,
        ranked: &mut [RankedImage<D>],
    ) {
        let mut to = ranked.iter_mut();
        for index in self.range.clone() {
            let (of, point) = (points.get(index), index as u32);
            if space.accepts(points, index) {
                let images = space.lattice.images(space.lattice.wrap(of));
                images.zip(&mut to).for_each(|((shift, _), to)| *to = RankedImage { point, shift });
            } else {
                // What is not valid has its place, too.
                (&mut to).take(1).for_each(|to| *to = RankedImage { point, shift: [0; D] });
            }
        }
    }

    /// The ranks of its images.
    fn ranks(&self) -> Range<usize> {
        self.first_rank..self.first_rank + self.range.len() + self.outside
    }

    pub(super) fn write_ranks(&self, ranked: &[RankedImage<D>], quads: &mut [Quad]) {
        let in_cell = self.ranks().filter(|rank| ranked[*rank].shift == [0; D]);
        quads.iter_mut().zip(in_cell).for_each(|(quad, rank)| {
            quad[3] = f32::from_bits(key_of(rank));
        });
    }

    pub(super) fn write_outside(
        &self,
        points: &Points<'_, D>,
        space: &Space<D>,
        ranked: &[RankedImage<D>],
        quads: &mut [Quad],
    ) {
        let lattice = &space.lattice;
        let mut to = quads.iter_mut();
        if space.is_ranked {
            let outside = self.ranks().filter(|rank| ranked[*rank].shift != [0; D]);
            for (rank, to) in outside.zip(to) {
                let RankedImage { point, shift } = ranked[rank];
                let wrapped = lattice.wrap(points.get(point as usize));
                let image = lattice.moved(wrapped, shift.map(f64::from));
                *to = quad(image.map(|x| x as f32), rank);
            }
            return;
        }
        for index in self.range.clone() {
            let point = points.get(index);
            if space.accepts(points, index) {
                let images = lattice.images(lattice.wrap(point));
                let outside = images.filter(|(shift, _)| *shift != [0; D]);
                outside.zip(&mut to).for_each(|((_, at), to)| {
                    *to = quad(at.map(|x| x as f32), index);
                });
            }
        }
    }
}
