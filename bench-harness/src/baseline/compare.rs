//! The baselines and the sweep and prune on one thread, taking turns.

use std::time::{Duration, Instant};

use jostle::{BroadPhase, Join, Pairs, Sap, SimdLevel, digest::Digest};
use serde::Serialize;

use super::{coarseness, grid, sweep};
use crate::{
    boxes::Boxes,
    runner::{
        DEFAULT_SEED, Error, PAIRS_LIMIT, Progress, Spread, VERSION, bounds_of_boxes, box_columns,
        level_of, pool_of,
    },
    scene::{Scene, SceneKind, SceneShapes},
};

/// Shapes above which the sweep takes too long to wait for.
const SWEEP_LIMIT: usize = 300_000;

/// Part of the domain that the largest box may have for the grid to make sense.
const COARSEST: f64 = 0.25;

/// What to compare on.
#[derive(Clone, Copy, Debug)]
pub struct Compare {
    /// The scene.
    pub scene: &'static SceneKind,
    /// Number of shapes to make it of.
    pub shapes: u32,
    /// Frames to time; one more runs before them.
    pub frames: u32,
    /// Whether to run what takes too long, too.
    pub all: bool,
}

/// What came of a comparison. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The scene.
    pub scene: &'static str,
    /// Its number of axes.
    pub dim: usize,
    /// Its number of shapes.
    pub shapes: usize,
    /// Its seed.
    pub seed: u64,
    /// Frames that were timed.
    pub frames: u32,
    /// Number of threads.
    pub threads: usize,
    /// SIMD level of the sweep and prune.
    pub level: &'static str,
    /// Pairs of the last frame.
    pub pairs: u64,
    /// Digest of the last frame.
    pub digest: String,
    /// Whether all contenders found the same pairs in every frame.
    pub agree: bool,
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// Version of the program.
    pub version: &'static str,
}

/// One of the broad phases that are compared.
#[derive(Clone, Debug, Serialize)]
pub struct Contender {
    /// Its name.
    pub name: &'static str,
    /// Its time per frame, if it ran.
    pub total_ms: Option<Spread>,
    /// Its median time over that of the sweep and prune.
    pub ratio_to_sap: Option<f64>,
    /// Why it did not run.
    pub skipped: Option<String>,
}

impl Compare {
    /// Makes the scene, runs all contenders in turn in each frame, and checks that they agree.
    ///
    /// # Errors
    /// When there are no frames, the scene cannot be made, there are too many pairs to keep, or the
    /// engine refuses.
    pub fn run(&self, progress: &dyn Progress) -> Result<Comparison, Error> {
        if self.frames == 0 {
            return Err(Error::NoFrames);
        }
        let (level, pool) = (level_of(None)?, pool_of(1)?);
        progress.begin("scene", 1);
        let shapes = self.scene.build(self.shapes, DEFAULT_SEED)?;
        pool.install(|| match shapes {
            SceneShapes::Two(scene) => self.take_turns(scene, level, progress),
            SceneShapes::Three(scene) => self.take_turns(scene, level, progress),
        })
    }

    fn take_turns<const D: usize>(
        &self,
        mut scene: Scene<D>,
        level: SimdLevel,
        progress: &dyn Progress,
    ) -> Result<Comparison, Error> {
        let boxes = box_columns(&scene.shapes).into_owned();
        let mut sap = Sap::new().with_level(level);
        self.check_pairs(&mut sap, &boxes)?;
        let mut entrants = self.entrants(sap, &boxes);
        let (mut agree, mut last) = (true, (0, Digest::default()));
        progress.begin("frames", u64::from(self.frames) + 1);
        for frame in 0..=self.frames as usize {
            scene.step();
            let boxes = box_columns(&scene.shapes);
            let mut answers = Vec::new();
            for turn in 0..entrants.len() {
                // Whoever comes first finds cold caches, so they all do in turn.
                let index = (turn + frame) % entrants.len();
                answers.extend(entrants[index].run(&boxes, frame > 0)?);
            }
            agree &= answers.windows(2).all(|two| two[0] == two[1]);
            last = answers.first().copied().unwrap_or(last);
            progress.advance();
        }
        Ok(Comparison {
            scene: self.scene.name,
            dim: D,
            shapes: scene.shapes.len(),
            seed: DEFAULT_SEED,
            frames: self.frames,
            threads: 1,
            level: level.name(),
            pairs: last.0,
            digest: last.1.to_string(),
            agree,
            contenders: contenders(entrants, agree),
            version: VERSION,
        })
    }

