//! The narrow phase and meshes next to [parry](https://parry.rs), in turn on the same shapes:
//! `cargo run --release -p jostle-bench --features parry --example parry -- narrow --pair obb3
//! --mode mtv`. Prints one JSON object.

#![allow(clippy::print_stdout, reason = "the figures go to a reader")]

mod adapter;
mod meshes;
mod pairs;
mod truth;

use std::error::Error as Failure;

use clap::{Args, Parser, Subcommand};
use jostle::{
    SimdLevel,
    mesh::{Mesh, Pose},
};
use jostle_bench::{
    meshes::{MeshRun, Source, TreeKind},
    names::choose,
    narrow::{self, Asked, Mode, NarrowRun, PairScene},
    peers::{Peer, Rivals},
    runner::{DEFAULT_SEED, Error, Silent, level_of, threads_of},
};

#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Random pairs of shapes of two kinds
    Narrow {
        /// The kinds of the two shapes of each pair, by their name in `jostle-bench --list`
        #[arg(long)]
        pair: String,
        /// What to ask: overlap, mtv or manifold
        #[arg(long)]
        mode: String,
        /// Number of pairs
        #[arg(long, default_value_t = 1_000_000)]
        pairs: usize,
        /// Seed of the scene
        #[arg(long, default_value_t = DEFAULT_SEED)]
        seed: u64,
        #[command(flatten)]
        how: How,
    },
    /// The triangles of two meshes that touch
    Mesh {
        /// A mesh, as `jostle-bench mesh` takes it
        a: String,
        /// The mesh that is moved [default: the same]
        b: Option<String>,
        /// By how much B is moved
        #[arg(long = "move", num_args = 3, value_delimiter = ',', allow_hyphen_values = true)]
        by: Vec<f32>,
        /// How B is turned about its origin before that: a quaternion, of about length 1
        #[arg(long, num_args = 4, value_delimiter = ',', allow_hyphen_values = true)]
        turn: Vec<f32>,
        #[command(flatten)]
        how: How,
    },
}

#[derive(Debug, Args)]
struct How {
    /// Threads [default: as many as the machine runs at once]
    #[arg(long)]
    threads: Option<usize>,
    /// SIMD level [default: JOSTLE_LEVEL, or the best there is]
    #[arg(long)]
    level: Option<String>,
    /// Frames to time; two more run first
    #[arg(long, default_value_t = 10)]
    frames: u32,
}

impl How {
    fn on(&self) -> Result<(SimdLevel, usize), Error> {
        Ok((level_of(self.level.as_deref())?, threads_of(self.threads)?))
    }
}

/// parry on both.
struct Parry;

impl Rivals for Parry {
    fn of_plane<'a>(&self, scene: &'a PairScene<2>, mode: Mode) -> Result<Vec<Peer<'a>>, Error> {
        pairs::of_plane(scene, mode)
    }

    fn of_space<'a>(&self, scene: &'a PairScene<3>, mode: Mode) -> Result<Vec<Peer<'a>>, Error> {
        pairs::of_space(scene, mode)
    }

    fn of_meshes<'a>(&self, both: &'a [Mesh; 2], pose: &Pose) -> Result<Vec<Peer<'a>>, Error> {
        meshes::of_meshes(both, pose)
    }
}

fn main() -> Result<(), Box<dyn Failure>> {
    let row = match Cli::parse().command {
        Command::Narrow { pair, mode, pairs, seed, how } => {
            let (pair, mode) = (narrow::by_name(&pair)?, choose("mode", &mode)?);
            let ((level, threads), frames) = (how.on()?, how.frames);
            let scene = Asked { pairs, seed, offset: 0.0 };
            let run = NarrowRun { pair, mode, scene, level, threads, frames, visit: false };
            run.run(&Parry, &Silent)?
        }
        Command::Mesh { a, b, by, turn, how } => {
            let turn: [f32; 4] = turn.try_into().unwrap_or([0.0, 0.0, 0.0, 1.0]);
            let pose = Pose::new(turn, by.try_into().unwrap_or([0.0; 3]));
            let first = Source::parse(&a)?;
            let sources = [first.clone(), b.as_deref().map_or(Ok(first), Source::parse)?];
            let ((level, threads), frames) = (how.on()?, how.frames);
            let (tree, first, verify) = (TreeKind::Obb, false, false);
            let run = MeshRun { sources, pose, tree, level, threads, frames, first, verify };
            run.run(&Parry, &Silent)?
        }
    };
    println!("{}", serde_json::to_string(&row)?);
    Ok(())
}
