//! What is asked about pairs.

use clap::ValueEnum;
use serde::Serialize;

/// What is asked about each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Whether shapes touch
    Overlap,
    /// How deep they overlap, or how far they are apart, and which way
    Mtv,
    /// The points at which they touch
    Manifold,
    /// When they touch first as they move and turn; boxes along the axes only move
    Sweep,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [Self::Overlap, Self::Mtv, Self::Manifold, Self::Sweep];
}
