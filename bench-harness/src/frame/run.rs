//! A run of whole frames on a scene.

use std::time::{Duration, Instant};

use jostle::{
    BroadPhase, Join, Pairs,
    digest::Digest,
    narrow::{Narrow, NarrowStats},
    shape::{PreparedShapes, Rotation, ShapeKind},
};

use super::{Bodies, FrameReport, bodies::Turn};
use crate::{
    narrow::{
        Answering, Answers, Checked, KindsReport, Mode, check, oracle::Axes, per_pair, turn2, turn3,
    },
    runner::{
        Error, Motion, Progress, Setup, Spread, VERSION, WARM_UP_FRAMES, peak_rss_bytes, pool_of,
    },
    scene::{Scene, SceneKind, SceneShapes},
};

/// Most pairs whose contacts are kept: some GiB of them.
pub const PAIRS_LIMIT: u64 = 1 << 25;

/// A run of whole frames on a scene.
#[derive(Clone, Copy, Debug)]
pub struct FrameRun {
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
    /// Whether to look at contacts while they are in the cache, instead of keeping them.
    pub visit: bool,
}

/// The times of a frame.
#[derive(Clone, Copy, Debug)]
struct Times {
    prepare: Duration,
    broad: Duration,
    narrow: Duration,
}

/// What works on the frames, and what is left of the last one.
struct Stage<'a, const D: usize> {
    phase: &'a mut dyn BroadPhase<D>,
    prepared: PreparedShapes<D>,
    narrow: Narrow<D>,
    pairs: Pairs,
    contacts: Answering<D>,
    report: NarrowStats,
}

impl FrameRun {
    /// Makes the scene, and in each frame moves it and finds the contacts of its shapes, on a pool
    /// of its own. Holds a sample of them against those found about pairs alone.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames or too many pairs, or the engine
    /// refuses. A wrong contact is a fault of the report.
    pub fn run(&self, setup: &Setup, progress: &dyn Progress) -> Result<FrameReport, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        let pool = pool_of(setup.threads)?;
        let mut shapes = self.motion.make_scene(self.scene, self.shapes, self.seed, progress)?;
        let (kind, level) = (setup.broad_phase, setup.level);
        pool.install(|| match &mut shapes {
            SceneShapes::Two(scene) => {
                self.run_on(&mut *kind.two(level), scene, turn2, setup, progress)
            }
            SceneShapes::Three(scene) => {
                self.run_on(&mut *kind.three(level), scene, turn3, setup, progress)
            }
        })
    }

    fn run_on<const D: usize>(
        &self,
        phase: &mut dyn BroadPhase<D>,
        scene: &mut Scene<D>,
        turn: Turn<D>,
        setup: &Setup,
        progress: &dyn Progress,
    ) -> Result<FrameReport, Error>
    where
        Rotation<D>: Axes,
    {
        let mut bodies = Bodies::new(scene, turn, self.seed)?;
        let mut stage = Stage {
            phase,
            prepared: PreparedShapes::new().with_level(setup.level),
            narrow: Narrow::new().with_level(setup.level),
            pairs: Pairs::new(),
            contacts: Answering::new(Answers::new(Mode::Manifold), self.visit)?,
            report: NarrowStats::default(),
        };
        self.check_number(&mut stage, &bodies)?;
        let mut times = Vec::new();
        let frames = u64::from(WARM_UP_FRAMES) + u64::from(self.frames);
        progress.begin("frames", frames);
        for frame in 0..frames {
            scene.step();
            bodies.follow(scene)?;
            let of_frame = stage.frame(&bodies)?;
            if frame >= u64::from(WARM_UP_FRAMES) {
                times.push(of_frame);
            }
            progress.advance();
        }
        // Before what comes next needs memory of its own.
        let peak_rss_bytes = peak_rss_bytes();
        progress.begin("check", 1);
        let bytes = stage.memory_bytes();
        let other = stage.keep()?;
        let (contacts, pairs) = (&stage.contacts.answers, stage.pairs.as_slice());
        let mut checked = check(Mode::Manifold, contacts, pairs, |pair| bodies.of(pair))?;
        checked.fault = checked.fault.or(other);
        progress.advance();
        let report = self.report(setup, &stage, &times, checked);
        Ok(FrameReport { peak_rss_bytes, bytes_per_shape: ratio(bytes, report.shapes), ..report })
    }

    /// Refuses scenes with more pairs than fit.
    fn check_number<const D: usize>(
        &self,
        stage: &mut Stage<'_, D>,
        bodies: &Bodies<D>,
    ) -> Result<(), Error> {
        stage.prepared.update(bodies.shapes())?;
        let pairs = stage.phase.count(&Join::within(stage.prepared.bounds()))?.pairs;
        if pairs <= PAIRS_LIMIT {
            return Ok(());
        }
        Err(too_many_pairs(self.scene, self.shapes, pairs))
    }

    fn report<const D: usize>(
        &self,
        setup: &Setup,
        stage: &Stage<'_, D>,
        times: &[Times],
        checked: Checked,
    ) -> FrameReport {
        let spread = |of: fn(&Times) -> Duration| Spread::of(times.iter().map(of));
        let narrow_ms = spread(|times| times.narrow);
        let Stage { prepared, pairs, report, .. } = stage;
        let contacts = &stage.contacts.answers;
        let (shapes, touching) = (prepared.len(), report.total().touching);
        FrameReport {
            scene: self.scene.name,
            seed: self.seed,
            motion: self.motion,
            dim: D,
            shapes,
            turned: !prepared.ranges().of(ShapeKind::Box).is_empty(),
            broad_phase: setup.broad_phase.name,
            level: setup.level.name(),
            threads: setup.threads,
            frames: self.frames,
            visit: self.visit,
            stages_ms: vec![
                ("prepare", spread(|times| times.prepare)),
                ("broad", spread(|times| times.broad)),
                ("narrow", narrow_ms),
            ],
            total_ms: spread(|times| times.prepare + times.broad + times.narrow),
            narrow_ns_per_pair: per_pair(narrow_ms, pairs.len()),
            pairs: pairs.len() as u64,
            pairs_digest: Digest::of(pairs).to_string(),
            contacts: touching,
            points: contacts.points().unwrap_or(0),
            touching_share: ratio(touching as usize, pairs.len()),
            kinds: KindsReport::of(report),
            digest: format!("{:016x}", contacts.digest(pairs)),
            checked: checked.pairs,
            checked_by_f64: checked.by_f64,
            fault: checked.fault,
            bytes_per_shape: None,
            peak_rss_bytes: None,
            invalid: prepared.invalid().len(),
            version: VERSION,
        }
    }
}

