//! The command `soak`: worlds that are stepped for a long time.

use std::time::Duration;

use super::{
    failure::Failure,
    machine::{number, positive},
    progress::Bar,
    stdout::Output,
};
use crate::{
    runner::{DEFAULT_SEED, Error, broad_phases, level_of, threads_of},
    soak::{Soak, Until},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Steps to make [default: 20000]
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    steps: Option<u64>,
    /// Go on for so long instead
    #[arg(long, value_name = "S", conflicts_with = "steps", value_parser = number::<u64>)]
    seconds: Option<u64>,
    /// How many shapes there are in a world, a quarter more or less
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>)]
    shapes: u32,
    /// The dimensions, which take turns
    #[arg(long, value_name = "D", value_delimiter = ',', default_value = "2,3")]
    dimensions: Vec<u8>,
    /// The broad phases, by their names in --list: a world for each, which have to agree
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "auto,verlet-sap,static-cache-sap,dynamic-tree,quadtree,incremental-sap"
    )]
    broad_phase: Vec<String>,
    /// Numbers of threads, which take turns
    #[arg(
        long,
        value_name = "T",
        value_delimiter = ',',
        default_value = "1,2,3,4",
        value_parser = number::<usize>
    )]
    threads: Vec<usize>,
    /// SIMD level: portable, neon, avx2 or avx512 [default: JOSTLE_LEVEL, or the best there is]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Steps from one check to the next
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive)]
    check_every: u32,
    /// Seed of all that happens
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let until = args.seconds.map_or(Until::Steps(args.steps.unwrap_or(20_000)), |seconds| {
        Until::Elapsed(Duration::from_secs(seconds))
    });
    let kinds = args.broad_phase.iter().map(|name| broad_phases::by_name(name));
    let threads = args.threads.iter().map(|threads| threads_of(Some(*threads)));
    let soak = Soak {
        until,
        shapes: args.shapes,
        dimensions: args.dimensions.clone(),
        broad_phases: kinds.collect::<Result<_, _>>()?,
        threads: threads.collect::<Result<_, Error>>()?,
        level: level_of(args.level.as_deref())?,
        check_every: args.check_every,
        seed: args.seed,
    };
    let progress = Bar::new();
    let soaked = soak.run(&progress)?;
    drop(progress);
    args.output.print(&soaked.row, &[])?;
    soaked.fault.map_or(Ok(()), |what| Err(Failure::Finding(what)))
}
