//! Boxes at rest in a tree that is kept, those that move in one that is built anew.
//!
//! Static boxes are no pair with each other, so all that is to be found are the pairs of moving boxes, and
//! those of a moving one with one at rest: a walk down the tree of the moving ones, and one down both trees
//! (`bvh::join`). The boxes at rest are compared with those of the run before in the order in which they
//! lie, and only those that changed are put into their tree or taken out.

mod look;
mod resting;

use std::time::Instant;

use jostle_kernels::{Level, LevelError, Record};

use look::{Chunk, look};
use resting::Resting;

use super::{
    BoxSet, BroadPhase, Join, Output, Summary,
    emit::{Finish, Stop},
    jobs::Progress,
};
use crate::{
    Bvh, Error, Quarantined,
    bvh::join::{Joiner, Trees},
    debug::DebugDraw,
    error::reserve,
};

/// A broad phase for sets of which most boxes are [static](crate::Filter::with_statics).
///
/// A static box costs as much as looking at it takes, and a moving one what it costs a [`Bvh`]. Which
/// boxes are static may change from run to run: each that does costs O(log n). Where no boxes are marked,
/// and between two sets, it is a [`Bvh`].
///
/// The box with an index is taken to be the same from run to run; that it is decides about speed only.
///
/// ```
/// use jostle::{Bounds, BoxSet, BroadPhase, Filter, Join, Layers, Pairs};
///
/// let (low, high) = ([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]);
/// let bounds = Bounds::from_columns([&low, &low], [&high, &high])?;
/// let filter = Filter::default().with_statics(&[true, true, false]);
/// let (mut layers, mut pairs) = (Layers::<2>::new(), Pairs::new());
/// layers.pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
/// assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 1, 2));
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct Layers<const D: usize> {
    level: Result<Level, LevelError>,
    moving: Bvh<D>,
    resting: Resting<D>,
    chunks: Vec<Chunk<D>>,
    records: Vec<Record>,
    joiner: Joiner,
    quarantined: Vec<Quarantined>,
    /// Whether the last run was answered by the first tree alone.
    alone: bool,
}

impl<const D: usize> Layers<D> {
    /// A broad phase at the level that `JOSTLE_LEVEL` names, or the processor's best. A bad name
    /// there is an error of the first run.
    #[must_use]
    pub fn new() -> Self {
        Self::from_level(Level::selected())
    }

    /// A broad phase at a given level.
    #[must_use]
    pub fn with_level(level: Level) -> Self {
        Self::from_level(Ok(level))
    }

    pub(in crate::broad) fn from_level(level: Result<Level, LevelError>) -> Self {
        Self {
            moving: Bvh::from_level(level.clone()),
            resting: Resting::from_level(level.clone()),
            level,
            chunks: Vec::new(),
            records: Vec::new(),
            joiner: Joiner::default(),
            quarantined: Vec::new(),
            alone: true,
        }
    }

    fn find(
        &mut self,
        set: &BoxSet<'_, D>,
        statics: &[bool],
        progress: &mut Progress<'_>,
    ) -> Result<(), Stop> {
        let level = self.level.clone().map_err(Error::from)?;
        let start = Instant::now();
        self.quarantined.clear();
        look(set.bounds, statics, self.resting.known(statics.len())?, &mut self.chunks)?;
        let chunks = &self.chunks[..statics.len().div_ceil(look::CHUNK)];
        let (moving, invalid) = chunks.iter().fold((0, 0), |(moving, invalid), chunk| {
            (moving + chunk.moving.len(), invalid + chunk.quarantined.len())
        });
        self.records.clear();
        reserve(&mut self.records, moving, "the boxes that move")?;
        reserve(&mut self.quarantined, invalid, "the list of invalid boxes")?;
        for chunk in chunks {
            self.records.extend_from_slice(&chunk.moving);
            self.quarantined.extend_from_slice(&chunk.quarantined);
        }
        self.resting.update(level, chunks)?;
        progress.stages.bounds += start.elapsed();
        let start = Instant::now();
        self.moving.build_records(&self.records)?;
        progress.stages.build += start.elapsed();
        let (moving, resting) = (self.moving.tree.nodes(), self.resting.nodes());
        let finish = Finish::new(&Join::Within(*set));
        self.joiner.join(level, Trees::new(moving, moving), true, &finish, progress)?;
        self.joiner.join(level, Trees::new(moving, resting), false, &finish, progress)
    }
}

impl<const D: usize> Default for Layers<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for Layers<D> {
    fn name(&self) -> &'static str {
        "layers"
    }

    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<Summary, Error> {
        match join {
            Join::Within(set) if let Some(statics) = set.filter.statics => {
                self.alone = false;
                Progress::answer(join, output, |progress| self.find(set, statics, progress))
            }
            _ => {
                self.alone = true;
                self.moving.run(join, output)
            }
        }
    }

    fn quarantined(&self) -> &[Quarantined] {
        if self.alone { self.moving.quarantined() } else { &self.quarantined }
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.moving.debug_draw(draw);
        if !self.alone {
            self.resting.draw(draw);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.moving.memory_bytes()
            + self.resting.memory_bytes()
            + self.chunks.iter().map(Chunk::memory_bytes).sum::<usize>()
            + self.records.capacity() * size_of::<Record>()
            + self.quarantined.capacity() * size_of::<Quarantined>()
            + self.joiner.memory_bytes()
    }
}
