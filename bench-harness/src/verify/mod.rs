//! Holds broad phases against brute force, against a plain double loop and against closed forms,
//! and queries to trees against testing every box.

mod check;
pub mod naive;
mod queries;
mod reference;

use crate::{
    boxes::Shapes,
    runner::{
        Error, Progress, Row, bounds_of,
        broad_phases::{BroadPhaseKind, Makes},
        pool_of,
    },
    scene::{SceneKind, SceneShapes, with_scene},
};
use check::{Verdict, check};
use jostle::SimdLevel;
use reference::Reference;

/// What to verify.
#[derive(Clone, Debug)]
pub struct Verify {
    /// The scenes.
    pub scenes: Vec<&'static SceneKind>,
    /// The broad phases.
    pub broad_phases: Vec<&'static BroadPhaseKind>,
    /// Number of shapes to make each scene of.
    pub shapes: u32,
    /// Seed to make the scenes from.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
}

impl Verify {
    /// Asks trees of every build queries of every kind on every scene, at every level of this
    /// processor, on one pool.
    ///
    /// # Errors
    /// When the pool cannot be started or a scene not be made. What a tree does wrong is a fault of
    /// its row.
    pub fn run_queries(&self, progress: &dyn Progress) -> Result<Vec<Row>, Error> {
        self.on_scenes("queries", progress, |kind, made| {
            with_scene!(made, scene => queries::rows(kind.name, &scene.shapes, self.seed))
        })
    }

    /// Runs every broad phase on every scene at every level of this processor, on one pool.
    ///
    /// # Errors
    /// When the pool cannot be started, a scene not be made, or brute force refuses. What a broad
    /// phase does wrong, be it a refusal, is a fault of its row.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<Row>, Error> {
        self.on_scenes(
            "scenes",
            progress,
            |kind, made| with_scene!(made, scene => self.rows(kind, &scene.shapes)),
        )
    }

    /// All rows of each scene.
    fn on_scenes(
        &self,
        what: &'static str,
        progress: &dyn Progress,
        rows_of: impl Fn(&SceneKind, &SceneShapes) -> Result<Vec<Row>, Error> + Sync,
    ) -> Result<Vec<Row>, Error> {
        let pool = pool_of(self.threads)?;
        progress.begin(what, self.scenes.len() as u64);
        let mut rows = Vec::new();
        for kind in &self.scenes {
            let made = kind.build(self.shapes, self.seed)?;
            rows.extend(pool.install(|| rows_of(kind, &made))?);
            progress.advance();
        }
        Ok(rows)
    }

    fn rows<const D: usize>(&self, scene: &SceneKind, shapes: &Shapes<D>) -> Result<Vec<Row>, Error>
    where
        BroadPhaseKind: Makes<D>,
    {
        let reference = Reference::of(shapes, scene.exact_pairs(self.shapes))?;
        let bounds = bounds_of(shapes)?;
        let row = |kind: &&'static BroadPhaseKind| {
            let mut verdict = Verdict::default();
            for &level in SimdLevel::available() {
                check(&mut *kind.make(level), bounds, &reference, level.name(), &mut verdict);
            }
            let row = Row::default().with("scene", scene.name).with("dim", D);
            let row = row.with("broad_phase", kind.name).with("shapes", shapes.len());
            let row = row.with("pairs", verdict.answer.pairs);
            let row = row.with("digest", verdict.answer.digest.to_string());
            let row = row.with("against", reference.names());
            row.with("ok", verdict.faults.is_empty()).with("faults", verdict.faults)
        };
        Ok(self.broad_phases.iter().map(row).collect())
    }
}
