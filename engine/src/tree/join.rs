//! Pairs by traversing two trees, or one tree twice, at once.
//!
//! The whole join is cut into some thousand [tasks](super::join_task), whose order is that of their
//! pairs. Each is done depth first on a stack of bounded size, down to pairs of leaves.

use std::ops::Range;

use jostle_kernels::{
    Lanes, Node, Pair, Pass, SimdLevel,
    node::BoxQuery,
    simd::{LANES, set_bits},
};

use super::{
    join_task::{JoinTask, MOST_SUBTASKS, Subtree, Trees, divide},
    nodes::{MOST_DEPTH, SENTINEL_ROOT, place},
};
use crate::{
    Error,
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::{Interrupt, ROOM, Sink},
    },
    instances::instances,
    join::PairFilter,
    memory::{reserve, reserve_one},
};

/// Tasks from which on there are enough for many threads.
const ENOUGH: usize = 1024;

/// Splits the whole join into tasks whose order is that of their pairs.
fn cut<const D: usize>(
    level: SimdLevel,
    trees: Trees<'_, D>,
    within: bool,
    tasks: &mut Vec<JoinTask>,
    scratch: &mut Vec<JoinTask>,
) -> Result<(), Error> {
    tasks.clear();
    let empty = |nodes: &[Node<D>]| nodes.first().is_none_or(Node::is_empty);
    if empty(trees.first) || empty(trees.second) {
        return Ok(());
    }
    let root = Subtree::new(SENTINEL_ROOT, 0);
    reserve_one(tasks, "the tasks of a join")?;
    tasks.push(if within { JoinTask::Within(root) } else { JoinTask::Between(root, root) });
    loop {
        let before = tasks.len();
        scratch.clear();
        for task in tasks.drain(..) {
            let needed = scratch.len() + MOST_SUBTASKS + 1;
            if needed > scratch.capacity() {
                // Generously: their number wavers with the shape of the tree.
                reserve(scratch, needed.next_power_of_two(), "the tasks of a join")?;
            }
            level.run(Cut { trees, task, to: scratch });
        }
        std::mem::swap(tasks, scratch);
        if tasks.len() >= ENOUGH || tasks.len() == before {
            return Ok(());
        }
    }
}

struct Cut<'a, const D: usize> {
    trees: Trees<'a, D>,
    task: JoinTask,
    to: &'a mut Vec<JoinTask>,
}

impl<const D: usize> Pass for Cut<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let before = self.to.len();
        if divide(lanes, self.trees, self.task, self.to).is_none() {
            self.to.truncate(before);
            self.to.push(self.task);
        }
    }
}

/// Makes room for the tasks below any task: it leaves its subtasks behind, and goes on with one of
/// them, which is a level deeper in one of the trees at least.
fn reserve_stack(stack: &mut Vec<JoinTask>) -> Result<(), Error> {
    reserve(stack, 2 * MOST_DEPTH * MOST_SUBTASKS, "the tasks of a join")
}

/// Does some tasks in order and hands their pairs to a sink. Returns the number of boxes that were
/// compared with another one.
fn run<const D: usize>(
    level: SimdLevel,
    trees: Trees<'_, D>,
    tasks: &[JoinTask],
    stack: &mut Vec<JoinTask>,
    finish: &PairFilter<'_>,
    sink: &mut dyn Sink,
) -> Result<u64, Interrupt> {
    reserve_stack(stack)?;
    let mut nodes = 0;
    let counts = finish.keeps_all();
    for task in tasks {
        stack.clear();
        stack.push(*task);
        while !stack.is_empty() {
            if counts && let Some(total) = sink.counter() {
                let (pairs, compared) = level.run(Count { trees, stack });
                *total += pairs;
                nodes += compared;
                continue;
            }
            let out = sink.space()?;
            debug_assert!(out.len() >= ROOM);
            let (written, compared) = level.run(Collect { trees, stack, out });
            nodes += compared;
            let kept = finish.apply(&mut out[..written]);
            sink.commit(kept)?;
        }
    }
    Ok(nodes * LANES as u64)
}

/// What happens to the pairs of leaves.
trait Visit<L: Lanes> {
    /// Box `slot` of a leaf touches these of another leaf, or of the same.
    fn touch<const D: usize>(&mut self, lanes: L, id: u32, touches: u32, other: &Node<D>);
}

/// Does tasks from a stack until it is empty or there may not be room for the next pairs.
struct Collect<'a, 't, const D: usize> {
    trees: Trees<'t, D>,
    stack: &'a mut Vec<JoinTask>,
    out: &'a mut [Pair],
}

/// Does all tasks of a stack and counts their pairs.
struct Count<'a, 't, const D: usize> {
    trees: Trees<'t, D>,
    stack: &'a mut Vec<JoinTask>,
}

