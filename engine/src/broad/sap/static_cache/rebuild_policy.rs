//! When packed boxes are to be packed anew.

/// Runs that boxes have to stay packed for, for each that was waited for, so that packing them
/// paid.
const FEW_RUNS: usize = 8;

/// How many times as much as packing the packed boxes may cost at most before they are packed anew.
const MOST_PATIENCE: usize = 64;

/// Holes that cost as much as a box that is to be binned.
const HOLES: usize = 8;

/// How many times as close to each other as when they were packed boxes may come.
const CLOSER: f64 = 2.0;

/// Boxes in a moving box's cell up to which it does not matter how many there are.
const FEW_AROUND: f64 = 64.0;

/// What the boxes that are packed have cost since they were, beyond what well packed ones would.
///
/// To bin a box takes about as long as to pack it. So packing anew pays when as many boxes as there
/// are to pack had to be binned although they rest: the two together never cost more than twice
/// what the best choice would have (the ski rental argument; Karlin et al. 1988). Boxes that are
/// called static and move nonetheless would be packed in each run; so each packing that did not
/// last doubles the patience.
pub(super) struct RebuildPolicy {
    regret: usize,
    holes: usize,
    patience: usize,
    /// Since boxes were packed.
    pub(super) runs: usize,
    /// The chance that two moving boxes were in the same cell.
    closeness: f64,
}

impl Default for RebuildPolicy {
    fn default() -> Self {
        Self { regret: 0, holes: 0, patience: 1, runs: FEW_RUNS, closeness: 0.0 }
    }
}

impl RebuildPolicy {
    /// Counts a run in which so many of the `resting` boxes are not packed, and so many left holes.
    /// Returns whether boxes are to be packed anew.
    pub(super) fn count(&mut self, resting: usize, pending: usize, gone: usize) -> bool {
        self.runs = self.runs.saturating_add(1);
        self.holes += gone;
        self.regret = self.regret.saturating_add(pending + self.holes / HOLES);
        self.regret > 0 && self.regret >= resting.saturating_mul(self.patience)
    }

    /// Whether moving boxes have come so much closer to each other, by the sum of squares of the
    /// numbers of them in the cells, that other cells may be better.
    pub(super) fn are_too_close(&self, moving: usize, squares: f64) -> bool {
        let moving = moving as f64;
        squares > FEW_AROUND * moving && squares > CLOSER * self.closeness * moving * moving
    }

    /// Boxes were packed anew, with so many moving ones around.
    pub(super) fn reset(&mut self, moving: usize, squares: f64) {
        let lasted = self.runs >= FEW_RUNS * self.patience;
        let patience = if lasted { self.patience / 2 } else { self.patience * 2 };
        self.patience = patience.clamp(1, MOST_PATIENCE);
        (self.regret, self.holes, self.runs) = (0, 0, 0);
        self.closeness = squares / (moving as f64).max(1.0).powi(2);
    }
}
