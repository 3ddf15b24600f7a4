//! A captured step of a world, taken again.

mod captured;

pub use captured::{CapturedReport, replay_captured};
