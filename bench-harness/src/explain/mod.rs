//! The separating axis test in the plane, worked through for one pair of shapes and drawn.
//!
//! Verdict, deciding axis and the vector that separates the shapes are what the engine's kernels
//! say. The intervals, which a kernel does not keep, are computed here in `f64` from the same
//! stored numbers; the tests hold the two against each other.

mod answer;
mod axis;
mod example;
mod figure;
mod number;
mod outline;
mod shape;
#[cfg(test)]
mod tests;

pub use answer::{Explanation, Relation};
pub use axis::{Axis, Interval};
pub use example::Example;
pub use figure::figure;
pub use number::Numbers;
pub use outline::{Edge, Outline};
pub use shape::{Shape, ShapeError};
