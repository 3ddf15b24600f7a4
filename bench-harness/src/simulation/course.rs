//! How a simulation ran.

use serde::Serialize;

use super::Stage;
use crate::runner::{Setup, VERSION};

/// What a simulation ran on, and how fast.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// Mean times of the stages of a step.
    pub stages: Vec<Stage>,
    /// Milliseconds per step.
    pub step_ms: f64,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Version of the program.
    pub version: &'static str,
}

impl Course {
    /// A run whose steps took so long on average.
    pub(super) fn new(setup: &Setup, stages: Vec<Stage>) -> Self {
        Self {
            step_ms: stages.iter().map(|stage| stage.ms).sum(),
            stages,
            broad_phase: setup.broad_phase.name,
            level: setup.level.name(),
            threads: setup.threads,
            version: VERSION,
        }
    }
}
