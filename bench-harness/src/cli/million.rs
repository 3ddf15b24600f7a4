//! The command `million`.

use super::{
    failure::Failure, frame, machine::Engine, moving::Moving, progress::Bar, report, stdout,
};
use crate::{
    frame::FrameRun,
    runner::{DEFAULT_SEED, SceneRun},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`
    #[arg(long, value_name = "NAME", default_value = "uniform")]
    pub(super) scene: String,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(super) shapes: u32,
    #[command(flatten)]
    engine: Engine,
    /// Frames to time; where pairs are collected, two more run first
    #[arg(long, value_name = "F", default_value_t = 20)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    motion: Moving,
    /// Go on to the contacts of the shapes, with all boxes turned at random
    #[arg(long)]
    narrow: bool,
    /// Look at the contacts while they are in the cache, instead of keeping them
    #[arg(long, requires = "narrow")]
    visit: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.engine.setup()?;
    let scene = scene::by_name(&args.scene)?;
    let (shapes, seed, frames) = (args.shapes, args.seed, args.frames);
    let motion = (&args.motion).into();
    if args.narrow {
        let run = FrameRun { scene, shapes, seed, motion, frames, visit: args.visit };
        return frame::print(args.json, run.run(&setup, &Bar::new())?);
    }
    let run = SceneRun { scene, shapes, seed, motion, frames };
    let report = run.run(&setup, &Bar::new())?;
    stdout::print(args.json, "million", &report, || report::text(&report))
}
