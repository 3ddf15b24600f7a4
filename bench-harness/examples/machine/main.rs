//! What this machine can do: how fast memory is read and written, and how fast lanes compute.
//!
//! The two limits of a roofline (Williams, Waterman and Patterson, 2009), as the kernels could
//! reach them: `memory` moves columns that fit into no cache, `arithmetic` multiplies and adds in
//! batches of eight, without fused operations, which give other bits. The best of some rounds
//! counts, for noise only adds. `bench-harness/perf/roofline.sh` reads the JSON.

#![allow(clippy::print_stdout, reason = "the figures go to a script or a reader")]

mod arithmetic;
mod memory;

use std::{
    error::Error,
    time::{Duration, Instant},
};

use clap::Parser;
use jostle::SimdLevel;
use jostle_bench::runner::{pool_of, thread_counts, threads_of};
use serde::Serialize;

/// Measures what memory and lanes can do, on one thread, two, four and so on up to the most.
#[derive(Debug, Parser)]
struct Args {
    /// Most threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Length of each of three columns, some times the last cache
    #[arg(long, value_name = "MIB", default_value_t = 128)]
    mebibytes: usize,
    /// How often each is measured; the best counts
    #[arg(long, value_name = "R", default_value_t = 10)]
    rounds: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// How fast memory is, in GB (1e9 bytes) per second, counting the bytes that the program reads and
/// writes. What is written is read first on most processors, which comes on top.
#[derive(Debug, Serialize)]
struct Bandwidth {
    threads: usize,
    /// One column read.
    read: f64,
    /// One column written.
    write: f64,
    /// `a = b + 3 c`: two columns read, one written.
    triad: f64,
}

/// How fast lanes compute: 1e9 multiplications and additions of `f32` per second.
#[derive(Debug, Serialize)]
struct Arithmetic {
    threads: usize,
    level: &'static str,
    gflops: f64,
}

#[derive(Debug, Default, Serialize)]
struct Machine {
    memory: Vec<Bandwidth>,
    /// By threads, and then by level, slowest first.
    arithmetic: Vec<Arithmetic>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args { threads, mebibytes, rounds, json } = Args::parse();
    if rounds == 0 || mebibytes == 0 {
        return Err("there is nothing to measure: 0 rounds or 0 MiB".into());
    }
    let mut machine = Machine::default();
    let mut columns = memory::Columns::new(mebibytes << 20);
    for threads in thread_counts(threads_of(threads)?) {
        let pool = pool_of(threads)?;
        machine.memory.push(columns.measure(&pool, rounds));
        let levels = SimdLevel::available().iter();
        machine.arithmetic.extend(levels.map(|level| arithmetic::measure(&pool, *level, rounds)));
    }
    if json {
        println!("{}", serde_json::to_string(&machine)?);
        return Ok(());
    }
    println!("  threads   read GB/s  write GB/s  triad GB/s");
    for Bandwidth { threads, read, write, triad } in &machine.memory {
        println!("  {threads:>7}  {read:>10.1}  {write:>10.1}  {triad:>10.1}");
    }
    println!("\n  threads     level     GFLOP/s");
    for Arithmetic { threads, level, gflops } in &machine.arithmetic {
        println!("  {threads:>7}  {level:>8}  {gflops:>10.1}");
    }
    Ok(())
}

/// The shortest of the times that some rounds of work take.
fn shortest(rounds: u32, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

/// `1e9` of something per second.
fn giga(amount: f64, time: Duration) -> f64 {
    amount / time.as_secs_f64().max(1e-9) / 1e9
}
