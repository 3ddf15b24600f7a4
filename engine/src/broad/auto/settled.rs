//! A choice that stands for some runs.

use super::choice::{Candidate, Choice};

/// Runs that a choice stands for.
const RUNS: u32 = 8;

/// By what share the number of boxes, or that of static ones, may change meanwhile.
const ALIKE: f64 = 1.0 / 16.0;

/// The last choice, if it was [`StaticCacheSap`](crate::broad::StaticCacheSap).
///
/// All others need a sample for themselves, or run where to take one costs little. What is kept
/// sorted needs none, so it would be the dearest part of a run in which few boxes move.
#[derive(Default)]
pub(super) struct Settled {
    choice: Option<Choice>,
    runs: u32,
}

impl Settled {
    /// The choice that stands for so many boxes of which this share is static, if one does.
    pub(super) fn choice(&mut self, boxes: usize, resting: f32) -> Option<Choice> {
        let choice = self.choice.filter(|_| self.runs < RUNS)?;
        let before = choice.boxes[0] as f64;
        let sampled = choice.sampled?;
        let is_alike = (boxes as f64 - before).abs() <= ALIKE * before
            && f64::from((resting - sampled.resting).abs()) <= ALIKE;
        self.runs += 1;
        is_alike.then_some(Choice { boxes: [boxes, 0], ..choice })
    }

    /// Notes what was chosen.
    pub(super) fn note(&mut self, choice: Choice) {
        self.choice = (choice.broad_phase == Candidate::StaticCacheSap).then_some(choice);
        self.runs = 0;
    }
}
