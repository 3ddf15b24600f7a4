//! A run on a scene.

use jostle::{BroadPhase, Pairs};

use super::{
    Error, Measurement, Mode, Motion, Progress, Report, Setup, Subject, bounds_of, measure, pool_of,
};
use crate::scene::{Scene, SceneKind, SceneShapes};

/// A run on a scene.
#[derive(Clone, Copy, Debug)]
pub struct SceneRun {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Number of shapes to make it of.
    pub shapes: u32,
    /// Seed to make it from.
    pub seed: u64,
    /// How they move.
    pub motion: Motion,
    /// Frames to time.
    pub frames: u32,
}

impl SceneRun {
    /// Makes the scene and runs the broad phase on it, on a pool of its own.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames, or the broad phase refuses.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<Report, Error> {
        let pool = pool_of(setup.threads)?;
        let mut shapes = self.motion.make_scene(self.scene, self.shapes, self.seed, progress)?;
        let (kind, level) = (setup.broad_phase, setup.level);
        let measured = pool.install(|| match &mut shapes {
            SceneShapes::Two(scene) => self.measure(&mut *kind.two(level), scene, progress),
            SceneShapes::Three(scene) => self.measure(&mut *kind.three(level), scene, progress),
        })?;
        let subject =
            Subject::Scene { scene: self.scene.name, seed: self.seed, motion: self.motion };
        let dim = self.scene.dim();
        Ok(Report::new(subject, dim, shapes.len(), self.frames, setup, &measured))
    }

    fn measure<const D: usize>(
        &self,
        phase: &mut dyn BroadPhase<D>,
        scene: &mut Scene<D>,
        progress: &dyn Progress,
    ) -> Result<Measurement, Error> {
        let join = jostle::Join::within(bounds_of(&scene.shapes)?);
        let mode = Mode::choose(phase, &join, self.scene.exact_pairs(self.shapes))?;
        measure(phase, scene, self.frames, mode, &mut Pairs::new(), progress)
    }
}
