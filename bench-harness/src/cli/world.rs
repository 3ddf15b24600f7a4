//! The command `world`: whole steps, and a captured step taken again.

use std::path::PathBuf;

use super::{
    failure::Failure,
    machine::{Engine, Scene, number},
    progress::Bar,
    stdout::Output,
};
use crate::world::{AtRest, WorldRun, replay_captured};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scene: Scene,
    #[command(flatten)]
    engine: Engine,
    /// Steps to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 20, value_parser = number::<u32>)]
    frames: u32,
    /// Take the largest ball in each box for it, instead of turning boxes at random
    #[arg(long)]
    balls: bool,
    /// What becomes of the shapes that do not move
    #[arg(long, value_name = "WHAT", default_value = "awake")]
    at_rest: AtRest,
    /// Take one step more, which is not timed, and write a snapshot of the world before it
    #[arg(long, value_name = "FILE")]
    capture: Option<PathBuf>,
    /// Take the step of a snapshot again, instead of making a scene
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["scene", "shapes", "seed", "pace", "balls", "capture"],
    )]
    replay: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    // As a world is used.
    let setup = args.engine.setup_or("auto")?;
    let row = match &args.replay {
        Some(path) => replay_captured(&setup, path)?,
        None => {
            let run = WorldRun {
                scene: args.scene.request("crowd")?,
                balls: args.balls,
                at_rest: args.at_rest,
                frames: args.frames,
                capture: args.capture.as_deref(),
            };
            run.run(&setup, &Bar::new())?
        }
    };
    args.output.print(&row, &[])
}
