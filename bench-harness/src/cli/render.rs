//! The command `render`.

use std::path::PathBuf;

use super::{failure::Failure, svg_file};
use crate::{
    render,
    runner::{self, DEFAULT_SEED},
    scene::{self, SceneShapes},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`; it must be 2D
    #[arg(long, value_name = "NAME", default_value = "crowd")]
    scene: String,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 400)]
    shapes: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// The file to write, ending in .svg
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    svg_file::check_name(&args.out)?;
    let kind = scene::by_name(&args.scene)?;
    let SceneShapes::Two(scene) = kind.build(args.shapes, args.seed) else {
        let name = kind.name;
        return Err(runner::Error::Request(format!("scene {name} is 3D; render draws 2D")).into());
    };
    let picture = render::scene(&scene).map_err(runner::Error::from)?;
    svg_file::write(&args.out, picture)
}
