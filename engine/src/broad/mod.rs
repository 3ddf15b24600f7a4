//! Broad phases: all pairs of boxes that touch.
//!
//! Every [broad phase](crate::BroadPhase) answers the same [`Join`] with the same set
//! of pairs; they differ in speed only. They know bounds, indices and filters, never shapes.

mod auto;
pub(crate) mod broad_phase;
mod brute_force;
mod chunks;
mod dynamic_tree;
pub(crate) mod emit;
mod incremental_sap;
pub(crate) mod jobs;
pub(crate) mod join;
mod output;
pub(crate) mod part;
mod quadtree;
mod run_buffer;
mod sample;
pub(crate) mod sap;
mod stream;

pub use auto::{Auto, Candidate, Choice, Estimates, Sampled};
pub(crate) use broad_phase::BroadPhase;
pub use brute_force::BruteForce;
pub use dynamic_tree::{DynamicTree, DynamicTreePhase, Margin};
pub use incremental_sap::{Axes, Fallback, IncrementalSap, IncrementalSapStats};
pub use join::BoxSet;
pub(crate) use join::Join;
pub use output::{Output, RunStats, StageTimes};
pub use quadtree::{
    Quadtree, QuadtreeCell, QuadtreeFit, QuadtreePhase, QuadtreeSettings, QuadtreeStats,
};
pub use sap::{Cut, StaticCacheSap};