struct Writer<'a> {
    out: &'a mut [Pair],
    written: usize,
    /// What is added to ids of the other leaf.
    offset: u32,
}

impl<L: Lanes> Visit<L> for Writer<'_> {
    #[inline(always)]
    fn touch<const D: usize>(&mut self, lanes: L, id: u32, touches: u32, other: &Node<D>) {
        let slots = self.out[self.written..].first_chunk_mut();
        let slots = slots.expect("a task is only begun with room for its pairs");
        let ids = lanes.add_int(lanes.load_int(&other.refs), lanes.splat_int(self.offset));
        self.written += lanes.pack_pairs(touches, lanes.splat_int(id), ids, slots);
    }
}

struct Counter(u64);

impl<L: Lanes> Visit<L> for Counter {
    #[inline(always)]
    fn touch<const D: usize>(&mut self, _: L, _: u32, touches: u32, _: &Node<D>) {
        self.0 += u64::from(touches.count_ones());
    }
}

impl<const D: usize> Pass for Collect<'_, '_, D> {
    /// Pairs written, and nodes compared with a box.
    type Output = (usize, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (usize, u64) {
        let mut compared = 0;
        let mut writer = Writer { out: self.out, written: 0, offset: self.trees.offset };
        // Two leaves have at most 64 pairs, and eight more slots may be written over.
        while writer.written + MOST_SUBTASKS + LANES <= writer.out.len() {
            let Some(task) = self.stack.pop() else { break };
            compared += step(lanes, self.trees, task, self.stack, &mut writer);
        }
        (writer.written, compared)
    }
}

impl<const D: usize> Pass for Count<'_, '_, D> {
    /// Pairs, and nodes compared with a box.
    type Output = (u64, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u64, u64) {
        let mut compared = 0;
        let mut counter = Counter(0);
        while let Some(task) = self.stack.pop() {
            compared += step(lanes, self.trees, task, self.stack, &mut counter);
        }
        (counter.0, compared)
    }
}

/// Does a task between leaves, or puts what it consists of on the stack. Returns how many nodes
/// were compared with a box.
#[inline(always)]
fn step<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    task: JoinTask,
    stack: &mut Vec<JoinTask>,
    visit: &mut impl Visit<L>,
) -> u64 {
    let before = stack.len();
    if let Some(compared) = divide(lanes, trees, task, stack) {
        // The first is to be done first.
        stack[before..].reverse();
        return compared;
    }
    match task {
        JoinTask::Within(whole) => {
            let leaf = &trees.first[place(whole.reference(trees.first))];
            for slot in 0..leaf.len() {
                let touches = BoxQuery::of_slot(lanes, leaf, slot).touches(lanes, leaf);
                visit.touch(lanes, leaf.refs[slot], touches & !1 << slot, leaf);
            }
            leaf.len() as u64
        }
        JoinTask::Between(a, b) => {
            let first = &trees.first[place(a.reference(trees.first))];
            let second = &trees.second[place(b.reference(trees.second))];
            let whole = b.query(lanes, trees.second);
            let slots = whole.touches(lanes, first);
            for slot in set_bits(slots) {
                let touches = BoxQuery::of_slot(lanes, first, slot).touches(lanes, second);
                visit.touch(lanes, first.refs[slot], touches, second);
            }
            1 + u64::from(slots.count_ones())
        }
    }
}

/// Joins trees. Kept for its buffers.
#[derive(Default)]
pub(crate) struct Joiner {
    tasks: Vec<JoinTask>,
    scratch: Vec<JoinTask>,
    jobs: Jobs<Range<usize>, Vec<JoinTask>>,
}

impl Joiner {
    /// Finds the pairs of two trees, or with `within` those of one tree that is given twice.
    #[inline(never)]
    pub(crate) fn join<const D: usize>(
        &mut self,
        level: SimdLevel,
        trees: Trees<'_, D>,
        within: bool,
        finish: &PairFilter<'_>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let start = Clock::start();
        let Self { tasks, scratch, jobs } = self;
        cut(level, trees, within, tasks, scratch)?;
        progress.stages.sweep += start.elapsed();
        jobs.clear();
        let share = share(tasks.len(), 1);
        for first in (0..tasks.len()).step_by(share) {
            jobs.push(first..tasks.len().min(first + share))?;
        }
        jobs.prepare(reserve_stack)?;
        let tasks = &*tasks;
        jobs.run(progress, &|range, stack, sink| {
            let start = Clock::start();
            let tests = run(level, trees, &tasks[range.clone()], stack, finish, sink)?;
            Ok(Cost::of_sweep(start, tests))
        })
    }

    /// Bytes held, without the threads' stacks.
    pub(crate) fn memory_bytes(&self) -> usize {
        (self.tasks.capacity() + self.scratch.capacity()) * size_of::<JoinTask>()
            + self.jobs.memory_bytes()
    }
}

instances![Joiner::join::<D>];
