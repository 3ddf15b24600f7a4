//! Pairs by walking two trees, or one tree twice, at once.
//!
//! A task is a pair of subtrees, or one subtree against itself. A subtree against itself becomes
//! each of its children against itself and each against those behind it, so every pair of boxes is
//! met once and no ids are compared. Tasks are done depth first on a stack of bounded size.

use jostle_kernels::{Lanes, Level, Node, Pair, Pass, lane::LANES, node::Query};

use super::tree::{MOST_DEPTH, ROOF, Tree, is_leaf, place};
use crate::{
    Error,
    broad::emit::{Finish, ROOM, Sink, Stop},
    error::reserve,
};

/// A slot of a node, which stands for the subtree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    node: u32,
    slot: u32,
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
}

impl<'a, const D: usize> Trees<'a, D> {
    pub(crate) fn new(first: &'a Tree<D>, second: &'a Tree<D>) -> Self {
        Self { first: first.nodes(), second: second.nodes() }
    }
}

/// Tasks from which on there are enough for many threads.
const ENOUGH: usize = 1024;

/// Splits the whole join into tasks whose order is that of their pairs.
pub(crate) fn cut<const D: usize>(
    level: Level,
    trees: Trees<'_, D>,
    within: bool,
    tasks: &mut Vec<Task>,
    scratch: &mut Vec<Task>,
) -> Result<(), Error> {
    tasks.clear();
    if trees.first.is_empty() || trees.second.is_empty() {
        return Ok(());
    }
    let roof = Subtree { node: ROOF as u32, slot: 0 };
    let empty = |nodes: &[Node<D>]| nodes[ROOF].is_empty();
    if empty(trees.first) || empty(trees.second) {
        return Ok(());
    }
    tasks.push(if within { Task::Within(roof) } else { Task::Between(roof, roof) });
    loop {
        let before = tasks.len();
        scratch.clear();
        for task in tasks.drain(..) {
            reserve(scratch, scratch.len() + MOST_SUBTASKS + 1, "the tasks of a join")?;
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
        if !divide(lanes, self.trees, self.task, self.to) {
            self.to.truncate(before);
            self.to.push(self.task);
        }
    }
}

/// What a subtree refers to.
#[inline(always)]
fn reference<const D: usize>(nodes: &[Node<D>], subtree: Subtree) -> u32 {
    nodes[subtree.node as usize].refs[subtree.slot as usize]
}

/// Appends what a task consists of, in order. False, and nothing is appended, where it is down to
/// leaves.
#[inline(always)]
fn divide<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    task: Task,
    to: &mut Vec<Task>,
) -> bool {
    match task {
        Task::Within(whole) => {
            let reference = reference(trees.first, whole);
            if is_leaf(reference) {
                return false;
            }
            divide_within(lanes, trees.first, place(reference), to);
        }
        Task::Between(a, b) => {
            let (to_a, to_b) = (reference(trees.first, a), reference(trees.second, b));
            match (is_leaf(to_a), is_leaf(to_b)) {
                (true, true) => return false,
                (true, false) => {
                    let query =
                        Query::of_slot(lanes, &trees.first[a.node as usize], a.slot as usize);
                    let node = place(to_b);
                    let touches = query.touches(lanes, &trees.second[node]);
                    for slot in bits(touches) {
                        to.push(Task::Between(a, Subtree { node: node as u32, slot }));
                    }
                }
                (false, true) => {
                    let query =
                        Query::of_slot(lanes, &trees.second[b.node as usize], b.slot as usize);
                    let node = place(to_a);
                    let touches = query.touches(lanes, &trees.first[node]);
                    for slot in bits(touches) {
                        to.push(Task::Between(Subtree { node: node as u32, slot }, b));
                    }
                }
                (false, false) => divide_between(lanes, trees, (a, b), (to_a, to_b), to),
            }
        }
    }
    true
}

/// Each child against itself, and against those behind it that it touches.
#[inline(always)]
fn divide_within<L: Lanes, const D: usize>(
    lanes: L,
    nodes: &[Node<D>],
    place: usize,
    to: &mut Vec<Task>,
) {
    let node = &nodes[place];
    for slot in 0..node.len() as u32 {
        let this = Subtree { node: place as u32, slot };
        to.push(Task::Within(this));
        let touches = Query::of_slot(lanes, node, slot as usize).touches(lanes, node);
        for other in bits(touches & !1 << slot) {
            to.push(Task::Between(this, Subtree { node: place as u32, slot: other }));
        }
    }
}

