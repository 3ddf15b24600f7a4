//! Runs one other library on one file of boxes and prints one JSON object.
//!
//! A process of its own per library and measurement: what one of them does to the heap, or how it
//! fails, is then nothing to the next. See `README.md` beside the manifest, and `docs/bias.md`.

mod adapters;
mod boxes;
mod cli;
mod failure;
mod gather;
mod measure;
mod peer;
mod registry;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
