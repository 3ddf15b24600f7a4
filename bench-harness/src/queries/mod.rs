//! Queries to trees over scenes: made from a seed, timed, and held against testing every box.
//!
//! A [`Kind`] names what is asked, [`make`](fn@make) makes a [`Batch`] of it, [`brute`](fn@brute)
//! answers a batch without a tree, and [`QueryRun`] times a tree.

mod batch;
mod brute;
mod check;
mod digest;
mod kind;
mod make;
mod run;
mod shapes;

pub use batch::{Answers, Batch, Item};
pub use brute::{Wanted, brute};
pub use check::check;
pub use digest::digest;
pub(crate) use digest::mix;
pub use kind::{BUILDS, Kind, build_by_name, build_name};
pub use make::{Asked, make, mean_size};
pub use run::QueryRun;
