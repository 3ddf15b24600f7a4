//! One formula for one pair and for eight.
//!
//! The kernels of the narrow phase are long formulas. Each is written once, generic over a
//! [`Real`]: with `f32` it is the scalar reference and the answer for a single pair, with
//! [`Wide`] it answers eight pairs at once, with `f64` it decides what `f32` cannot. All
//! operations round to nearest, none is fused, so `f32` and every lane of [`Wide`] give the same
//! bits at every level. The tests compare each formula with exact arithmetic.
//!
//! * `number`: the traits [`Real`] and [`Mask`], for `f32` and `f64`
//! * `wide`: eight lanes behind the same traits
//! * [`vector`]: vectors of them

mod number;
pub mod vector;
mod wide;

pub use number::{Mask, Real};
pub use wide::{Truth, Wide};
