//! What is reported of libraries that took turns.

use serde::Serialize;

use super::{Task, answer::Answer};
use crate::runner::{Motion, Spread};

/// The peer that all are held against: the engine.
pub const REFERENCE: &str = "jostle";

/// A median absolute deviation above this share of the median is noise worth a word.
const NOISY: f64 = 0.05;

/// What came of a contest. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct PeersReport {
    /// The scene.
    pub scene: &'static str,
    /// Its seed.
    pub seed: u64,
    /// How its shapes move between two frames.
    #[serde(flatten)]
    pub motion: Motion,
    /// Number of axes.
    pub dim: usize,
    /// Number of boxes.
    pub shapes: usize,
    /// What was asked.
    pub task: Task,
    /// Threads that each might use.
    pub threads_allowed: usize,
    /// Processes of each library, which took turns.
    pub rounds: u32,
    /// Whether each ran on processors of its own choice.
    pub pinned: bool,
    /// The libraries that answered, the fastest first.
    pub points: Vec<PeerPoint>,
    /// Those that did not.
    pub failed: Vec<Failed>,
    /// Version of the program.
    pub version: &'static str,
}

/// What a library took and found.
#[derive(Clone, Debug, Serialize)]
pub struct PeerPoint {
    /// Its name in `list`.
    pub peer: String,
    /// The library and its version.
    pub library: String,
    /// How it was used.
    pub method: String,
    /// Threads that it used.
    pub threads: usize,
    /// Runs that were timed, in all rounds.
    pub frames: u32,
    /// Pairs that it found.
    pub pairs: u64,
    /// Their digest, in hexadecimal.
    pub digest: Option<String>,
    /// What is wrong with them, if anything is. Then its time says nothing.
    pub fault: Option<String>,
    /// From boxes to pairs.
    pub total_ms: Spread,
    /// Of that, making what is asked afterwards.
    pub build_ms: Spread,
    /// Of that, finding the pairs.
    pub find_ms: Spread,
    /// Its median time over that of the engine, where it is right.
    pub ratio: Option<f64>,
    /// Whether its times are scattered so much that they should be taken again.
    pub noisy: bool,
    /// The most memory its process has had resident, with the boxes.
    pub peak_rss_bytes: Option<u64>,
}

/// A library that did not answer.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// Its name.
    pub peer: String,
    /// Why.
    pub why: String,
}

impl PeerPoint {
    pub(super) fn new(peer: &str, answer: Answer, reference: &Answer) -> Self {
        let fault = answer.fault(reference.digest.as_deref());
        let [total_ms, build_ms, find_ms] = [&answer.total_ms, &answer.build_ms, &answer.find_ms]
            .map(|times| Spread::of_ms(times.iter().copied()));
        let ours = Spread::of_ms(reference.total_ms.iter().copied()).median;
        Self {
            peer: peer.to_owned(),
            threads: answer.threads,
            frames: answer.total_ms.len() as u32,
            pairs: answer.pairs,
            ratio: fault.is_none().then_some(total_ms.median / ours),
            fault,
            noisy: total_ms.mad > NOISY * total_ms.median,
            total_ms,
            build_ms,
            find_ms,
            peak_rss_bytes: answer.peak_rss_bytes,
            library: answer.library,
            method: answer.method,
            digest: answer.digest,
        }
    }
}

impl PeersReport {
    /// The fastest that is right and not of the engine, with its ratio to the engine.
    #[must_use]
    pub fn best_other(&self) -> Option<(&PeerPoint, f64)> {
        let others = self.points.iter().filter(|point| !point.peer.starts_with(REFERENCE));
        let right = others.filter_map(|point| Some((point, point.ratio?)));
        right.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Whether no library is as fast as the engine.
    #[must_use]
    pub fn leads(&self) -> bool {
        self.best_other().is_none_or(|(_, ratio)| ratio > 1.0)
    }
}
