//! Fat boxes: as long as each box stays in its own, no candidate is missing.

use jostle_kernels::{
    Record, SimdLevel,
    simd::{LANES, prefetch},
};

use super::{
    fatten::{Fatten, FattenOne},
    follow::{Follow, FollowChunk, Group},
    motion::{Course, EightBoxes},
};
use crate::{
    Aabb, Bounds, Error,
    bounds::{Version, with_source},
    exec::threads,
    memory::{reserve, reserve_more, reserve_one, resize},
    validate::InvalidShape,
};

/// Groups of eight boxes that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// What memory is for.
const WHAT: &str = "the boxes that are kept";

/// All boxes, and the fat box of each.
pub(super) struct FatBoxes<const D: usize> {
    last: Vec<EightBoxes>,
    /// Fat boxes; NaN where a box has none.
    min: [Vec<[f32; LANES]>; D],
    max: [Vec<[f32; LANES]>; D],
    groups: Vec<Group>,
    len: usize,
    /// What the last run read, where later changes to it are told.
    seen: Option<Version>,
    chunks: Vec<FollowChunk>,
    /// Boxes without a fat box that fits them, in order.
    pub(super) left: Vec<u32>,
    /// Those that went far, or are there anew or no more.
    pub(super) jumped: Vec<u32>,
    /// Others that went astray.
    pub(super) turned: Vec<u32>,
    pub(super) invalid: Vec<InvalidShape>,
}

impl<const D: usize> Default for FatBoxes<D> {
    fn default() -> Self {
        Self {
            last: Vec::new(),
            min: [const { Vec::new() }; D],
            max: [const { Vec::new() }; D],
            groups: Vec::new(),
            len: 0,
            seen: None,
            chunks: Vec::new(),
            left: Vec::new(),
            jumped: Vec::new(),
            turned: Vec::new(),
            invalid: Vec::new(),
        }
    }
}

impl<const D: usize> FatBoxes<D> {
    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Number of boxes that there were since all fat boxes were new, or more.
    pub(super) fn rows(&self) -> usize {
        LANES * self.last.len()
    }

    /// The boxes as they were in the last run.
    pub(super) fn last(&self) -> &[Record] {
        self.last.as_flattened()
    }

