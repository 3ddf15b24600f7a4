//! Finds who touches whom in a film of people, frame by frame.

#![allow(clippy::print_stdout, reason = "the figures go to a reader")]

use std::{error::Error, path::PathBuf};

use clap::Parser;
use jostle_bench::{
    input::trajectory,
    replay::{DEFAULT_RADIUS, Replay, check_name, write_frames},
    runner::{Setup, Silent, broad_phases},
};

/// Reads a text file of trajectories, lines of `id frame x y`, perhaps a height, and `#` comments.
#[derive(Debug, Parser)]
struct Args {
    /// The file
    file: PathBuf,
    /// Meters from the middle of a person to where a touch begins
    #[arg(long, value_name = "M", default_value_t = DEFAULT_RADIUS)]
    radius: f32,
    /// Show copies of the film side by side, so many that the fullest frame has at least N people
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    tile: u32,
    /// The broad phase
    #[arg(long, value_name = "NAME", default_value = broad_phases::DEFAULT)]
    broad_phase: String,
    /// Threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Write the numbers of each frame to this .csv file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    args.out.as_deref().map_or(Ok(()), check_name)?;
    let setup = Setup::new(&args.broad_phase, None, args.threads)?;
    let film = trajectory::read(&args.file, None)?;
    let report = Replay { radius: args.radius, people: args.tile }.run(&setup, &film, &Silent)?;
    if let Some(out) = &args.out {
        write_frames(out, &report.frames)?;
    }
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}
