//! The narrow phase: what the pairs of a broad phase mean.
//!
//! A list of pairs goes in, in any order; what is found comes out by pair. Pairs are worked on in
//! chunks, each on one thread: split by the kinds of their shapes, computed eight at a time, and
//! put together in the order of the list. What is found out about a pair depends on its two shapes
//! alone, not on its place, its neighbors, the threads or the SIMD level.
//!
//! * [`Narrow::overlaps`]: whether each pair touches
//! * [`Narrow::separations`]: how far apart, or how deep, and which way
//! * [`Narrow::contacts`]: the pairs that touch, with their points
//! * [`Narrow::impacts`]: when shapes that move meet, and which way they face then
//! * [`Narrow::swept_bounds`]: when boxes along the axes meet, such as those of a broad phase
//!
//! [`Narrow::visit_separations`] and [`Narrow::visit_contacts`] show what they find instead of
//! keeping it.
//!
//! For a pair or two there are [`overlap`], [`separation`], [`contact`] and [`cast`], which give
//! the same without a batch, [`contact_within`] and [`distance`].
//!
//! All of these but [`cast`] agree about shapes that reach no farther than 1e18 from the origin.
//! Lengths below 1e-18 count as none where they are squared. Farther out squares overflow: nothing
//! panics, but one function may say that a pair touches, and another one that it does not.

mod block;
mod chunk;
mod chunks;
mod common_point;
mod composite;
mod contact_rows;
mod contacts;
mod distance;
mod early_out;
mod emit;
mod impacts;
mod near;
mod plane;
mod report;
mod sides;
mod single;
mod split;
mod visit;

use crate::{Error, Pair, exec::threads::Scratches, memory::resize};
use chunk::{PairChunk, PairScratch};
use chunks::by_chunk;
pub(crate) use composite::{Body, OfParts, closest, ray_hit, ray_time};
pub use contacts::{Contact, Contacts};
pub use distance::ClosestPoints;
pub(crate) use distance::nearest as closest_points;
pub(crate) use impacts::Mover;
pub use impacts::{
    BoxSides, Impact, ImpactState, Motion, MotionColumns, MotionSides, Motions, MovingBoxes, cast,
};
use jostle_kernels::SimdLevel;
pub use jostle_kernels::pairs::ContactPoint;
pub use near::NEAREST;
pub(crate) use near::{NearPairs, check_margin};
pub use report::{NarrowCounts, NarrowStats};
pub(crate) use sides::contact_bytes;
pub use sides::{PairSides, Sides};
pub use single::{Manifold, contact, contact_within, distance, overlap, separation};
pub use visit::{ContactBatch, SeparationBatch};

/// Pairs in a chunk: what is found out about them fits in the second cache.
const CHUNK: usize = 1024;

/// Pairs in a block of [`Contacts`], at most.
const BLOCK: usize = 8 * CHUNK;

/// How far two shapes are apart, and which way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<const D: usize> {
    /// Unit vector from A to B.
    pub normal: [f32; D],
    /// Positive only where the shapes are certainly apart; at most 0 where they touch, then minus
    /// the depth: moving B by `-distance * normal` makes them just touch.
    ///
    /// For shapes that are round (balls, capsules) it is the distance. For others it is the gap
    /// along the axis where it is largest, which is at most the distance.
    pub distance: f32,
    /// Which axis or feature decided.
    pub axis: u32,
}

impl<const D: usize> Separation<D> {
    /// That of an invalid shape: it touches nothing.
    const UNKNOWN: Self = Self { normal: [0.0; D], distance: f32::INFINITY, axis: 0 };
}

/// The narrow phase, with the buffers of its threads. Keep it from frame to frame.
pub struct Narrow<const D: usize> {
    level: SimdLevel,
    scratches: Scratches<Vec<PairScratch<D>>>,
    sweeps: Scratches<Vec<impacts::ImpactScratch<D>>>,
}

impl<const D: usize> Default for Narrow<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> Narrow<D> {
    /// A narrow phase at the [default level](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        let level = SimdLevel::default();
        Self { level, scratches: Scratches::default(), sweeps: Scratches::default() }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Tells for each pair whether its shapes touch.
    ///
    /// Touching counts; false only where the shapes are certainly apart.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there.
    pub fn overlaps<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        pairs: &[Pair],
        touching: &mut Vec<bool>,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        resize(touching, pairs.len(), false, "touching")?;
        by_chunk(
            &mut self.scratches,
            touching,
            sides.share(pairs.len(), CHUNK),
            |scratch: &mut PairScratch<D>, first, out| {
                let pairs = &pairs[first..][..out.len()];
                scratch.overlaps(level, &sides, PairChunk { pairs, first }, out)
            },
        )
    }

    /// Tells for each pair how far its shapes are apart, or how deep they overlap, and which way.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there.
    pub fn separations<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        pairs: &[Pair],
        separations: &mut Vec<Separation<D>>,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        resize(separations, pairs.len(), Separation::UNKNOWN, "separations")?;
        by_chunk(
            &mut self.scratches,
            separations,
            sides.share(pairs.len(), CHUNK),
            |scratch: &mut PairScratch<D>, first, out| {
                let pairs = &pairs[first..][..out.len()];
                scratch.separations(level, &sides, PairChunk { pairs, first }, out)
            },
        )
    }

    /// Finds the pairs that touch, with the points where they do.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there.
    pub fn contacts<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        pairs: &[Pair],
        contacts: &mut Contacts<D>,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        let share = sides.share(pairs.len(), BLOCK);
        let blocks = contacts.restart(pairs.len(), share)?;
        let report = by_chunk(
            &mut self.scratches,
            blocks,
            1,
            |scratch: &mut PairScratch<D>, number, block| {
                let begin = number * share;
                let of_block = &pairs[begin..pairs.len().min(begin + share)];
                for (pairs, first) in of_block.chunks(CHUNK).zip((begin..).step_by(CHUNK)) {
                    scratch.contacts(level, &sides, PairChunk { pairs, first }, &mut block[0])?;
                }
                Ok(())
            },
        );
        contacts.finish();
        report
    }
}
