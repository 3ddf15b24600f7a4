//! What broad phases are expected to take.
//!
//! The figures are nanoseconds of one thread on Zen 4 with AVX-512; only their ratios matter, and
//! these differ little from machine to machine. `docs/decisions/auto.md` has the measurements.

use std::ops::RangeInclusive;

use crate::{
    broad::sap::CostEstimate,
    exec::auto_choice::{AutoChoice, AutoEstimates, AutoSample},
};

/// A test of two boxes among all pairs, and what comes before.
const TEST: f64 = 0.45;
const BRUTE: f64 = 500.0;

/// What the sweep and prune takes for the plan and for what its plan does not count.
const SAP: f64 = 3000.0;

/// Nanoseconds for a box from which on a sweep is mostly tests of boxes far behind in the order,
/// and how much longer these take where the boxes fit no first cache.
const MOSTLY_TESTS: f64 = 60.0;
const FAR_TESTS: f64 = 0.6;

/// A box of a tree that is built anew, for each level of two, and a pair.
const BUILD: f64 = 14.0;
const FOUND: f64 = 1.0;

/// A box of a tree that stays where it is; a box that is tested against the tree, for each level of
/// two.
const STAYED: f64 = 25.0;
const HELD: f64 = 10.0;

/// A box of a tree whose boxes are tested against each other, and a pair of these. Both are looked
/// up here and there, which takes longer for each doubling from some thousand boxes on.
const WITHIN: f64 = 30.0;
const PAIR_WITHIN: f64 = 18.0;
const CACHED: f64 = 16_384.0;
const DOUBLING: f64 = 0.3;

/// How many times as long the others have to take: a tree of boxes of which some overlap most is
/// far slower than estimated.
const UNSURE: f64 = 2.0;

/// A box in a row along an axis, and a pair: a node overlaps the one before and the one behind. Up
/// to this breadth it is a row; with fewer boxes a sweep has all it needs in the cache, too, and
/// with more the tree has not.
const IN_A_ROW: f64 = 17.0;
const PAIR_IN_A_ROW: f64 = 2.0;
const ROW: f32 = 1.0 / 64.0;
const BOXES_OF_ROW: RangeInclusive<usize> = 50_000..=200_000;

/// A box of a sweep, where two sets of boxes are swept together.
const SWEPT: f64 = 40.0;

/// A box whose bounds are compared; what a sweep against boxes that are kept takes in all, and what
/// of it all static ones save, in sweeps of all boxes.
const LOOK: f64 = 2.0;
const APART: f64 = 1.4;
const KEPT: f64 = 1.3;

/// A box whose candidates are kept, a pair, and the share of a sweep that it takes to find
/// candidates anew now and then.
const FOLLOWED: f64 = 4.0;
const CANDIDATES: f64 = 4.0;
const ANEW: f64 = 0.15;

/// Boxes up to which candidates are kept: of more they take 7 GiB, four times what a sweep takes.
const MOST_FOLLOWED: usize = 1 << 25;

/// The pace up to which candidates last for some twenty runs.
const SLOW: f32 = 1.0 / 40.0;

/// Tests that are fewer than to think about it is worth.
const FEW_TESTS: f64 = 10_000.0;

/// Boxes from which on a tree may be faster than a sweep.
const FEWEST_OF_TREE: usize = 1000;

/// Boxes of the larger set for each of the smaller one from which on a tree is kept, and the most:
/// a larger tree is not in the cache, where each box is looked up.
const FEWER: usize = 16;
const MOST_KEPT: usize = 300_000;

/// Boxes in the sets of a join.
fn lens(sets: [Option<usize>; 2]) -> [usize; 2] {
    sets.map(|len| len.unwrap_or(0))
}

/// Tests of all pairs.
fn tests(sets: [Option<usize>; 2]) -> f64 {
    let [a, b] = lens(sets).map(|len| len as f64);
    if sets[1].is_some() { a * b } else { 0.5 * a * (a - 1.0).max(0.0) }
}

