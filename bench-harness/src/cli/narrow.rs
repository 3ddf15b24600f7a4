//! The command `narrow`.

use super::{
    failure::Failure,
    machine::{Machine, number},
    progress::Bar,
    stdout::Output,
};
use crate::{
    names::choose,
    narrow::{Asked, NarrowRun, by_name},
    peers::Nobody,
    runner::{DEFAULT_SEED, Error},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The kinds of the two shapes of each pair, by their name in --list
    #[arg(long, value_name = "NAME")]
    pair: String,
    /// What to ask: overlap, mtv, manifold or sweep
    #[arg(long, value_name = "MODE")]
    mode: String,
    /// Number of pairs
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<usize>)]
    pairs: usize,
    #[command(flatten)]
    machine: Machine,
    /// Frames to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 20, value_parser = number::<u32>)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    seed: u64,
    /// Where the middle of the scene is, on each axis
    #[arg(
        long,
        value_name = "X",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        value_parser = number::<f32>,
    )]
    offset: f32,
    /// Look at what is found while it is in the cache, instead of keeping it (mtv and manifold)
    #[arg(long)]
    visit: bool,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.output.print(&request(args)?.run(&Nobody, &Bar::new())?, &[])
}

fn request(args: &Args) -> Result<NarrowRun, Failure> {
    let (offset, pairs, seed) = (args.offset, args.pairs, args.seed);
    if !offset.is_finite() {
        let why = format!("--offset {offset}: it must be finite");
        return Err(Error::Request(why).into());
    }
    Ok(NarrowRun {
        pair: by_name(&args.pair)?,
        mode: choose("mode", &args.mode)?,
        scene: Asked { pairs, seed, offset },
        level: args.machine.level()?,
        threads: args.machine.threads()?,
        frames: args.frames,
        visit: args.visit,
    })
}
