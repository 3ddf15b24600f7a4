//! How long the stages of steps take.

use std::time::{Duration, Instant};

use jostle::step::StepTimes;
use serde::Serialize;

/// Adds up the times of stages, in the order in which they first ran.
#[derive(Debug, Default)]
pub(super) struct Clock {
    stages: Vec<(&'static str, Duration)>,
}

/// The mean time of a stage of a step.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// Milliseconds per step.
    pub ms: f64,
}

impl Clock {
    /// Does some work of a stage.
    pub(super) fn time<R>(&mut self, name: &'static str, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.add(name, start.elapsed());
        result
    }

    /// Adds the stages of a step of the engine.
    pub(super) fn add_engine(&mut self, times: &StepTimes) {
        for (name, time) in times.named() {
            self.add(name, time);
        }
    }

    fn add(&mut self, name: &'static str, time: Duration) {
        match self.stages.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += time,
            None => self.stages.push((name, time)),
        }
    }

    /// Mean times of so many steps.
    pub(super) fn means(&self, steps: u32) -> Vec<Stage> {
        let mean = |time: Duration| 1e3 * time.as_secs_f64() / f64::from(steps.max(1));
        self.stages.iter().map(|(name, time)| Stage { name, ms: mean(*time) }).collect()
    }
}
