//! A run of queries on a scene.

use std::time::Instant;

use jostle::{
    SimdLevel,
    bvh::{BuildQuality, Bvh},
    query::ShapeTree,
    shape::PreparedShapes,
};

use super::{
    Answers, Asked, Batch, Kind, build_name,
    check::{check, check_number},
    digest, make, mean_size,
    shapes::ShapeCase,
};
use crate::{
    boxes::Shapes,
    runner::{
        Case, Error, FrameTime, Progress, Row, SceneRequest, bounds_of, pool_of, ratio, report,
        since,
    },
    scene::{Scene, with_scene},
};

/// Half extent of a moving box, in mean sizes of the shapes: small enough that many are free to
/// move at first in the densest scenes for throughput.
const CAST_REACH: f32 = 0.125;

/// A run of queries on a scene.
#[derive(Clone, Copy, Debug)]
pub struct QueryRun {
    /// The scene, and the seed of the queries.
    pub scene: SceneRequest,
    /// What to ask.
    pub kind: Kind,
    /// Whether rays are to meet the shapes themselves, and not their bounds.
    pub of_shapes: bool,
    /// How many queries per frame; without a number, as many as there are shapes.
    pub count: Option<usize>,
    /// How many neighbors to ask for, where neighbors are asked for.
    pub k: usize,
    /// How far queries reach; without a number what suits the kind and the scene.
    pub radius: Option<f32>,
    /// How much work to put into the tree.
    pub build: BuildQuality,
    /// The SIMD level.
    pub level: SimdLevel,
    /// Number of threads.
    pub threads: usize,
    /// Frames to time.
    pub frames: u32,
}

impl QueryRun {
    /// Makes the scene, then in each frame moves it, builds its tree and asks the queries, on a
    /// pool of its own. Holds a sample of the last frame against testing every box.
    ///
    /// # Errors
    /// When the pool cannot be started or the scene not made, there are no frames or too many
    /// answers to keep, or the engine refuses; [`Error::Finding`] where an answer is wrong.
    pub fn run(&self, progress: &dyn Progress) -> Result<Row, Error> {
        let mut shapes = self.scene.make(progress)?;
        let row = self.scene.row("queries", &shapes);
        pool_of(self.threads)?
            .install(|| with_scene!(&mut shapes, scene => self.run_on(scene, row, progress)))
    }

    fn run_on<const D: usize>(
        &self,
        scene: &mut Scene<D>,
        row: Row,
        progress: &dyn Progress,
    ) -> Result<Row, Error> {
        let asked = self.asked(&scene.shapes);
        check_number(&scene.shapes, &asked)?;
        let row = row.with("kind", self.kind).with("count", asked.count);
        let row = row.with("k", (self.kind == Kind::Knn).then_some(self.k));
        // Infinite where it is without end, which JSON has no number for.
        let row = row.with("radius", asked.radius).with("build", build_name(self.build));
        let row = row.with("level", self.level.name()).with("threads", self.threads);
        if self.of_shapes {
            let row = row.with("of_shapes", true);
            let tree = ShapeTree::new().with_level(self.level).with_build(self.build);
            let prepared = PreparedShapes::new().with_level(self.level);
            let mut case = ShapeCase::new(scene, asked, tree, prepared);
            return report(row, &mut case, self.frames, progress);
        }
        let mut case = QueryCase {
            scene,
            asked,
            bvh: Bvh::new().with_level(self.level).with_build(self.build),
            batch: None,
            answers: Answers::default(),
        };
        report(row, &mut case, self.frames, progress)
    }

    /// What is asked in each frame, with numbers for all that was left open.
    fn asked<const D: usize>(&self, shapes: &Shapes<D>) -> Asked {
        let size = mean_size(shapes);
        let radius = self.radius.unwrap_or(match self.kind {
            Kind::Ray | Kind::Knn => f32::INFINITY,
            Kind::Overlap => size,
            Kind::Cast => CAST_REACH * size,
        });
        let count = self.count.unwrap_or(shapes.len());
        Asked { kind: self.kind, count, k: self.k, radius, seed: self.scene.seed }
    }
}

/// A tree over a scene that moves, and what it is asked.
struct QueryCase<'a, const D: usize> {
    scene: &'a mut Scene<D>,
    asked: Asked,
    bvh: Bvh<D>,
    batch: Option<Batch<D>>,
    answers: Answers,
}

impl<const D: usize> Case for QueryCase<'_, D> {
    fn prepare(&mut self) -> Result<(), Error> {
        self.scene.step();
        // The queries of one frame at a time are enough to have in memory.
        self.batch = None;
        self.batch = Some(make(&self.scene.shapes, &self.asked));
        Ok(())
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        self.bvh.build(bounds_of(&self.scene.shapes)?)?;
        let built = Instant::now();
        if let Some(batch) = &self.batch {
            batch.ask(&self.bvh, &mut self.answers)?;
        }
        let done = Instant::now();
        let stages = since(start, [("build", built), ("queries", done)]);
        Ok(FrameTime { total: done - start, stages })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let Some(batch) = &self.batch else { return Ok(None) };
        let (checked, fault) = check(&self.scene.shapes, batch, &self.answers)?;
        let ms = row.get("stages_ms")["queries"]["median"].as_f64().unwrap_or(0.0);
        let (stats, shapes) = (self.bvh.stats(), self.scene.shapes.len() as f64);
        let some = stats.nodes > 0;
        let tree = Row::default().with("nodes", stats.nodes).with("leaves", stats.leaves);
        let tree = tree.with("depth", stats.depth);
        let tree = tree.with("sah_cost", some.then_some(stats.sah_cost));
        let tree = tree.with("bytes_per_shape", ratio(stats.bytes as f64, shapes));
        let tree = tree.with("boxes_per_leaf", some.then(|| stats.boxes_per_leaf()));
        let tree = tree.with("children_per_inner", some.then(|| stats.children_per_inner()));
        row.set("queries_per_second", ratio(batch.len() as f64 * 1e3, ms));
        row.set("tree", tree);
        row.set("answers", self.answers.count(batch));
        row.set("checked", checked);
        row.set("digest", format!("{:016x}", digest(batch, &self.answers)));
        Ok(fault)
    }
}
