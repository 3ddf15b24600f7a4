//! What a step was like.

use std::time::Duration;

use crate::{
    Pair,
    broad::RunStats,
    narrow::{Impact, NarrowStats},
};

/// What a step was like: its figures and times.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct StepStats {
    /// Shapes, the invalid ones included.
    pub shapes: usize,
    /// Invalid shapes.
    pub invalid: usize,
    /// Pairs of bounds that touch, those of sensors included.
    pub pairs: usize,
    /// Pairs of shapes that touch, without those of sensors.
    pub contacts: usize,
    /// Pairs of a sensor and another shape that touch, or met on their way.
    pub sensor_overlaps: usize,
    /// Those of them that no test of pairs found: of two shapes at rest, and those that met on
    /// their way.
    pub untested_sensor_overlaps: usize,
    /// What fast shapes met on their way.
    pub ccd_hits: usize,
    /// What the broad phase says: its stages, and which one was chosen and why.
    pub broad: RunStats,
    /// What the narrow phase did, by pairs of kinds.
    pub narrow: NarrowStats,
    /// Wall time by stage.
    pub times: StepTimes,
}

impl StepStats {
    /// Pairs that the narrow phase had to test for each shape.
    #[must_use]
    pub fn tests_per_shape(&self) -> f64 {
        share(self.pairs, self.shapes)
    }

    /// The share of these pairs that touch, from 0 to 1.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        let tested = self.sensor_overlaps - self.untested_sensor_overlaps;
        share(self.contacts + tested, self.pairs)
    }

    /// The share of lanes of the narrow phase that held a pair, from 0 to 1; 1 where nothing was
    /// computed.
    #[must_use]
    pub fn occupancy(&self) -> f64 {
        self.narrow.total().occupancy()
    }
}

/// A part over a whole; 0 of nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Wall time by stage of a step. A step is in one of them all the time.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct StepTimes {
    /// Finding out which shapes of a [`World`](crate::World) came, went, fell asleep or woke up
    /// since the step before, and what this means for the pairs of that.
    pub changes: Duration,
    /// Packing, bounding and validating shapes.
    pub prepare: Duration,
    /// The broad phase.
    pub broad: Duration,
    /// Putting its pairs into canonical order.
    pub order: Duration,
    /// The narrow phase.
    pub narrow: Duration,
    /// Finding what fast shapes met on their way.
    pub sweep: Duration,
    /// Comparing with the step before.
    pub events: Duration,
}

impl StepTimes {
    /// The stages by name, in the order in which they run.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Duration); 7] {
        [
            ("changes", self.changes),
            ("prepare", self.prepare),
            ("broad", self.broad),
            ("order", self.order),
            ("narrow", self.narrow),
            ("sweep", self.sweep),
            ("events", self.events),
        ]
    }

    /// All stages together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.named().iter().map(|(_, time)| *time).sum()
    }
}

/// Two shapes that met since the step before, of which one is fast at least.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CcdHit<const D: usize> {
    /// The shapes.
    pub pair: Pair,
    /// When and how they met: at time 0 they were where they were in the step before, at time 1
    /// where they are.
    pub impact: Impact<D>,
}