/// Refuses a scene of so many shapes.
pub(crate) fn too_many_pairs(scene: &SceneKind, shapes: u32, pairs: u64) -> Error {
    let scene = scene.name;
    Error::Request(format!(
        "{scene} of {shapes} shapes has {pairs} pairs of bounds that touch, too many to keep \
         their contacts (at most {PAIRS_LIMIT}): ask for fewer shapes"
    ))
}

/// How many times the whole a part is, if there is a whole.
fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl<const D: usize> Stage<'_, D> {
    /// From shapes that moved to their contacts.
    fn frame(&mut self, bodies: &Bodies<D>) -> Result<Times, Error> {
        let start = Instant::now();
        self.prepared.update(bodies.shapes())?;
        let ready = Instant::now();
        self.phase.pairs(&Join::within(self.prepared.bounds()), &mut self.pairs)?;
        let found = Instant::now();
        self.report = self.contacts.ask(&mut self.narrow, &self.prepared, &self.pairs)?;
        let done = Instant::now();
        Ok(Times { prepare: ready - start, broad: found - ready, narrow: done - found })
    }

    /// Keeps the contacts of the last frame, if they were only looked at, and says what is wrong if
    /// they are others.
    fn keep(&mut self) -> Result<Option<String>, jostle::Error> {
        self.contacts.keep(&mut self.narrow, &self.prepared, &self.pairs)
    }

    fn memory_bytes(&self) -> usize {
        self.prepared.memory_bytes()
            + self.phase.memory_bytes()
            + self.pairs.capacity_bytes()
            + self.contacts.answers.memory_bytes()
    }
}
