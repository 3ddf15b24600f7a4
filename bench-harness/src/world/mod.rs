//! Worlds on scenes: whole steps, from shapes that moved to contacts and events.

mod check;
mod report;
mod stage;

#[cfg(test)]
mod tests;

use std::{fs, path::Path, time::Duration};

use jostle::{World, digest::Digest, step::StepTimes};

pub use report::WorldReport;
use stage::Stage;

use crate::{
    frame::{Bodies, Turn, too_many_pairs},
    narrow::{turn2, turn3},
    runner::{
        Error, Motion, Progress, Setup, Spread, VERSION, WARM_UP_FRAMES, peak_rss_bytes, pool_of,
    },
    scene::{Scene, SceneKind, SceneShapes},
};

/// What becomes of the shapes that do not move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtRest {
    /// They are shapes like all others.
    #[default]
    Awake,
    /// They sleep.
    Asleep,
    /// They are static.
    Static,
    /// They are left out.
    Absent,
}

/// A run of steps of a world on a scene.
#[derive(Clone, Copy, Debug)]
pub struct WorldRun<'a> {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Number of shapes to make it of.
    pub shapes: u32,
    /// Seed to make it from.
    pub seed: u64,
    /// How they move.
    pub motion: Motion,
    /// Whether boxes are taken for the largest balls in them, instead of turned at random.
    pub balls: bool,
    /// What becomes of those that do not.
    pub at_rest: AtRest,
    /// Steps to time.
    pub frames: u32,
    /// Where to write a snapshot of the world before its last step.
    pub capture: Option<&'a Path>,
}

impl WorldRun<'_> {
    /// Makes the scene and steps a world of its shapes, on a pool of its own. The pairs of the last
    /// step are held against those of a broad phase by itself, and some contacts against those of
    /// pairs alone.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames or too many pairs, the engine refuses,
    /// or the snapshot cannot be written. A wrong pair or contact is a fault of the report.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<WorldReport, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        let pool = pool_of(setup.threads)?;
        let mut shapes = self.motion.make_scene(self.scene, self.shapes, self.seed, progress)?;
        let (kind, level) = (setup.broad_phase, setup.level);
        pool.install(|| match &mut shapes {
            SceneShapes::Two(scene) => {
                let world = World::new().with_level(level).with_boxed_broad_phase(kind.two(level));
                self.run_on(world, scene, turn2, setup, progress)
            }
            SceneShapes::Three(scene) => {
                let world =
                    World::new().with_level(level).with_boxed_broad_phase(kind.three(level));
                self.run_on(world, scene, turn3, setup, progress)
            }
        })
    }

    fn run_on<const D: usize>(
        &self,
        world: World<D>,
        scene: &mut Scene<D>,
        turn: Turn<D>,
        setup: &Setup,
        progress: &dyn Progress,
    ) -> Result<WorldReport, Error> {
        let bodies =
            if self.balls { Bodies::balls(scene)? } else { Bodies::new(scene, turn, self.seed)? };
        let mut stage = Stage::new(world, scene, bodies, self.at_rest)?;
        let mut times = Vec::new();
        let frames = WARM_UP_FRAMES + self.frames;
        progress.begin("frames", u64::from(frames));
        for frame in 0..frames {
            stage.move_on(scene)?;
            if frame + 1 == frames
                && let Some(path) = self.capture
            {
                write_snapshot(&stage.world, path)?;
            }
            let took = stage.step().map_err(|error| match error {
                jostle::Error::Limit { needed, .. } => {
                    too_many_pairs(self.scene, self.shapes, needed)
                }
                error => error.into(),
            })?;
            if frame >= WARM_UP_FRAMES {
                times.push((took, stage.world.stats().times));
            }
            progress.advance();
        }
        let peak_rss_bytes = peak_rss_bytes();
        progress.begin("check", 1);
        let fault = check::fault(&stage.world, setup.level)?;
        progress.advance();
        Ok(WorldReport { fault, peak_rss_bytes, ..self.report(setup, &stage, &times) })
    }

    fn report<const D: usize>(
        &self,
        setup: &Setup,
        stage: &Stage<D>,
        times: &[(Duration, StepTimes)],
    ) -> WorldReport {
        let world = &stage.world;
        let (stats, counts) = (world.stats(), world.contact_changes().counts());
        let names = stats.times.named().map(|(name, _)| name);
        let of = |stage: usize| times.iter().map(move |(_, times)| times.named()[stage].1);
        let stages = names.iter().enumerate().map(|(stage, name)| (*name, Spread::of(of(stage))));
        WorldReport {
            scene: self.scene.name,
            seed: self.seed,
            motion: self.motion,
            dim: D,
            shapes: stats.shapes,
            resting: stage.resting(),
            balls: self.balls,
            broad_phase: setup.broad_phase.name,
            chosen: stats.broad.choice.map(|choice| choice.broad_phase.name()),
            level: setup.level.name(),
            threads: setup.threads,
            frames: self.frames,
            stages_ms: stages.collect(),
            total_ms: Spread::of(times.iter().map(|(total, _)| *total)),
            pairs: stats.pairs,
            contacts: stats.contacts,
            begun: counts.begun,
            persisted: counts.persisted,
            ended: counts.ended,
            sleeping_contacts: world.sleeping_contacts().len(),
            hit_rate: stats.hit_rate(),
            occupancy: stats.occupancy(),
            tests_per_shape: stats.broad.tests as f64 / stats.shapes.max(1) as f64,
            bytes_per_shape: world.memory_bytes() as f64 / stats.shapes.max(1) as f64,
            peak_rss_bytes: None,
            pairs_digest: Digest::of(world.pairs()).to_string(),
            digest: world.contacts().digest(u64::from).to_string(),
            fault: None,
            version: VERSION,
        }
    }
}

/// Writes a snapshot of a world to a file.
fn write_snapshot<const D: usize>(world: &World<D>, path: &Path) -> Result<(), Error> {
    let bytes = world.snapshot().to_bytes()?;
    fs::write(path, bytes)
        .map_err(|source| Error::Request(format!("cannot write {}: {source}", path.display())))
}
