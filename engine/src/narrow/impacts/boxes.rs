//! Moving boxes made ready for a frame.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use jostle_kernels::pairs::MovingBox;

use super::{super::PairSides, Motion};
use crate::{
    Bounds, Error,
    bounds::{Source, with_source},
    error::{countable, same_length},
    exec::threads,
    instances::instances,
    memory::grow_filled,
    validate::{InvalidReason, InvalidShape, is_motion},
};

/// Boxes that one thread packs at a time.
const CHUNK: usize = 4096;

/// The boxes of a broad phase and how they move: packed so that a pair touches as little memory as
/// can be, 36 bytes for a box in 3D. Keep it from frame to frame: it reuses its memory.
///
/// A box that is invalid, or whose motion is not finite, is [listed](Self::invalid) and meets
/// nothing.
///
/// ```
/// use jostle::{Bounds, narrow::{MovingBoxes, Narrow}, Pair};
///
/// // Two unit boxes half a unit apart, at a relative speed of 3.
/// let (low, high) = ([0.0, 1.5], [1.0, 2.5]);
/// let (zero, one) = ([0.0; 2], [1.0; 2]);
/// let bounds = Bounds::from_columns([&low, &zero], [&high, &one])?;
/// let (mut boxes, mut times) = (MovingBoxes::new(), Vec::new());
/// boxes.update(bounds, [&[2.0, -1.0], &zero])?;
/// Narrow::new().swept_bounds(&boxes, &[Pair { a: 0, b: 1 }], 1.0, &mut times)?;
/// assert_eq!(times, [1.0 / 6.0]);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct MovingBoxes<const D: usize> {
    boxes: Vec<MovingBox<D>>,
    len: usize,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> MovingBoxes<D> {
    /// No boxes.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(D == 2 || D == 3, "boxes live in 2D or 3D") };
        Self { boxes: Vec::new(), len: 0, invalid: Vec::new() }
    }

    /// Takes the boxes of a frame, and how far they move per unit of time: a slice for each axis.
    ///
    /// # Errors
    /// [`Error::Length`] when a slice is not as long as there are boxes, [`Error::TooMany`] for
    /// more boxes than a `u32` can number, and [`Error::OutOfMemory`]. Then there are no boxes.
    #[inline(never)]
    pub fn update(&mut self, bounds: Bounds<'_, D>, by: [&[f32]; D]) -> Result<(), Error> {
        self.len = 0;
        self.invalid.clear();
        let len = bounds.len();
        same_length("displacements", len, &by)?;
        countable(len)?;
        grow_filled(&mut self.boxes, len, "moving boxes")?;
        self.len = len;
        let valid = AtomicBool::new(true);
        let at = |index: usize| by.map(|column| column[index]);
        threads::for_each_chunk(&mut self.boxes[..len], CHUNK, |number, chunk| {
            let first = number * CHUNK;
            let all = with_source!(bounds, source => pack(&source, &at, first, chunk));
            valid.fetch_and(all, Relaxed);
        });
        if !valid.into_inner() {
            for index in 0..len {
                let fault = bounds.get(index).err().or(fault(at(index)));
                self.invalid.extend(fault.map(|reason| InvalidShape::of_first(index, reason)));
            }
        }
        Ok(())
    }

    /// Number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The boxes that are invalid, or whose motion is, in order, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<MovingBox<D>>() * self.boxes.capacity()
            + size_of::<InvalidShape>() * self.invalid.capacity()
    }

    pub(super) fn boxes(&self) -> &[MovingBox<D>] {
        &self.boxes[..self.len]
    }
}

/// Why a motion is invalid, if it is.
fn fault<const D: usize>(by: [f32; D]) -> Option<InvalidReason> {
    Motion::straight(by).check().err()
}

/// Packs the boxes from `first` on, and says whether all are valid.
fn pack<const D: usize>(
    source: &impl Source<D>,
    by: &impl Fn(usize) -> [f32; D],
    first: usize,
    to: &mut [MovingBox<D>],
) -> bool {
    let mut all_valid = true;
    for (to, index) in to.iter_mut().zip(first..) {
        let by = by(index);
        *to = match source.get(index) {
            Ok(aabb) if is_motion(&by) => MovingBox::new(aabb.min, aabb.max, by),
            _ => {
                all_valid = false;
                MovingBox::NONE
            }
        };
    }
    all_valid
}

/// The boxes that pairs refer to.
pub type BoxSides<'a, const D: usize> = PairSides<'a, MovingBoxes<D>>;

instances![MovingBoxes::<D>::update];