/// Each child of the one against each of the other that it touches.
#[inline(always)]
fn divide_between<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    (a, b): (Subtree, Subtree),
    (to_a, to_b): (u32, u32),
    to: &mut Vec<Task>,
) {
    let (node_a, node_b) = (place(to_a), place(to_b));
    let (first, second) = (&trees.first[node_a], &trees.second[node_b]);
    // Only children that touch the other subtree as a whole can touch its children.
    let whole = Query::of_slot(lanes, &trees.second[b.node as usize], b.slot as usize);
    let _ = a;
    for slot in bits(whole.touches(lanes, first)) {
        let touches = Query::of_slot(lanes, first, slot as usize).touches(lanes, second);
        let this = Subtree { node: node_a as u32, slot };
        for other in bits(touches) {
            to.push(Task::Between(this, Subtree { node: node_b as u32, slot: other }));
        }
    }
}

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
fn bits(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then_some(bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// Makes room for the tasks below any task: it leaves its subtasks behind, and goes on with one of
/// them, which is a level deeper in one of the trees at least.
pub(crate) fn reserve_stack(stack: &mut Vec<Task>) -> Result<(), Error> {
    reserve(stack, 2 * MOST_DEPTH * MOST_SUBTASKS, "the tasks of a join")
}

/// Does some tasks in order and hands their pairs to a sink.
pub(crate) fn run<const D: usize>(
    level: Level,
    trees: Trees<'_, D>,
    tasks: &[Task],
    stack: &mut Vec<Task>,
    finish: &Finish<'_>,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    reserve_stack(stack)?;
    let counts = finish.keeps_all();
    for task in tasks {
        stack.clear();
        stack.push(*task);
        while !stack.is_empty() {
            if counts && let Some(total) = sink.counter() {
                *total += level.run(Count { trees, stack });
                continue;
            }
            let out = sink.space()?;
            debug_assert!(out.len() >= ROOM);
            let written = level.run(Collect { trees, stack, out });
            let kept = finish.apply(&mut out[..written]);
            sink.commit(kept)?;
        }
    }
    Ok(())
}

/// What happens to the pairs of two leaves.
trait Visit<L: Lanes> {
    /// Box `slot` of a leaf touches these of another leaf, or of the same.
    fn touch<const D: usize>(&mut self, lanes: L, id: u32, touches: u32, other: &Node<D>);
}

struct Collect<'a, 't, const D: usize> {
    trees: Trees<'t, D>,
    stack: &'a mut Vec<Task>,
    out: &'a mut [Pair],
}

struct Count<'a, 't, const D: usize> {
    trees: Trees<'t, D>,
    stack: &'a mut Vec<Task>,
}

struct Writer<'a> {
    out: &'a mut [Pair],
    written: usize,
}

impl<L: Lanes> Visit<L> for Writer<'_> {
    #[inline(always)]
    fn touch<const D: usize>(&mut self, lanes: L, id: u32, touches: u32, other: &Node<D>) {
        if let Some(slots) = self.out[self.written..].first_chunk_mut() {
            let ids = lanes.load_int(&other.refs);
            self.written += lanes.pack_pairs(touches, lanes.splat_int(id), ids, slots);
        }
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
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let mut writer = Writer { out: self.out, written: 0 };
        // Two leaves have at most 64 pairs, and eight more slots may be written over.
        while writer.written + MOST_SUBTASKS + LANES <= writer.out.len() {
            let Some(task) = self.stack.pop() else { break };
            step(lanes, self.trees, task, self.stack, &mut writer);
        }
        writer.written
    }
}

impl<const D: usize> Pass for Count<'_, '_, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let mut counter = Counter(0);
        while let Some(task) = self.stack.pop() {
            step(lanes, self.trees, task, self.stack, &mut counter);
        }
        counter.0
    }
}

/// Does a task between leaves, or puts what it consists of on the stack.
#[inline(always)]
fn step<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    task: Task,
    stack: &mut Vec<Task>,
    visit: &mut impl Visit<L>,
) {
    let before = stack.len();
    if divide(lanes, trees, task, stack) {
        // The first is to be done first.
        stack[before..].reverse();
        return;
    }
    match task {
        Task::Within(whole) => {
            let leaf = &trees.first[place(reference(trees.first, whole))];
            for slot in 0..leaf.len() {
                let touches = Query::of_slot(lanes, leaf, slot).touches(lanes, leaf);
                visit.touch(lanes, leaf.refs[slot], touches & !1 << slot, leaf);
            }
        }
        Task::Between(a, b) => {
            let first = &trees.first[place(reference(trees.first, a))];
            let second = &trees.second[place(reference(trees.second, b))];
            let whole = Query::of_slot(lanes, &trees.second[b.node as usize], b.slot as usize);
            for slot in bits(whole.touches(lanes, first)) {
                let slot = slot as usize;
                let touches = Query::of_slot(lanes, first, slot).touches(lanes, second);
                visit.touch(lanes, first.refs[slot], touches, second);
            }
        }
    }
}
