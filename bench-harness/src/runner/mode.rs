//! Whether the pairs of a run are kept.

use std::fmt;

use jostle::{BroadPhase, Join};
use serde::Serialize;

use super::Error;

/// Most pairs that are kept in memory: 2 GiB of them.
pub const PAIRS_LIMIT: u64 = 1 << 28;

/// What becomes of the pairs of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// They are collected in one list, kept from frame to frame.
    Collected,
    /// They are handed on in batches and forgotten, because they do not fit.
    Streamed,
}

impl Mode {
    /// Collects as many pairs as fit. Counts them first where their number is neither `known` nor
    /// bounded by the number of boxes.
    ///
    /// # Errors
    /// Those of the broad phase.
    pub fn choose<const D: usize>(
        phase: &mut dyn BroadPhase<D>,
        join: &Join<'_, D>,
        known: Option<u64>,
    ) -> Result<Self, Error> {
        let pairs = match known {
            Some(pairs) => pairs,
            None if most_pairs(join) <= PAIRS_LIMIT => return Ok(Self::Collected),
            None => phase.count(join)?.pairs,
        };
        Ok(if pairs <= PAIRS_LIMIT { Self::Collected } else { Self::Streamed })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Collected => "collected",
            Self::Streamed => "streamed",
        })
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

#[cfg(test)]
mod tests {
    use jostle::{Bounds, Sap, SimdLevel};

    use super::*;

    #[test]
    fn known_numbers_decide() {
        let join = Join::within(Bounds::<2>::from_columns([&[], &[]], [&[], &[]]).unwrap());
        let choose =
            |known| Mode::choose(&mut Sap::new().with_level(SimdLevel::PORTABLE), &join, known);
        assert_eq!(choose(None).unwrap(), Mode::Collected);
        assert_eq!(choose(Some(PAIRS_LIMIT)).unwrap(), Mode::Collected);
        assert_eq!(choose(Some(PAIRS_LIMIT + 1)).unwrap(), Mode::Streamed);
    }

    #[test]
    fn most_pairs_are_all_of_them() {
        let column = [0.0; 5];
        let bounds = Bounds::<2>::from_columns([&column; 2], [&column; 2]).unwrap();
        assert_eq!(most_pairs(&Join::within(bounds)), 10);
        assert_eq!(most_pairs(&Join::between(bounds, bounds)), 25);
    }
}
