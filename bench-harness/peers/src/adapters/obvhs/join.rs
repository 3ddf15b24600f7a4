//! A tree against itself. The library has no such call; its nodes are open to be walked.

use jostle::Pair;
use obvhs::bvh2::{Bvh2, node::Bvh2Node};

use crate::gather::Gather;

/// Tasks per thread: enough that none waits long for the last.
const TASKS_PER_THREAD: usize = 64;

/// Two nodes to be held against each other, or one against itself.
type Task = [u32; 2];

/// Lists all pairs of boxes that touch.
pub(super) fn join(bvh: &Bvh2, gather: &mut Gather) {
    let walk = Walk { nodes: &bvh.nodes, boxes: &bvh.primitive_indices };
    let mut tasks = Vec::from_iter((!bvh.nodes.is_empty()).then_some([0, 0]));
    let enough = match rayon::current_num_threads() {
        1 => 1,
        threads => TASKS_PER_THREAD * threads,
    };
    let mut found = Vec::new();
    // Level by level, until there are enough.
    while !tasks.is_empty() && tasks.len() < enough {
        let mut next = Vec::new();
        for task in tasks {
            walk.step(task, &mut next, &mut found);
        }
        tasks = next;
    }
    gather.run(tasks.len() + 1, |number, list| {
        let Some(task) = tasks.get(number) else {
            return list.extend_from_slice(&found);
        };
        let mut stack = vec![*task];
        while let Some(task) = stack.pop() {
            walk.step(task, &mut stack, list);
        }
    });
}

struct Walk<'a> {
    nodes: &'a [Bvh2Node],
    boxes: &'a [u32],
}

impl Walk<'_> {
    /// Takes a task apart: into pairs, or into tasks a level below.
    #[inline(always)]
    fn step(&self, [a, b]: Task, tasks: &mut Vec<Task>, list: &mut Vec<Pair>) {
        let [one, other] = [a, b].map(|node| &self.nodes[node as usize]);
        let children = |node: &Bvh2Node| [node.first_index, node.first_index + 1];
        if a == b {
            if !one.is_leaf() {
                let [left, right] = children(one);
                self.meet(left, right, tasks, list);
                tasks.extend([[right, right], [left, left]]);
            }
            return;
        }
        // Two leaves have been listed before.
        if one.is_leaf() {
            children(other).into_iter().for_each(|right| self.meet(a, right, tasks, list));
        } else if other.is_leaf() {
            children(one).into_iter().for_each(|left| self.meet(left, b, tasks, list));
        } else {
            for left in children(one) {
                for right in children(other) {
                    self.meet(left, right, tasks, list);
                }
            }
        }
    }

    /// Holds two nodes against each other: a task if they touch, a pair if both are leaves.
    #[inline(always)]
    fn meet(&self, a: u32, b: u32, tasks: &mut Vec<Task>, list: &mut Vec<Pair>) {
        let [one, other] = [a, b].map(|node| &self.nodes[node as usize]);
        if !one.aabb().intersect_aabb(other.aabb()) {
            return;
        }
        if one.is_leaf() && other.is_leaf() {
            let [a, b] = [one, other].map(|node| self.boxes[node.first_index as usize]);
            list.push(Pair { a, b });
        } else {
            tasks.push([a, b]);
        }
    }
}
