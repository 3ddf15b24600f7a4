//! Motions made ready for a frame.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use bytemuck::{cast_slice, cast_slice_mut};
use jostle_kernels::{shape::Quads2, simd::Quad};

use super::{
    super::PairSides,
    motion::{Motion, MotionColumns, turns},
};
use crate::{
    Error,
    error::countable,
    exec::threads,
    memory::grow,
    validate::{InvalidShape, is_motion},
};

/// Motions that one thread packs at a time.
const CHUNK: usize = 4096;

/// Quads of a motion.
pub(in super::super) const fn quads_of(dimensions: usize) -> usize {
    if dimensions == 2 { 1 } else { 2 }
}

/// How the shapes of a [`PreparedShapes`](crate::shape::PreparedShapes) move, by their index there:
/// packed for the kernels. Keep it from frame to frame: it reuses its memory.
///
/// An invalid motion is [listed](Self::invalid), and its shape meets
/// nothing.
///
/// ```
/// use jostle::narrow::{MotionColumns, Motions, Narrow};
/// use jostle::{Pair, Shape, Shapes, shape::PreparedShapes};
///
/// let mut shapes = Shapes::<2>::new();
/// shapes.insert(Shape::ball([0.0, 0.0], 0.5))?;
/// shapes.insert(Shape::ball([3.0, 0.0], 0.5))?;
/// let (mut prepared, mut motions) = (PreparedShapes::new(), Motions::new());
/// prepared.update(&shapes)?;
/// motions.update(MotionColumns::straight([&[4.0, 0.0], &[0.0, 0.0]])?)?;
/// let (pairs, mut impacts) = ([Pair { a: 0, b: 1 }], Vec::new());
/// Narrow::new().impacts(&prepared, &motions, &pairs, 1.0, &mut impacts)?;
/// assert_eq!((impacts[0].time, impacts[0].normal), (0.5, [1.0, 0.0]));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Motions<const D: usize> {
    /// In 2D, two motions to an entry.
    records: Vec<Quads2>,
    len: usize,
    turning: bool,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> Motions<D> {
    /// No motions.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        Self { records: Vec::new(), len: 0, turning: false, invalid: Vec::new() }
    }

    /// Takes the motions of a frame.
    ///
    /// # Errors
    /// [`Error::TooMany`] for more motions than a `u32` can number, and [`Error::OutOfMemory`].
    /// Then there are no motions.
    pub fn update<'a>(&mut self, columns: impl Into<MotionColumns<'a, D>>) -> Result<(), Error> {
        let columns = columns.into();
        self.update_by(columns.len(), |index| columns.get(index))
    }

    /// Takes so many motions, which are asked for by their index, maybe more than once: of records
    /// of the caller's.
    ///
    /// # Errors
    /// As of [`update`](Self::update).
    pub fn update_by(
        &mut self,
        len: usize,
        motion: impl Fn(usize) -> Motion<D> + Sync,
    ) -> Result<(), Error> {
        let records = self.make_room(len)?;
        let (valid, turning) = (AtomicBool::new(true), AtomicBool::new(false));
        threads::for_each_chunk(records, CHUNK * quads_of(D), |number, chunk| {
            let (all_finite, any_turns) = pack(&motion, number * CHUNK, chunk);
            valid.fetch_and(all_finite, Relaxed);
            turning.fetch_or(any_turns, Relaxed);
        });
        self.turning = turning.into_inner();
        if !valid.into_inner() {
            self.mark_invalid(0..len, motion);
        }
        Ok(())
    }

    /// Takes the motions of some of so many shapes, by their indices in order; the others must not
    /// be asked for.
    pub(crate) fn update_some(
        &mut self,
        len: usize,
        indices: &[u32],
        motion: impl Fn(usize) -> Motion<D> + Sync,
    ) -> Result<(), Error> {
        let records = self.make_room(len)?;
        let valid = AtomicBool::new(true);
        let turning = AtomicBool::new(false);
        threads::for_each_chunk(records, CHUNK * quads_of(D), |number, chunk| {
            let first = number * CHUNK;
            let place = |index: usize| indices.partition_point(|other| (*other as usize) < index);
            let (mut all_finite, mut any_turns) = (true, false);
            for index in &indices[place(first)..place(first + CHUNK)] {
                let at = (*index as usize - first) * quads_of(D);
                let to = &mut chunk[at..at + quads_of(D)];
                let (is_finite, turns) = pack(&motion, *index as usize, to);
                all_finite &= is_finite;
                any_turns |= turns;
            }
            valid.fetch_and(all_finite, Relaxed);
            turning.fetch_or(any_turns, Relaxed);
        });
        self.turning = turning.into_inner();
        if !valid.into_inner() {
            self.mark_invalid(indices.iter().map(|index| *index as usize), motion);
        }
        Ok(())
    }

    /// Forgets all motions and makes room for so many.
    fn make_room(&mut self, len: usize) -> Result<&mut [Quad], Error> {
        self.len = 0;
        self.invalid.clear();
        countable(len)?;
        let quads = quads_of(D);
        grow(&mut self.records, (len * quads).div_ceil(2), "the motions of shapes")?;
        self.len = len;
        Ok(&mut cast_slice_mut(&mut self.records)[..len * quads])
    }

    /// Lists those that are invalid.
    fn mark_invalid(
        &mut self,
        indices: impl Iterator<Item = usize>,
        motion: impl Fn(usize) -> Motion<D>,
    ) {
        for index in indices {
            let fault = motion(index).check().err();
            self.invalid.extend(fault.map(|reason| InvalidShape::of_first(index, reason)));
        }
    }

    /// Number of motions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no motions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The invalid motions, in order, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Quads2>() * self.records.capacity()
            + size_of::<InvalidShape>() * self.invalid.capacity()
    }

    /// Whether any shape turns.
    pub(super) fn turning(&self) -> bool {
        self.turning
    }

    /// The motion of a shape.
    pub(super) fn get(&self, index: usize) -> Motion<D> {
        Motion::of_quads(self.quads(index..index + 1))
    }

    /// The motions of some shapes.
    pub(super) fn quads(&self, shapes: Range<usize>) -> &[Quad] {
        let quads = quads_of(D);
        &cast_slice(&self.records)[shapes.start * quads..shapes.end * quads]
    }
}

/// Packs the motions from `first` on, and says whether all are finite and whether any turns.
fn pack<const D: usize>(
    motion: impl Fn(usize) -> Motion<D>,
    first: usize,
    to: &mut [Quad],
) -> (bool, bool) {
    let quads = quads_of(D);
    let (mut all_finite, mut any_turns) = (true, false);
    for (to, index) in to.chunks_exact_mut(quads).zip(first..) {
        let packed = motion(index).quads();
        all_finite &= is_motion(packed.as_flattened());
        any_turns |= turns::<D>(&packed);
        to.copy_from_slice(&packed[..quads]);
    }
    (all_finite, any_turns)
}

/// Whether a motion of a row of motions in quads turns.
#[inline(always)]
pub(super) fn row_turns<const D: usize>(motions: &[Quad], row: u32) -> bool {
    let quads = quads_of(D);
    turns::<D>(&motions[row as usize * quads..][..quads])
}

/// How the shapes move that pairs refer to.
pub type MotionSides<'a, const D: usize> = PairSides<'a, Motions<D>>;
