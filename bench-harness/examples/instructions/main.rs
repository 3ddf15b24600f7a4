//! Each hot kernel once on a small fixed input, for a program that counts instructions.
//!
//! `bench-harness/perf/instructions.sh` runs it under callgrind, which counts inside of
//! [`measured`] only and writes what it counted whenever that ends. Without callgrind it only says
//! that all of them work.

#![allow(clippy::print_stdout, reason = "the names go to a script")]

mod broad;
mod case;
mod inputs;
mod narrow;
mod pairs;
mod sort;
#[path = "../../benches/common/sorted_run.rs"]
mod sorted_run;
mod sweep;
mod tree;
mod world;

use std::hint::black_box;

use case::{Case, Failure};
use jostle::SimdLevel;
use rayon::ThreadPoolBuilder;

/// Runs before the one that is counted: buffers grow in them.
const WARM_UP_RUNS: usize = 2;

/// What is counted: the one function that callgrind is told to look into.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
    // Without anything behind it the call would be a jump, and callgrind would not see where it
    // ends.
    black_box(());
}

fn run(mut case: Case) {
    (0..WARM_UP_RUNS).for_each(|_| (case.work)());
    measured(&mut *case.work);
    println!("{}", case.name);
}

fn main() -> Result<(), Failure> {
    println!("level {}", SimdLevel::selected()?);
    // One thread: nothing of rayon's is counted, and every count is the same in each run.
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    let groups = [sweep::cases, sort::cases, broad::cases, tree::cases, pairs::cases];
    let of_shapes = [narrow::cases, world::cases];
    for cases in groups.into_iter().chain(of_shapes) {
        // Each group is dropped before the next is made.
        pool.install(|| cases().map(|cases| cases.into_iter().for_each(run)))?;
    }
    Ok(())
}
