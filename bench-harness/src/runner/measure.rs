//! The loop that runs a broad phase frame by frame and takes the time.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use jostle::{
    BroadPhase, Pairs,
    broad::{AutoChoice, RunStats},
    digest::Digest,
    validate::InvalidShape,
};

use super::{Error, Load, Mode, Progress, Timings};

/// Frames that run before those that count, where pairs are collected: buffers grow in them.
pub const WARM_UP_FRAMES: u32 = 2;

/// What a run took, and what its last frame found.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The times of all frames that count.
    pub timings: Timings,
    /// What became of the pairs.
    pub mode: Mode,
    /// Pairs of the last frame that the load retained. Where pairs are collected the list holds
    /// them.
    pub pairs: u64,
    /// Pairs of the last frame that the load did not retain.
    pub dropped: u64,
    /// The digest of the pairs retained.
    pub digest: Digest,
    /// Boxes that the last frame compared with another one.
    pub tests: u64,
    /// Bytes held by the broad phase and the list.
    pub memory_bytes: usize,
    /// Boxes left out of the last frame.
    pub invalid: Vec<InvalidShape>,
    /// What answered the last frame and why, where the broad phase chose.
    pub choice: Option<AutoChoice>,
}

/// Runs `phase` on `load` for `frames` frames on the pool of the caller.
///
/// The load moves before each frame, and the time of a frame is that of the broad phase alone. The
/// digest of the last frame is taken after it; where pairs are streamed that is one more run.
///
/// # Errors
/// When `frames` is zero, and those of the broad phase.
pub fn measure<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    load: &mut dyn Load<D>,
    frames: u32,
    mode: Mode,
    list: &mut Pairs,
    progress: &dyn Progress,
) -> Result<Measurement, Error> {
    if frames == 0 {
        return Err(Error::NoFrames);
    }
    let warm_up = if mode == Mode::Collected { WARM_UP_FRAMES } else { 0 };
    progress.begin("frames", u64::from(warm_up) + u64::from(frames));
    let (mut timings, mut choice, mut tests) = (Timings::default(), None, 0);
    for frame in 0..u64::from(warm_up) + u64::from(frames) {
        load.step();
        let (time, summary) = timed_frame(phase, load, mode, list)?;
        (choice, tests) = (summary.choice, summary.tests);
        if frame >= u64::from(warm_up) {
            timings.push(time, summary.stages);
        }
        progress.advance();
    }
    let Tally { pairs, dropped, digest } = match mode {
        Mode::Collected => tally_list(load, list),
        Mode::Streamed => tally_stream(phase, load)?,
    };
    Ok(Measurement {
        timings,
        mode,
        pairs,
        dropped,
        digest,
        tests,
        memory_bytes: phase.memory_bytes() + list.capacity_bytes(),
        invalid: phase.invalid().to_vec(),
        choice,
    })
}

fn timed_frame<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    load: &dyn Load<D>,
    mode: Mode,
    list: &mut Pairs,
) -> Result<(Duration, RunStats), Error> {
    let start = Instant::now();
    let join = load.join()?;
    let summary = match mode {
        Mode::Collected => phase.pairs(&join, list)?,
        Mode::Streamed => phase.stream(&join, &mut |_| ControlFlow::Continue(()))?,
    };
    Ok((start.elapsed(), summary))
}

/// What is counted of the pairs of a frame.
#[derive(Default)]
struct Tally {
    pairs: u64,
    dropped: u64,
    digest: Digest,
}

fn tally_list<const D: usize>(load: &dyn Load<D>, list: &mut Pairs) -> Tally {
    let found = list.len();
    let retained = load.retain(list.as_mut_slice());
    list.truncate(retained);
    Tally { pairs: retained as u64, dropped: (found - retained) as u64, digest: Digest::of(list) }
}

fn tally_stream<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    load: &dyn Load<D>,
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    let mut batch = Vec::new();
    phase.stream(&load.join()?, &mut |pairs| {
        batch.clear();
        batch.extend_from_slice(pairs);
        let retained = load.retain(&mut batch);
        tally.pairs += retained as u64;
        tally.dropped += (batch.len() - retained) as u64;
        tally.digest.add(&batch[..retained]);
        ControlFlow::Continue(())
    })?;
    Ok(tally)
}
