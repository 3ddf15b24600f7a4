//! Pairs of boxes in leaves.

use jostle_kernels::{
    Lanes, Node, Pair, Pass,
    lane::{LANES, set_bits},
    node::Query,
};

use super::{MOST_SUBTASKS, Task, Trees, divide::divide};
use crate::bvh::tree::place;

/// What happens to the pairs of leaves.
trait Visit<L: Lanes> {
    /// Box `slot` of a leaf touches these of another leaf, or of the same.
    fn touch<const D: usize>(&mut self, lanes: L, id: u32, touches: u32, other: &Node<D>);
}

/// Does tasks from a stack until it is empty or there may not be room for the next pairs.
pub(super) struct Collect<'a, 't, const D: usize> {
    pub(super) trees: Trees<'t, D>,
    pub(super) stack: &'a mut Vec<Task>,
    pub(super) out: &'a mut [Pair],
}

/// Does all tasks of a stack and counts their pairs.
pub(super) struct Count<'a, 't, const D: usize> {
    pub(super) trees: Trees<'t, D>,
    pub(super) stack: &'a mut Vec<Task>,
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
    task: Task,
    stack: &mut Vec<Task>,
    visit: &mut impl Visit<L>,
) -> u64 {
    let before = stack.len();
    if let Some(compared) = divide(lanes, trees, task, stack) {
        // The first is to be done first.
        stack[before..].reverse();
        return compared;
    }
    match task {
        Task::Within(whole) => {
            let leaf = &trees.first[place(whole.reference(trees.first))];
            for slot in 0..leaf.len() {
                let touches = Query::of_slot(lanes, leaf, slot).touches(lanes, leaf);
                visit.touch(lanes, leaf.refs[slot], touches & !1 << slot, leaf);
            }
            leaf.len() as u64
        }
        Task::Between(a, b) => {
            let first = &trees.first[place(a.reference(trees.first))];
            let second = &trees.second[place(b.reference(trees.second))];
            let whole = b.query(lanes, trees.second);
            let slots = whole.touches(lanes, first);
            for slot in set_bits(slots) {
                let touches = Query::of_slot(lanes, first, slot).touches(lanes, second);
                visit.touch(lanes, first.refs[slot], touches, second);
            }
            1 + u64::from(slots.count_ones())
        }
    }
}
