//! What is reported of a machine.

use serde::Serialize;

/// What the machine can do. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct MachineReport {
    /// Length of each of the three columns.
    pub mebibytes: usize,
    /// How often each was measured.
    pub rounds: u32,
    /// By threads.
    pub memory: Vec<Bandwidth>,
    /// By threads, and then by level, slowest first.
    pub arithmetic: Vec<Arithmetic>,
    /// Version of the program.
    pub version: &'static str,
}

/// How fast memory is, in GB (1e9 bytes) per second, counting the bytes that the program reads and
/// writes. What is written is read first on most processors, which comes on top.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bandwidth {
    /// Threads.
    pub threads: usize,
    /// One column read.
    pub read: f64,
    /// One column written.
    pub write: f64,
    /// `a = b + 3 c`: two columns read, one written.
    pub triad: f64,
}

/// How fast lanes compute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Arithmetic {
    /// Threads.
    pub threads: usize,
    /// The SIMD level.
    pub level: &'static str,
    /// 1e9 multiplications and additions of `f32` per second.
    pub gflops: f64,
}
