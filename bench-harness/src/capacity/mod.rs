//! How many shapes fit into a budget of time per frame.

mod plot;
mod search;

pub use plot::svg;

use serde::Serialize;

use crate::{
    frame::FrameRun,
    runner::{
        Error, Motion, Progress, SceneRun, Setup, Silent, VERSION,
        broad_phases::{self, BroadPhaseKind},
    },
    scene::SceneKind,
};

/// How many shapes of a scene each broad phase handles within a budget.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Seed to make it from.
    pub seed: u64,
    /// Milliseconds that the median frame may take.
    pub budget_ms: f64,
    /// Frames to time for each number of shapes.
    pub frames: u32,
    /// Most shapes that are tried.
    pub most: u32,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct CapacityReport {
    /// The scene.
    pub scene: &'static str,
    /// Its seed.
    pub seed: u64,
    /// Number of axes.
    pub dim: usize,
    /// Milliseconds that the median frame may take.
    pub budget_ms: f64,
    /// Frames timed for each number of shapes.
    pub frames: u32,
    /// Most shapes that were tried.
    pub most: u32,
    /// The SIMD level.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// A line for each broad phase.
    pub broad_phases: Vec<CapacityOf>,
    /// Version of the program.
    pub version: &'static str,
}

/// How many shapes a broad phase handles.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CapacityOf {
    /// The broad phase.
    pub broad_phase: &'static str,
    /// Shapes whose pairs of bounds it finds in time.
    pub pairs: u32,
    /// Shapes whose contacts are found in time, boxes turned at random.
    pub contacts: u32,
}

impl Capacity {
    /// Finds the numbers by bisection, to a 32nd.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames, or a broad phase refuses.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<CapacityReport, Error> {
        if !(self.budget_ms > 0.0 && self.budget_ms.is_finite()) {
            let budget = self.budget_ms;
            return Err(Error::Request(format!("a budget of {budget} ms: it must be above 0")));
        }
        let all = broad_phases::all();
        progress.begin("capacity", 2 * all.len() as u64);
        let mut found = Vec::new();
        for kind in all {
            found.push(self.of(kind, setup, progress)?);
        }
        Ok(CapacityReport {
            scene: self.scene.name,
            seed: self.seed,
            dim: self.scene.dim(),
            budget_ms: self.budget_ms,
            frames: self.frames,
            most: self.most,
            level: setup.level.name(),
            threads: setup.threads,
            broad_phases: found,
            version: VERSION,
        })
    }

    fn of(
        &self,
        kind: &'static BroadPhaseKind,
        setup: &Setup,
        progress: &dyn Progress,
    ) -> Result<CapacityOf, Error> {
        let setup = Setup { broad_phase: kind, ..*setup };
        let (scene, seed, frames) = (self.scene, self.seed, self.frames);
        let pairs = search::largest(FIRST, self.most, |shapes| {
            let report = SceneRun { scene, shapes, seed, motion: Motion::OF_SCENE, frames }
                .run(&setup, &Silent)?;
            Ok::<_, Error>(report.total_ms.median <= self.budget_ms)
        })?;
        progress.advance();
        let contacts = search::largest(FIRST, self.most, |shapes| {
            let run =
                FrameRun { scene, shapes, seed, motion: Motion::OF_SCENE, frames, visit: true };
            let report = run.run(&setup, &Silent)?;
            if let Some(fault) = report.fault {
                return Err(Error::Request(fault));
            }
            Ok(report.total_ms.median <= self.budget_ms)
        })?;
        progress.advance();
        Ok(CapacityOf { broad_phase: kind.name, pairs, contacts })
    }
}

/// Shapes that are tried first.
const FIRST: u32 = 256;
