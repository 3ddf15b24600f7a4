//! Queries to trees over scenes: made from a seed, timed, and held against testing every box.
//!
//! A [`Kind`] names what is asked, [`make`] makes a [`Batch`] of it, [`brute`](fn@brute) answers a
//! batch without a tree, and [`QueryRun`] times a tree and ends in a [`QueryReport`].

mod batch;
mod brute;
mod check;
mod digest;
mod kind;
mod make;
mod report;
mod run;

pub use batch::{Answers, Batch, Item};
pub use brute::{Wanted, brute};
pub use digest::digest;
pub(crate) use digest::mix;
pub use kind::{BUILDS, Kind, build_by_name, build_name};
pub use make::{Asked, make, mean_size};
pub use report::{FullSweepReport, QueryReport, TreeReport};
pub use run::QueryRun;
