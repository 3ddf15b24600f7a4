//! Runs what is timed: one kind of [`Case`], one loop that [measures](measure()) it, one kind of
//! report, a [`Row`] of named figures.
//!
//! A [`Setup`] says which broad phase runs at which level on how many threads, a [`SceneRequest`]
//! or an [`InputRequest`] on what. [`pairs_of_scene`] and [`pairs_of_files`] time broad phases.

pub mod broad_phases;
mod error;
mod inputs;
mod load;
mod measure;
mod pairs;
mod progress;
mod row;
mod setup;
mod subject;

pub use error::Error;
pub use inputs::{Input, InputRequest};
pub(crate) use load::keep;
pub use load::{Load, bounds_of, bounds_of_boxes, box_columns};
pub(crate) use measure::finish;
pub use measure::{
    Case, FrameTime, Spread, Times, WARM_UP_FRAMES, measure, peak_rss_bytes, report,
    resident_bytes, since,
};
pub use pairs::{PAIRS_LIMIT, pairs_of_files, pairs_of_scene};
pub use progress::{Progress, Silent};
pub use row::Row;
pub(crate) use row::ratio;
pub use setup::{Setup, level_of, pool_of, thread_counts, threads_of};
pub use subject::{Motion, SceneRequest};

/// The version that reports carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The seed of scenes where none is given.
pub const DEFAULT_SEED: u64 = 1;
