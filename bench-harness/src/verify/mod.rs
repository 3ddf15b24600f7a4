//! Holds broad phases against brute force, against a plain double loop and against closed forms,
//! and queries to trees against testing every box.

mod check;
pub mod naive;
mod queries;
mod reference;

use jostle::{BroadPhase, SimdLevel};
use serde::Serialize;

use crate::{
    boxes::Shapes,
    runner::{Error, Progress, bounds_of, broad_phases::BroadPhaseKind, pool_of},
    scene::{SceneKind, SceneShapes},
};
use check::{Verdict, check};
pub use queries::QueryRow;
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

/// What came of one broad phase on one scene.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The scene.
    pub scene: &'static str,
    /// Its number of axes.
    pub dim: usize,
    /// Its number of shapes.
    pub shapes: usize,
    /// The broad phase.
    pub broad_phase: &'static str,
    /// Pairs found at the best level.
    pub pairs: u64,
    /// Their digest.
    pub digest: String,
    /// What the answers were held against.
    pub against: Vec<&'static str>,
    /// Whether they are right at every level.
    pub ok: bool,
    /// What is wrong, a line each.
    pub faults: Vec<String>,
}

impl Verify {
    /// Asks trees of every build queries of every kind on every scene, at every level of this
    /// processor, on one pool.
    ///
    /// # Errors
    /// When the pool cannot be started or a scene not be made. What a tree does wrong is a fault of
    /// its row.
    pub fn run_queries(&self, progress: &dyn Progress) -> Result<Vec<QueryRow>, Error> {
        let pool = pool_of(self.threads)?;
        progress.begin("queries", self.scenes.len() as u64);
        let mut rows = Vec::new();
        for kind in &self.scenes {
            let shapes = kind.build(self.shapes, self.seed)?;
            rows.extend(pool.install(|| match &shapes {
                SceneShapes::Two(scene) => queries::rows(kind.name, &scene.shapes, self.seed),
                SceneShapes::Three(scene) => queries::rows(kind.name, &scene.shapes, self.seed),
            })?);
            progress.advance();
        }
        Ok(rows)
    }

    /// Runs every broad phase on every scene at every level of this processor, on one pool.
    ///
    /// # Errors
    /// When the pool cannot be started, a scene not be made, or brute force refuses. What a broad
    /// phase does wrong, be it a refusal, is a fault of its row.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<Row>, Error> {
        let pool = pool_of(self.threads)?;
        progress.begin("scenes", self.scenes.len() as u64);
        let mut rows = Vec::new();
        for kind in &self.scenes {
            let shapes = kind.build(self.shapes, self.seed)?;
            let scene_rows = pool.install(|| match &shapes {
                SceneShapes::Two(scene) => {
                    self.rows(kind, &scene.shapes, |kind, level| kind.two(level))
                }
                SceneShapes::Three(scene) => {
                    self.rows(kind, &scene.shapes, |kind, level| kind.three(level))
                }
            });
            rows.extend(scene_rows?);
            progress.advance();
        }
        Ok(rows)
    }

    fn rows<const D: usize>(
        &self,
        scene: &SceneKind,
        shapes: &Shapes<D>,
        make: fn(&BroadPhaseKind, SimdLevel) -> Box<dyn BroadPhase<D>>,
    ) -> Result<Vec<Row>, Error> {
        let reference = Reference::of(shapes, scene.exact_pairs(self.shapes))?;
        let bounds = bounds_of(shapes)?;
        let row = |kind: &&'static BroadPhaseKind| {
            let mut verdict = Verdict::default();
            for &level in SimdLevel::available() {
                check(&mut *make(kind, level), bounds, &reference, level.name(), &mut verdict);
            }
            Row {
                scene: scene.name,
                dim: D,
                shapes: shapes.len(),
                broad_phase: kind.name,
                pairs: verdict.answer.pairs,
                digest: verdict.answer.digest.to_string(),
                against: reference.names(),
                ok: verdict.faults.is_empty(),
                faults: verdict.faults,
            }
        };
        Ok(self.broad_phases.iter().map(row).collect())
    }
}
