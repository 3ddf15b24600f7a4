//! Which broad phase runs, at which level, on how many threads.

use std::thread::available_parallelism;

use jostle::SimdLevel;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    Error,
    broad_phases::{self, BroadPhaseKind},
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
    if (1..=rayon::max_num_threads()).contains(&threads) {
        Ok(threads)
    } else {
        Err(Error::Threads { threads })
    }
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
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| Error::Pool { threads, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_limits() {
        assert!(matches!(threads_of(Some(0)), Err(Error::Threads { threads: 0 })));
        assert!(threads_of(Some(usize::MAX)).is_err());
        assert_eq!(threads_of(Some(3)).unwrap(), 3);
        assert!(threads_of(None).unwrap() >= 1);
    }

    #[test]
    fn thread_counts_are_powers_of_two_and_the_most() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
        assert_eq!(thread_counts(8), [1, 2, 4, 8]);
    }
}
