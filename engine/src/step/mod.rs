//! What goes into a step of a [`World`](crate::World) or a
//! [`CollisionPipeline`](crate::CollisionPipeline), and what is said about it.

mod input;
mod stats;

pub(crate) use input::{Needs, Previous};
pub use input::{PipelineInput, StepLimits};
pub use stats::{CcdHit, StepStats, StepTimes};