    fn check_pairs<const D: usize>(&self, sap: &mut Sap<D>, boxes: &Boxes<D>) -> Result<(), Error> {
        let pairs = sap.count(&Join::within(bounds_of_boxes(boxes)?))?.pairs;
        if pairs > PAIRS_LIMIT {
            let (scene, shapes) = (self.scene.name, boxes.len());
            return Err(Error::TooManyPairs { scene, shapes, pairs });
        }
        Ok(())
    }

    fn entrants<const D: usize>(&self, sap: Sap<D>, boxes: &Boxes<D>) -> Vec<Entrant<D>> {
        let coarse = coarseness(boxes);
        let grid = (coarse > COARSEST)
            .then(|| format!("the largest box is {:.0} % of the domain", 100.0 * coarse));
        let sweep = (boxes.len() > SWEEP_LIMIT && !self.all)
            .then(|| format!("more than {SWEEP_LIMIT} shapes, see --all"));
        vec![
            Entrant::new("grid", Method::Textbook(grid::pairs), grid),
            Entrant::new("sweep", Method::Textbook(sweep::pairs), sweep),
            Entrant::new("sap", Method::Sap(Box::new(sap), Pairs::new()), None),
        ]
    }
}

/// A baseline: columns of minima and maxima to pairs.
type Textbook<const D: usize> = fn(&[Vec<f32>; D], &[Vec<f32>; D]) -> Vec<jostle::Pair>;

enum Method<const D: usize> {
    Textbook(Textbook<D>),
    Sap(Box<Sap<D>>, Pairs),
}

/// A contender while the comparison runs.
struct Entrant<const D: usize> {
    name: &'static str,
    method: Method<D>,
    skipped: Option<String>,
    times: Vec<Duration>,
}

impl<const D: usize> Entrant<D> {
    fn new(name: &'static str, method: Method<D>, skipped: Option<String>) -> Self {
        Self { name, method, skipped, times: Vec::new() }
    }

    /// Runs unless skipped. The answer is digested after the time is taken.
    fn run(
        &mut self,
        boxes: &Boxes<D>,
        timed: bool,
    ) -> Result<Option<(u64, Digest)>, jostle::Error> {
        if self.skipped.is_some() {
            return Ok(None);
        }
        let start = Instant::now();
        let owned;
        let pairs = match &mut self.method {
            Method::Textbook(pairs) => {
                owned = pairs(&boxes.min, &boxes.max);
                &*owned
            }
            Method::Sap(sap, pairs) => {
                sap.pairs(&Join::within(bounds_of_boxes(boxes)?), pairs)?;
                pairs.as_slice()
            }
        };
        let time = start.elapsed();
        if timed {
            self.times.push(time);
        }
        Ok(Some((pairs.len() as u64, Digest::of(pairs))))
    }
}

/// The results; times of contenders that do not agree are not worth reporting.
fn contenders<const D: usize>(entrants: Vec<Entrant<D>>, agree: bool) -> Vec<Contender> {
    let spread = |entrant: &Entrant<D>| {
        (agree && entrant.skipped.is_none()).then(|| Spread::of(entrant.times.iter().copied()))
    };
    let sap = entrants.last().and_then(spread).map_or(0.0, |spread| spread.median);
    let contender = |entrant: Entrant<D>| {
        let total_ms = spread(&entrant);
        let ratio_to_sap = total_ms.filter(|_| sap > 0.0).map(|spread| spread.median / sap);
        Contender { name: entrant.name, total_ms, ratio_to_sap, skipped: entrant.skipped }
    };
    entrants.into_iter().map(contender).collect()
}
