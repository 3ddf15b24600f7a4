//! What is reported of a run of steps of a world.

use serde::Serialize;

use crate::runner::{Motion, Spread, as_map};

/// Everything that is reported of a run of steps. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct WorldReport {
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
    /// Those of them that rest.
    pub resting: usize,
    /// Whether balls were made of boxes.
    pub balls: bool,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// The one that was chosen in the last step, where one is.
    pub chosen: Option<&'static str>,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Steps that were timed.
    pub frames: u32,
    /// Time of each stage.
    #[serde(serialize_with = "as_map")]
    pub stages_ms: Vec<(&'static str, Spread)>,
    /// Time of a step.
    pub total_ms: Spread,
    /// Pairs of bounds that touch, in the last step.
    pub pairs: usize,
    /// Pairs of shapes that touch.
    pub contacts: usize,
    /// Those of them that did not touch in the step before.
    pub begun: usize,
    /// Those that did.
    pub persisted: usize,
    /// Pairs that touched in the step before and do not any more.
    pub ended: usize,
    /// Pairs of shapes that sleep.
    pub sleeping_contacts: usize,
    /// Contacts over pairs.
    pub hit_rate: f64,
    /// Share of lanes that held a pair.
    pub occupancy: f64,
    /// Memory of the world over the number of shapes.
    pub bytes_per_shape: f64,
    /// Boxes that the broad phase compared with another one, in whole groups of eight, over the
    /// number of shapes.
    pub tests_per_shape: f64,
    /// The most memory the process had had resident when the last step was over.
    pub peak_rss_bytes: Option<u64>,
    /// Digest of the pairs, in hexadecimal.
    pub pairs_digest: String,
    /// Digest of the contacts, in hexadecimal.
    pub digest: String,
    /// What was wrong.
    #[serde(skip)]
    pub fault: Option<String>,
    /// Version of the program.
    pub version: &'static str,
}
