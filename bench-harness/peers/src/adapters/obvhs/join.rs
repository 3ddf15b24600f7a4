//! A tree against itself. The library has no such call; its nodes are open to be walked.

use std::ptr;

use jostle::Pair;
use obvhs::bvh2::{Bvh2, node::Bvh2Node};

use crate::gather::Gather;

/// Tasks per thread: enough that none waits long for the last.
const TASKS_PER_THREAD: usize = 64;

/// Levels that are walked by recursion.
const LEVELS: u32 = 128;

/// Two nodes to be held against each other, or one against itself.
type Task<'a> = [&'a Bvh2Node; 2];

/// Lists all pairs of boxes that touch.
pub(super) fn join(bvh: &Bvh2, gather: &mut Gather) {
    let walk = Walk { nodes: &bvh.nodes, boxes: &bvh.primitive_indices };
    let mut tasks: Vec<_> = bvh.nodes.first().map(|root| [root, root]).into_iter().collect();
    let enough = match rayon::current_num_threads() {
        1 => 1,
        threads => TASKS_PER_THREAD * threads,
    };
    let mut found = Vec::new();
    // Level by level, until there are enough.
    while !tasks.is_empty() && tasks.len() < enough {
        let mut next = Vec::new();
        tasks.into_iter().for_each(|task| walk.task(task, 1, &mut next, &mut found));
        tasks = next;
    }
    gather.run(tasks.len() + 1, |number, list| {
        let Some(task) = tasks.get(number) else {
            return list.extend_from_slice(&found);
        };
        let mut rest = vec![*task];
        while let Some(task) = rest.pop() {
            walk.task(task, LEVELS, &mut rest, list);
        }
    });
}

/// Recursive, because that is a tenth faster than a stack of tasks, for so many `levels`. What lies
/// below is left to do in `rest`: a tree may be as deep as it has boxes.
struct Walk<'a> {
    nodes: &'a [Bvh2Node],
    boxes: &'a [u32],
}

impl<'a> Walk<'a> {
    fn task(&self, [a, b]: Task<'a>, levels: u32, rest: &mut Vec<Task<'a>>, list: &mut Vec<Pair>) {
        if ptr::eq(a, b) {
            self.within(a, levels, rest, list);
        } else {
            self.between(a, b, levels, rest, list);
        }
    }

    /// Pairs below one node.
    fn within(
        &self,
        node: &'a Bvh2Node,
        levels: u32,
        rest: &mut Vec<Task<'a>>,
        list: &mut Vec<Pair>,
    ) {
        if node.is_leaf() {
            return;
        }
        if levels == 0 {
            return rest.push([node, node]);
        }
        let [left, right] = self.children(node);
        self.within(left, levels - 1, rest, list);
        self.within(right, levels - 1, rest, list);
        self.meet(left, right, levels - 1, rest, list);
    }

    /// Pairs of two nodes that touch, of which one at least is no leaf.
    fn between(
        &self,
        a: &'a Bvh2Node,
        b: &'a Bvh2Node,
        levels: u32,
        rest: &mut Vec<Task<'a>>,
        list: &mut Vec<Pair>,
    ) {
        if levels == 0 {
            return rest.push([a, b]);
        }
        let levels = levels - 1;
        if a.is_leaf() {
            for right in self.children(b) {
                self.meet(a, right, levels, rest, list);
            }
        } else if b.is_leaf() {
            for left in self.children(a) {
                self.meet(left, b, levels, rest, list);
            }
        } else {
            let right = self.children(b);
            for left in self.children(a) {
                self.meet(left, right[0], levels, rest, list);
                self.meet(left, right[1], levels, rest, list);
            }
        }
    }

    /// Holds two nodes against each other.
    #[inline(always)]
    fn meet(
        &self,
        a: &'a Bvh2Node,
        b: &'a Bvh2Node,
        levels: u32,
        rest: &mut Vec<Task<'a>>,
        list: &mut Vec<Pair>,
    ) {
        if !a.aabb().intersect_aabb(b.aabb()) {
            return;
        }
        if a.is_leaf() && b.is_leaf() {
            let [a, b] = [a, b].map(|leaf| self.boxes[leaf.first_index as usize]);
            list.push(Pair { a, b });
        } else {
            self.between(a, b, levels, rest, list);
        }
    }

    #[inline(always)]
    fn children(&self, node: &Bvh2Node) -> [&'a Bvh2Node; 2] {
        let first = node.first_index as usize;
        [&self.nodes[first], &self.nodes[first + 1]]
    }
}
