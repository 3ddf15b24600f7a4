//! Counting sort into cells, on all threads.
//!
//! Each thread counts a part of the items in counters of its own, so none waits for another. They
//! are atomics, and so are the places that items are put into, only because several threads write
//! to one array, each to entries of its own: nothing is added to atomically.

use std::{
    ops::Range,
    sync::atomic::{AtomicU32, Ordering},
};

use rayon::prelude::*;

/// Cells per task.
const CELLS_PER_TASK: usize = 16 * 1024;

/// Items by cell, in the order of their numbers.
#[derive(Default)]
pub(super) struct Cells {
    /// Where each cell begins, and where the last one ends.
    pub(super) starts: Vec<u32>,
    /// For each part of the items, how many are in each cell; then where the next one goes.
    counters: Vec<AtomicU32>,
    items: Vec<AtomicU32>,
}

impl Cells {
    /// Sorts the items with these numbers; `each` names the cells of one.
    pub(super) fn sort(
        &mut self,
        cells: usize,
        items: usize,
        each: impl Fn(u32, &mut dyn FnMut(usize)) + Sync,
    ) {
        let parts = rayon::current_num_threads();
        self.counters.clear();
        self.counters.resize_with(parts * cells, AtomicU32::default);
        let part = |part: usize| (part * items / parts) as u32..((part + 1) * items / parts) as u32;
        let tasks: Vec<(Range<u32>, &[AtomicU32])> =
            self.counters.chunks_exact(cells).enumerate().map(|(i, own)| (part(i), own)).collect();
        tasks.par_iter().for_each(|(numbers, counters)| {
            for item in numbers.clone() {
                each(item, &mut |cell| {
                    next(&counters[cell]);
                });
            }
        });
        drop(tasks);
        let total = self.sum_up(cells);
        self.items.resize_with(total as usize, AtomicU32::default);
        let Self { counters, items: places, .. } = self;
        counters.par_chunks_exact(cells).enumerate().for_each(|(i, counters)| {
            for item in part(i) {
                each(item, &mut |cell| {
                    places[next(&counters[cell]) as usize].store(item, Ordering::Relaxed);
                });
            }
        });
    }

    /// Turns counts into where the items go. Returns how many there are.
    fn sum_up(&mut self, cells: usize) -> u32 {
        let Self { starts, counters, .. } = self;
        let of_cell = |cell: usize| counters.iter().skip(cell).step_by(cells);
        let count =
            |cell| of_cell(cell).map(|counter| counter.load(Ordering::Relaxed)).sum::<u32>();
        starts.resize(cells + 1, 0);
        let tasks = starts[..cells].par_chunks_mut(CELLS_PER_TASK).enumerate();
        let sums: Vec<u32> = tasks
            .map(|(task, starts)| {
                let first = task * CELLS_PER_TASK;
                (first..first + starts.len()).map(count).sum()
            })
            .collect();
        let mut total = 0;
        let mut first = |sum: &u32| {
            total += sum;
            total - sum
        };
        let firsts: Vec<u32> = sums.iter().map(&mut first).collect();
        let tasks = starts[..cells].par_chunks_mut(CELLS_PER_TASK).enumerate();
        tasks.zip(&firsts).for_each(|((task, starts), &first)| {
            let mut sum = first;
            for (offset, start) in starts.iter_mut().enumerate() {
                *start = sum;
                for counter in of_cell(task * CELLS_PER_TASK + offset) {
                    let count = counter.load(Ordering::Relaxed);
                    counter.store(sum, Ordering::Relaxed);
                    sum += count;
                }
            }
        });
        starts[cells] = total;
        total
    }

    /// The items, cell by cell.
    pub(super) fn items(&self) -> &[AtomicU32] {
        &self.items
    }

    /// The items of a cell.
    pub(super) fn of(&self, cell: usize) -> impl Iterator<Item = u32> + '_ {
        let items = &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        items.iter().map(|item| item.load(Ordering::Relaxed))
    }
}

/// Counts one up, and says what it was. No other thread changes it.
#[inline(always)]
fn next(counter: &AtomicU32) -> u32 {
    let count = counter.load(Ordering::Relaxed);
    counter.store(count + 1, Ordering::Relaxed);
    count
}
