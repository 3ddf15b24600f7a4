//! Runs broad phases on scenes and files, and measures them.
//!
//! A [`Setup`] says which broad phase runs at which level on how many threads; a
//! [`SceneRun`] or an [`InputRun`] says on what. Both end in a [`Report`].
//! [`measure`] is the loop underneath, for callers that bring a [`Load`] of their
//! own.

pub mod broad_phases;
mod columns;
mod error;
mod input_run;
mod inputs;
mod load;
mod measure;
mod memory;
mod mode;
mod motion;
mod progress;
mod report;
mod scene_run;
mod setup;
mod timing;

pub use columns::box_columns;
pub use error::Error;
pub use input_run::InputRun;
pub use inputs::{Input, InputRequest};
pub use load::{Load, bounds_of, bounds_of_boxes};
pub use measure::{Measurement, WARM_UP_FRAMES, measure};
pub use memory::peak_rss_bytes;
pub use mode::{Mode, PAIRS_LIMIT};
pub use motion::Motion;
pub use progress::{Progress, Silent};
pub(crate) use report::as_map;
pub use report::{Report, Subject};
pub use scene_run::SceneRun;
pub use setup::{Setup, level_of, pool_of, thread_counts, threads_of};
pub use timing::{Spread, Timings};

/// The version that reports carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The seed of scenes where none is given.
pub const DEFAULT_SEED: u64 = 1;