fn brute(sets: [Option<usize>; 2]) -> f64 {
    BRUTE + TEST * tests(sets)
}

fn choice(
    sets: [Option<usize>; 2],
    estimates: AutoEstimates,
    sampled: Option<AutoSample>,
) -> AutoChoice {
    AutoChoice { broad_phase: estimates.least(), boxes: lens(sets), sampled, estimates }
}

/// The choice for boxes so few that there is no question.
pub(super) fn of_few(sets: [Option<usize>; 2]) -> Option<AutoChoice> {
    let estimates = AutoEstimates { brute: Some(brute(sets)), ..AutoEstimates::default() };
    (tests(sets) <= FEW_TESTS).then(|| choice(sets, estimates, None))
}

/// The choice by a sample.
pub(super) fn of_many(
    sets: [Option<usize>; 2],
    sampled: AutoSample,
    cost: CostEstimate,
    (is_still, is_slow): (bool, bool),
) -> AutoChoice {
    let lens = lens(sets);
    let boxes: usize = lens.iter().sum();
    let count = boxes as f64;
    let levels = |count: f64| libm::log2(count.max(2.0));
    let swept = if sets[1].is_some() { SWEPT * count } else { 0.0 };
    let far_tests = (cost.nanoseconds - MOSTLY_TESTS * count).max(0.0);
    let slower = if count > CACHED { FAR_TESTS * far_tests } else { 0.0 };
    let sap = SAP + cost.nanoseconds.max(swept) + slower;
    let bvh = BUILD * count * levels(count) + FOUND * cost.pairs;
    let (few, many) = (lens[0].min(lens[1]), lens[0].max(lens[1]));
    let kept = if sets[1].is_none() {
        (boxes >= FEWEST_OF_TREE).then(|| within(boxes, &sampled, cost.pairs))
    } else {
        let pays = FEWER * few <= many && many <= MOST_KEPT;
        let held = HELD * few as f64 * levels(many as f64);
        pays.then_some(STAYED * many as f64 + held + FOUND * cost.pairs)
    };
    let resting = f64::from(sampled.resting);
    let static_cache = LOOK * count + (APART - KEPT * resting) * sap;
    let verlet = FOLLOWED * count + CANDIDATES * cost.pairs + ANEW * sap;
    let estimates = AutoEstimates {
        brute: Some(brute(sets)),
        sap: Some(sap),
        bvh: (boxes >= FEWEST_OF_TREE).then_some(bvh),
        dynamic_tree: kept.filter(|_| is_still),
        static_cache: (sets[1].is_none() && resting > 0.0).then_some(static_cache),
        // Candidates are found by a sweep: not where that is defeated.
        verlet: (sets[1].is_none() && boxes <= MOST_FOLLOWED && is_slow && sap <= bvh)
            .then_some(verlet),
    };
    choice(sets, estimates, Some(sampled))
}

/// Whether boxes move so little that their candidates last.
pub(super) fn is_slow(pace: Option<f32>) -> bool {
    pace.is_some_and(|pace| pace <= SLOW)
}

