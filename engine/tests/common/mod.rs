//! What the integration tests share: an oracle, all broad phases to hold against it, thread pools.

#![allow(dead_code, unused_imports, reason = "each test binary uses a part of it")]

mod asked;
mod boxes;
mod checks;
mod contact_text;
mod counting;
mod exact;
mod explained;
mod fuzz;
mod gate;
mod lines;
mod nasty;
mod panics;
mod random;
mod rotation;
mod solids;

use std::{
    ops::ControlFlow,
    sync::{OnceLock, mpsc},
    time::Duration,
};

pub(crate) use asked::{Counts, brute, check_line, check_truth, node_of, trees};
pub(crate) use boxes::{Boxes, Style, at_all_scales, mixed, sizes, uniform};
pub(crate) use checks::{Check, run_checks};
pub(crate) use contact_text::contact_text;
pub(crate) use counting::{Counting, allocations};
pub(crate) use exact::{is_within, sign};
pub(crate) use explained::{explain_pairs, explain_world};
pub(crate) use fuzz::{Bytes, corpus};
pub(crate) use gate::check_gate;
use jostle::{
    BroadPhase, Join, Pair, Pairs, Sap, SimdLevel,
    broad::{
        BruteForce, DynamicTreePhase, IncrementalSap, QuadtreePhase, StaticCacheSap, VerletSap,
    },
    bvh::Bvh,
};
pub(crate) use lines::{Line, Truth};
pub(crate) use nasty::{SCENES, doubling, half_without_end, one_giant, peeled, sorted};
pub(crate) use panics::{SAID, panics};
pub(crate) use random::Random;
use rayon::{ThreadPool, ThreadPoolBuilder};
pub(crate) use rotation::{axes_in, axes_of};
pub(crate) use solids::{Set, half_space, pairs_of, planar, polyhedron, set, spatial, with_middle};

/// A broad phase of some kind at a level.
pub(crate) type Make<const D: usize> = fn(SimdLevel) -> Box<dyn BroadPhase<D>>;

/// Every broad phase there is: whoever adds one adds a line.
pub(crate) fn broad_phases<const D: usize>() -> Vec<Make<D>> {
    vec![
        |level| Box::new(BruteForce::new().with_level(level)),
        |level| Box::new(Sap::new().with_level(level)),
        |level| Box::new(Bvh::new().with_level(level)),
        |level| Box::new(DynamicTreePhase::new().with_level(level)),
        |level| Box::new(QuadtreePhase::new().with_level(level)),
        |level| Box::new(IncrementalSap::new().with_level(level)),
        |level| Box::new(StaticCacheSap::new().with_level(level)),
        |level| Box::new(VerletSap::new().with_level(level)),
    ]
}

/// Every broad phase at the best level.
pub(crate) fn best<const D: usize>() -> Vec<Box<dyn BroadPhase<D>>> {
    broad_phases().into_iter().map(|make| make(SimdLevel::detect())).collect()
}

/// Pool sizes that are tried: one thread, as many as small machines have, odd, and more.
pub(crate) const THREADS: [usize; 4] = [1, 2, 3, 8];

/// A pool of so many threads, made once.
pub(crate) fn pool(threads: usize) -> &'static ThreadPool {
    static POOLS: [OnceLock<ThreadPool>; 9] = [const { OnceLock::new() }; 9];
    POOLS[threads].get_or_init(|| {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
    })
}

/// How much longer than by default to test, from the environment.
pub(crate) fn scale() -> usize {
    std::env::var("JOSTLE_TEST_SCALE").map_or(1, |scale| {
        scale.parse().expect("JOSTLE_TEST_SCALE is a whole number to multiply the cases by")
    })
}

/// The oracle: touching pairs within a set, in canonical order.
pub(crate) fn naive_within<const D: usize>(boxes: &Boxes<D>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for i in 0..boxes.len() {
        for j in (i + 1)..boxes.len() {
            if touch(boxes, i, boxes, j) {
                pairs.push(Pair { a: i as u32, b: j as u32 });
            }
        }
    }
    pairs
}

