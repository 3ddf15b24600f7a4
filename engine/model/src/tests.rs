//! What a stream promises, whatever the order of its threads' steps.

use std::ops::ControlFlow;

use shuttle::rand::Rng;

use crate::{
    Pair,
    run::{Cost, Worker},
    sink::{Interrupt, Sink},
    stream,
    threads::Scratches,
};

/// Pairs that the jobs find: none, some, more than a thread may be ahead by, and one.
const FOUND: [usize; 5] = [0, 3, 12, 1, 5];

/// All pairs, in the order of the jobs.
fn all() -> Vec<Pair> {
    let of_job =
        |(job, count): (usize, &usize)| (0..*count).map(move |number| Pair { job, number });
    FOUND.iter().enumerate().flat_map(of_job).collect()
}

/// Streams what the jobs find, of which one may fail after its first pair, and breaks where as many
/// pairs are there as `most`.
fn streamed(fails: Option<usize>, most: usize) -> (Vec<Pair>, u64, Result<Cost, Interrupt>) {
    let jobs: [usize; FOUND.len()] = std::array::from_fn(|job| job);
    let worker: &Worker<'_, usize, Vec<usize>> = &|job, scratch, sink: &mut dyn Sink| {
        scratch.push(*job);
        for number in 0..FOUND[*job] {
            sink.space()?[0] = Pair { job: *job, number };
            sink.commit(1)?;
            if fails == Some(*job) {
                return Err(Interrupt::Error);
            }
        }
        Ok(Cost(1))
    };
    let mut found = Vec::new();
    let mut callback = |batch: &[Pair]| {
        found.extend_from_slice(batch);
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (total, result) = stream::in_order(jobs.iter(), &Scratches::new(), worker, &mut callback);
    (found, total, result)
}

/// Tries orders at random, then such in which threads change place seldom.
fn in_many_orders(check: impl Fn() + Send + Sync + Copy + 'static) {
    shuttle::check_random(check, 20_000);
    shuttle::check_pct(check, 20_000, 4);
}

#[test]
fn all_pairs_come_in_the_order_of_the_jobs() {
    in_many_orders(|| {
        let (found, total, result) = streamed(None, usize::MAX);
        assert_eq!((found, total), (all(), 21));
        assert_eq!(result, Ok(Cost(FOUND.len())), "each job is run once");
    });
}

#[test]
fn whoever_breaks_gets_no_more_and_waits_for_nobody() {
    in_many_orders(|| {
        let most = shuttle::rand::thread_rng().gen_range(1..=20);
        let (found, total, result) = streamed(None, most);
        assert!(found.len() >= most && all().starts_with(&found), "{found:?}");
        assert_eq!((total, result), (found.len() as u64, Err(Interrupt::Break)));
    });
}

#[test]
fn a_job_that_fails_is_told_after_those_before_it() {
    in_many_orders(|| {
        let (found, _, result) = streamed(Some(2), usize::MAX);
        assert_eq!((&*found, result), (&all()[..3], Err(Interrupt::Error)));
    });
}
