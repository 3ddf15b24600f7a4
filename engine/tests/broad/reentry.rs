//! A stream's callback may itself use threads: the pool it is called from, or another one.
//!
//! The thread that runs the callback may then run other work of its pool while it waits, and the
//! pool's other threads may be needed by the callback. Neither may wait for the callback to return.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

use jostle::{Join, Pair};
use rayon::prelude::*;

use crate::common::{Boxes, Random, best, uniform, watched};

/// Some million pairs: more than the threads of a pool may be ahead of the callback by.
fn dense_scene() -> Boxes<3> {
    uniform(&mut Random::seeded(2), 12_000, 2.0, 1.0)
}

/// A pool of this test alone, so that a hang in one test is not one in all.
fn new_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Streams the scene through every broad phase with the number of pairs in each batch counted by
/// `count`, the stream itself run by `run`.
fn check(
    count: impl Fn(&[Pair]) -> u64 + Send + Sync + 'static,
    run: impl Fn(&mut (dyn FnMut() + Send)) + Send + 'static,
) {
    watched(move || {
        let boxes = dense_scene();
        let join = Join::within(boxes.bounds());
        for mut phase in best() {
            let expected = phase.count(&join).unwrap().pairs;
            assert!(expected > 2_000_000, "too few pairs: {expected}");
            let mut total = 0;
            run(&mut || {
                let mut callback = |batch: &[Pair]| {
                    total += count(batch);
                    ControlFlow::Continue(())
                };
                phase.stream(&join, &mut callback).unwrap();
            });
            assert_eq!(total, expected, "{}", phase.name());
        }
    });
}

/// Counts the pairs on all threads of the pool.
fn count_in_parallel(batch: &[Pair]) -> u64 {
    let total = AtomicU64::new(0);
    batch.par_chunks(64).for_each(|chunk| {
        total.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    });
    total.into_inner()
}

#[test]
fn a_callback_may_use_the_pool_that_it_runs_in() {
    for threads in [1, 2, 3] {
        let pool = new_pool(threads);
        check(count_in_parallel, move |stream| pool.install(stream));
    }
}

#[test]
fn a_callback_outside_of_the_pool_may_use_the_pool() {
    check(count_in_parallel, |stream| stream());
}

#[test]
fn a_callback_may_use_another_pool() {
    for threads in [1, 2, 3] {
        let (pool, other) = (new_pool(threads), new_pool(1));
        let count = move |batch: &[Pair]| other.install(|| batch.len() as u64);
        check(count, move |stream| pool.install(stream));
    }
}
