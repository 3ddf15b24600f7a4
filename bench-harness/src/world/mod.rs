//! Worlds on scenes: whole steps, from shapes that moved to contacts and events.

mod captured;
mod check;
mod stage;

use std::{fs, path::Path, time::Instant};

use jostle::{World, digest::Digest};

pub use captured::replay_captured;
use stage::Stage;

use crate::{
    frame::{Bodies, too_many_pairs},
    runner::{Case, Error, FrameTime, Progress, Row, SceneRequest, Setup, pool_of, ratio, report},
    scene::{Scene, with_scene},
};

/// What becomes of the shapes that do not move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum AtRest {
    /// They are shapes like all others
    #[default]
    Awake,
    /// They sleep
    Asleep,
    /// They are static
    Static,
    /// They are left out
    Absent,
}

/// A run of steps of a world on a scene.
#[derive(Clone, Copy, Debug)]
pub struct WorldRun<'a> {
    /// The scene.
    pub scene: SceneRequest,
    /// Whether boxes are taken for the largest balls in them, instead of turned at random.
    pub balls: bool,
    /// What becomes of the shapes that do not move.
    pub at_rest: AtRest,
    /// Steps to time.
    pub frames: u32,
    /// Where to write a snapshot of the world before one more step, which is then the last.
    pub capture: Option<&'a Path>,
}

impl WorldRun<'_> {
    /// Makes the scene and steps a world of its shapes, on a pool of its own. The pairs of the
    /// last step are held against those of a broad phase by itself, and some contacts against
    /// those of pairs alone.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames or too many pairs, the engine refuses,
    /// or the snapshot cannot be written; [`Error::Finding`] where a pair or contact is wrong.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<Row, Error> {
        let mut shapes = self.scene.make(progress)?;
        let row = setup.tell(self.scene.row("world", &shapes)).with("balls", self.balls);
        let seed = self.scene.seed;
        pool_of(setup.threads)?.install(|| {
            with_scene!(&mut shapes, scene => {
                let bodies =
                    if self.balls { Bodies::balls(scene) } else { Bodies::new(scene, seed) };
                let world = World::new().with_level(setup.level);
                let world = world.with_boxed_broad_phase(setup.phase());
                let stage = Stage::new(world, scene, bodies?, self.at_rest)?;
                let mut case = WorldCase { run: self, scene, stage, setup };
                report(row, &mut case, self.frames, progress)
            })
        })
    }
}

struct WorldCase<'a, const D: usize> {
    run: &'a WorldRun<'a>,
    scene: &'a mut Scene<D>,
    stage: Stage<D>,
    setup: &'a Setup,
}

impl<const D: usize> Case for WorldCase<'_, D> {
    fn prepare(&mut self) -> Result<(), Error> {
        self.stage.move_on(self.scene)
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        let stepped = self.stage.world.step();
        let total = start.elapsed();
        let stats = stepped.map_err(|error| match error {
            jostle::Error::Limit { needed, .. } => too_many_pairs(&self.run.scene, needed),
            error => error.into(),
        })?;
        Ok(FrameTime { total, stages: stats.times.named().to_vec() })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        if let Some(path) = self.run.capture {
            self.prepare()?;
            let bytes = self.stage.world.snapshot().to_bytes()?;
            fs::write(path, bytes).map_err(|source| {
                Error::Request(format!("cannot write {}: {source}", path.display()))
            })?;
            self.frame()?;
        }
        let stats = self.stage.world.stats();
        let shapes = stats.shapes as f64;
        row.set("chosen", stats.broad.choice.map(|choice| choice.broad_phase.name()));
        // Some of the scene may be left out.
        row.set("shapes", stats.shapes);
        row.set("resting", self.stage.resting());
        row.set("sleeping_contacts", self.stage.world.sleeping_contacts().len());
        row.set("hit_rate", stats.hit_rate());
        row.set("occupancy", stats.occupancy());
        row.set("tests_per_shape", ratio(stats.broad.tests as f64, shapes));
        row.set("bytes_per_shape", ratio(self.stage.world.memory_bytes() as f64, shapes));
        row.extend(found(&self.stage.world));
        check::fault(&self.stage.world, self.setup.level)
    }
}

/// What the last step of a world found.
fn found<const D: usize>(world: &World<D>) -> Row {
    let (stats, counts) = (world.stats(), world.contact_changes().counts());
    let row = Row::default().with("pairs", stats.pairs).with("contacts", stats.contacts);
    let row = row.with("begun", counts.begun).with("persisted", counts.persisted);
    let row = row.with("ended", counts.ended);
    let row = row.with("pairs_digest", Digest::of(world.pairs()).to_string());
    row.with("digest", world.contacts().digest(u64::from).to_string())
}
