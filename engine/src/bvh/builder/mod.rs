//! Building a tree from nothing, every frame.
//!
//! Four passes over the boxes, each by all threads: *survey* validates them and finds where they
//! are, *count* puts them into the cells of a grid, *scatter* moves them to the groups that the top
//! of the tree over the cells makes of them, and *groups* splits each group to its leaves in the
//! cache. Then the nodes are written in order. Nothing depends on the number of threads: unions and
//! counts are the same in any order, groups keep the order of the boxes, and a group is built by
//! one thread.

mod cells;
mod emit;
mod grid;
mod groups;
mod median;
mod passes;
mod top;
mod wide;

use jostle_kernels::{Record, SimdLevel, sah::Axes};

use groups::Groups;
use top::Top;
use wide::Effort;
pub(crate) use wide::{Child, DEEP, Wide, WideBuilder, WideTask};

use super::builder::passes::{Boxes, Given};
use crate::{
    Error,
    bounds::with_source,
    clock::Clock,
    exec::run::StageTimes,
    join::part::Part,
    memory::{grow_filled, reserve},
    tree::nodes::{FlatTree, LEAF},
    validate::InvalidShape,
};

/// How much work to put into a tree.
///
/// The answers are the same for all; the faster the build, the slower the queries. Times are those
/// of a million uniform boxes in 3D on one thread and on two of a Zen 4; costs are those of the
/// surface area heuristic over the costs of a full sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildQuality {
    /// For trees that answer little before they are built again: one axis, eight bins. 88 and 49
    /// ms, cost 1.10.
    Fast,
    /// For trees that are built every frame and answer about as many queries as there are boxes:
    /// all axes, sixteen bins. 131 and 70 ms, cost 1.03.
    #[default]
    Balanced,
    /// For trees that are built once and queried often: as balanced, with a smaller part of the
    /// tree built over a grid, which pays where boxes are spread unevenly. 155 and 80 ms, cost
    /// 1.03.
    Quality,
}

impl BuildQuality {
    pub(crate) fn effort(self) -> Effort {
        match self {
            Self::Fast => Effort { axes: Axes::Widest, bins: 8, per_cell: 32, group: 1 << 9 },
            Self::Balanced => Effort { axes: Axes::All, bins: 16, per_cell: 8, group: 1 << 12 },
            Self::Quality => Effort { axes: Axes::All, bins: 16, per_cell: 8, group: 1 << 15 },
        }
    }
}

/// A tree that a [`Builder`] has planned and only has to write.
#[derive(Clone, Copy)]
pub(crate) struct Plan<const D: usize> {
    level: SimdLevel,
    /// Number of valid boxes.
    boxes: usize,
    ends: [(f32, f32); D],
    /// Number of nodes of the top, and of all nodes.
    tops: usize,
    used: usize,
}

/// Builds trees. Kept for its buffers.
#[derive(Default)]
pub(crate) struct Builder<const D: usize> {
    top: Top<D>,
    groups: Groups<D>,
    records: Vec<Record>,
}

impl<const D: usize> Builder<D> {
    /// Builds a tree of the valid boxes of a part.
    pub(crate) fn build(
        &mut self,
        level: SimdLevel,
        part: &Part<'_, D>,
        build: BuildQuality,
        tree: &mut FlatTree<D>,
        invalid: &mut Vec<InvalidShape>,
        stages: &mut StageTimes,
    ) -> Result<(), Error> {
        tree.clear();
        with_source!(part.bounds, source => {
            let boxes = Given { source, part };
            let plan = self.plan(level, boxes, part.bounds.len(), build, stages)?;
            let start = Clock::start();
            self.reserve(&plan, tree)?;
            self.write(plan, tree);
            stages.build += start.elapsed();
        });
        if tree.boxes < part.bounds.len() {
            mark_invalid(part, invalid)?;
        }
        Ok(())
    }

    /// Plans a tree of boxes that come with ids and exclusion bits, and makes room for it in
    /// `tree`, which stays as it is until the plan is [written](Self::write).
    pub(crate) fn plan_records(
        &mut self,
        level: SimdLevel,
        records: &[Record],
        build: BuildQuality,
        tree: &mut FlatTree<D>,
    ) -> Result<Plan<D>, Error> {
        let plan = self.plan(level, records, records.len(), build, &mut StageTimes::default())?;
        self.reserve(&plan, tree)?;
        Ok(plan)
    }

    fn plan(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        len: usize,
        build: BuildQuality,
        stages: &mut StageTimes,
    ) -> Result<Plan<D>, Error> {
        let mut clock = Clock::start();
        let effort = build.effort();
        let (valid, ends) = self.top.build(level, boxes, len, effort, &mut self.records)?;
        stages.bounds += clock.lap();
        let nodes =
            self.groups.split(level, &mut self.records[..valid], &self.top.groups, effort)?;
        let tops = 1 + self.top.wides.len();
        let used = tops + nodes;
        if used >= LEAF as usize {
            // At least one box in each leaf: only trees of many billion bytes come here.
            return Err(Error::TooMany { boxes: len, limit: LEAF as usize / 2 });
        }
        stages.build += clock.lap();
        Ok(Plan { level, boxes: valid, ends, tops, used })
    }

    /// Makes room in a tree for what was planned.
    fn reserve(&self, plan: &Plan<D>, tree: &mut FlatTree<D>) -> Result<(), Error> {
        grow_filled(&mut tree.nodes, plan.used, "the nodes of a tree")?;
        reserve(&mut tree.groups, self.top.groups.len(), "the groups of a tree")
    }

    /// Writes the tree that was planned last, for which there is room.
    pub(crate) fn write(&mut self, plan: Plan<D>, tree: &mut FlatTree<D>) {
        let Plan { level, boxes, ends, tops, used } = plan;
        let Self { top, groups, records } = self;
        let (above, below) = tree.nodes[..used].split_at_mut(tops);
        groups.emit(level, &records[..boxes], &top.groups, tops as u32, below);
        top.emit(level, groups.roots(), above);
        (tree.used, tree.tops, tree.boxes, tree.ends) = (used, tops, boxes, ends);
        groups.places(&mut tree.groups);
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.top.memory_bytes()
            + self.groups.memory_bytes()
    }
}

/// Lists the invalid boxes.
#[cold]
fn mark_invalid<const D: usize>(
    part: &Part<'_, D>,
    invalid: &mut Vec<InvalidShape>,
) -> Result<(), Error> {
    for index in 0..part.bounds.len() {
        if let Err(reason) = part.bounds.get(index) {
            InvalidShape { side: part.side, index: index as u32, reason }.push_to(invalid)?;
        }
    }
    Ok(())
}
