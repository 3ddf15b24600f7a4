//! A run of a narrow phase on pairs of shapes.

use std::time::Instant;

use jostle::{
    SimdLevel,
    narrow::{Narrow, NarrowStats},
    shape::{PreparedShapes, Rotation, ShapeKind},
};
use serde::Serialize;
use serde_json::Value;

use super::{
    Answering, Answers, Asked, Mode, Moves, Moving, PairKind, PairScene, Pairs, check, check_sweep,
    oracle::Axes,
};
use crate::{
    peers::{self, Peer, Rivals},
    runner::{Case, Error, FrameTime, Progress, Row, Spread, pool_of, ratio, since},
};

/// A run of a narrow phase on pairs of shapes.
#[derive(Clone, Copy, Debug)]
pub struct NarrowRun {
    /// The kinds of the shapes.
    pub pair: &'static PairKind,
    /// What to ask.
    pub mode: Mode,
    /// What scene to make.
    pub scene: Asked,
    /// The SIMD level.
    pub level: SimdLevel,
    /// Number of threads.
    pub threads: usize,
    /// Frames to time.
    pub frames: u32,
    /// Whether to look at the answers while they are in the cache, instead of keeping them.
    pub visit: bool,
}

impl NarrowRun {
    /// Makes the scene, and in each frame makes the shapes ready and asks about all pairs, on a
    /// pool of its own, in turn with the rivals. Holds a sample of the answers against those about
    /// pairs alone.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames or too many pairs, or the engine
    /// refuses; [`Error::Finding`] where an answer is wrong.
    pub fn run(&self, rivals: &dyn Rivals, progress: &dyn Progress) -> Result<Row, Error> {
        progress.begin("scene", 1);
        pool_of(self.threads)?.install(|| match self.pair.make(&self.scene)? {
            Pairs::Two(scene) => self.run_on(&scene, rivals.of_plane(&scene, self.mode)?, progress),
            Pairs::Three(scene) => {
                self.run_on(&scene, rivals.of_space(&scene, self.mode)?, progress)
            }
        })
    }

    fn run_on<const D: usize>(
        &self,
        scene: &PairScene<D>,
        mut rivals: Vec<Peer<'_>>,
        progress: &dyn Progress,
    ) -> Result<Row, Error>
    where
        Rotation<D>: Axes,
        Moves<D>: Moving<D>,
    {
        let of_bounds = self.mode == Mode::Sweep && self.pair.aligned;
        let answers = if of_bounds { Answers::of_bounds() } else { Answers::new(self.mode) };
        let mut case = NarrowCase {
            mode: self.mode,
            scene,
            prepared: PreparedShapes::new().with_level(self.level),
            narrow: Narrow::new().with_level(self.level),
            answering: Answering::new(answers, self.visit)?,
            report: NarrowStats::default(),
        };
        progress.advance();
        let watch = (self.frames, progress);
        peers::report(self.row(scene), &mut case, &mut rivals, watch, |times, ours| {
            let row =
                Row::default().with("ns_per_pair", per_pair(times.total(), scene.pairs.len()));
            row.with("ratio", ratio(times.total().median, ours.median("total_ms")))
        })
    }

    fn row<const D: usize>(&self, scene: &PairScene<D>) -> Row {
        let row = Row::new("narrow").with("pair", self.pair.name).with("dim", D);
        let row = row.with("mode", self.mode).with("pairs", scene.pairs.len());
        let row = row.with("seed", self.scene.seed).with("offset", self.scene.offset);
        let row = row.with("level", self.level.name()).with("threads", self.threads);
        row.with("visit", self.visit)
    }
}

/// Pairs of shapes that are asked about. Making the shapes ready is a stage, and not part of the
/// time that counts.
struct NarrowCase<'a, const D: usize> {
    mode: Mode,
    scene: &'a PairScene<D>,
    prepared: PreparedShapes<D>,
    narrow: Narrow<D>,
    answering: Answering<D>,
    report: NarrowStats,
}

impl<const D: usize> Case for NarrowCase<'_, D>
where
    Rotation<D>: Axes,
    Moves<D>: Moving<D>,
{
    fn frame(&mut self) -> Result<FrameTime, Error> {
        let Self { scene, prepared, .. } = self;
        let start = Instant::now();
        prepared.update(&scene.shapes)?;
        self.answering.answers.prepare(prepared, &scene.moves)?;
        let ready = Instant::now();
        self.report = self.answering.ask(&mut self.narrow, prepared, &scene.pairs)?;
        let done = Instant::now();
        let stages = since(start, [("prepare", ready), ("narrow", done)]);
        Ok(FrameTime { total: done - ready, stages })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let Self { scene, .. } = self;
        let memory = self.answering.answers.memory_bytes();
        let other = self.answering.keep(&mut self.narrow, &self.prepared, &scene.pairs)?;
        let answers = &self.answering.answers;
        let checked = match self.mode {
            Mode::Sweep => check_sweep(answers, scene)?,
            mode => check(mode, answers, &scene.pairs, |pair| scene.of(pair))?,
        };
        row.set("ns_per_pair", per_pair(row.get("total_ms"), scene.pairs.len()));
        row.set("touching", self.report.total().touching);
        row.set("points", answers.points());
        row.set("kinds", kinds(&self.report));
        row.set("checked", checked.pairs);
        row.set("checked_by_f64", checked.by_f64);
        row.set("memory_bytes", memory);
        row.set("digest", format!("{:016x}", answers.digest(&scene.pairs)));
        Ok(checked.fault.or(other))
    }
}

/// Times of so many pairs in milliseconds as times of one in nanoseconds, where there are pairs.
pub(crate) fn per_pair(ms: impl Serialize, pairs: usize) -> Option<Spread> {
    let ms: Option<Spread> = serde_json::to_value(ms).and_then(serde_json::from_value).ok();
    (pairs > 0).then_some(ms?).map(|ms| ms.times(1e6 / pairs as f64))
}

/// What was done for each pair of kinds that there was.
pub(crate) fn kinds(report: &NarrowStats) -> Value {
    let all = ShapeKind::ALL.into_iter().flat_map(|a| ShapeKind::ALL.map(|b| (a, b)));
    let rows = all.filter(|(a, b)| a <= b).map(|(a, b)| (format!("{a}-{b}"), report.of(a, b)));
    let rows = rows.filter(|(_, counts)| counts.candidates > 0).map(|(kinds, counts)| {
        serde_json::json!({
            "kinds": kinds,
            "candidates": counts.candidates,
            "after_circles": counts.after_circles,
            "after_overlap": counts.after_overlap,
            "touching": counts.touching,
            "groups": counts.groups,
            "occupancy": counts.occupancy(),
        })
    });
    rows.collect()
}
