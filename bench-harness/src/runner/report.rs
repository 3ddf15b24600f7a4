//! What is reported of a run.

use jostle::validate::InvalidShape;
use serde::{Serialize, Serializer};

use super::{Measurement, Mode, Motion, Setup, Spread, VERSION, peak_rss_bytes};

/// Everything that is reported of a run. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What the run was about.
    #[serde(flatten)]
    pub subject: Subject,
    /// Number of axes.
    pub dim: usize,
    /// Number of shapes, in all sets.
    pub shapes: usize,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// What answered the last frame and why, where the broad phase chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Frames that were timed.
    pub frames: u32,
    /// What became of the pairs.
    pub output: Mode,
    /// Pairs of the last frame.
    pub pairs: u64,
    /// Digest of the pairs of the last frame, in hexadecimal.
    pub digest: String,
    /// Pairs of the last frame over the median time.
    pub pairs_per_second: Option<f64>,
    /// Time from bounds to pairs.
    pub total_ms: Spread,
    /// Time of each stage.
    #[serde(serialize_with = "as_map")]
    pub stages_ms: Vec<(&'static str, Spread)>,
    /// Boxes that were compared with another one, in whole groups of eight, over the number of
    /// shapes.
    pub tests_per_shape: Option<f64>,
    /// Memory of the broad phase and the pairs over the number of shapes.
    pub bytes_per_shape: Option<f64>,
    /// The most memory the process has had resident.
    pub peak_rss_bytes: Option<u64>,
    /// Boxes left out of the last frame.
    pub invalid: usize,
    /// The first one of them.
    #[serde(skip)]
    pub first_quarantined: Option<InvalidShape>,
    /// Version of the program.
    pub version: &'static str,
}

/// What a run was about.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// A scene.
    Scene {
        /// Its name.
        scene: &'static str,
        /// Its seed.
        seed: u64,
        /// How its shapes move.
        #[serde(flatten)]
        motion: Motion,
    },
    /// Boxes or meshes from files.
    Inputs {
        /// The files.
        inputs: Vec<String>,
        /// The elements of two meshes that were swept.
        elements: Option<&'static str>,
        /// Pairs left out because the elements share a vertex.
        sharing_a_vertex: u64,
    },
}

impl Report {
    /// The report of what was measured.
    #[must_use]
    pub fn new(
        subject: Subject,
        dim: usize,
        shapes: usize,
        frames: u32,
        setup: &Setup,
        measured: &Measurement,
    ) -> Self {
        let total_ms = measured.timings.total();
        Self {
            subject,
            dim,
            shapes,
            broad_phase: setup.broad_phase.name,
            choice: measured.choice.map(|choice| choice.to_string()),
            level: setup.level.name(),
            threads: setup.threads,
            frames,
            output: measured.mode,
            pairs: measured.pairs,
            digest: measured.digest.to_string(),
            pairs_per_second: ratio(measured.pairs as f64 * 1e3, total_ms.median),
            total_ms,
            stages_ms: measured.timings.stages(),
            tests_per_shape: ratio(measured.tests as f64, shapes as f64),
            bytes_per_shape: ratio(measured.memory_bytes as f64, shapes as f64),
            peak_rss_bytes: peak_rss_bytes(),
            invalid: measured.invalid.len(),
            first_quarantined: measured.invalid.first().copied(),
            version: VERSION,
        }
    }
}

/// The quotient, where there is one.
fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// A map that keeps the order of its entries.
pub(crate) fn as_map<S: Serializer>(
    stages: &[(&str, Spread)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(stages.iter().copied())
}
