//! When moving shapes meet.
//!
//! Pairs take the same way as those of shapes that stand still: split by kinds, computed eight at a
//! time, put together in the order of the list. Where there is a closed form and the shape of the
//! pair that is not round about its center does not turn, it is used; else the shapes advance step
//! by step.

mod boxes;
mod cast;
mod chunk;
mod motion;
mod motions;

pub use boxes::{BoxSides, MovingBoxes};
pub(crate) use cast::Mover;
pub use cast::cast;
pub(super) use cast::of_columns;
pub(super) use chunk::ImpactScratch;
pub use jostle_kernels::pairs::{Impact, ImpactState};
pub use motion::{Motion, MotionColumns};
pub(super) use motions::quads_of;
pub use motions::{MotionSides, Motions};

use super::{CHUNK, Narrow, NarrowStats, PairChunk, Sides, chunks::by_chunk};
use crate::{Error, Pair, memory::resize, validate::check_window};

impl<const D: usize> Narrow<D> {
    /// Tells for each pair of moving shapes when they first touch, from time 0 to `until`, which
    /// may be infinite, and which way they face then.
    ///
    /// `shapes` are those of time 0, and [`Motions`] tell how they move per unit of time; only the
    /// motion relative to each other counts. Shapes that touch at time 0 meet then, [whichever way
    /// they move](ImpactState::Overlapping). A hit is never missed, however fast and thin the
    /// shapes are. Pairs of invalid shapes or motions do not meet.
    ///
    /// * Two balls, and a ball and a box or capsule that does not turn: the time of a formula.
    /// * Others: the time at which there is a gap of at most 1/1024 of the radius of the smaller
    ///   shape left, of some roundings where shapes come straight at each other. They have not
    ///   touched before. Some that pass each other that close count as hit, and some that turn fast
    ///   next to each other as [capped](ImpactState::Capped).
    ///
    /// [`NarrowCounts::touching`](super::NarrowCounts::touching) are the pairs with a time. The
    /// work is linear in the number of pairs; one that advances takes a few steps, at most 64.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there, [`Error::Length`] when
    /// there are not as many motions as shapes, [`Error::Window`] when `until` is negative or NaN.
    pub fn impacts<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        motions: impl Into<MotionSides<'a, D>>,
        pairs: &[Pair],
        until: f32,
        impacts: &mut Vec<Impact<D>>,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        let moving = chunk::MovingSides::new(sides, motions.into())?;
        check_window(until)?;
        resize(impacts, pairs.len(), Impact::default(), "impacts")?;
        let share = sides.share(pairs.len(), CHUNK);
        by_chunk::<_, _, D>(&mut self.sweeps, impacts, share, |scratch, first, out| {
            let pairs = &pairs[first..][..out.len()];
            scratch.impacts(level, &moving, until, PairChunk { pairs, first }, out)
        })
    }

    /// Tells for each pair of moving boxes along the axes when they first touch, from time 0 to
    /// `until`, which may be infinite; infinite where they do not meet in that time.
    ///
    /// These are the boxes of a broad phase, and this is the cheap question that comes before
    /// [`impacts`](Self::impacts): shapes do not meet before their bounds do. The times
    /// are those of the slab test (Kay and Kajiya, 1986), within 3 units of rounding, and a hit is
    /// never missed. The work is linear, and a long list takes as long as its boxes take to come
    /// from memory.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a box that is not there, [`Error::Window`] when
    /// `until` is negative or NaN.
    pub fn swept_bounds<'a>(
        &mut self,
        boxes: impl Into<BoxSides<'a, D>>,
        pairs: &[Pair],
        until: f32,
        times: &mut Vec<f32>,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (boxes.into(), self.level);
        check_window(until)?;
        resize(times, pairs.len(), f32::INFINITY, "times")?;
        by_chunk::<_, _, D>(&mut self.sweeps, times, CHUNK, |scratch, first, out| {
            let pairs = &pairs[first..][..out.len()];
            scratch.times(level, &sides, until, PairChunk { pairs, first }, out)
        })
    }
}
