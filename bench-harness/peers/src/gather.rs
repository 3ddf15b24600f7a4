//! From tasks that find pairs to one list of them.

use std::mem;

use jostle::Pair;
use rayon::prelude::*;

/// Boxes per task where every box is a query.
const BOXES_PER_TASK: usize = 1024;

/// Lists that tasks fill, and the list they become. Its memory is kept from run to run.
#[derive(Default)]
pub(crate) struct Gather {
    parts: Vec<Vec<Pair>>,
    pairs: Vec<Pair>,
}

impl Gather {
    /// The pairs of the last run.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The list, emptied: for libraries that use one thread.
    pub(crate) fn list(&mut self) -> &mut Vec<Pair> {
        self.pairs.clear();
        &mut self.pairs
    }

    /// Runs tasks by number on all threads of the pool; each adds what it finds to a list.
    pub(crate) fn run(&mut self, tasks: usize, work: impl Fn(usize, &mut Vec<Pair>) + Sync) {
        if rayon::current_num_threads() == 1 {
            let list = self.list();
            (0..tasks).for_each(|task| work(task, list));
            return;
        }
        self.parts.resize_with(tasks, Vec::new);
        self.parts.par_iter_mut().with_max_len(1).enumerate().for_each(|(task, part)| {
            part.clear();
            work(task, part);
        });
        self.join();
    }

    /// Asks `query` about boxes in this order; it adds what it finds to a list.
    ///
    /// In the order of the leaves of a tree, a query finds in the cache what the one before needed.
    #[cfg_attr(
        not(any(
            feature = "parry",
            feature = "obvhs",
            feature = "bvh",
            feature = "static-aabb2d-index",
            feature = "box2d",
            feature = "box3d"
        )),
        expect(dead_code, reason = "no library without a join is compiled in")
    )]
    pub(crate) fn ask(&mut self, order: &[u32], query: impl Fn(u32, &mut Vec<Pair>) + Sync) {
        self.run(order.len().div_ceil(BOXES_PER_TASK), |task, list| {
            let first = task * BOXES_PER_TASK;
            let last = order.len().min(first + BOXES_PER_TASK);
            order[first..last].iter().for_each(|&index| query(index, list));
        });
    }

    /// Takes lists that a library made.
    #[cfg(feature = "broccoli")]
    pub(crate) fn take(&mut self, parts: Vec<Vec<Pair>>) {
        self.parts = parts;
        self.join();
    }

    /// Copies all parts into one list.
    fn join(&mut self) {
        // Not cleared: where there are as many as last time, nothing is written twice.
        let total = self.parts.iter().map(Vec::len).sum();
        self.pairs.resize(total, Pair::default());
        let mut rest = self.pairs.as_mut_slice();
        let mut copies = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let (place, behind) = mem::take(&mut rest).split_at_mut(part.len());
            copies.push((place, part));
            rest = behind;
        }
        copies.into_par_iter().for_each(|(place, part)| place.copy_from_slice(part));
    }
}
