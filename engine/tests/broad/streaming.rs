//! Streams of pairs: in order, in batches, stopped on demand, alive whatever the callback does and
//! however busy the pool is.

use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
};

use jostle::{BroadPhase, Join, Pair, Pairs, SimdLevel};
use rayon::prelude::*;

use crate::common::{Boxes, Random, THREADS, best, broad_phases, pool, streamed, uniform, watched};

/// A scene whose stream has several batches and whose work has several parts for each thread:
/// 290,000 pairs, in many cells and with large boxes.
fn scene() -> Boxes<3> {
    let mut random = Random::seeded(1);
    let mut boxes = uniform(&mut random, 12_000, 6.5, 1.0);
    let large = uniform(&mut random, 20, 6.5, 5.0);
    large.iter().for_each(|(min, max)| boxes.push(min, max));
    boxes
}

fn list(phase: &mut dyn BroadPhase<3>, boxes: &Boxes<3>) -> Vec<Pair> {
    let mut pairs = Pairs::new();
    phase.pairs(&Join::within(boxes.bounds()), &mut pairs).expect("the call is valid");
    pairs.to_vec()
}

#[test]
fn batches_come_in_the_order_of_the_list() {
    let boxes = scene();
    let join = Join::within(boxes.bounds());
    for mut phase in best() {
        let expected = list(&mut *phase, &boxes);
        assert!(expected.len() > 200_000, "too few pairs for batches: {}", expected.len());
        for threads in THREADS {
            let found = pool(threads).install(|| streamed(&mut *phase, &join));
            assert!(found == expected, "{}, {threads} threads", phase.name());
        }
    }
}

#[test]
fn a_stream_stops_behind_the_batch_that_asks_for_it() {
    let boxes = scene();
    let join = Join::within(boxes.bounds());
    for mut phase in best() {
        let all = list(&mut *phase, &boxes);
        for (threads, most) in THREADS.into_iter().flat_map(|t| [1, 2, 5].map(|most| (t, most))) {
            let mut taken = Vec::new();
            let mut batches = 0;
            let mut take = |batch: &[Pair]| {
                taken.extend_from_slice(batch);
                batches += 1;
                if batches == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let summary = pool(threads).install(|| phase.stream(&join, &mut take)).unwrap();
            assert_eq!(batches, most, "{}, {threads} threads", phase.name());
            assert!(summary.stopped);
            assert_eq!(summary.pairs, taken.len() as u64);
            assert!(taken.len() < all.len(), "nothing was left to stop");
            assert!(taken == all[..taken.len()], "{}, {threads} threads", phase.name());
        }
    }
}

#[test]
fn a_callback_that_panics_is_the_callers_panic_and_nothing_more() {
    watched(|| {
        let boxes = scene();
        let join = Join::within(boxes.bounds());
        for mut phase in best() {
            let all = list(&mut *phase, &boxes);
            for (threads, at) in THREADS.into_iter().flat_map(|t| [1, 2, 7].map(|at| (t, at))) {
                let mut batches = 0;
                let mut callback = |_: &[Pair]| {
                    batches += 1;
                    assert!(batches < at, "the panic of the test");
                    ControlFlow::Continue(())
                };
                let run = || pool(threads).install(|| phase.stream(&join, &mut callback));
                let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("the panic is lost");
                let message = panic.downcast_ref::<&str>().expect("a message");
                assert_eq!(*message, "the panic of the test");
                assert_eq!(batches, at);
                pool(threads).install(|| {
                    assert!(list(&mut *phase, &boxes) == all, "another list after the panic");
                    assert!(streamed(&mut *phase, &join) == all, "another stream after it");
                });
            }
        }
    });
}

#[test]
fn a_stream_needs_no_thread_but_its_own() {
    watched(|| {
        let boxes = scene();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for mut phase in best() {
            let expected = list(&mut *phase, &boxes);
            let (started, done) = (AtomicBool::new(false), AtomicBool::new(false));
            let wait = |flag: &AtomicBool| {
                while !flag.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
            };
            pool.scope(|scope| {
                scope.spawn(|_| {
                    started.store(true, Ordering::Release);
                    wait(&done);
                });
                // The other thread has to be in its wait before this one streams.
                wait(&started);
                let found = streamed(&mut *phase, &Join::within(boxes.bounds()));
                done.store(true, Ordering::Release);
                assert!(found == expected, "{}", phase.name());
            });
        }
    });
}

#[test]
fn streams_run_inside_parallel_loops() {
    watched(|| {
        let boxes = scene();
        for make in broad_phases::<3>() {
            let expected = list(&mut *make(SimdLevel::detect()), &boxes);
            for threads in THREADS {
                let equal = pool(threads).install(|| {
                    let found = (0..12).into_par_iter().map(|_| {
                        streamed(&mut *make(SimdLevel::detect()), &Join::within(boxes.bounds()))
                    });
                    found.filter(|found| *found == expected).count()
                });
                assert_eq!(equal, 12, "{threads} threads");
            }
        }
    });
}
