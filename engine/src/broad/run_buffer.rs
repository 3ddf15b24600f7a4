//! Boxes as padded columns, owned: what a [`BoxRun`] borrows from, and the sweep of such runs.

use std::ops::Range;

use jostle_kernels::{
    SimdLevel,
    sweep::{self, BoxRun, Cursor, PADDING, Ranges},
};

use crate::{
    Aabb, Bounds, Error,
    exec::{
        sink::{Interrupt, Sink},
        threads,
    },
    join::{
        PairFilter,
        part::{Part, Tags},
    },
    memory::grow,
    validate::JoinSide,
};

/// Boxes that there is room for at least where room is made for more.
const FEWEST_ROOM: usize = 1024;

/// Columns that are kept and refilled.
pub(crate) struct RunBuffer<const D: usize> {
    pub(crate) min: [Vec<f32>; D],
    pub(crate) max: [Vec<f32>; D],
    pub(crate) ids: Vec<u32>,
    pub(crate) exclusion: Vec<u32>,
    len: usize,
}

impl<const D: usize> Default for RunBuffer<D> {
    fn default() -> Self {
        Self {
            min: std::array::from_fn(|_| Vec::new()),
            max: std::array::from_fn(|_| Vec::new()),
            ids: Vec::new(),
            exclusion: Vec::new(),
            len: 0,
        }
    }
}

impl<const D: usize> RunBuffer<D> {
    /// Number of boxes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Makes every column hold `len` boxes of unspecified value, padded.
    pub(crate) fn resize(&mut self, len: usize) -> Result<(), Error> {
        let padded = len + PADDING;
        for column in self.min.iter_mut().chain(&mut self.max) {
            grow(column, padded, "the columns of a run")?;
        }
        grow(&mut self.ids, padded, "the columns of a run")?;
        grow(&mut self.exclusion, padded, "the columns of a run")?;
        self.len = len;
        self.pad();
        Ok(())
    }

