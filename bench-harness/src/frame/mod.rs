//! Whole frames on scenes, from moved shapes to contacts.
//!
//! [`Bodies`] are the shapes of a scene, its boxes turned at random; [`FrameRun`] moves them, makes
//! them ready, finds the pairs of their bounds and the contacts of these, and ends in a
//! [`FrameReport`].

mod bodies;
mod report;
mod run;

#[cfg(test)]
mod tests;

pub use bodies::Bodies;
pub(crate) use bodies::{Turn, set_centers};
pub use report::FrameReport;
pub(crate) use run::too_many_pairs;
pub use run::{FrameRun, PAIRS_LIMIT};
