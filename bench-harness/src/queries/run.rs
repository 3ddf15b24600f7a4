//! A run of queries on a scene.

use std::time::{Duration, Instant};

use jostle::{
    SimdLevel,
    bvh::{BuildQuality, Bvh, TreeStats},
};

use super::{
    Answers, Asked, Batch, FullSweepReport, Kind, QueryReport, build_name,
    check::{Checked, check, check_number},
    digest, make, mean_size,
};
use crate::{
    baseline::full_sweep::full_sweep,
    boxes::Shapes,
    runner::{Error, Progress, Spread, VERSION, bounds_of, box_columns, peak_rss_bytes, pool_of},
    scene::{Scene, SceneKind, SceneShapes},
};

/// Frames that run before those that count: buffers grow in them.
const WARM_UP_FRAMES: u32 = 1;

/// Half extent of a moving box, in mean sizes of the shapes: small enough that many are free to
/// move at first in the densest scenes for throughput.
const CAST_REACH: f32 = 0.125;

/// A run of queries on a scene.
#[derive(Clone, Copy, Debug)]
pub struct QueryRun {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Number of shapes to make it of.
    pub shapes: u32,
    /// Seed to make it and the queries from.
    pub seed: u64,
    /// What to ask.
    pub kind: Kind,
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
    /// Whether to build the tree of a full sweep, too.
    pub compare_sah: bool,
}

/// What was measured in the frames, and what is left of the last one.
struct Measured<const D: usize> {
    built: Vec<Duration>,
    asked: Vec<Duration>,
    batch: Batch<D>,
    answers: Answers,
    stats: TreeStats,
}

impl QueryRun {
    /// Makes the scene, then in each frame moves it, builds its tree and asks the queries, on a
    /// pool of its own. Holds a sample of the last frame against testing every box.
    ///
    /// # Errors
    /// When the pool cannot be started or the scene not made, there are no frames or too many
    /// answers to keep, or the engine refuses. A wrong answer is a fault of the report.
    pub fn run(&self, progress: &dyn Progress) -> Result<QueryReport, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        let pool = pool_of(self.threads)?;
        progress.begin("scene", 1);
        let mut shapes = self.scene.build(self.shapes, self.seed)?;
        progress.advance();
        pool.install(|| match &mut shapes {
            SceneShapes::Two(scene) => self.run_on(scene, progress),
            SceneShapes::Three(scene) => self.run_on(scene, progress),
        })
    }

    fn run_on<const D: usize>(
        &self,
        scene: &mut Scene<D>,
        progress: &dyn Progress,
    ) -> Result<QueryReport, Error> {
        let asked = self.asked(&scene.shapes);
        check_number(&scene.shapes, &asked)?;
        let measured = self.measure(scene, &asked, progress)?;
        // Before what comes next needs memory of its own.
        let peak_rss_bytes = peak_rss_bytes();
        progress.begin("check", 1 + u64::from(self.compare_sah));
        let checked = check(&scene.shapes, &measured.batch, &measured.answers)?;
        progress.advance();
        let full_sweep = self.compare_sah.then(|| {
            FullSweepReport::new(&full_sweep(&box_columns(&scene.shapes)), &measured.stats)
        });
        let radius = Some(asked.radius).filter(|radius| radius.is_finite());
        let shapes = scene.shapes.len();
        let report = self.report(&measured, checked);
        Ok(QueryReport { shapes, radius, full_sweep, peak_rss_bytes, ..report })
    }

    fn report<const D: usize>(&self, measured: &Measured<D>, checked: Checked) -> QueryReport {
        let Measured { built, asked, batch, answers, stats } = measured;
        let total_ms = Spread::of(asked.iter().copied());
        let frames = built.iter().zip(asked).map(|(built, asked)| *built + *asked);
        let rate = batch.len() as f64 * 1e3 / total_ms.median;
        QueryReport {
            scene: self.scene.name,
            dim: D,
            shapes: stats.boxes,
            kind: self.kind.name(),
            count: batch.len(),
            k: (self.kind == Kind::Knn).then_some(self.k),
            radius: None,
            build: build_name(self.build),
            level: self.level.name(),
            threads: self.threads,
            frames: self.frames,
            seed: self.seed,
            answers: answers.count(batch),
            digest: format!("{:016x}", digest(batch, answers)),
            checked: checked.queries,
            fault: checked.fault,
            build_ms: Spread::of(built.iter().copied()),
            total_ms,
            frame_ms: Spread::of(frames),
            queries_per_second: Some(rate).filter(|rate| rate.is_finite()),
            tree: (*stats).into(),
            full_sweep: None,
            peak_rss_bytes: None,
            version: VERSION,
        }
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
        Asked { kind: self.kind, count, k: self.k, radius, seed: self.seed }
    }

    fn measure<const D: usize>(
        &self,
        scene: &mut Scene<D>,
        asked: &Asked,
        progress: &dyn Progress,
    ) -> Result<Measured<D>, Error> {
        let mut bvh = Bvh::new().with_level(self.level).with_build(self.build);
        let mut answers = Answers::default();
        let (mut built, mut times) = (Vec::new(), Vec::new());
        let mut last = None;
        let frames = u64::from(WARM_UP_FRAMES) + u64::from(self.frames);
        progress.begin("frames", frames);
        for frame in 0..frames {
            scene.step();
            // The queries of one frame at a time are enough to have in memory.
            drop(last.take());
            let batch = make(&scene.shapes, asked);
            let start = Instant::now();
            bvh.build(bounds_of(&scene.shapes)?)?;
            let build_time = start.elapsed();
            let start = Instant::now();
            batch.ask(&bvh, &mut answers)?;
            let time = start.elapsed();
            if frame >= u64::from(WARM_UP_FRAMES) {
                built.push(build_time);
                times.push(time);
            }
            last = Some(batch);
            progress.advance();
        }
        let batch = last.ok_or(Error::NoFrames)?;
        Ok(Measured { built, asked: times, batch, answers, stats: bvh.stats() })
    }
}
