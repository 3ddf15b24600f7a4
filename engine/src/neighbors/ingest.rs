//! From the user's points to images: validation, periodic axes, extents.

use std::ops::Range;

use jostle_kernels::{simd::Quad, sort::SMALLEST_KEY};

use super::{points::Points, space::Space};
use crate::{
    Error,
    exec::threads,
    memory::{grow, reserve},
    validate::{InvalidShape, check_point, is_point},
};

/// Points that one thread reads one after the other.
const CHUNK: usize = 1 << 13;

/// Points as quads: where they are, 0 for the axes that there are not, and the key in the last
/// place.
///
/// First an image of each point, in their order, then those outside of the box that periodic axes
/// make of points near its border.
pub(super) struct Images<const D: usize> {
    quads: Vec<Quad>,
    parts: Vec<PointChunk<D>>,
    points: usize,
    len: usize,
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
            parts: Vec::new(),
            points: 0,
            len: 0,
            invalid: Vec::new(),
            rounded: false,
            extents: [NOTHING; D],
        }
    }
}

/// A range of the points.
struct PointChunk<const D: usize> {
    range: Range<usize>,
    /// Images outside of the box.
    outside: usize,
    bad: usize,
    rounded: bool,
    extents: [(f32, f32); D],
}

/// The extents of nothing.
const NOTHING: (f32, f32) = (f32::INFINITY, f32::NEG_INFINITY);

/// What is reported of a point, such that it sorts like a float.
#[inline(always)]
pub(super) fn key_of(index: usize) -> u32 {
    SMALLEST_KEY + index as u32
}

/// The point with a key.
#[inline(always)]
pub(super) fn index_of(key: u32) -> usize {
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
        if self.len > u32::MAX as usize {
            return Err(Error::TooManyPoints { points: self.len, limit: u32::MAX as usize });
        }
        grow(&mut self.quads, self.len, what)?;
        if outside > 0 {
            let (_, quads) = self.quads[..self.len].split_at_mut(points.len());
            threads::for_each_piece(
                &mut self.parts,
                quads,
                &|part| part.outside,
                &|part, quads| {
                    part.write_outside(points, space, quads);
                },
            );
        }
        self.rounded = self.parts.iter().any(|part| part.rounded);
        self.extents = [NOTHING; D];
        for part in &self.parts {
            self.extents.iter_mut().zip(part.extents).for_each(|(all, one)| join(all, one));
        }
        self.list_invalid(points)
    }

    fn cut(&mut self) -> Result<(), Error> {
        let count = self.points.div_ceil(CHUNK);
        self.parts.clear();
        reserve(&mut self.parts, count, "the parts of points")?;
        self.parts.extend((0..count).map(|number| PointChunk {
            range: number * CHUNK..self.points.min((number + 1) * CHUNK),
            outside: 0,
            bad: 0,
            rounded: false,
            extents: [NOTHING; D],
        }));
        Ok(())
    }

    fn list_invalid(&mut self, points: &Points<'_, D>) -> Result<(), Error> {
        self.invalid.clear();
        reserve(
            &mut self.invalid,
            self.parts.iter().map(|part| part.bad).sum(),
            "the list of invalid points",
        )?;
        for part in self.parts.iter().filter(|part| part.bad > 0) {
            let bad = part.range.clone().filter_map(|index| {
                let reason = check_point(points.get(index)).err()?;
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

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.quads.capacity() * size_of::<Quad>()
            + self.parts.capacity() * size_of::<PointChunk<D>>()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}

#[inline(always)]
fn join(all: &mut (f32, f32), one: (f32, f32)) {
    *all = (all.0.min(one.0), all.1.max(one.1));
}

#[inline(always)]
fn quad<const D: usize>(at: [f32; D], index: usize) -> Quad {
    let mut quad = [0.0; 4];
    quad[..D].copy_from_slice(&at);
    quad[3] = f32::from_bits(key_of(index));
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
            if !is_point(point) {
                *to = quad([f32::NAN; D], index);
                self.bad += 1;
            } else if is_open {
                *to = quad(point, index);
                self.extend(point);
            } else {
                let wrapped = space.wrap(point);
                let at = wrapped.map(|x| x as f32);
                self.rounded |= at.map(f64::from) != wrapped;
                *to = quad(at, index);
                for image in space.images(wrapped) {
                    self.extend(image.map(|x| x as f32));
                    self.outside += 1;
                }
                // All but the one in the box.
                self.outside -= 1;
            }
        }
    }

    fn write_outside(&mut self, points: &Points<'_, D>, space: &Space<D>, quads: &mut [Quad]) {
        let mut to = quads.iter_mut();
        for index in self.range.clone() {
            let point = points.get(index);
            if is_point(point) {
                let images = space.images(space.wrap(point)).skip(1);
                images.zip(&mut to).for_each(|(at, to)| *to = quad(at.map(|x| x as f32), index));
            }
        }
    }
}
