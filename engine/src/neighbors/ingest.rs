//! From the user's points to images: validation, periodic axes, extents.

use std::ops::Range;

use jostle_kernels::{
    simd::Quad,
    sort::{LARGEST_KEY, SMALLEST_KEY},
};

use super::{lattice::Shift, points::Points, space::Space};
use crate::{
    Error,
    exec::threads,
    memory::{grow, reserve, resize},
    validate::InvalidShape,
};

/// Most keys: they are to be normal floats.
const MOST_KEYS: usize = (LARGEST_KEY - SMALLEST_KEY) as usize;

/// Points that one thread reads one after the other.
const CHUNK: usize = 1 << 13;

/// Points as quads: where they are, 0 for the axes that there are not, and the key in the last
/// place.
///
/// First an image of each point, in their order, then those outside of the cell that are near it.
/// The key is the index of the point; where images are ranked it is the place in `ranked`, so that
/// keys are in the order of points, and of the shifts of each.
pub(super) struct Images<const D: usize> {
    quads: Vec<Quad>,
    ranked: Vec<RankedImage<D>>,
    /// Per point by how many times each vector it is moved from its image in the cell, where there
    /// are to be shifts.
    times: Vec<Shift<D>>,
    parts: Vec<PointChunk<D>>,
    points: usize,
    len: usize,
    is_ranked: bool,
    /// Points that are not finite; their images are NaN.
    pub(super) invalid: Vec<InvalidShape>,
    /// Whether an image is not where its point is, but a rounding away.
    pub(super) rounded: bool,
    /// The least and the greatest coordinate on each axis.
    pub(super) extents: [(f32, f32); D],
}

impl<const D: usize> Default for Images<D> {
    fn default() -> Self {
        Self {
            quads: Vec::new(),
            ranked: Vec::new(),
            times: Vec::new(),
            parts: Vec::new(),
            points: 0,
            len: 0,
            is_ranked: false,
            invalid: Vec::new(),
            rounded: false,
            extents: [NOTHING; D],
        }
    }
}

/// An image that is told from the others of its point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RankedImage<const D: usize> {
    pub(super) point: u32,
    /// From the image in the cell.
    pub(super) shift: Shift<D>,
}

impl<const D: usize> Default for RankedImage<D> {
    fn default() -> Self {
        Self { point: 0, shift: [0; D] }
    }
}

/// A range of the points.
struct PointChunk<const D: usize> {
    range: Range<usize>,
    /// Images outside of the cell.
    outside: usize,
    /// The rank of its first image.
    first_rank: usize,
    bad: usize,
    rounded: bool,
    extents: [(f32, f32); D],
}

/// The extents of nothing.
const NOTHING: (f32, f32) = (f32::INFINITY, f32::NEG_INFINITY);

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

impl<const D: usize> Images<D> {
    /// Reads points.
    pub(super) fn read(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        let what = "the images of points";
        self.points = points.len();
        grow(&mut self.quads, points.len(), what)?;
        self.cut()?;
        threads::for_each_piece(
            &mut self.parts,
            &mut self.quads[..points.len()],
            &|part| part.range.len(),
            &|part, quads| part.read(points, space, quads),
        );
        let outside: usize = self.parts.iter().map(|part| part.outside).sum();
        self.len = points.len() + outside;
        let limit = if space.is_ranked { MOST_KEYS } else { u32::MAX as usize };
        if self.len > limit {
            return Err(Error::TooManyPoints { points: self.len, limit });
        }
        grow(&mut self.quads, self.len, what)?;
        self.rank(points, space)?;
        if outside > 0 {
            let (ranked, quads) = (&self.ranked, &mut self.quads[points.len()..self.len]);
            threads::for_each_piece(
                &mut self.parts,
                quads,
                &|part| part.outside,
                &|part, quads| part.write_outside(points, space, ranked, quads),
            );
        }
        self.rounded = self.parts.iter().any(|part| part.rounded);
        self.extents = [NOTHING; D];
        for part in &self.parts {
            self.extents.iter_mut().zip(part.extents).for_each(|(all, one)| join(all, one));
        }
        self.list_invalid(points, space)
    }

