//! Runs the engine's stream (`stream.rs` and `batches.rs` of `engine/src/exec`, the files
//! themselves) on threads of a scheduler that tries one order of their steps after the other:
//! [shuttle].
//!
//! The engine's other parts on several threads fork, join and sum; this is the only one where
//! threads wait for each other by means of its own. Here it gets locks and channels of the
//! scheduler in place of those of the standard library and of `crossbeam`, and jobs that say at
//! once what they found.
//!
//! [shuttle]: https://docs.rs/shuttle
#![cfg(test)]

// What the file calls `crossbeam` is here.
extern crate self as crossbeam;

#[path = "../../src/exec/batches.rs"]
mod batches;
mod channel;
mod queue;
mod run;
mod sink;
#[path = "../../src/exec/stream.rs"]
mod stream;
mod tests;
mod threads;

use shuttle::sync;

/// Two numbers, of which the stream knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pair {
    job: usize,
    number: usize,
}
