//! Running work: on which threads it runs, and where its pairs go.
//!
//! [`threads`] cuts work into parts for the threads of a [`pool`]. [`jobs`] runs the jobs of a
//! broad phase on them, and [`stream`] does so where a callback takes the pairs. Jobs write pairs
//! to a [`sink`]; [`run`] has the output of a whole run and its statistics; [`unwind`] undoes what
//! a panic of the user's left half done. Nothing here knows how pairs are found.

pub(crate) mod auto_choice;
mod batches;
pub(crate) mod disjoint_slice;
#[cfg(feature = "tracing")]
pub(crate) mod forks;
pub(crate) mod jobs;
mod pool;
pub(crate) mod run;
pub(crate) mod sink;
mod stream;
pub(crate) mod threads;
pub(crate) mod unwind;

pub(crate) use pool::single_threaded;

// `engine/model` compiles the stream and its batches with that of a scheduler instead.
use std::sync;
