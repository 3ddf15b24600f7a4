//! What asks trees, and keeps its buffers.

use std::ops::Range;

use jostle_kernels::SimdLevel;

use super::{
    join::{GROUP, Join, JoinScratch},
    place::{Placement, Relative, between},
    tree::{MeshTree, Nodes, Placed},
    triangles::{TrianglePairs, Triangles},
};
use crate::{
    Error, Pair, Pairs,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext, RunStats},
        sink::{Interrupt, ROOM, Sink},
    },
    memory::grow,
};

/// Asks trees of meshes: against each other, against [shapes](Self::overlapping) and
/// [rays](Self::closest_hit).
///
/// It keeps its buffers from call to call. Answers depend on the meshes, the trees and the poses
/// alone, not on the number of threads or the SIMD level.
pub struct MeshQuery {
    pub(super) level: SimdLevel,
    tasks: Vec<Pair>,
    jobs: Jobs<Range<usize>, JoinScratch<TrianglePairs>>,
    /// The scratch of what runs on the calling thread only.
    pub(super) own: JoinScratch<TrianglePairs>,
    pub(super) shapes: JoinScratch<()>,
    pub(super) found: Pairs,
    first: Vec<Pair>,
    pub(super) stack: Vec<(f64, u32)>,
}

impl MeshQuery {
    /// At the [default level](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        Self {
            level: SimdLevel::default(),
            tasks: Vec::new(),
            jobs: Jobs::default(),
            own: JoinScratch::default(),
            shapes: JoinScratch::default(),
            found: Pairs::new(),
            first: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// All pairs of a triangle of one mesh and one of the other that touch: `a` by index in the
    /// first, `b` in the second. On all threads.
    ///
    /// Each pair once, always in the same sequence; [`Pairs::sort_canonical`] sorts them. Exact for
    /// triangles as they are [placed](Placed), and the same whichever mesh comes first.
    ///
    /// O(log n + pairs) where the meshes touch along few curves and O(n m) at worst, such as where
    /// all triangles lie in one another; memory for some thousand pairs of nodes and the pairs
    /// found.
    ///
    /// # Errors
    /// [`Error::Pose`] when a pose is invalid and when memory runs out.
    pub fn pairs<T: MeshTree>(
        &mut self,
        first: Placed<'_, T>,
        second: Placed<'_, T>,
        output: Output<'_>,
    ) -> Result<RunStats, Error> {
        let level = self.level;
        let (places, relative) = between_placed(&first, &second)?;
        let decide = Triangles { level, meshes: [first.tree.mesh(), second.tree.mesh()], places };
        let trees = [first.tree.nodes(), second.tree.nodes()];
        let join = Join { level, trees, relative: &relative };
        let mut progress = RunContext::new(output);
        let result = self.run(&join, &decide, &mut progress);
        progress.summary(result)
    }

    fn run<'a, N: Nodes<'a>>(
        &mut self,
        join: &Join<'_, N>,
        decide: &Triangles<'_>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let Self { tasks, jobs, own, .. } = self;
        join.cut(tasks, own)?;
        jobs.clear();
        let share = GROUP * share(tasks.len().div_ceil(GROUP), 1);
        for first in (0..tasks.len()).step_by(share) {
            jobs.push(first..tasks.len().min(first + share))?;
        }
        let tasks = &*tasks;
        jobs.run(progress, &|range, scratch, sink| {
            join.run(&tasks[range.clone()], decide, scratch, sink)?;
            Ok(Cost::default())
        })
    }

    /// A pair of triangles that touch, if any do: the first that is met, always the same. Usually
    /// many times faster than all.
    ///
    /// # Errors
    /// As [`pairs`](Self::pairs).
    pub fn first<T: MeshTree>(
        &mut self,
        first: Placed<'_, T>,
        second: Placed<'_, T>,
    ) -> Result<Option<Pair>, Error> {
        let level = self.level;
        let (places, relative) = between_placed(&first, &second)?;
        let decide = Triangles { level, meshes: [first.tree.mesh(), second.tree.mesh()], places };
        let trees = [first.tree.nodes(), second.tree.nodes()];
        let join = Join { level, trees, relative: &relative };
        let Some(roots) = join.roots() else { return Ok(None) };
        grow(&mut self.first, ROOM, "a batch of pairs")?;
        let mut sink = First { buffer: &mut self.first, found: None };
        match join.run(&[roots], &decide, &mut self.own, &mut sink) {
            Ok(()) | Err(Interrupt::Break) => Ok(sink.found),
            Err(Interrupt::Error(error)) => Err(error),
        }
    }
}

impl Default for MeshQuery {
    fn default() -> Self {
        Self::new()
    }
}

fn between_placed<T: MeshTree>(
    first: &Placed<'_, T>,
    second: &Placed<'_, T>,
) -> Result<([Placement; 2], Relative), Error> {
    first.pose.check()?;
    second.pose.check()?;
    Ok(between([first.tree.frame(), second.tree.frame()], [&first.pose, &second.pose]))
}

/// Takes the first pair and ends the run.
struct First<'a> {
    buffer: &'a mut [Pair],
    found: Option<Pair>,
}

impl Sink for First<'_> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        Ok(self.buffer)
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        self.found = self.buffer[..written].first().copied();
        if self.found.is_some() { Err(Interrupt::Break) } else { Ok(()) }
    }
}
