//! jostle: a multithreaded, SIMD, data-oriented collision detection engine for 2D and 3D.

pub mod bounds;
pub mod broad;
mod canonical;
pub mod digest;
pub mod error;
pub mod filter;
pub mod pairs;
mod threads;

pub use bounds::{Bounds, Quarantined, Reason};
pub use broad::{BoxSet, BroadPhase, Join, Output, Stages, Summary, brute::Brute, sap::Sap};
pub use digest::Digest;
pub use error::Error;
pub use filter::Filter;
pub use jostle_kernels::{Aabb, Level, LevelError, Pair};
pub use pairs::Pairs;
