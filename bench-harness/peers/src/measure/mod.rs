//! Runs, their times, and what came of them.

mod nearest;
mod pairs;
mod report;

pub(crate) use nearest::nearest;
pub(crate) use pairs::{drift, pairs};
pub(crate) use report::{Found, Report, Times, peak_rss_bytes};

use std::{
    panic::{self, AssertUnwindSafe},
    time::Instant,
};

use rayon::ThreadPoolBuilder;

use crate::{failure::Failure, peer::Outcome};

/// How often, and on how many threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) threads: usize,
    pub(crate) runs: u32,
    pub(crate) warm_up: u32,
}

/// What a measurement found, and what it took.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) found: Found,
    pub(crate) times: Times,
    pub(crate) peak_rss_bytes: Option<u64>,
}

impl Plan {
    /// Measures inside a pool of so many threads. A library that panics has failed.
    pub(crate) fn run(
        &self,
        measure: impl FnOnce() -> Result<Measured, Failure> + Send,
    ) -> Result<Measured, Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| Failure::Request(format!("threads: {error}")))?;
        match panic::catch_unwind(AssertUnwindSafe(|| pool.install(measure))) {
            Ok(result) => result,
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref().copied());
                let line = text.unwrap_or("no message").lines().next().unwrap_or_default();
                Err(Failure::Library(format!("the library panicked: {line}")))
            }
        }
    }

    /// Calls `prepare` and then, on the clock, `build` and `find`, as often as is planned. The
    /// first runs only warm up.
    fn repeat<S: ?Sized>(
        &self,
        state: &mut S,
        mut prepare: impl FnMut(&mut S, u32),
        build: impl Fn(&mut S) -> Outcome,
        find: impl Fn(&mut S) -> Outcome,
    ) -> Result<Times, Failure> {
        let mut times = Times::default();
        for run in 0..self.warm_up + self.runs {
            prepare(state, run);
            let start = Instant::now();
            build(state).map_err(Failure::Library)?;
            let built = Instant::now();
            find(state).map_err(Failure::Library)?;
            let found = Instant::now();
            if run >= self.warm_up {
                times.push(built - start, found - built);
            }
        }
        Ok(times)
    }
}