    /// The fat boxes.
    pub(super) fn bounds(&self) -> Result<Bounds<'_, D>, Error> {
        let [min, max] = [&self.min, &self.max].map(|columns| {
            columns.each_ref().map(|column| &bytemuck::cast_slice(column)[..self.len])
        });
        Bounds::from_columns(min, max)
    }

    /// The fat box of a box.
    pub(super) fn get(&self, index: usize) -> Aabb<D> {
        let of = |columns: &[Vec<[f32; LANES]>; D]| {
            std::array::from_fn(|axis| columns[axis][index / LANES][index % LANES])
        };
        Aabb { min: of(&self.min), max: of(&self.max) }
    }

    /// Prefetches the fat box of a box.
    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        for column in self.min.iter().chain(&self.max) {
            prefetch::for_reading(column, index / LANES);
        }
    }

    /// Makes room for so many boxes. Those that are no more have jumped; their rows stay, as there
    /// are candidates with them.
    fn resize(&mut self, len: usize) -> Result<(), Error> {
        for index in len..self.len {
            if self.has_fat(index) {
                reserve_one(&mut self.jumped, WHAT)?;
                self.jumped.push(index as u32);
            }
            self.forget_fat(index);
            self.last[index / LANES][index % LANES] = Record::absent::<D>();
        }
        let groups = len.div_ceil(LANES).max(self.last.len());
        let absent = [Record::absent::<D>(); LANES];
        resize(&mut self.last, groups, absent, WHAT)?;
        resize(&mut self.groups, groups, Group::default(), WHAT)?;
        for column in self.min.iter_mut().chain(&mut self.max) {
            resize(column, groups, [f32::NAN; LANES], WHAT)?;
        }
        self.len = len;
        Ok(())
    }

    /// Whether a box has a fat one.
    fn has_fat(&self, index: usize) -> bool {
        !self.min[0][index / LANES][index % LANES].is_nan()
    }

    fn forget_fat(&mut self, index: usize) {
        for column in self.min.iter_mut().chain(&mut self.max) {
            column[index / LANES][index % LANES] = f32::NAN;
        }
    }

    /// Reads all boxes. If they are to be listed, looks which left their fat boxes, or are not
    /// static any more. Returns how far another one went astray at most, in its reach. O(boxes) on
    /// all threads; where it is told what was written, that and an eighth.
    pub(super) fn follow(
        &mut self,
        level: SimdLevel,
        bounds: Bounds<'_, D>,
        statics: Option<&[bool]>,
        course: Option<Course>,
    ) -> Result<f32, Error> {
        self.left.clear();
        self.jumped.clear();
        self.turned.clear();
        self.invalid.clear();
        // What is told of other boxes, or of a run before the last one, is of no use.
        let seen = self.seen.take().filter(|_| course.is_some() && bounds.len() == self.len);
        let written = bounds.changes.and_then(|changes| changes.since(seen));
        self.resize(bounds.len())?;
        let size = CHUNK * LANES;
        let used = self.len.div_ceil(size);
        if self.chunks.len() < used {
            reserve(&mut self.chunks, used, WHAT)?;
            self.chunks.resize_with(used, FollowChunk::default);
        }
        let Self { last, groups, min, max, chunks, len, .. } = self;
        let chunks = &mut chunks[..used];
        for (number, chunk) in chunks.iter_mut().enumerate() {
            (chunk.first, chunk.end) = (number * size, (*len).min((number + 1) * size));
        }
        let fat = [&*min, &*max].map(|columns| columns.each_ref().map(|column| &column[..]));
        with_source!(bounds, source => {
            let all = (&mut last[..], &mut groups[..]);
            threads::for_each_piece(chunks, all, &FollowChunk::groups, &|chunk, (last, groups)| {
                let pass = Follow { source, written, last, groups, fat, statics, course, chunk };
                chunk.outcome = level.run(pass).err();
            });
        });
        let mut farthest: f32 = 0.0;
        for chunk in &mut *chunks {
            if let Some(error) = chunk.outcome.take() {
                return Err(error);
            }
            farthest = farthest.max(chunk.share);
            for (to, from) in [
                (&mut self.left, &chunk.left),
                (&mut self.jumped, &chunk.jumped),
                (&mut self.turned, &chunk.turned),
            ] {
                reserve_more(to, from.len(), WHAT)?;
                to.extend_from_slice(from);
            }
            for invalid in &chunk.invalid {
                invalid.push_to(&mut self.invalid)?;
            }
        }
        self.seen = bounds.changes.map(|changes| changes.version());
        Ok(farthest)
    }

    /// Gives all boxes that were followed new fat ones. O(boxes), on all threads.
    pub(super) fn fatten_all(&mut self, level: SimdLevel, course: Course) {
        let Self { last, min, max, groups, chunks, len, .. } = self;
        groups.iter_mut().for_each(|group| group.searched = group.statics);
        let [min, max] =
            [min.each_mut(), max.each_mut()].map(|columns| columns.map(|column| &mut column[..]));
        let chunks = &mut chunks[..len.div_ceil(CHUNK * LANES)];
        let fatten = |_: &mut FollowChunk, (last, (min, max)): (&mut [EightBoxes], _)| {
            level.run(Fatten { last, min, max, course });
        };
        threads::for_each_piece(chunks, (&mut last[..], (min, max)), &FollowChunk::groups, &fatten);
    }

    /// Gives a box a new fat one; none where it is invalid. One that did not jump keeps its reach
    /// and its velocity, by which the limits of its candidates are.
    pub(super) fn fatten(&mut self, level: SimdLevel, index: usize, jumped: bool, course: Course) {
        let (group, lane) = (index / LANES, index % LANES);
        let last = &mut self.last[group];
        let fat = level.run(FattenOne::<D> { last, lane, keeps: !jumped, course });
        for axis in 0..D {
            self.min[axis][group][lane] = fat.min[axis];
            self.max[axis][group][lane] = fat.max[axis];
        }
        let Group { statics, searched, .. } = &mut self.groups[group];
        *searched = *searched & !(1 << lane) | *statics & 1 << lane;
    }

    /// Groups of eight boxes that did not move in the last run.
    #[cfg(test)]
    pub(super) fn resting(&self) -> usize {
        self.groups.iter().filter(|group| group.rests).count()
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let columns: usize =
            self.min.iter().chain(&self.max).map(|column| column.capacity() * LANES * 4).sum();
        columns
            + self.last.capacity() * size_of::<EightBoxes>()
            + self.groups.capacity() * size_of::<Group>()
            + 4 * (self.left.capacity() + self.jumped.capacity() + self.turned.capacity())
            + self.invalid.capacity() * size_of::<InvalidShape>()
            + self.chunks.capacity() * size_of::<FollowChunk>()
            + self.chunks.iter().map(FollowChunk::memory_bytes).sum::<usize>()
    }
}
