//! From the user's points to images: validation, periodic axes, extents.

use jostle_kernels::{
    simd::Quad,
    sort::{LARGEST_KEY, SMALLEST_KEY},
};

use super::{
    lattice::Shift,
    point_chunk::{NOTHING, PointChunk, join},
    points::Points,
    space::Space,
};
use crate::{
    Error,
    exec::threads,
    memory::{grow, grow_filled, reserve, resize},
    validate::InvalidShape,
};

/// Most keys: they are to be normal floats.
pub(super) const MOST_KEYS: usize = (LARGEST_KEY - SMALLEST_KEY) as usize;

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
    /// Of points that have some.
    radii: Vec<f32>,
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
            radii: Vec::new(),
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

const WHAT: &str = "the images of points";

impl<const D: usize> Images<D> {
    /// Reads points that have neighbors in others, and not in each other: an image of each.
    pub(super) fn read_queries(
        &mut self,
        points: &Points<'_, D>,
        space: &Space<D>,
    ) -> Result<(), Error> {
        self.is_ranked = false;
        self.read_in_cell(points, &|part, quads| part.read::<false>(points, space, quads))?;
        self.finish(points, space)
    }

    fn read_in_cell(
        &mut self,
        points: &Points<'_, D>,
        read: &(dyn Fn(&mut PointChunk<D>, &mut [Quad]) + Sync),
    ) -> Result<(), Error> {
        self.points = points.len();
        self.len = points.len();
        grow(&mut self.quads, points.len(), WHAT)?;
        self.cut()?;
        let quads = &mut self.quads[..points.len()];
        threads::for_each_piece(&mut self.parts, quads, &|part| part.range.len(), read);
        Ok(())
    }

    /// Reads points that have neighbors among themselves, or in which others have some: all images.
    pub(super) fn read(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        self.read_in_cell(points, &|part, quads| part.read::<true>(points, space, quads))?;
        let outside: usize = self.parts.iter().map(|part| part.outside).sum();
        self.len = points.len() + outside;
        let limit = if space.is_ranked { MOST_KEYS } else { u32::MAX as usize };
        if self.len > limit {
            return Err(Error::TooManyPoints { points: self.len, limit });
        }
        grow(&mut self.quads, self.len, WHAT)?;
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
        self.finish(points, space)
    }

    fn finish(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        self.rounded = self.parts.iter().any(|part| part.rounded);
        self.keep_radii(points)?;
        if space.has_shifts() && !space.is_open() {
            self.count_times(points, space)?;
        }
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
        grow_filled(&mut self.ranked, self.len, WHAT)?;
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
        Ok(())
    }

    fn count_times(&mut self, points: &Points<'_, D>, space: &Space<D>) -> Result<(), Error> {
        resize(&mut self.times, points.len(), [0; D], WHAT)?;
        threads::for_each_chunk(&mut self.times, CHUNK, |chunk, times| {
            for (index, times) in (chunk * CHUNK..).zip(times) {
                let point = points.get(index);
                // The cast makes 0 of what is not valid.
                *times = space.times_of(point, space.lattice.wrap(point)).map(|x| x as i32);
            }
        });
        Ok(())
    }

    fn keep_radii(&mut self, points: &Points<'_, D>) -> Result<(), Error> {
        self.radii.clear();
        if let Some(radii) = points.radii() {
            reserve(&mut self.radii, radii.len(), "the radii of points")?;
            self.radii.extend_from_slice(radii);
        }
        Ok(())
    }

    fn cut(&mut self) -> Result<(), Error> {
        let count = self.points.div_ceil(CHUNK);
        self.parts.clear();
        reserve(&mut self.parts, count, "the parts of points")?;
        let range = |number| number * CHUNK..self.points.min((number + 1) * CHUNK);
        self.parts.extend((0..count).map(|number| PointChunk::new(range(number))));
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
                let reason = space.check(points, index).err()?;
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

    /// Whether points had no radii at the last build.
    pub(super) fn has_no_radii(&self) -> bool {
        self.radii.is_empty()
    }

    /// The radius that a point had at the last build.
    pub(super) fn radius(&self, point: usize) -> f32 {
        self.radii.get(point).copied().unwrap_or(0.0)
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
            + self.radii.capacity() * size_of::<f32>()
            + self.parts.capacity() * size_of::<PointChunk<D>>()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}
