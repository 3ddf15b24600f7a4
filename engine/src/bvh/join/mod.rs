//! Pairs by walking two trees, or one tree twice, at once.
//!
//! A task is a pair of subtrees, or one subtree against itself. A subtree against itself becomes
//! each of its children against itself and each against those behind it, so every pair of boxes is
//! met once and no ids are compared. Tasks are done depth first on a stack of bounded size.

mod divide;
mod joiner;
mod leaves;

pub(crate) use joiner::Joiner;

use divide::divide;
use jostle_kernels::{Lanes, Node, Pass, SimdLevel, node::BoxQuery, simd::LANES};
use leaves::{Collect, Count};

use super::tree::{MOST_DEPTH, SENTINEL_ROOT};
use crate::{
    Error,
    exec::sink::{Interrupt, ROOM, Sink},
    join::PairFilter,
    memory::reserve,
};

/// A slot of a node, which stands for the subtree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    node: u32,
    slot: u32,
}

impl Subtree {
    fn new(node: usize, slot: usize) -> Self {
        Self { node: node as u32, slot: slot as u32 }
    }

    /// What it refers to.
    #[inline(always)]
    fn reference<const D: usize>(self, nodes: &[Node<D>]) -> u32 {
        nodes[self.node as usize].refs[self.slot as usize]
    }

    /// Its bounds as a query.
    #[inline(always)]
    fn query<L: Lanes, const D: usize>(self, lanes: L, nodes: &[Node<D>]) -> BoxQuery<L, D> {
        BoxQuery::of_slot(lanes, &nodes[self.node as usize], self.slot as usize)
    }
}

/// Two subtrees to be held against each other, or one against itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    Within(Subtree),
    Between(Subtree, Subtree),
}

/// Most tasks that one task becomes: every slot against every other.
const MOST_SUBTASKS: usize = LANES * LANES;

/// The trees that are joined; the same one twice for the pairs within it.
#[derive(Clone, Copy)]
pub(crate) struct Trees<'a, const D: usize> {
    pub(crate) first: &'a [Node<D>],
    pub(crate) second: &'a [Node<D>],
    /// What is added to ids of the second, so that they are greater than those of the first.
    offset: u32,
}

impl<'a, const D: usize> Trees<'a, D> {
    /// Two trees, or one that is given twice.
    pub(crate) fn new(first: &'a [Node<D>], second: &'a [Node<D>]) -> Self {
        Self { first, second, offset: 0 }
    }

    /// The same with this added to the ids in the second.
    pub(crate) fn with_offset(self, offset: u32) -> Self {
        Self { offset, ..self }
    }
}

/// Tasks from which on there are enough for many threads.
const ENOUGH: usize = 1024;

/// Splits the whole join into tasks whose order is that of their pairs.
pub(crate) fn cut<const D: usize>(
    level: SimdLevel,
    trees: Trees<'_, D>,
    within: bool,
    tasks: &mut Vec<Task>,
    scratch: &mut Vec<Task>,
) -> Result<(), Error> {
    tasks.clear();
    let empty = |nodes: &[Node<D>]| nodes.first().is_none_or(Node::is_empty);
    if empty(trees.first) || empty(trees.second) {
        return Ok(());
    }
    let roof = Subtree::new(SENTINEL_ROOT, 0);
    tasks.push(if within { Task::Within(roof) } else { Task::Between(roof, roof) });
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
    task: Task,
    to: &'a mut Vec<Task>,
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
pub(crate) fn reserve_stack(stack: &mut Vec<Task>) -> Result<(), Error> {
    reserve(stack, 2 * MOST_DEPTH * MOST_SUBTASKS, "the tasks of a join")
}

/// Does some tasks in order and hands their pairs to a sink. Returns the number of boxes that were
/// compared with another one.
pub(crate) fn run<const D: usize>(
    level: SimdLevel,
    trees: Trees<'_, D>,
    tasks: &[Task],
    stack: &mut Vec<Task>,
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
