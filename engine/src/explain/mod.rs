//! Why a pair is reported, or is not.
//!
//! The first question when something seems missing: [`BroadPhase::explain`], of a pair of boxes;
//! [`CollisionPipeline::explain`] and [`World::explain`], of a pair of shapes. The answer has all
//! that was decided about the pair, with the numbers, and prints as text.
//!
//! [`BroadPhase::explain`]: crate::BroadPhase::explain
//! [`CollisionPipeline::explain`]: crate::CollisionPipeline::explain
//! [`World::explain`]: crate::World::explain

mod pair;
mod place;
mod text;

pub use crate::filter::FilterDecision;
pub use pair::{AxisOverlap, NarrowDecision, PairExplanation, Verdict};
pub use place::{PairPlaces, Place};
