//! What was chosen, and why.

use std::fmt;

/// A broad phase that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AutoCandidate {
    /// [`BruteForce`](crate::broad::BruteForce).
    BruteForce,
    /// [`Sap`](crate::Sap).
    Sap,
    /// [`Bvh`](crate::bvh::Bvh).
    Bvh,
    /// [`DynamicTreePhase`](crate::broad::DynamicTreePhase).
    DynamicTree,
    /// [`StaticCacheSap`](crate::broad::StaticCacheSap).
    StaticCacheSap,
    /// [`VerletSap`](crate::broad::VerletSap).
    VerletSap,
}

impl AutoCandidate {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::BruteForce,
        Self::Sap,
        Self::Bvh,
        Self::DynamicTree,
        Self::StaticCacheSap,
        Self::VerletSap,
    ];

    /// The name of the broad phase.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BruteForce => "brute-force",
            Self::Sap => "sap",
            Self::Bvh => "bvh",
            Self::DynamicTree => "dynamic-tree",
            Self::StaticCacheSap => "static-cache-sap",
            Self::VerletSap => "verlet-sap",
        }
    }
}

/// What a sample of the boxes is like.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AutoSample {
    /// The largest extent over the mean one, of those that are finite. From 1 on.
    pub size_spread: f32,
    /// Estimated pairs for each box. In thin samples mostly 0.
    pub pairs_per_box: f32,
    /// The second largest standard deviation of the centers on an axis over the largest: 1 for
    /// boxes spread alike on two axes or more, 0 for those in a row along an axis.
    pub breadth: f32,
    /// The share of boxes that moved by more than 1/256 of their extent since the last run, if
    /// there were as many.
    pub moved: Option<f32>,
    /// The way of boxes from run to run since the last sample, in their longest extents: at most
    /// that of seven in eight. None if there were not as many.
    pub pace: Option<f32>,
    /// The share of boxes that are static.
    pub resting: f32,
}

/// The time that each broad phase is expected to take, with one thread, in nanoseconds. None for
/// what was not considered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AutoEstimates {
    /// Of [`BruteForce`](crate::broad::BruteForce).
    pub brute: Option<f64>,
    /// Of [`Sap`](crate::Sap).
    pub sap: Option<f64>,
    /// Of [`Bvh`](crate::bvh::Bvh).
    pub bvh: Option<f64>,
    /// Of [`DynamicTreePhase`](crate::broad::DynamicTreePhase).
    pub dynamic_tree: Option<f64>,
    /// Of [`StaticCacheSap`](crate::broad::StaticCacheSap).
    pub static_cache: Option<f64>,
    /// Of [`VerletSap`](crate::broad::VerletSap).
    pub verlet: Option<f64>,
}

impl AutoEstimates {
    /// The estimate of one of them.
    #[must_use]
    pub fn of(&self, candidate: AutoCandidate) -> Option<f64> {
        match candidate {
            AutoCandidate::BruteForce => self.brute,
            AutoCandidate::Sap => self.sap,
            AutoCandidate::Bvh => self.bvh,
            AutoCandidate::DynamicTree => self.dynamic_tree,
            AutoCandidate::StaticCacheSap => self.static_cache,
            AutoCandidate::VerletSap => self.verlet,
        }
    }

    /// The candidate that is expected to take the least time; the first of equal ones.
    pub(crate) fn least(&self) -> AutoCandidate {
        let time = |candidate: AutoCandidate| self.of(candidate).unwrap_or(f64::INFINITY);
        AutoCandidate::ALL.into_iter().fold(AutoCandidate::BruteForce, |best, candidate| {
            if time(candidate) < time(best) { candidate } else { best }
        })
    }
}

/// Which broad phase answered a run, and why. It is written as a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AutoChoice {
    /// The one that answered.
    pub broad_phase: AutoCandidate,
    /// Boxes in the sets of the join; the second is 0 within one set.
    pub boxes: [usize; 2],
    /// What the sample was like; none where boxes were so few that there was no question.
    pub sampled: Option<AutoSample>,
    /// What the choice was made by.
    pub estimates: AutoEstimates,
}

impl fmt::Display for AutoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.broad_phase {
            AutoCandidate::BruteForce => "so few pairs of boxes that to test all is the fastest",
            AutoCandidate::Sap => "a sweep of all boxes is expected to be the fastest",
            AutoCandidate::Bvh => {
                "boxes lie and overlap so unevenly that a sweep would test too many"
            }
            AutoCandidate::DynamicTree => {
                "boxes hardly move, and to look at where they were is the fastest"
            }
            AutoCandidate::StaticCacheSap => {
                "many boxes are static, and to keep them sorted is the fastest"
            }
            AutoCandidate::VerletSap => {
                "boxes move little, and to keep the pairs that are near is the fastest"
            }
        };
        write!(f, "{}: {reason}", self.broad_phase.name())?;
        let times = AutoCandidate::ALL.map(|candidate| (candidate, self.estimates.of(candidate)));
        for (number, (candidate, time)) in times.iter().filter(|x| x.1.is_some()).enumerate() {
            let microseconds = time.unwrap_or_default() / 1000.0;
            let before = if number == 0 { "; estimated µs: " } else { ", " };
            write!(f, "{before}{} {microseconds:.0}", candidate.name())?;
        }
        let Some(sampled) = self.sampled else { return Ok(()) };
        let AutoSample { size_spread, pairs_per_box, breadth, moved, pace, resting } = sampled;
        write!(
            f,
            "; size spread {size_spread:.1}, {pairs_per_box:.1} pairs per box, breadth {breadth:.2}"
        )?;
        if let Some(moved) = moved {
            write!(f, ", {:.0} % moved far", 100.0 * moved)?;
        }
        if let Some(pace) = pace {
            write!(f, ", pace {pace:.4}")?;
        }
        if resting > 0.0 { write!(f, ", {:.0} % static", 100.0 * resting) } else { Ok(()) }
    }
}
