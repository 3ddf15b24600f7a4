//! What goes into a step of a [`World`](crate::World) or a
//! [`CollisionPipeline`](crate::CollisionPipeline), and what is said about it.

mod ccd_hit;
mod input;
mod limits;
mod stats;

pub use ccd_hit::CcdHit;
pub use input::PipelineInput;
pub(crate) use input::Ways;
pub(crate) use limits::Needs;
pub use limits::StepLimits;
pub use stats::{StepStats, StepTimes};