/// The oracle: touching pairs between two sets, in canonical order.
pub(crate) fn naive_between<const D: usize>(first: &Boxes<D>, second: &Boxes<D>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for i in 0..first.len() {
        for j in 0..second.len() {
            if touch(first, i, second, j) {
                pairs.push(Pair { a: i as u32, b: j as u32 });
            }
        }
    }
    pairs
}

/// Whether two closed boxes, both ordered on every axis, have a point in common. Every comparison
/// with a NaN is false.
fn touch<const D: usize>(first: &Boxes<D>, i: usize, second: &Boxes<D>, j: usize) -> bool {
    (0..D).all(|axis| {
        let (a, b) = (first.min[axis][i], first.max[axis][i]);
        let (c, d) = (second.min[axis][j], second.max[axis][j]);
        a <= d && c <= b && a <= b && c <= d
    })
}

/// Ends the test in failure when `work` takes longer than ten minutes, which is many times what it
/// takes on a busy machine.
pub(crate) fn watched<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        // The receiver is gone only when the test has failed already.
        let _ = sender.send(work());
    });
    match receiver.recv_timeout(Duration::from_secs(600)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            std::panic::resume_unwind(thread.join().expect_err("its sender is gone"))
        }
    }
}

/// The pairs in canonical order.
pub(crate) fn canonical<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
) -> Pairs {
    let mut pairs = Pairs::new();
    phase.pairs(join, &mut pairs).expect("the call is valid");
    pairs.sort_canonical().expect("there is memory");
    pairs
}

/// The pairs as a stream hands them over, checked against what the summary says.
pub(crate) fn streamed<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let summary = phase.stream(join, &mut |batch| {
        assert!(!batch.is_empty(), "an empty batch");
        pairs.extend_from_slice(batch);
        ControlFlow::Continue(())
    });
    let summary = summary.expect("the call is valid");
    assert_eq!((summary.pairs, summary.stopped), (pairs.len() as u64, false));
    pairs
}

/// Every broad phase at every level, kept from scene to scene so that what one scene leaves in
/// their buffers meets the next.
pub(crate) struct Engines<const D: usize>(Vec<(SimdLevel, Box<dyn BroadPhase<D>>)>);

impl<const D: usize> Engines<D> {
    pub(crate) fn new() -> Self {
        let at =
            |level: SimdLevel| broad_phases().into_iter().map(move |make| (level, make(level)));
        Self(SimdLevel::available().iter().flat_map(|level| at(*level)).collect())
    }

    /// Asserts that all of them, on every number of threads, find the expected pairs and nothing
    /// else, and that counting and streaming tell the same. Returns the levels that ran.
    pub(crate) fn check(
        &mut self,
        join: &Join<'_, D>,
        expected: &[Pair],
        what: &dyn Fn() -> String,
    ) -> Vec<&'static str> {
        let mut ran = Vec::new();
        for (level, phase) in &mut self.0 {
            let mut sequence: Option<Vec<Pair>> = None;
            for threads in THREADS {
                let place = || format!("{}, {level}, {threads} threads: {}", phase.name(), what());
                let place = place();
                pool(threads).install(|| {
                    let mut pairs = Pairs::new();
                    let summary = phase.pairs(join, &mut pairs).expect("the call is valid");
                    assert_eq!(summary.pairs, pairs.len() as u64, "{place}");
                    let first = sequence.get_or_insert_with(|| pairs.to_vec());
                    assert!(*first == *pairs, "another sequence: {place}");
                    assert!(streamed(&mut **phase, join) == *first, "another stream: {place}");
                    let count = phase.count(join).expect("the call is valid").pairs;
                    assert_eq!(count, pairs.len() as u64, "another count: {place}");
                    pairs.sort_canonical().expect("there is memory");
                    assert_same(&pairs, expected, &place);
                });
            }
            ran.push(level.name());
        }
        ran
    }
}

/// Asserts that lists are equal and names the first pair that is not.
pub(crate) fn assert_same(found: &[Pair], expected: &[Pair], what: &str) {
    let differs = (0..found.len().max(expected.len())).find(|k| found.get(*k) != expected.get(*k));
    if let Some(k) = differs {
        panic!(
            "{what}: {} pairs instead of {}; at {k} found {:?} instead of {:?}",
            found.len(),
            expected.len(),
            found.get(k),
            expected.get(k),
        );
    }
}
