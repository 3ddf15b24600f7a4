//! Benchmark scenes, each repeatable from a shape count and a seed.
//!
//! The random scenes measure throughput on the loads that occur in practice;
//! the recorded ones are such loads, and cannot be made where the recording is
//! absent; the closed-form scenes have a known number of touching pairs and are
//! the shapes that a broad phase is most likely to get wrong.
//!
//! The same `(name, n, seed)` gives the same shapes on every platform: the random
//! stream is portable, and elementary functions are taken in `f64` and rounded to
//! `f32`, which hides how math libraries differ. Shapes come in random order, so
//! that no scene is presorted in space by accident, or in the order of a file.

mod drift;
mod exact;
mod film;
mod motion;
pub(crate) mod placement;
mod random;
mod recorded;

use std::path::Path;

use jostle_files::FileError;
use thiserror::Error;

use crate::{
    names::{UnknownName, find},
    recorded::file,
};
pub use drift::{Domain, Drift};
pub use film::Film;
pub(crate) use motion::with_scene;
pub use motion::{Movement, Scene, SceneShapes};

/// Why a scene could not be chosen or made.
#[derive(Debug, Error)]
pub enum SceneError {
    /// No scene has this name.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// Its recording is absent or broken.
    #[error("scene \"{name}\": {source}")]
    Recording {
        /// The scene.
        name: &'static str,
        /// What is wrong.
        source: FileError,
    },
}

/// One kind of scene: what it is called, and how it is made.
#[derive(Debug)]
pub struct SceneKind {
    /// Name, as given on a command line.
    pub name: &'static str,
    /// One line on what the scene holds and what it is for.
    pub summary: &'static str,
    build: Build,
    exact: fn(u32) -> Option<u64>,
}

/// The maker of a scene from a shape count and a seed.
#[derive(Debug)]
enum Build {
    Two(Make<2>),
    Three(Make<3>),
    /// From a file, too, whose name is that in the folder of recorded data.
    RecordedTwo(&'static str, FromFile<2>),
    RecordedThree(&'static str, FromFile<3>),
}

type Make<const D: usize> = fn(u32, u64) -> Scene<D>;

type FromFile<const D: usize> = fn(&Path, u32, u64) -> Result<Scene<D>, FileError>;

impl SceneKind {
    const fn of(name: &'static str, summary: &'static str, build: Build) -> Self {
        // Only a count can tell the number of touching pairs.
        Self { name, summary, build, exact: |_| None }
    }

    const fn two(name: &'static str, summary: &'static str, build: Make<2>) -> Self {
        Self::of(name, summary, Build::Two(build))
    }

    const fn three(name: &'static str, summary: &'static str, build: Make<3>) -> Self {
        Self::of(name, summary, Build::Three(build))
    }

    /// The same with a closed form of the number of touching pairs.
    const fn with(self, exact: fn(u32) -> Option<u64>) -> Self {
        Self { exact, ..self }
    }

    /// Number of axes of the scene: 2 or 3.
    pub fn dim(&self) -> usize {
        match self.build {
            Build::Two(_) | Build::RecordedTwo(..) => 2,
            Build::Three(_) | Build::RecordedThree(..) => 3,
        }
    }

    /// The file that the scene is made from, by its name in the folder of recorded data; none where
    /// it needs none.
    pub fn recording(&self) -> Option<&'static str> {
        match self.build {
            Build::Two(_) | Build::Three(_) => None,
            Build::RecordedTwo(file, _) | Build::RecordedThree(file, _) => Some(file),
        }
    }

    /// Whether the scene can be made here.
    ///
    /// # Errors
    /// [`SceneError::Recording`] where the file is absent that it is made from.
    pub fn check_recording(&self) -> Result<(), SceneError> {
        match self.recording().map(file) {
            None | Some(Ok(_)) => Ok(()),
            Some(Err(source)) => Err(self.lacking(source)),
        }
    }

    /// Makes the scene with `n` shapes from `seed`.
    ///
    /// The scenes that end where the range of `f32` ends hold fewer shapes when
    /// `n` is larger than they can place; their `summary` says so.
    ///
    /// # Errors
    /// [`SceneError::Recording`] where the scene is made from a file that is absent or broken.
    pub fn build(&self, n: u32, seed: u64) -> Result<SceneShapes, SceneError> {
        let lacking = |source| self.lacking(source);
        Ok(match self.build {
            Build::Two(build) => SceneShapes::Two(build(n, seed)),
            Build::Three(build) => SceneShapes::Three(build(n, seed)),
            Build::RecordedTwo(name, build) => {
                let made = file(name).and_then(|path| build(&path, n, seed));
                SceneShapes::Two(made.map_err(lacking)?)
            }
            Build::RecordedThree(name, build) => {
                let made = file(name).and_then(|path| build(&path, n, seed));
                SceneShapes::Three(made.map_err(lacking)?)
            }
        })
    }

    fn lacking(&self, source: FileError) -> SceneError {
        SceneError::Recording { name: self.name, source }
    }

    /// Number of touching pairs of the initial placement of `n` shapes, where a
    /// closed form is known for that `n`.
    pub fn exact_pairs(&self, n: u32) -> Option<u64> {
        (self.exact)(n)
    }
}

static SCENES: [SceneKind; 21] = [
    random::UNIFORM,
    random::RECTANGLES,
    random::CROWD,
    random::CLUSTERED,
    random::SLAB,
    recorded::REAL_CROWD,
    recorded::MD,
    recorded::BORDERS,
    exact::COINCIDENT,
    exact::TOUCHING_GRID,
    exact::TOUCHING_SQUARES,
    exact::CHAIN,
    exact::NESTED,
    exact::EXPONENTIAL,
    random::GIANT,
    exact::COMBS,
    exact::AXIS_LIARS,
    random::CAUCHY,
    random::SCALES,
    exact::SIGNED_ZEROS,
    exact::DENORMALS,
];

/// All scenes, the ones for throughput first.
pub fn all() -> &'static [SceneKind] {
    &SCENES
}

/// The scene called `name`.
///
/// # Errors
/// [`SceneError::UnknownName`], whose message lists the known names.
pub fn by_name(name: &str) -> Result<&'static SceneKind, SceneError> {
    Ok(find("scene", name, all(), |kind| kind.name)?)
}
