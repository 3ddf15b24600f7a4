//! What is reported of a run of whole frames.

use serde::Serialize;

use crate::{
    narrow::KindsReport,
    runner::{Motion, Spread, as_map},
};

/// Everything that is reported of a run of whole frames. Serializes to the JSON that the program
/// prints.
#[derive(Clone, Debug, Serialize)]
pub struct FrameReport {
    /// The scene.
    pub scene: &'static str,
    /// Its seed.
    pub seed: u64,
    /// How its shapes move.
    #[serde(flatten)]
    pub motion: Motion,
    /// Number of axes.
    pub dim: usize,
    /// Number of shapes.
    pub shapes: usize,
    /// Whether they are boxes, which are turned at random.
    pub turned: bool,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Frames that were timed.
    pub frames: u32,
    /// Whether contacts were looked at while they were in the cache, instead of kept.
    pub visit: bool,
    /// Time of each stage: making the shapes ready, finding pairs of bounds, finding contacts.
    #[serde(serialize_with = "as_map")]
    pub stages_ms: Vec<(&'static str, Spread)>,
    /// Time of all stages.
    pub total_ms: Spread,
    /// Time of the narrow phase for a pair, in nanoseconds.
    pub narrow_ns_per_pair: Option<Spread>,
    /// Pairs of bounds that touch in the last frame.
    pub pairs: u64,
    /// Digest of these, in hexadecimal.
    pub pairs_digest: String,
    /// Pairs of shapes that touch.
    pub contacts: u64,
    /// Points of all contacts.
    pub points: u64,
    /// Contacts over pairs.
    pub touching_share: Option<f64>,
    /// What was done for each pair of kinds.
    pub kinds: Vec<KindsReport>,
    /// Digest of the contacts, in hexadecimal.
    pub digest: String,
    /// Pairs that were held against what is found out about them alone.
    pub checked: usize,
    /// Those of them that were held against `f64`.
    pub checked_by_f64: usize,
    /// What was wrong with the first of them that is not as it should be.
    #[serde(skip)]
    pub fault: Option<String>,
    /// Memory of shapes made ready, broad phase, pairs and contacts over the number of shapes.
    pub bytes_per_shape: Option<f64>,
    /// The most memory the process had had resident when the last frame was over.
    pub peak_rss_bytes: Option<u64>,
    /// Shapes left out of the last frame.
    pub invalid: usize,
    /// Version of the program.
    pub version: &'static str,
}