/// A tree whose boxes are tested against each other.
fn within(boxes: usize, sampled: &AutoSample, pairs: f64) -> f64 {
    let count = boxes as f64;
    if sampled.breadth < ROW && BOXES_OF_ROW.contains(&boxes) {
        return IN_A_ROW * count + PAIR_IN_A_ROW * pairs;
    }
    let doublings = libm::log2((count / CACHED).max(1.0));
    let held = WITHIN * count + PAIR_WITHIN * pairs;
    UNSURE * held * (1.0 + DOUBLING * doublings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::auto::AutoCandidate;

    const PLAIN: AutoSample = AutoSample {
        size_spread: 2.0,
        pairs_per_box: 1.0,
        breadth: 1.0,
        moved: None,
        pace: None,
        resting: 0.0,
    };

    fn chosen_of(
        sets: [Option<usize>; 2],
        sampled: AutoSample,
        nanoseconds: f64,
        is_still: bool,
    ) -> AutoCandidate {
        let cost = CostEstimate { nanoseconds, pairs: 0.0 };
        let of_many = || of_many(sets, sampled, cost, (is_still, false));
        of_few(sets).unwrap_or_else(of_many).broad_phase
    }

    fn chosen(sets: [Option<usize>; 2], nanoseconds: f64, is_still: bool) -> AutoCandidate {
        chosen_of(sets, PLAIN, nanoseconds, is_still)
    }

    #[test]
    fn as_many_boxes_in_a_row_as_fit_a_cache_are_kept() {
        let chosen = |boxes: usize, breadth: f32, is_still: bool| {
            let sampled = AutoSample { breadth, ..PLAIN };
            chosen_of([Some(boxes), None], sampled, 20.0 * boxes as f64, is_still)
        };
        assert_eq!(chosen(100_000, 0.01, true), AutoCandidate::DynamicTree);
        assert_eq!(chosen(100_000, 0.01, false), AutoCandidate::Sap);
        assert_eq!(chosen(100_000, 0.02, true), AutoCandidate::Sap);
        assert_eq!(chosen(10_000, 0.01, true), AutoCandidate::Sap);
        assert_eq!(chosen(1_000_000, 0.01, true), AutoCandidate::Sap);
    }

    #[test]
    fn candidates_of_slow_boxes_are_kept() {
        let chosen = |nanoseconds: f64, pairs: f64, is_slow: bool| {
            let cost = CostEstimate { nanoseconds, pairs };
            let sets = [Some(100_000), None];
            of_many(sets, PLAIN, cost, (false, is_slow)).broad_phase
        };
        assert_eq!(chosen(2.2e6, 1e5, true), AutoCandidate::VerletSap);
        assert_eq!(chosen(2.2e6, 1e5, false), AutoCandidate::Sap);
        assert_eq!(chosen(2.2e6, 4e5, true), AutoCandidate::Sap);
        let of_most = |boxes: usize| {
            let cost = CostEstimate { nanoseconds: 22.0 * boxes as f64, pairs: boxes as f64 };
            of_many([Some(boxes), None], PLAIN, cost, (false, true)).broad_phase
        };
        assert_eq!(of_most(MOST_FOLLOWED), AutoCandidate::VerletSap);
        assert_eq!(of_most(MOST_FOLLOWED + 1), AutoCandidate::Sap);
        assert!(is_slow(Some(0.0)) && !is_slow(Some(0.1)) && !is_slow(None));
    }

    #[test]
    fn each_is_chosen_where_it_is_the_fastest() {
        assert_eq!(chosen([Some(0), None], 0.0, true), AutoCandidate::BruteForce);
        assert_eq!(chosen([Some(100), None], 0.0, false), AutoCandidate::BruteForce);
        assert_eq!(chosen([Some(100), Some(100)], 0.0, false), AutoCandidate::BruteForce);
        assert_eq!(chosen([Some(1_000_000), None], 4e7, true), AutoCandidate::Sap);
        assert_eq!(chosen([Some(1_000_000), None], 4e9, true), AutoCandidate::DynamicTree);
        assert_eq!(chosen([Some(1_000_000), None], 4e9, false), AutoCandidate::Bvh);
        assert_eq!(chosen([Some(100), Some(100_000)], 4e6, true), AutoCandidate::DynamicTree);
        assert_eq!(chosen([Some(100_000), Some(100)], 4e6, true), AutoCandidate::DynamicTree);
        assert_eq!(chosen([Some(100), Some(100_000)], 4e6, false), AutoCandidate::Sap);
        assert_eq!(chosen([Some(50_000), Some(100_000)], 6e6, true), AutoCandidate::Sap);
        assert_eq!(chosen([Some(100), Some(2_000_000)], 8e7, true), AutoCandidate::Sap);
    }
}
