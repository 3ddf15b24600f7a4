//! The command `render`.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use jostle::shape::Rotation;
use jostle_files::{FileError, page::Model};

use super::{
    failure::Failure,
    machine::{Engine, number},
};
use crate::{
    elements::Elements,
    render::{self, Format, Subject, Turned, about_z, survey},
    runner::{self, DEFAULT_SEED, Input, InputRequest, Setup, pool_of},
    scene::{self, SceneShapes},
};

/// Where shapes come from: a scene, or files.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ShapeSource {
    /// Files to take instead of a scene: those that `million --input` takes
    #[arg(value_name = "INPUT", conflicts_with_all = ["scene", "shapes", "seed"])]
    inputs: Vec<PathBuf>,
    /// Dimensions of the boxes in a .bin, .csv or .npy file: 2 or 3 [default: 3]
    #[arg(long, value_name = "D", requires = "inputs")]
    dim: Option<usize>,
    /// Which elements of two frames to take [default: faces]
    #[arg(long, value_name = "ELEMENTS", requires = "inputs")]
    elements: Option<Elements>,
    /// The scene, by its name in --list
    #[arg(long, value_name = "NAME", default_value = "crowd")]
    scene: String,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>)]
    shapes: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    pub(super) seed: u64,
    /// Turn all boxes at random, as `million --narrow` does, and look at the shapes themselves
    #[arg(long, conflicts_with = "inputs")]
    pub(super) narrow: bool,
}

impl ShapeSource {
    /// The scene as it begins, by a name that says which it is; none where there are files.
    pub(super) fn scene(&self) -> Result<Option<(String, SceneShapes)>, runner::Error> {
        if !self.inputs.is_empty() {
            return Ok(None);
        }
        let scene = scene::by_name(&self.scene)?;
        let name = format!("{}, seed {}", scene.name, self.seed);
        Ok(Some((name, scene.build(self.shapes, self.seed)?)))
    }

    /// The boxes or meshes in the files.
    pub(super) fn files(&self) -> Result<Input, runner::Error> {
        let (paths, dim, elements) = (self.inputs.clone(), self.dim, self.elements);
        Input::read(&InputRequest { paths, dim, elements, ulp: 0 })
    }
}

/// Draws shapes, those that touch another in red, and what a broad phase made of them: nodes and
/// cells by depth, leaves dashed, cuts between strips, intervals on an axis that is swept.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: ShapeSource,
    #[command(flatten)]
    engine: Engine,
    /// The file to write, ending in .svg or .png for a picture, or in .html for a page with all
    /// shapes to turn and zoom in a browser
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// The engine as a module of WebAssembly, made of bench-harness/live: the page runs it, and
    /// shapes fly about
    #[arg(long, value_name = "MODULE", conflicts_with_all = ["narrow", "inputs"])]
    live: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let format = Format::of(&args.out)?;
    let module = args.live.as_deref().map(|path| module(path, format)).transpose()?;
    let setup = args.engine.setup()?;
    let source = &args.source;
    let mut model = pool_of(setup.threads)?.install(|| match source.scene()? {
        Some((name, shapes)) => of_scene(name, shapes, source, &setup),
        None => of_files(source, &setup),
    })?;
    model.engine = module;
    let picture = render::draw(&mut model, format)?;
    write(&args.out, &picture.bytes)?;
    for line in &picture.left_out {
        // Where standard error is closed, the picture says it.
        let _ = writeln!(io::stderr(), "jostle-bench: {}: {line}", args.out.display());
    }
    Ok(())
}

/// The engine for a page to run.
fn module(path: &Path, format: Format) -> Result<Vec<u8>, Failure> {
    if format != Format::Html {
        let why = "--live is for a page: the file name must end in .html".to_owned();
        return Err(runner::Error::Request(why).into());
    }
    let module = fs::read(path).map_err(|source| FileError::io(path, source))?;
    if module.starts_with(b"\0asm") {
        return Ok(module);
    }
    Err(FileError::file(path, "it is no module of WebAssembly").into())
}

/// A scene as it begins.
fn of_scene(
    name: String,
    shapes: SceneShapes,
    source: &ShapeSource,
    setup: &Setup,
) -> Result<Model, runner::Error> {
    let (seed, narrow) = (source.seed, source.narrow);
    match &shapes {
        SceneShapes::Two(scene) if narrow => {
            let turned = Turned::new(scene, seed)?;
            survey(Subject::of_turned(name, &turned, about_z), &mut *setup.phase())
        }
        SceneShapes::Three(scene) if narrow => {
            let turned = Turned::new(scene, seed)?;
            survey(Subject::of_turned(name, &turned, Rotation::quaternion), &mut *setup.phase())
        }
        SceneShapes::Two(scene) => survey(Subject::of_scene(name, scene), &mut *setup.phase()),
        SceneShapes::Three(scene) => survey(Subject::of_scene(name, scene), &mut *setup.phase()),
    }
}

/// Boxes or meshes from files.
fn of_files(source: &ShapeSource, setup: &Setup) -> Result<Model, runner::Error> {
    let names: Vec<_> = source.inputs.iter().map(|path| name_of(path)).collect();
    let name = names.join(" and ");
    match &source.files()? {
        Input::Two(all) => survey(Subject::of_boxes(name, all, all), &mut *setup.phase()),
        Input::Three(all) => survey(Subject::of_boxes(name, all, all), &mut *setup.phase()),
        Input::Swept(all) => survey(Subject::of_boxes(name, all, &all.boxes), &mut *setup.phase()),
    }
}

/// A file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|source| FileError::io(path, source).into())
}
