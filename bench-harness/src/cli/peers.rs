//! The command `peers`.

use std::{path::PathBuf, time::Duration};

use super::{
    failure::Failure,
    machine::{number, positive},
    progress::Bar,
    stdout::Output,
};
use crate::{
    peers::programs::{Contest, Task, build, built_before},
    runner::{DEFAULT_SEED, Motion, SceneRequest, threads_of},
    scene,
};

/// What is too much for a table.
const HIDDEN: [&str; 5] = ["library", "method", "frames", "pairs", "digest"];

/// The peers that are there without any library.
const PLAIN: [&str; 4] = ["jostle", "grid", "grid-cover", "sweep"];

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Scenes, by their names in --list
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "uniform")]
    scene: Vec<String>,
    /// How many shapes to make each of
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<u32>)]
    shapes: u32,
    /// Threads that each library may use, in one contest after the other
    /// [default: as many as the machine runs at once]
    #[arg(long, value_name = "T,...", value_delimiter = ',', value_parser = number::<usize>)]
    threads: Vec<usize>,
    /// What the libraries are asked
    #[arg(long, value_name = "TASK", default_value = "pairs")]
    task: Task,
    /// For `drift`: share of the boxes that move, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    moving: f64,
    /// For `drift`: what each of them goes on by in a frame, in its own longest extents
    /// [default: 0.01]
    #[arg(long, value_name = "SHARE")]
    pace: Option<f64>,
    /// Seed of the scenes
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    seed: u64,
    /// Ask these libraries only, and the engine; the textbook grid and sweep (grid, grid-cover,
    /// sweep) alone need no library to be built
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Processes of each library: they take turns
    #[arg(long, value_name = "R", default_value = "3", value_parser = positive)]
    rounds: u32,
    /// Runs to time in each process; one more runs first
    #[arg(long, value_name = "F", default_value = "3", value_parser = positive)]
    runs: u32,
    /// Seconds after which a process is stopped
    #[arg(long, value_name = "S", default_value_t = 120)]
    limit: u64,
    /// Build libraries too that need more than Rust, or long: box2d, box3d, rapier
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    features: Vec<String>,
    /// Ask this program, instead of building those that come along; can be given several times
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let threads = match &args.threads[..] {
        [] => vec![threads_of(None)?],
        some => some.iter().map(|threads| threads_of(Some(*threads))).collect::<Result<_, _>>()?,
    };
    let scenes = args.scene.iter().map(|name| scene::by_name(name));
    let scenes = scenes.collect::<Result<Vec<_>, _>>()?;
    let programs = programs(args)?;
    for scene in scenes {
        let motion = Motion { moving: args.moving, pace: args.pace, ..Motion::OF_SCENE };
        let contest = Contest {
            scene: SceneRequest { scene, shapes: args.shapes, seed: args.seed, motion },
            task: args.task,
            programs: &programs,
            only: &args.only,
            rounds: args.rounds,
            runs: args.runs,
            limit: Duration::from_secs(args.limit),
        };
        for &threads in &threads {
            args.output.print(&contest.run(threads, &Bar::new())?, &HIDDEN)?;
        }
    }
    Ok(())
}

/// The programs that have the libraries.
fn programs(args: &Args) -> Result<Vec<PathBuf>, Failure> {
    if !args.program.is_empty() {
        return Ok(args.program.clone());
    }
    let plain = !args.only.is_empty() && args.only.iter().all(|name| PLAIN.contains(&&name[..]));
    let mut programs = vec![build(&args.features, plain)?];
    if !plain {
        programs.extend(built_before());
    }
    Ok(programs)
}