    /// Numbers all images in the order of points and shifts, if they are to be told apart.
    fn rank(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        self.is_ranked = space.is_ranked;
        if !space.is_ranked {
            return Ok(());
        }
        let mut first = 0;
        for part in &mut self.parts {
            part.first_rank = first;
            first += part.range.len() + part.outside;
        }
        grow(&mut self.ranked, self.len, "the images of points")?;
        threads::for_each_piece(
            &mut self.parts,
            &mut self.ranked[..self.len],
            &|part| part.range.len() + part.outside,
            &|part, ranked| part.rank(points, space, ranked),
        );
        let ranked = &self.ranked;
        threads::for_each_piece(
            &mut self.parts,
            &mut self.quads[..points.len()],
            &|part| part.range.len(),
            &|part, quads| part.write_ranks(ranked, quads),
        );
        if space.has_shifts {
            resize(&mut self.times, points.len(), [0; D], "the images of points")?;
            threads::for_each_chunk(&mut self.times, CHUNK, |chunk, times| {
                for (index, times) in (chunk * CHUNK..).zip(times) {
                    let point = points.get(index);
                    // The cast makes 0 of what is not valid.
                    *times = space.times_of(point, space.lattice.wrap(point)).map(|x| x as i32);
                }
            });
        }
        Ok(())
    }

    fn cut(&mut self) -> Result<(), Error> {
        let count = self.points.div_ceil(CHUNK);
        self.parts.clear();
        reserve(&mut self.parts, count, "the parts of points")?;
        self.parts.extend((0..count).map(|number| PointChunk {
            range: number * CHUNK..self.points.min((number + 1) * CHUNK),
            outside: 0,
            first_rank: 0,
            bad: 0,
            rounded: false,
            extents: [NOTHING; D],
        }));
        Ok(())
    }

    fn list_invalid(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        self.invalid.clear();
        reserve(
            &mut self.invalid,
            self.parts.iter().map(|part| part.bad).sum(),
            "the list of invalid points",
        )?;
        for part in self.parts.iter().filter(|part| part.bad > 0) {
            let bad = part.range.clone().filter_map(|index| {
                let reason = space.check(points.get(index)).err()?;
                Some(InvalidShape::of_first(index, reason))
            });
            self.invalid.extend(bad);
        }
        Ok(())
    }

    /// Number of images.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Number of points.
    pub(super) fn points(&self) -> usize {
        self.points
    }

    /// All images.
    pub(super) fn quads(&self) -> &[Quad] {
        &self.quads[..self.len]
    }

    /// The images in the order of their keys, where they are ranked.
    pub(super) fn ranked(&self) -> Option<&[RankedImage<D>]> {
        self.is_ranked.then(|| &self.ranked[..self.len])
    }

    /// By how many times each vector a point is moved from its image in the cell. Only where there
    /// are to be shifts.
    pub(super) fn times(&self, point: usize) -> Shift<D> {
        self.times[point]
    }

    /// Where the image in the cell of a point is, or was at the last build.
    pub(super) fn place(&self, point: usize) -> [f64; D] {
        let quad = &self.quads[point];
        std::array::from_fn(|axis| f64::from(quad[axis]))
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.quads.capacity() * size_of::<Quad>()
            + self.ranked.capacity() * size_of::<RankedImage<D>>()
            + self.times.capacity() * size_of::<Shift<D>>()
            + self.parts.capacity() * size_of::<PointChunk<D>>()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}

#[inline(always)]
fn join(all: &mut (f32, f32), one: (f32, f32)) {
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
    fn extend(&mut self, at: [f32; D]) {
        self.extents.iter_mut().zip(at).for_each(|(all, x)| join(all, (x, x)));
    }

    fn read(&mut self, points: &Points<'_, D>, space: &Space<D>, quads: &mut [Quad]) {
        let is_open = space.is_open();
        for (index, to) in self.range.clone().zip(quads) {
            let point = points.get(index);
            if !space.accepts(point) {
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
                for (_, image) in space.lattice.images(wrapped) {
                    self.extend(image.map(|x| x as f32));
                    self.outside += 1;
                }
                // All but the one in the cell.
                self.outside -= 1;
            }
        }
    }

    fn rank(&self, points: &Points<'_, D>, space: &Space<D>, ranked: &mut [RankedImage<D>]) {
        let mut to = ranked.iter_mut();
        for index in self.range.clone() {
            let (of, point) = (points.get(index), index as u32);
            if space.accepts(of) {
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

    fn write_ranks(&self, ranked: &[RankedImage<D>], quads: &mut [Quad]) {
        let in_cell = self.ranks().filter(|rank| ranked[*rank].shift == [0; D]);
        quads.iter_mut().zip(in_cell).for_each(|(quad, rank)| {
            quad[3] = f32::from_bits(key_of(rank));
        });
    }

    fn write_outside(
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
            if space.accepts(point) {
                let images = lattice.images(lattice.wrap(point));
                let outside = images.filter(|(shift, _)| *shift != [0; D]);
                outside.zip(&mut to).for_each(|((_, at), to)| {
                    *to = quad(at.map(|x| x as f32), index);
                });
            }
        }
    }
}
