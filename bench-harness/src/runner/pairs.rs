//! Broad phases on scenes and on files.

use std::{ops::ControlFlow, time::Instant};

use jostle::{BroadPhase, Join, Pairs, broad::RunStats, digest::Digest};

use super::{
    Case, Error, FrameTime, Input, InputRequest, Load, Progress, Row, SceneRequest, Setup,
    WARM_UP_FRAMES, load::ToldScene, pool_of, report, row::ratio,
};
use crate::scene::with_scene;

/// Most pairs that are kept in memory: 2 GiB of them.
pub const PAIRS_LIMIT: u64 = 1 << 28;

/// A broad phase on what moves: pairs are collected in one list that is kept from frame to frame,
/// or streamed and forgotten where they do not fit.
struct PairsCase<'a, const D: usize> {
    phase: Box<dyn BroadPhase<D>>,
    load: &'a mut dyn Load<D>,
    collects: bool,
    list: &'a mut Pairs,
    last: Option<RunStats>,
}

/// Makes the scene and runs the broad phase on it, on a pool of its own.
///
/// # Errors
/// When the pool cannot be started, there are no frames, or the broad phase refuses.
pub fn pairs_of_scene(
    request: &SceneRequest,
    setup: &Setup,
    frames: u32,
    progress: &dyn Progress,
) -> Result<Row, Error> {
    let mut shapes = request.make(progress)?;
    let row = setup.tell(request.row("million", &shapes));
    let (known, list) = (request.scene.exact_pairs(request.shapes), &mut Pairs::new());
    pool_of(setup.threads)?.install(|| {
        with_scene!(&mut shapes, scene => {
            let (name, mut told) = (scene.name, None);
            let load: &mut dyn Load<_> = if request.motion.told {
                let what = || format!("the shapes of {name} do not drift: nothing can be told");
                told.insert(ToldScene::of(scene).ok_or_else(|| Error::Request(what()))?)
            } else {
                scene
            };
            PairsCase::new(setup.phase(), load, known, list)?.report(row, (frames, progress))
        })
    })
}

/// Runs the broad phase on boxes or meshes from files, on a pool of its own.
///
/// Where `list` is given, the pairs of the last frame end there in canonical order, however many
/// they are. Otherwise they are forgotten.
///
/// # Errors
/// When a file is bad, the pool cannot be started, there are no frames, or the broad phase refuses.
pub fn pairs_of_files(
    request: &InputRequest,
    setup: &Setup,
    frames: u32,
    list: Option<&mut Pairs>,
    progress: &dyn Progress,
) -> Result<Row, Error> {
    let mut input = Input::read(request)?;
    let row = setup.tell(request.row("million", &input));
    // Where the list is asked for, all pairs are kept.
    let (known, mut forgotten) = (list.is_some().then_some(0), Pairs::new());
    let pairs = list.unwrap_or(&mut forgotten);
    let watch = (frames, progress);
    let row = pool_of(setup.threads)?.install(|| match &mut input {
        Input::Two(boxes) => PairsCase::new(setup.phase(), boxes, known, pairs)?.report(row, watch),
        Input::Three(boxes) => {
            PairsCase::new(setup.phase(), boxes, known, pairs)?.report(row, watch)
        }
        Input::Swept(elements) => {
            PairsCase::new(setup.phase(), elements, known, pairs)?.report(row, watch)
        }
    })?;
    pairs.sort_canonical()?;
    Ok(row)
}

impl<'a, const D: usize> PairsCase<'a, D> {
    /// Collects as many pairs as fit. Counts them first where their number is neither `known` nor
    /// bounded by the number of boxes.
    fn new(
        mut phase: Box<dyn BroadPhase<D>>,
        load: &'a mut dyn Load<D>,
        known: Option<u64>,
        list: &'a mut Pairs,
    ) -> Result<Self, Error> {
        let pairs = match known {
            Some(pairs) => pairs,
            None => match most_pairs(&load.join()?) {
                most if most <= PAIRS_LIMIT => most,
                _ => phase.count(&load.join()?)?.pairs,
            },
        };
        Ok(Self { phase, load, collects: pairs <= PAIRS_LIMIT, list, last: None })
    }

    fn report(mut self, row: Row, watch: (u32, &dyn Progress)) -> Result<Row, Error> {
        report(row, &mut self, watch.0, watch.1)
    }

    /// Number and digest of the pairs that count, and how many do not. Where pairs are streamed
    /// that is one more run.
    fn tally(&mut self) -> Result<(u64, u64, Digest), Error> {
        if self.collects {
            let found = self.list.len();
            let retained = self.load.retain(self.list.as_mut_slice());
            self.list.truncate(retained);
            return Ok((retained as u64, (found - retained) as u64, Digest::of(self.list)));
        }
        let (mut pairs, mut dropped, mut digest) = (0, 0, Digest::default());
        let (mut batch, load) = (Vec::new(), &*self.load);
        self.phase.stream(&load.join()?, &mut |some| {
            batch.clear();
            batch.extend_from_slice(some);
            let retained = load.retain(&mut batch);
            pairs += retained as u64;
            dropped += (batch.len() - retained) as u64;
            digest.add(&batch[..retained]);
            ControlFlow::Continue(())
        })?;
        Ok((pairs, dropped, digest))
    }
}

impl<const D: usize> Case for PairsCase<'_, D> {
    fn warm_up(&self) -> u32 {
        if self.collects { WARM_UP_FRAMES } else { 0 }
    }

    fn prepare(&mut self) -> Result<(), Error> {
        self.load.step();
        Ok(())
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        self.load.tell()?;
        let join = self.load.join()?;
        let summary = if self.collects {
            self.phase.pairs(&join, self.list)?
        } else {
            self.phase.stream(&join, &mut |_| ControlFlow::Continue(()))?
        };
        let total = start.elapsed();
        self.last = Some(summary);
        Ok(FrameTime { total, stages: summary.stages.named().to_vec() })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        // Before lists that are handed on grow or shrink.
        let bytes = self.phase.memory_bytes() + self.list.capacity_bytes();
        let (pairs, dropped, digest) = self.tally()?;
        let (shapes, ms) = (row.count("shapes") as f64, row.median("total_ms"));
        let (summary, invalid) = (self.last, self.phase.invalid());
        row.set("output", if self.collects { "collected" } else { "streamed" });
        if let Some(choice) = summary.and_then(|summary| summary.choice) {
            row.set("choice", choice.to_string());
        }
        row.set("pairs", pairs);
        if dropped > 0 {
            row.set("sharing_a_vertex", dropped);
        }
        row.set("pairs_per_second", ratio(pairs as f64 * 1e3, ms));
        row.set("tests_per_shape", ratio(summary.map_or(0, |all| all.tests) as f64, shapes));
        row.set("bytes_per_shape", ratio(bytes as f64, shapes));
        row.set("invalid", invalid.len());
        if let Some(first) = invalid.first() {
            row.set("first_quarantined", format!("box {}: {}", first.index, first.reason));
        }
        row.set("digest", digest.to_string());
        Ok(None)
    }
}

/// The pairs there are if all boxes touch.
fn most_pairs<const D: usize>(join: &Join<'_, D>) -> u64 {
    match join {
        Join::Within(set) => {
            let boxes = set.bounds.len() as u64;
            boxes.saturating_mul(boxes.saturating_sub(1)) / 2
        }
        Join::Between(first, second) => {
            (first.bounds.len() as u64).saturating_mul(second.bounds.len() as u64)
        }
    }
}
