//! Times of many frames, and what is said about them.

use std::time::Duration;

use jostle::broad::StageTimes;
use serde::{Deserialize, Serialize};

/// Median, minimum, 99th percentile, mean and median absolute deviation of times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The middle time, or the mean of the two in the middle.
    pub median: f64,
    /// The shortest time.
    pub min: f64,
    /// The time that 99 of 100 frames do not exceed: the longest, below 100 frames.
    pub p99: f64,
    /// The mean time: of what takes long now and then, more than the median.
    pub mean: f64,
    /// The median distance of the times from their median: how noisy they are, without the few that
    /// are far off.
    pub mad: f64,
}

impl Spread {
    /// The spread of `times`; all zero where there are none.
    pub fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        Self::of_ms(times.into_iter().map(|time| time.as_nanos() as f64 / 1e6))
    }

    /// The spread of times in milliseconds; all zero where there are none.
    pub fn of_ms(times: impl IntoIterator<Item = f64>) -> Self {
        let mut ms: Vec<f64> = times.into_iter().collect();
        ms.sort_unstable_by(f64::total_cmp);
        if ms.is_empty() {
            return Self::default();
        }
        let median = middle(&ms);
        let mut distances: Vec<f64> = ms.iter().map(|ms| (ms - median).abs()).collect();
        distances.sort_unstable_by(f64::total_cmp);
        Self {
            median,
            min: ms[0],
            p99: ms[(ms.len() * 99).div_ceil(100) - 1],
            mean: ms.iter().sum::<f64>() / ms.len() as f64,
            mad: middle(&distances),
        }
    }

    /// All times multiplied by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let [median, min, p99, mean, mad] =
            [self.median, self.min, self.p99, self.mean, self.mad].map(|time| time * factor);
        Self { median, min, p99, mean, mad }
    }

    /// Whether no frame took any time.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.p99 == 0.0
    }
}

/// The middle of sorted numbers, or the mean of the two in the middle.
fn middle(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// The times of the frames of a run.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    frames: Vec<(Duration, StageTimes)>,
}

impl Timings {
    /// Adds a frame: its wall time and its stages.
    pub fn push(&mut self, total: Duration, stages: StageTimes) {
        self.frames.push((total, stages));
    }

    /// Wall time from bounds to pairs.
    #[must_use]
    pub fn total(&self) -> Spread {
        Spread::of(self.frames.iter().map(|(total, _)| *total))
    }

    /// Wall time of each stage by its name, in the order in which they run.
    #[must_use]
    pub fn stages(&self) -> Vec<(&'static str, Spread)> {
        let names = StageTimes::default().named().map(|(name, _)| name);
        let stage = |index: usize| self.frames.iter().map(move |(_, all)| all.named()[index].1);
        names.iter().enumerate().map(|(index, name)| (*name, Spread::of(stage(index)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(ms: impl IntoIterator<Item = u64>) -> Spread {
        Spread::of(ms.into_iter().map(Duration::from_millis))
    }

    #[test]
    fn few_times() {
        assert_eq!(spread([]), Spread::default());
        assert_eq!(spread([7]), Spread { median: 7.0, min: 7.0, p99: 7.0, mean: 7.0, mad: 0.0 });
        assert_eq!(
            spread([9, 1, 2, 4]),
            Spread { median: 3.0, min: 1.0, p99: 9.0, mean: 4.0, mad: 1.5 }
        );
    }

    #[test]
    fn many_times() {
        assert_eq!(spread(1..=1000).p99, 990.0);
        assert_eq!(spread(1..=101).p99, 100.0);
        assert_eq!(spread(1..=101).median, 51.0);
    }

    #[test]
    fn stages_keep_their_names() {
        let mut timings = Timings::default();
        let mut stages = StageTimes::default();
        stages.sort = Duration::from_millis(3);
        timings.push(Duration::from_millis(5), stages);
        let named = timings.stages();
        assert_eq!(named.len(), stages.named().len());
        assert!(named.iter().all(|(name, spread)| (*name == "sort") != spread.is_zero()));
        assert_eq!(timings.total().median, 5.0);
    }
}
