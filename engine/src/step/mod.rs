//! What goes into a step of a [`World`](crate::World) or a
//! [`CollisionPipeline`](crate::CollisionPipeline), and what is said about it.

mod input;
mod pair_rules;
mod stats;

pub(crate) use input::{Needs, Previous};
pub use input::{PipelineInput, StepLimits};
pub(crate) use pair_rules::PairRules;
pub use stats::{CcdHit, StepStats, StepTimes};
