//! The command `render`.

use std::{fs, path::PathBuf};

use super::failure::Failure;
use crate::{
    input::InputError,
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
    if args.out.extension().is_none_or(|extension| extension != "svg") {
        let path = args.out.display();
        return Err(
            runner::Error::Request(format!("{path}: the file name must end in .svg")).into()
        );
    }
    let kind = scene::by_name(&args.scene)?;
    let SceneShapes::Two(scene) = kind.build(args.shapes, args.seed) else {
        let name = kind.name;
        return Err(runner::Error::Request(format!("scene {name} is 3D; render draws 2D")).into());
    };
    let picture = render::scene(&scene).map_err(runner::Error::from)?;
    fs::write(&args.out, picture)
        .map_err(|source| InputError::Io { path: args.out.clone(), source }.into())
}
