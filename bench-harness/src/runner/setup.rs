//! Which broad phase runs, at which level, on how many threads.

use std::thread::available_parallelism;

use jostle::{BroadPhase, SimdLevel};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    Error, Row,
    broad_phases::{self, BroadPhaseKind, Makes},
};

/// Which broad phase runs, at which level, on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The broad phase.
    pub broad_phase: &'static BroadPhaseKind,
    /// The SIMD level.
    pub level: SimdLevel,
    /// The number of threads.
    pub threads: usize,
}

impl Setup {
    /// The setup by names and numbers as a user gives them.
    ///
    /// # Errors
    /// When a name is unknown, the processor lacks the level, or there cannot be so many threads.
    pub fn new(
        broad_phase: &str,
        level: Option<&str>,
        threads: Option<usize>,
    ) -> Result<Self, Error> {
        Ok(Self {
            broad_phase: broad_phases::by_name(broad_phase)?,
            level: level_of(level)?,
            threads: threads_of(threads)?,
        })
    }

    /// Makes the broad phase.
    #[must_use]
    pub fn phase<const D: usize>(&self) -> Box<dyn BroadPhase<D>>
    where
        BroadPhaseKind: Makes<D>,
    {
        self.broad_phase.make(self.level)
    }

    /// Adds to a report what runs, and on what.
    #[must_use]
    pub fn tell(&self, row: Row) -> Row {
        let row = row.with("broad_phase", self.broad_phase.name);
        row.with("level", self.level.name()).with("threads", self.threads)
    }
}

/// The level of this name; without one, that of the environment or the processor's best.
///
/// # Errors
/// When the name is unknown, or the processor lacks the level.
pub fn level_of(name: Option<&str>) -> Result<SimdLevel, Error> {
    match name {
        Some(name) => Ok(SimdLevel::by_name(name)?),
        None => SimdLevel::from_env().map_err(Error::LevelVariable),
    }
}

/// Checks a number of threads; without one, as many as the machine runs at once.
///
/// # Errors
/// When there cannot be so many.
pub fn threads_of(threads: Option<usize>) -> Result<usize, Error> {
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let most = rayon::max_num_threads();
    if (1..=most).contains(&threads) {
        return Ok(threads);
    }
    let why = format!("{threads} threads: the number of threads must be from 1 to {most}");
    Err(Error::Request(why))
}

/// Powers of two up to `most`, and `most`.
#[must_use]
pub fn thread_counts(most: usize) -> Vec<usize> {
    let mut counts: Vec<usize> =
        (0..usize::BITS).map(|power| 1 << power).take_while(|count| *count < most).collect();
    counts.push(most);
    counts
}

/// A pool of `threads` threads.
///
/// # Errors
/// When they cannot be started.
pub fn pool_of(threads: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|why| Error::Request(format!("cannot start {threads} threads: {why}")))
}
