//! The program `jostle-bench`; everything it does is in the library.

use std::process::ExitCode;

#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    jostle_bench::cli::main()
}
