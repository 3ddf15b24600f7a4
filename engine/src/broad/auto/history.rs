//! What is remembered from run to run: the sample of the boxes, and the last choice.

use super::estimate::is_slow;
use crate::{
    Aabb,
    broad::sample::Sample,
    exec::auto_choice::{AutoCandidate, AutoChoice, AutoSample},
};

/// Runs in a row in which boxes have to stay before they are kept: a tree that is built costs some
/// of them.
const STILL_RUNS: u32 = 3;

/// What a box may move by in extents and still count as staying. Beyond it leaves the margin of the
/// kept tree every few runs, and that tree has to be built anew so often that it is no faster.
const FAR: f32 = 1.0 / 256.0;

/// Share of boxes that may move farther.
const FEW_MOVED: f32 = 1.0 / 8.0;

/// Samples in a row in which boxes have to move little before their candidates are kept.
const SLOW_SAMPLES: u32 = 2;

/// The last sample.
#[derive(Default)]
pub(super) struct History<const D: usize> {
    boxes: Vec<Aabb<D>>,
    population: usize,
    /// Runs since it was taken.
    runs: u32,
    still_runs: u32,
    slow_samples: u32,
    ways: Vec<f32>,
}

impl<const D: usize> History<D> {
    /// Compares the sample of the next run with the one before.
    pub(super) fn follow(&mut self, sample: &Sample<D>, pairs: f64, resting: f32) -> AutoSample {
        let moved = self.moved(sample);
        self.runs += 1;
        let pace = moved.is_some().then(|| self.pace(sample));
        self.slow_samples = if is_slow(pace) { self.slow_samples + 1 } else { 0 };
        self.runs = 0;
        self.still_runs = match moved {
            Some(moved) if moved <= FEW_MOVED => self.still_runs + 1,
            _ => 0,
        };
        self.boxes.clone_from(&sample.boxes);
        self.population = sample.population;
        AutoSample {
            size_spread: size_spread(&sample.boxes),
            pairs_per_box: (pairs / sample.population.max(1) as f64) as f32,
            breadth: breadth(sample),
            moved,
            pace,
            resting,
        }
    }

    /// Counts a run in which no sample is taken.
    pub(super) fn pass(&mut self) {
        self.runs += 1;
    }

    /// Whether most boxes have moved little for some samples.
    pub(super) fn is_slow(&self) -> bool {
        self.slow_samples >= SLOW_SAMPLES
    }

    /// The way of most boxes in a run, in their longest extents.
    fn pace(&mut self, sample: &Sample<D>) -> f32 {
        let Self { boxes, ways, runs, .. } = self;
        ways.clear();
        ways.extend(boxes.iter().zip(&sample.boxes).map(|(before, now)| way(before, now)));
        let most = ways.len() - 1 - ways.len() / 8;
        let (_, way, _) = ways.select_nth_unstable_by(most, f32::total_cmp);
        *way / *runs as f32
    }

    /// Whether most boxes have stayed where they are for some runs.
    pub(super) fn is_still(&self) -> bool {
        self.still_runs >= STILL_RUNS
    }

    /// Forgets the run before.
    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        (self.population, self.runs, self.still_runs, self.slow_samples) = (0, 0, 0, 0);
    }

    /// The share of the sample that is not where it was, if it is of the same boxes.
    fn moved(&self, sample: &Sample<D>) -> Option<f32> {
        let len = sample.boxes.len();
        let is_same = self.population == sample.population && self.boxes.len() == len && len > 0;
        let moved =
            self.boxes.iter().zip(&sample.boxes).filter(|(before, now)| is_far(before, now));
        is_same.then(|| moved.count() as f32 / len as f32)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<D>>() + 4 * self.ways.capacity()
    }
}

/// Whether a box moved by more than [`FAR`] of its extent on some axis.
fn is_far<const D: usize>(before: &Aabb<D>, now: &Aabb<D>) -> bool {
    (0..D).any(|axis| {
        let most = FAR * (now.max[axis] - now.min[axis]);
        // Ends at infinity stay there, and differ by NaN.
        (now.min[axis] - before.min[axis]).abs() > most
            || (now.max[axis] - before.max[axis]).abs() > most
    })
}

/// The way of a box in its longest extent. Of a point that moves it is infinite.
fn way<const D: usize>(before: &Aabb<D>, now: &Aabb<D>) -> f32 {
    let (mut way, mut extent) = (0.0_f32, 0.0_f32);
    for axis in 0..D {
        // Ends that stay at infinity differ by NaN, which is no larger than others.
        way = way.max((now.min[axis] - before.min[axis]).abs());
        way = way.max((now.max[axis] - before.max[axis]).abs());
        let length = now.max[axis] - now.min[axis];
        extent = if length < f32::INFINITY { extent.max(length) } else { extent };
    }
    if way > 0.0 { way / extent } else { 0.0 }
}

/// The largest extent over the mean one.
fn size_spread<const D: usize>(boxes: &[Aabb<D>]) -> f32 {
    let extents = boxes.iter().flat_map(|aabb| (0..D).map(|axis| aabb.max[axis] - aabb.min[axis]));
    let finite = extents.filter(|extent| extent.is_finite()).map(f64::from);
    let (count, sum, largest) = finite.fold((0_u32, 0.0, 0.0_f64), |(count, sum, most), extent| {
        (count + 1, sum + extent, most.max(extent))
    });
    if sum > 0.0 { (largest * f64::from(count) / sum) as f32 } else { 1.0 }
}

/// The second largest standard deviation of the centers on an axis over the largest.
fn breadth<const D: usize>(sample: &Sample<D>) -> f32 {
    let mut variances: [f64; D] = std::array::from_fn(|axis| sample.variance(axis));
    variances.sort_unstable_by(|a, b| b.total_cmp(a));
    match variances[..] {
        [largest, second, ..] if largest > 0.0 => (second / largest).sqrt() as f32,
        _ => 1.0,
    }
}

/// Runs that a choice stands for.
const RUNS: u32 = 8;

/// By what share the number of boxes, or that of static ones, may change meanwhile.
const ALIKE: f64 = 1.0 / 16.0;

/// The last choice, if it was [`StaticCacheSap`](crate::broad::StaticCacheSap) or
/// [`VerletSap`](crate::broad::VerletSap).
///
/// All others need a sample for themselves, or run where to take one costs little. What is kept
/// sorted needs none, so it would be the dearest part of a run in which few boxes move.
#[derive(Default)]
pub(super) struct Settled {
    choice: Option<AutoChoice>,
    runs: u32,
}

impl Settled {
    /// The choice that stands for so many boxes of which this share is static, if one does.
    pub(super) fn choice(&mut self, boxes: usize, resting: f32) -> Option<AutoChoice> {
        let choice = self.choice.filter(|_| self.runs < RUNS)?;
        let before = choice.boxes[0] as f64;
        let sampled = choice.sampled?;
        let is_alike = (boxes as f64 - before).abs() <= ALIKE * before
            && f64::from((resting - sampled.resting).abs()) <= ALIKE;
        self.runs += 1;
        is_alike.then_some(AutoChoice { boxes: [boxes, 0], ..choice })
    }

    /// Notes what was chosen.
    pub(super) fn note(&mut self, choice: AutoChoice) {
        let stands = [AutoCandidate::StaticCacheSap, AutoCandidate::VerletSap];
        self.choice = stands.contains(&choice.broad_phase).then_some(choice);
        self.runs = 0;
    }
}
