//! What a command runs on, and what it is asked about: options that commands share.

use jostle::SimdLevel;

use super::failure::Failure;
pub(super) use crate::number::parse as number;
use crate::{
    runner::{self, DEFAULT_SEED, Error, Motion, SceneRequest, Setup, broad_phases},
    scene,
};

/// A number from 1 on.
pub(super) fn positive(text: &str) -> Result<u32, String> {
    number(text).and_then(|count| if count > 0 { Ok(count) } else { Err("it is 0".to_owned()) })
}

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Machine {
    /// Threads; several, with commas between, where a command takes a list of them
    /// [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_delimiter = ',', value_parser = number::<usize>)]
    threads: Vec<usize>,
    /// SIMD level: portable, neon, avx2 or avx512 [default: JOSTLE_LEVEL, or the best there is]
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
}

impl Machine {
    /// The one number of threads.
    pub(super) fn threads(&self) -> Result<usize, Failure> {
        match self.all_threads()?[..] {
            [threads] => Ok(threads),
            _ => Err(Error::Request("--threads: one number is expected".to_owned()).into()),
        }
    }

    /// All numbers of threads.
    pub(super) fn all_threads(&self) -> Result<Vec<usize>, Failure> {
        if self.threads.is_empty() {
            return Ok(vec![runner::threads_of(None)?]);
        }
        let all = self.threads.iter().map(|threads| runner::threads_of(Some(*threads)));
        Ok(all.collect::<Result<_, _>>()?)
    }

    pub(super) fn level(&self) -> Result<SimdLevel, Failure> {
        Ok(runner::level_of(self.level.as_deref())?)
    }
}

/// A broad phase, and what it runs on.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Engine {
    /// The broad phase, by its name in --list [default: sap; of a world auto]
    #[arg(long, value_name = "NAME")]
    pub(super) broad_phase: Option<String>,
    #[command(flatten)]
    pub(super) machine: Machine,
}

impl Engine {
    pub(super) fn setup(&self) -> Result<Setup, Failure> {
        self.setup_or(broad_phases::DEFAULT)
    }

    /// With this broad phase where none is named.
    pub(super) fn setup_or(&self, default: &str) -> Result<Setup, Failure> {
        self.setup_on(default, self.machine.threads()?)
    }

    /// The same on so many threads.
    pub(super) fn setup_on(&self, default: &str, threads: usize) -> Result<Setup, Failure> {
        let broad_phase = broad_phases::by_name(self.broad_phase.as_deref().unwrap_or(default))?;
        Ok(Setup { broad_phase, level: self.machine.level()?, threads })
    }
}

/// A scene, and how it moves.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Scene {
    /// The scene, by its name in --list [default: uniform; of a world and of knn crowd]
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// How many shapes to make it of; several, where a command takes a list [default: 1000000]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = number::<u32>)]
    pub(super) shapes: Vec<u32>,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED, value_parser = number::<u64>)]
    seed: u64,
    /// Share of the shapes that move, from 0 to 1; of the copies, where movement was recorded
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    moving: f64,
    /// What each of them moves by per frame, in its own longest extents; not where movement was
    /// recorded [default: as the scene has it]
    #[arg(long, value_name = "SHARE")]
    pace: Option<f64>,
}

impl Scene {
    /// The scene, of one number of shapes, or this one where none is named.
    pub(super) fn request(&self, default: &str) -> Result<SceneRequest, Failure> {
        match self.shapes[..] {
            [] => self.of(default, 1_000_000),
            [shapes] => self.of(default, shapes),
            _ => Err(Error::Request("--shapes: one number is expected".to_owned()).into()),
        }
    }

    /// The same of so many shapes.
    pub(super) fn of(&self, default: &str, shapes: u32) -> Result<SceneRequest, Failure> {
        let scene = scene::by_name(self.scene.as_deref().unwrap_or(default))?;
        let motion = Motion { moving: self.moving, pace: self.pace, ..Motion::OF_SCENE };
        Ok(SceneRequest { scene, shapes, seed: self.seed, motion })
    }
}
