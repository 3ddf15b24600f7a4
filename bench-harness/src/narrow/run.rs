//! A run of a narrow phase on pairs of shapes.

use std::time::{Duration, Instant};

use jostle::{
    SimdLevel,
    narrow::{Narrow, NarrowStats},
    shape::{PreparedShapes, Rotation},
};

use super::{
    Answering, Answers, Asked, Checked, KindsReport, Mode, Moves, Moving, NarrowReport,
    PAIRS_LIMIT, PairKind, PairScene, check, check_sweep, make::make, oracle::Axes, pair::Makers,
    report::per_pair,
};
use crate::{
    peers::{self, Contest, Peer},
    runner::{Error, Progress, Spread, VERSION, WARM_UP_FRAMES, peak_rss_bytes, pool_of},
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
    /// Whether to ask parry about the same pairs, too.
    pub compare_parry: bool,
}

/// Makes peers ready for a scene.
type PeersOf<const D: usize> = fn(&PairScene<D>, Mode) -> Result<Vec<Box<dyn Peer>>, Error>;

/// What was measured in the frames, and what is left of the last one.
struct Measured<const D: usize> {
    prepared: Vec<Duration>,
    asked: Vec<Duration>,
    answering: Answering<D>,
    report: NarrowStats,
    contest: Contest,
}

impl NarrowRun {
    /// Makes the scene, and in each frame makes the shapes ready and asks about all pairs, on a
    /// pool of its own. Holds a sample of the answers against those about pairs alone.
    ///
    /// # Errors
    /// When the pool cannot be started, there are no frames or too many pairs, the engine refuses,
    /// or parry is wanted and not there. A wrong answer is a fault of the report.
    pub fn run(&self, progress: &dyn Progress) -> Result<NarrowReport, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        if self.scene.pairs > PAIRS_LIMIT {
            let pairs = self.scene.pairs;
            let why = format!("--pairs {pairs}: at most {PAIRS_LIMIT} are made");
            return Err(Error::Request(why));
        }
        if self.compare_parry && self.mode == Mode::Sweep {
            let why = "--compare-parry: other libraries are asked about shapes at rest";
            return Err(Error::Request(why.to_owned()));
        }
        let pool = pool_of(self.threads)?;
        progress.begin("scene", 1);
        pool.install(|| match self.pair.makers {
            Makers::Two(makers) => {
                let scene = make(makers, &self.scene)?;
                self.run_on(&scene, peers::of_plane, progress)
            }
            Makers::Three(makers) => {
                let scene = make(makers, &self.scene)?;
                self.run_on(&scene, peers::of_space, progress)
            }
        })
    }

    fn run_on<const D: usize>(
        &self,
        scene: &PairScene<D>,
        peers: PeersOf<D>,
        progress: &dyn Progress,
    ) -> Result<NarrowReport, Error>
    where
        Rotation<D>: Axes,
        Moves<D>: Moving<D>,
    {
        let peers = if self.compare_parry { peers(scene, self.mode)? } else { Vec::new() };
        progress.advance();
        let mut prepared = PreparedShapes::new().with_level(self.level);
        let mut measured = self.measure(scene, &mut prepared, peers, progress)?;
        // Before what comes next needs memory of its own.
        let peak_rss_bytes = peak_rss_bytes();
        progress.begin("check", 1);
        let mut narrow = Narrow::new().with_level(self.level);
        let other = measured.answering.keep(&mut narrow, &prepared, &scene.pairs)?;
        let answers = &measured.answering.answers;
        let mut checked = match self.mode {
            Mode::Sweep => check_sweep(answers, scene)?,
            mode => check(mode, answers, &scene.pairs, |pair| scene.of(pair))?,
        };
        checked.fault = checked.fault.or(other);
        let mut report = self.report(scene, &measured, checked);
        report.peers =
            measured.contest.finish(&mut narrow, &prepared, scene, report.ns_per_pair)?;
        progress.advance();
        Ok(NarrowReport { peak_rss_bytes, ..report })
    }

    fn measure<const D: usize>(
        &self,
        scene: &PairScene<D>,
        prepared: &mut PreparedShapes<D>,
        peers: Vec<Box<dyn Peer>>,
        progress: &dyn Progress,
    ) -> Result<Measured<D>, Error>
    where
        Moves<D>: Moving<D>,
    {
        let of_bounds = self.mode == Mode::Sweep && self.pair.aligned;
        let answers = if of_bounds { Answers::of_bounds() } else { Answers::new(self.mode) };
        let mut measured = Measured {
            prepared: Vec::new(),
            asked: Vec::new(),
            answering: Answering::new(answers, self.visit)?,
            report: NarrowStats::default(),
            contest: Contest::new(peers, scene.pairs.len()),
        };
        let mut narrow = Narrow::new().with_level(self.level);
        let frames = u64::from(WARM_UP_FRAMES) + u64::from(self.frames);
        progress.begin("frames", frames);
        for frame in 0..frames {
            let counts = frame >= u64::from(WARM_UP_FRAMES);
            let start = Instant::now();
            prepared.update(&scene.shapes)?;
            measured.answering.answers.prepare(prepared, &scene.moves)?;
            let ready = Instant::now();
            measured.report = measured.answering.ask(&mut narrow, prepared, &scene.pairs)?;
            let done = Instant::now();
            if counts {
                measured.prepared.push(ready - start);
                measured.asked.push(done - ready);
            }
            measured.contest.frame(counts);
            progress.advance();
        }
        Ok(measured)
    }

    fn report<const D: usize>(
        &self,
        scene: &PairScene<D>,
        measured: &Measured<D>,
        checked: Checked,
    ) -> NarrowReport {
        let Measured { prepared, asked, answering, report, .. } = measured;
        let answers = &answering.answers;
        let total_ms = Spread::of(asked.iter().copied());
        NarrowReport {
            pair: self.pair.name,
            dim: D,
            mode: self.mode.name(),
            pairs: scene.pairs.len(),
            seed: self.scene.seed,
            offset: self.scene.offset,
            level: self.level.name(),
            threads: self.threads,
            frames: self.frames,
            visit: self.visit,
            prepare_ms: Spread::of(prepared.iter().copied()),
            total_ms,
            ns_per_pair: per_pair(total_ms, scene.pairs.len()),
            touching: report.total().touching,
            points: answers.points(),
            kinds: KindsReport::of(report),
            digest: format!("{:016x}", answers.digest(&scene.pairs)),
            checked: checked.pairs,
            checked_by_f64: checked.by_f64,
            fault: checked.fault,
            memory_bytes: answers.memory_bytes(),
            peak_rss_bytes: None,
            peers: Vec::new(),
            version: VERSION,
        }
    }
}
