//! The narrow phase against exact arithmetic.

mod obb3;
mod support;
