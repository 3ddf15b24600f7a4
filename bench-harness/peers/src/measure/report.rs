//! What the program prints.

use std::{fs, time::Duration};

use serde::Serialize;

/// The JSON object of a measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) peer: &'static str,
    pub(crate) library: &'static str,
    pub(crate) method: &'static str,
    pub(crate) task: &'static str,
    pub(crate) dim: usize,
    pub(crate) boxes: usize,
    /// Threads that were used: one where the library knows no more.
    pub(crate) threads: usize,
    #[serde(flatten)]
    pub(crate) found: Found,
    #[serde(flatten)]
    pub(crate) times: Times,
    /// Most memory the process had until the end of the last run, files and input included.
    pub(crate) peak_rss_bytes: Option<u64>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Found {
    /// By the tasks `pairs` and `drift`.
    Pairs {
        /// Different pairs.
        pairs: usize,
        /// Pairs that were listed again.
        duplicates: usize,
        /// Of the different pairs.
        digest: String,
    },
    /// By the task `nearest`.
    Nearest {
        /// That were asked for, for each point.
        neighbors: usize,
        /// Of all points.
        found: u64,
        sum_of_distances: f64,
        /// That of the neighbors that jostle finds.
        jostle_sum_of_distances: f64,
    },
}

/// Milliseconds per run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Times {
    pub(crate) build_ms: Vec<f64>,
    pub(crate) find_ms: Vec<f64>,
    pub(crate) total_ms: Vec<f64>,
}

impl Times {
    pub(crate) fn push(&mut self, build: Duration, find: Duration) {
        // To the microsecond: the clock knows no more about a run.
        let ms = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        self.build_ms.push(ms(build));
        self.find_ms.push(ms(find));
        self.total_ms.push(ms(build + find));
    }
}

/// The most memory this process has ever had resident, where the operating system says.
pub(crate) fn peak_rss_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