    /// Forgets the boxes behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        debug_assert!(len <= self.len);
        self.len = len;
        self.pad();
    }

    /// Writes the padding, which the boxes may have been written over.
    pub(crate) fn pad(&mut self) {
        self.min[0][self.len..self.len + PADDING].fill(f32::NAN);
    }

    /// Writes a box.
    pub(crate) fn set(&mut self, index: usize, aabb: &Aabb<D>, id: u32, exclusion: u32) {
        for axis in 0..D {
            self.min[axis][index] = aabb.min[axis];
            self.max[axis][index] = aabb.max[axis];
        }
        self.ids[index] = id;
        self.exclusion[index] = exclusion;
    }

    /// Makes room behind the boxes for some more, by doubling at least.
    pub(crate) fn make_room(&mut self, more: usize) -> Result<(), Error> {
        let len = self.len;
        // The column that grows last: where it has room, all have.
        if self.exclusion.len() < len + more + PADDING {
            self.resize(2 * len + FEWEST_ROOM + more)?;
            self.len = len;
        }
        Ok(())
    }

    /// Counts boxes that were written behind the others, where there was room. They are not padded.
    pub(crate) fn extend_by(&mut self, more: usize) {
        debug_assert!(self.ids.len() >= self.len + more);
        self.len += more;
    }

    /// Appends a box. It is not padded.
    pub(crate) fn push(&mut self, aabb: &Aabb<D>, id: u32, exclusion: u32) -> Result<(), Error> {
        self.make_room(1)?;
        self.set(self.len, aabb, id, exclusion);
        self.extend_by(1);
        Ok(())
    }

    /// A box.
    pub(crate) fn get(&self, index: usize) -> Aabb<D> {
        let min = self.min.each_ref().map(|column| column[index]);
        let max = self.max.each_ref().map(|column| column[index]);
        Aabb { min, max }
    }

    /// Becomes all the boxes of others, on two threads if there are.
    pub(crate) fn join<'a>(
        &mut self,
        others: impl Iterator<Item = &'a Self> + Clone + Send,
    ) -> Result<(), Error> {
        self.resize(others.clone().map(|other| other.len).sum())?;
        let Self { min, max, ids, exclusion, .. } = self;
        let both = others.clone();
        threads::join(
            || {
                for (axis, column) in min.iter_mut().enumerate() {
                    fill(column, both.clone().map(|other| &other.min[axis][..other.len]));
                }
                fill(ids, both.map(|other| &other.ids[..other.len]));
            },
            || {
                for (axis, column) in max.iter_mut().enumerate() {
                    fill(column, others.clone().map(|other| &other.max[axis][..other.len]));
                }
                fill(exclusion, others.map(|other| &other.exclusion[..other.len]));
            },
        );
        Ok(())
    }

    /// Writes all boxes of another buffer and their padding to the places from `first` on.
    ///
    /// # Panics
    /// When there are not so many places.
    pub(crate) fn copy_from(&mut self, first: usize, other: &Self) {
        let padded = other.len + PADDING;
        let columns = self.min.iter_mut().chain(&mut self.max);
        for (to, from) in columns.zip(other.min.iter().chain(&other.max)) {
            to[first..][..padded].copy_from_slice(&from[..padded]);
        }
        self.ids[first..][..padded].copy_from_slice(&other.ids[..padded]);
        self.exclusion[first..][..padded].copy_from_slice(&other.exclusion[..padded]);
    }

    /// The boxes as a run.
    pub(crate) fn run(&self) -> BoxRun<'_, D> {
        self.part(0, self.len)
    }

    /// Some of the boxes as a run.
    ///
    /// # Panics
    /// When there is no padding behind them.
    pub(crate) fn part(&self, first: usize, len: usize) -> BoxRun<'_, D> {
        let min = self.min.each_ref().map(|column| &column[first..]);
        let max = self.max.each_ref().map(|column| &column[first..]);
        BoxRun::new(min, max, &self.ids[first..], &self.exclusion[first..], len)
            .expect("padding was written behind the boxes")
    }

    /// The boxes as input, which they are once more.
    pub(crate) fn input(&self) -> Result<Part<'_, D>, Error> {
        let min = self.min.each_ref().map(|column| &column[..self.len]);
        let max = self.max.each_ref().map(|column| &column[..self.len]);
        Ok(Part {
            bounds: Bounds::from_columns(min, max)?,
            side: JoinSide::First,
            tags: Tags::Given {
                ids: &self.ids[..self.len],
                exclusion: &self.exclusion[..self.len],
            },
        })
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        let floats: usize = self.min.iter().chain(&self.max).map(Vec::capacity).sum();
        4 * (floats + self.ids.capacity() + self.exclusion.capacity())
    }
}

/// Writes pieces one behind the other.
fn fill<'a, T: Copy + 'a>(column: &mut [T], pieces: impl Iterator<Item = &'a [T]>) {
    pieces.fold(0, |first, piece| {
        column[first..][..piece.len()].copy_from_slice(piece);
        first + piece.len()
    });
}

/// Sweeps some queries against targets and hands the finished pairs to a sink. Returns the number
/// of boxes that were compared with another one.
pub(crate) fn sweep_into<const D: usize>(
    level: SimdLevel,
    queries: &BoxRun<'_, D>,
    targets: &BoxRun<'_, D>,
    ranges: Ranges<'_>,
    range: Range<usize>,
    finish: &PairFilter<'_>,
    sink: &mut dyn Sink,
) -> Result<u64, Interrupt> {
    if finish.keeps_all()
        && let Some(total) = sink.counter()
    {
        let (pairs, compared) =
            sweep::count(level, queries, targets, ranges, range.start, range.end);
        *total += pairs;
        return Ok(compared);
    }
    let mut cursor = Cursor::at(range.start);
    while cursor.query < range.end {
        let space = sink.space()?;
        let written = sweep::sweep(level, queries, targets, ranges, range.end, &mut cursor, space);
        let kept = finish.apply(&mut space[..written]);
        sink.commit(kept)?;
    }
    Ok(cursor.compared)
}
