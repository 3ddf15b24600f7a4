//! What is reported of a run of a narrow phase.

use jostle::{
    narrow::{NarrowCounts, NarrowStats},
    shape::ShapeKind,
};
use serde::Serialize;

use crate::{peers::Comparison, runner::Spread};

/// Everything that is reported of a run on pairs. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct NarrowReport {
    /// The pair of kinds.
    pub pair: &'static str,
    /// Number of axes.
    pub dim: usize,
    /// What was asked.
    pub mode: &'static str,
    /// Number of pairs.
    pub pairs: usize,
    /// The seed of the scene.
    pub seed: u64,
    /// Where the middle of the scene is, on each axis.
    pub offset: f32,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Frames that were timed.
    pub frames: u32,
    /// Whether the answers were looked at while they were in the cache, instead of kept.
    pub visit: bool,
    /// Time to make the shapes ready.
    pub prepare_ms: Spread,
    /// Time for all pairs.
    pub total_ms: Spread,
    /// The same for a pair, in nanoseconds.
    pub ns_per_pair: Option<Spread>,
    /// Pairs that touch.
    pub touching: u64,
    /// Points of all contacts.
    pub points: Option<u64>,
    /// What was done for each pair of kinds.
    pub kinds: Vec<KindsReport>,
    /// Digest of the answers, in hexadecimal.
    pub digest: String,
    /// Pairs that were held against what is found out about them alone.
    pub checked: usize,
    /// Those of them that were held against `f64`.
    pub checked_by_f64: usize,
    /// What was wrong with the first of them that is not as it should be.
    #[serde(skip)]
    pub fault: Option<String>,
    /// Bytes held for the answers.
    pub memory_bytes: usize,
    /// The most memory the process had had resident when the last frame was over.
    pub peak_rss_bytes: Option<u64>,
    /// Other libraries on the same pairs.
    pub peers: Vec<Comparison>,
    /// Version of the program.
    pub version: &'static str,
}

/// What was done for a pair of kinds.
#[derive(Clone, Debug, Serialize)]
pub struct KindsReport {
    /// The two kinds.
    pub kinds: String,
    /// Pairs that came in.
    pub candidates: u64,
    /// Pairs that were left after the test of circles around them, where there is one.
    pub after_circles: u64,
    /// Pairs that were left after the test for overlap, where it comes first.
    pub after_overlap: u64,
    /// Pairs that touch.
    pub touching: u64,
    /// Groups of eight that were computed.
    pub groups: u64,
    /// The share of their lanes that held a pair.
    pub occupancy: f64,
}

impl KindsReport {
    /// A report for each pair of kinds that there was.
    #[must_use]
    pub fn of(report: &NarrowStats) -> Vec<Self> {
        let all = ShapeKind::ALL.into_iter().flat_map(|a| ShapeKind::ALL.map(|b| (a, b)));
        let rows = all.filter(|(a, b)| a <= b).map(|(a, b)| (format!("{a}-{b}"), report.of(a, b)));
        rows.filter(|(_, counts)| counts.candidates > 0).map(Self::new).collect()
    }

    fn new((kinds, counts): (String, NarrowCounts)) -> Self {
        let NarrowCounts { candidates, after_circles, after_overlap, touching, groups, .. } =
            counts;
        let occupancy = counts.occupancy();
        Self { kinds, candidates, after_circles, after_overlap, touching, groups, occupancy }
    }
}

/// Times of so many pairs as times of one, in nanoseconds, where there are pairs.
#[must_use]
pub fn per_pair(ms: Spread, pairs: usize) -> Option<Spread> {
    (pairs > 0).then(|| ms.times(1e6 / pairs as f64))
}
