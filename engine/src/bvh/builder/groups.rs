//! The groups below the top, each split to its leaves by one thread.

use jostle_kernels::{
    Node, Record, SimdLevel,
    sah::{self, Weights},
    simd::LANES,
};

use super::{
    cells::BuildGroup,
    emit::{Emit, NodeSlot, nodes_of},
    wide::{Effort, Wide, WideBuilder, WideTask},
};
use crate::{
    Error,
    exec::{jobs::share, threads},
    memory::{reserve, reserve_one},
    tree::nodes::GroupNodes,
};

/// Boxes in a job at least.
const FEWEST_PER_JOB: usize = 4096;

/// A group in outline.
#[derive(Clone, Copy, Default)]
struct Outline {
    /// Number of its first wide in the list of its job.
    first: usize,
    /// Number of wides.
    len: usize,
    /// Nodes it becomes.
    nodes: usize,
}

/// Groups that are built by one thread one after the other.
struct GroupJob<const D: usize> {
    first: usize,
    last: usize,
    /// Place of its first node in the tree.
    base: u32,
    wides: Vec<Wide>,
    outlines: Vec<Outline>,
    builder: WideBuilder<D>,
    slots: Vec<NodeSlot>,
    roots: Vec<NodeSlot>,
    outcome: Result<(), Error>,
}

impl<const D: usize> Default for GroupJob<D> {
    fn default() -> Self {
        Self {
            first: 0,
            last: 0,
            base: 0,
            wides: Vec::new(),
            outlines: Vec::new(),
            builder: WideBuilder::default(),
            slots: Vec::new(),
            roots: Vec::new(),
            outcome: Ok(()),
        }
    }
}

/// Builds groups. Kept for its buffers.
#[derive(Default)]
pub(super) struct Groups<const D: usize> {
    jobs: Vec<GroupJob<D>>,
    used: usize,
    roots: Vec<NodeSlot>,
}

impl<const D: usize> Groups<D> {
    /// Splits the groups to their leaves and returns how many nodes they become.
    pub(super) fn split(
        &mut self,
        level: SimdLevel,
        records: &mut [Record],
        groups: &[BuildGroup],
        effort: Effort,
    ) -> Result<usize, Error> {
        self.cut(records.len(), groups)?;
        threads::for_each_piece(
            &mut self.jobs[..self.used],
            records,
            &|job| groups[job.first..job.last].iter().map(|group| group.len).sum(),
            &|job, records| {
                job.outcome = job.split(level, records, &groups[job.first..job.last], effort);
            },
        );
        let mut nodes = 0;
        for job in &self.jobs[..self.used] {
            job.outcome.clone()?;
            nodes += job.nodes();
        }
        reserve(&mut self.roots, groups.len(), "the groups of a tree")?;
        Ok(nodes)
    }

    /// Cuts the groups into jobs of about as many boxes.
    fn cut(&mut self, boxes: usize, groups: &[BuildGroup]) -> Result<(), Error> {
        let share = share(boxes, FEWEST_PER_JOB);
        self.used = 0;
        let mut first = 0;
        while first < groups.len() {
            let goal = groups[first].first + share;
            let last = groups.partition_point(|group| group.first < goal).max(first + 1);
            if self.used == self.jobs.len() {
                reserve_one(&mut self.jobs, "the groups of a tree")?;
                self.jobs.push(GroupJob::default());
            }
            (self.jobs[self.used].first, self.jobs[self.used].last) = (first, last);
            self.used += 1;
            first = last;
        }
        Ok(())
    }

    /// Writes the nodes of all groups, the first of which lies at `base` in the tree.
    pub(super) fn emit(
        &mut self,
        level: SimdLevel,
        records: &[Record],
        groups: &[BuildGroup],
        base: u32,
        nodes: &mut [Node<D>],
    ) {
        let mut base = base;
        for job in &mut self.jobs[..self.used] {
            job.base = base;
            base += job.nodes() as u32;
        }
        threads::for_each_piece(
            &mut self.jobs[..self.used],
            nodes,
            &GroupJob::nodes,
            &|job, nodes| job.emit(level, records, &groups[job.first..job.last], nodes),
        );
        self.roots.clear();
        for job in &self.jobs[..self.used] {
            self.roots.extend_from_slice(&job.roots);
        }
    }

    /// What refers to the roots of the groups, once their nodes are written.
    pub(super) fn roots(&self) -> &[NodeSlot] {
        &self.roots
    }

    /// Writes down where the nodes of each group are. There is room for them.
    pub(super) fn places(&self, to: &mut Vec<GroupNodes>) {
        to.clear();
        for job in &self.jobs[..self.used] {
            let mut first = job.base as usize;
            for outline in &job.outlines {
                let (len, leaf) = (outline.nodes, outline.len == 0);
                to.push(GroupNodes { first, len, leaf, row: sah::EMPTY });
                first += outline.nodes;
            }
        }
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.jobs.iter().map(GroupJob::memory_bytes).sum()
    }
}

impl<const D: usize> GroupJob<D> {
    /// Splits groups, whose boxes these are.
    fn split(
        &mut self,
        level: SimdLevel,
        records: &mut [Record],
        groups: &[BuildGroup],
        effort: Effort,
    ) -> Result<(), Error> {
        self.wides.clear();
        self.outlines.clear();
        reserve(&mut self.outlines, groups.len(), "the groups of a tree")?;
        let mut rest = records;
        for group in groups {
            let (boxes, behind) = rest.split_at_mut(group.len);
            rest = behind;
            let first = self.wides.len();
            if group.len > LANES {
                let task = WideTask {
                    effort,
                    weights: Weights::One,
                    limit: LANES as u32,
                    depth: group.depth,
                };
                self.builder.build(level, boxes, task, &mut self.wides)?;
            }
            let wides = &self.wides[first..];
            let nodes = nodes_of(wides).max(1);
            self.outlines.push(Outline { first, len: wides.len(), nodes });
        }
        // For `emit`, which has no way to fail.
        let longest = self.outlines.iter().map(|outline| outline.len).max().unwrap_or(0);
        reserve(&mut self.slots, longest, "the nodes of a tree")?;
        reserve(&mut self.roots, groups.len(), "the groups of a tree")
    }

    /// Nodes of all groups.
    fn nodes(&self) -> usize {
        self.outlines.iter().map(|outline| outline.nodes).sum()
    }

    /// Writes the nodes of the groups.
    fn emit(
        &mut self,
        level: SimdLevel,
        records: &[Record],
        groups: &[BuildGroup],
        nodes: &mut [Node<D>],
    ) {
        self.roots.clear();
        let (mut rest, mut base) = (nodes, self.base);
        for (group, outline) in groups.iter().zip(&self.outlines) {
            let (nodes, behind) = std::mem::take(&mut rest).split_at_mut(outline.nodes);
            rest = behind;
            let emit = Emit {
                records: &records[group.first..][..group.len],
                wides: &self.wides[outline.first..][..outline.len],
                first: outline.first,
                base,
                nodes,
                slots: &mut self.slots,
            };
            self.roots.push(emit.run(level));
            base += outline.nodes as u32;
        }
    }

    fn memory_bytes(&self) -> usize {
        self.wides.capacity() * size_of::<Wide>()
            + self.outlines.capacity() * size_of::<Outline>()
            + self.slots.capacity() * size_of::<NodeSlot>()
            + self.builder.memory_bytes()
    }
}
