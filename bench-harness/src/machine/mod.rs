//! What the machine can do: how fast memory is read and written, and how fast lanes compute.
//!
//! The two limits of a roofline (Williams, Waterman and Patterson, 2009), as the kernels could
//! reach them: [`memory`] moves columns that fit into no cache, [`arithmetic`] multiplies and adds
//! in batches of eight, without fused operations, as these give other bits. The best of some rounds
//! counts, for noise only adds.

pub mod arithmetic;
pub mod memory;
mod report;

use std::time::{Duration, Instant};

use jostle::SimdLevel;

use crate::runner::{Error, Progress, VERSION, pool_of, thread_counts};
pub use report::{Arithmetic, Bandwidth, MachineReport};

/// A look at the machine.
#[derive(Clone, Copy, Debug)]
pub struct MachineRun {
    /// Most threads.
    pub threads: usize,
    /// Length of each of the three columns, in MiB: some times the last cache.
    pub mebibytes: usize,
    /// How often each is measured.
    pub rounds: u32,
}

impl MachineRun {
    /// Measures with one thread, two, four and so on up to the most.
    ///
    /// # Errors
    /// When there is nothing to measure, or a pool cannot be started.
    pub fn run(&self, progress: &dyn Progress) -> Result<MachineReport, Error> {
        if self.rounds == 0 || self.mebibytes == 0 {
            return Err(Error::Request(
                "there is nothing to measure: 0 rounds or 0 MiB".to_owned(),
            ));
        }
        let counts = thread_counts(self.threads);
        progress.begin("thread counts", counts.len() as u64);
        let mut report = MachineReport {
            mebibytes: self.mebibytes,
            rounds: self.rounds,
            memory: Vec::new(),
            arithmetic: Vec::new(),
            version: VERSION,
        };
        let mut columns = memory::Columns::new(self.mebibytes << 20);
        for threads in counts {
            let pool = pool_of(threads)?;
            report.memory.push(columns.measure(&pool, self.rounds));
            let peaks = SimdLevel::available()
                .iter()
                .map(|level| arithmetic::measure(&pool, *level, self.rounds));
            report.arithmetic.extend(peaks);
            progress.advance();
        }
        Ok(report)
    }
}

/// The shortest of the times that some rounds of work take.
fn shortest(rounds: u32, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

/// `1e9` of something per second.
fn giga(amount: f64, time: Duration) -> f64 {
    amount / time.as_secs_f64().max(1e-9) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Silent;

    #[test]
    fn all_is_measured() {
        let run = MachineRun { threads: 2, mebibytes: 1, rounds: 2 };
        let report = run.run(&Silent).unwrap();
        assert_eq!(report.memory.iter().map(|of| of.threads).collect::<Vec<_>>(), [1, 2]);
        assert!(report.memory.iter().all(|of| of.read > 0.0 && of.write > 0.0 && of.triad > 0.0));
        assert_eq!(report.arithmetic.len(), 2 * SimdLevel::available().len());
        assert!(report.arithmetic.iter().all(|of| of.gflops > 0.0));
    }

    #[test]
    fn nothing_is_refused() {
        let run = MachineRun { threads: 1, mebibytes: 0, rounds: 1 };
        assert!(matches!(run.run(&Silent), Err(Error::Request(_))));
    }
}
