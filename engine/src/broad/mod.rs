//! Broad phases: all pairs of boxes that touch.
//!
//! Every [broad phase](crate::BroadPhase) answers the same [`Join`](crate::Join) with the
//! same set of pairs; they differ in speed only. They know bounds, indices and filters, never
//! shapes.

mod auto;
mod brute_force;
mod dynamic_tree;
mod incremental_sap;
mod quadtree;
mod run_buffer;
mod sample;
pub(crate) mod sap;
mod verlet;

pub use auto::Auto;
pub use brute_force::BruteForce;
pub use dynamic_tree::{DynamicTree, DynamicTreePhase, Margin};
pub use incremental_sap::{
    IncrementalSap, IncrementalSapAxes, IncrementalSapFallback, IncrementalSapStats,
};
pub use quadtree::{
    Quadtree, QuadtreeCell, QuadtreeFit, QuadtreePhase, QuadtreeSettings, QuadtreeStats,
};
pub use sap::{SapCut, StaticCacheSap};
pub use verlet::VerletSap;

pub use crate::{
    exec::{
        auto_choice::{AutoCandidate, AutoChoice, AutoEstimates, AutoSample},
        run::{Output, RunStats, StageTimes},
    },
    join::BoxSet,
};
