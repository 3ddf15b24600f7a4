//! What a task consists of.

use jostle_kernels::{Lanes, Node, lane::set_bits, node::Query};

use super::{Subtree, Task, Trees};
use crate::bvh::tree::{is_leaf, place};

/// Appends what a task consists of, in order, and returns how many nodes were compared with a box.
/// Nothing is appended or returned where it is down to leaves.
#[inline(always)]
pub(super) fn divide<L: Lanes, const D: usize>(
    lanes: L,
    trees: Trees<'_, D>,
    task: Task,
    to: &mut Vec<Task>,
) -> Option<u64> {
    Some(match task {
        Task::Within(whole) => {
            let reference = whole.reference(trees.first);
            if is_leaf(reference) {
                return None;
            }
            divide_within(lanes, trees.first, place(reference), to)
        }
        Task::Between(a, b) => {
            let (to_a, to_b) = (a.reference(trees.first), b.reference(trees.second));
            match (is_leaf(to_a), is_leaf(to_b)) {
                (true, true) => return None,
                (true, false) => {
                    let query = a.query(lanes, trees.first);
                    let node = place(to_b);
                    let touches = query.touches(lanes, &trees.second[node]);
                    for slot in set_bits(touches) {
                        to.push(Task::Between(a, Subtree::new(node, slot)));
                    }
                    1
                }
                (false, true) => {
                    let query = b.query(lanes, trees.second);
                    let node = place(to_a);
                    let touches = query.touches(lanes, &trees.first[node]);
                    for slot in set_bits(touches) {
                        to.push(Task::Between(Subtree::new(node, slot), b));
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
    to: &mut Vec<Task>,
) -> u64 {
    let node = &nodes[place];
    for slot in 0..node.len() {
        let this = Subtree::new(place, slot);
        // Boxes that all lack the same are no pairs among each other.
        if node.exclusion[slot] == 0 {
            to.push(Task::Within(this));
        }
        let touches = Query::of_slot(lanes, node, slot).touches(lanes, node);
        for other in set_bits(touches & !1 << slot) {
            to.push(Task::Between(this, Subtree::new(place, other)));
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
    to: &mut Vec<Task>,
) -> u64 {
    let (first, second) = (&trees.first[node_a], &trees.second[node_b]);
    // Only children that touch the other subtree as a whole can touch its children.
    let whole = b.query(lanes, trees.second);
    let slots = whole.touches(lanes, first);
    for slot in set_bits(slots) {
        let touches = Query::of_slot(lanes, first, slot).touches(lanes, second);
        let this = Subtree::new(node_a, slot);
        for other in set_bits(touches) {
            to.push(Task::Between(this, Subtree::new(node_b, other)));
        }
    }
    1 + u64::from(slots.count_ones())
}
