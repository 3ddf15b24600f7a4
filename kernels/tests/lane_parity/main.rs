//! Every operation of every backend against a plain scalar model, bit for bit.
//!
//! Inputs are the cross product of the special values and 100 000 random bit patterns per
//! operation. Each test runs at every level that the processor has, and fails when one of them
//! did not take part (see [`support::at_every_level`]).

mod floats;
mod integers;
mod masks;
mod moves;
mod pairs;
#[path = "../common/random.rs"]
mod random;
mod support;
mod sweep;
