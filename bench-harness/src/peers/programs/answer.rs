//! What a program prints of a library.

use serde::Deserialize;

use super::REFERENCE;
use crate::runner::{Row, Spread};

/// What a program prints of a library.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Answer {
    library: String,
    method: String,
    /// Threads that it used.
    threads: usize,
    /// Of pairs.
    #[serde(default)]
    pairs: u64,
    /// Pairs that it listed more than once.
    #[serde(default)]
    duplicates: u64,
    digest: Option<String>,
    /// Of neighbors.
    sum_of_distances: Option<f64>,
    /// What the engine found for the same points.
    jostle_sum_of_distances: Option<f64>,
    build_ms: Vec<f64>,
    find_ms: Vec<f64>,
    total_ms: Vec<f64>,
    peak_rss_bytes: Option<u64>,
}

/// Sums of distances may differ by this share: libraries round each in their own way.
const NEAR: f64 = 1e-6;

/// A median absolute deviation above this share of the median is noise worth a word.
const NOISY: f64 = 0.05;

impl Answer {
    /// What is wrong with it, held against that of the engine.
    fn fault(&self, reference: &Self) -> Option<String> {
        if let Some((found, expected)) = self.sum_of_distances.zip(self.jostle_sum_of_distances) {
            let off = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
            return (off > NEAR).then(|| format!("distances sum to {found}, not {expected}"));
        }
        if self.duplicates > 0 {
            return Some(format!("{} pairs listed more than once", self.duplicates));
        }
        (self.digest != reference.digest).then(|| format!("{} other pairs", self.pairs))
    }

    /// Adds the times of the same library in another process, which has to have found the same.
    pub(super) fn add(&mut self, other: Self) -> Result<(), String> {
        if other.digest != self.digest {
            return Err("it found other pairs in another round".to_owned());
        }
        self.build_ms.extend(other.build_ms);
        self.find_ms.extend(other.find_ms);
        self.total_ms.extend(other.total_ms);
        self.peak_rss_bytes = self.peak_rss_bytes.max(other.peak_rss_bytes);
        Ok(())
    }

    /// The figures of a peer. Where anything is wrong with it, its time says nothing, and there is
    /// no ratio to that of the engine.
    pub(super) fn row(&self, peer: &str, reference: &Self) -> Row {
        let spread = |times: &[f64]| Spread::of_ms(times.iter().copied());
        let (total, ours) = (spread(&self.total_ms), spread(&reference.total_ms));
        let fault = self.fault(reference);
        let ratio = fault.is_none().then_some(total.median / ours.median);
        let row = Row::default().with("peer", peer).with("library", &self.library);
        let row = row.with("method", &self.method).with("threads", self.threads);
        let row = row.with("frames", self.total_ms.len()).with("pairs", self.pairs);
        let row = row.with("build_ms", spread(&self.build_ms));
        let row = row.with("find_ms", spread(&self.find_ms)).with("total_ms", total);
        let row = row.with("ratio", ratio).with("noisy", total.mad > NOISY * total.median);
        let row = row.with("peak_rss_bytes", self.peak_rss_bytes);
        row.with("digest", &self.digest).with("fault", fault)
    }
}

/// The fastest that is right and not of the engine, in words.
pub(super) fn best_other(points: &[Row]) -> Option<String> {
    let others = points.iter().filter(|point| !point.text("peer").starts_with(REFERENCE));
    let right = others.filter_map(|point| Some((point, point.get("ratio").as_f64()?)));
    let (best, ratio) = right.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let (peer, library) = (best.text("peer"), best.text("library"));
    Some(format!("{peer} ({library}): {ratio:.2} times as long"))
}
