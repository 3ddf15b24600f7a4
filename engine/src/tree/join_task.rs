//! A join as tasks: pairs of subtrees, and what each consists of.
//!
//! A task is a pair of subtrees, or one subtree against itself. A subtree against itself becomes
//! each of its children against itself and each against those behind it, so every pair of boxes is
//! met once and no ids are compared.

use jostle_kernels::{
    Lanes, Node,
    node::BoxQuery,
    simd::{LANES, set_bits},
};

use super::nodes::{is_leaf, place};

/// A slot of a node, which stands for the subtree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    node: u32,
    slot: u32,
}

impl Subtree {
    pub(super) fn new(node: usize, slot: usize) -> Self {
        Self { node: node as u32, slot: slot as u32 }
    }

    /// What it refers to.
    #[inline(always)]
    pub(super) fn reference<const D: usize>(self, nodes: &[Node<D>]) -> u32 {
        nodes[self.node as usize].refs[self.slot as usize]
    }

    /// Its bounds as a query.
    #[inline(always)]
    pub(super) fn query<L: Lanes, const D: usize>(
        self,
        lanes: L,
        nodes: &[Node<D>],
    ) -> BoxQuery<L, D> {
        BoxQuery::of_slot(lanes, &nodes[self.node as usize], self.slot as usize)
    }
}

/// Two subtrees to be tested against each other, or one against itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JoinTask {
    Within(Subtree),
    Between(Subtree, Subtree),
}

/// Most tasks that one task becomes: every slot against every other.
pub(super) const MOST_SUBTASKS: usize = LANES * LANES;

/// The trees that are joined; the same one twice for the pairs within it.
#[derive(Clone, Copy)]
pub(crate) struct Trees<'a, const D: usize> {
    pub(crate) first: &'a [Node<D>],
    pub(crate) second: &'a [Node<D>],
    /// What is added to ids of the second, so that they are greater than those of the first.
    pub(super) offset: u32,
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

/// Appends what a task consists of, in order, and returns how many nodes were compared with a box.
/// Nothing is appended or returned where it is down to leaves.
#[inline(always)]
pub(super) fn divide<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    task: JoinTask,
    to: &mut Vec<JoinTask>,
) -> Option<u64> {
    Some(match task {
        JoinTask::Within(whole) => {
            let reference = whole.reference(trees.first);
            if is_leaf(reference) {
                return None;
            }
            divide_within(lanes, trees.first, place(reference), to)
        }
        JoinTask::Between(a, b) => {
            let (to_a, to_b) = (a.reference(trees.first), b.reference(trees.second));
            match (is_leaf(to_a), is_leaf(to_b)) {
                (true, true) => return None,
                (true, false) => {
                    let query = a.query(lanes, trees.first);
                    let node = place(to_b);
                    let touches = query.touches(lanes, &trees.second[node]);
                    for slot in set_bits(touches) {
                        to.push(JoinTask::Between(a, Subtree::new(node, slot)));
                    }
                    1
                }
                (false, true) => {
                    let query = b.query(lanes, trees.second);
                    let node = place(to_a);
                    let touches = query.touches(lanes, &trees.first[node]);
                    for slot in set_bits(touches) {
                        to.push(JoinTask::Between(Subtree::new(node, slot), b));
                    }
                    1
                }
                (false, false) => divide_between(lanes, trees, b, (place(to_a), place(to_b)), to),
            }
        }
    })
}

/// Each child against itself, and against those behind it that it touches.
#[inline(always)]
fn divide_within<L: Lanes, const D: usize>(
    lanes: L,
    nodes: &[Node<D>],
    place: usize,
    to: &mut Vec<JoinTask>,
) -> u64 {
    let node = &nodes[place];
    for slot in 0..node.len() {
        let this = Subtree::new(place, slot);
        // Boxes that all share an exclusion bit are no pairs with each other.
        if node.exclusion[slot] == 0 {
            to.push(JoinTask::Within(this));
        }
        let touches = BoxQuery::of_slot(lanes, node, slot).touches(lanes, node);
        for other in set_bits(touches & !1 << slot) {
            to.push(JoinTask::Between(this, Subtree::new(place, other)));
        }
    }
    node.len() as u64
}

/// Each child of node `a` against each of node `b`, the root of subtree `b`, that it touches.
#[inline(always)]
fn divide_between<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    b: Subtree,
    (node_a, node_b): (usize, usize),
    to: &mut Vec<JoinTask>,
) -> u64 {
    let (first, second) = (&trees.first[node_a], &trees.second[node_b]);
    // Only children that touch the other subtree as a whole can touch its children.
    let whole = b.query(lanes, trees.second);
    let slots = whole.touches(lanes, first);
    for slot in set_bits(slots) {
        let touches = BoxQuery::of_slot(lanes, first, slot).touches(lanes, second);
        let this = Subtree::new(node_a, slot);
        for other in set_bits(touches) {
            to.push(JoinTask::Between(this, Subtree::new(node_b, other)));
        }
    }
    1 + u64::from(slots.count_ones())
}
