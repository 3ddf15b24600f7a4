//! How many boxes are compared: what a run says of its work.

use std::ops::ControlFlow;

use jostle::{
    BroadPhase, Filter, Join, Pairs, Sap, SimdLevel,
    broad::{BoxSet, BruteForce},
};

use crate::common::{Boxes, Make, Random, at_all_scales, broad_phases, pool, uniform};

/// The tests of a first run, which have to be the same however it is asked.
fn tests<const D: usize>(make: &Make<D>, boxes: &Boxes<D>) -> u64 {
    let join = Join::within(boxes.bounds());
    let mut all = Vec::new();
    for level in SimdLevel::available() {
        for threads in [1, 3] {
            let run = |ask: &mut (dyn FnMut(&mut dyn BroadPhase<D>) -> u64 + Send)| {
                let mut phase = make(*level);
                pool(threads).install(|| ask(&mut *phase))
            };
            all.push(run(&mut |phase| phase.pairs(&join, &mut Pairs::new()).unwrap().tests));
            all.push(run(&mut |phase| phase.count(&join).unwrap().tests));
            all.push(run(&mut |phase| {
                phase.stream(&join, &mut |_| ControlFlow::Continue(())).unwrap().tests
            }));
        }
    }
    all.dedup();
    assert_eq!(all.len(), 1, "{}: {all:?}", make(SimdLevel::PORTABLE).name());
    all[0]
}

fn check<const D: usize>(boxes: &Boxes<D>, pairs: u64) {
    let n = boxes.len() as u64;
    let mut cheapest = u64::MAX;
    for make in broad_phases::<D>() {
        let tests = tests(&make, boxes);
        match make(SimdLevel::PORTABLE).name() {
            // Each box with those behind it, in whole groups of eight, at least one.
            "brute-force" => {
                let of = |i: u64| (n - 1 - i).next_multiple_of(8).max(8);
                assert_eq!(tests, (0..n).map(of).sum());
            }
            // It keeps pairs; those of its first run are found by another one.
            "incremental-sap" => {}
            name => {
                assert!(tests >= pairs, "{name}: {tests} tests for {pairs} pairs");
                cheapest = cheapest.min(tests);
            }
        }
    }
    assert!(cheapest < n * n / 20, "{cheapest} tests of {n} boxes are hardly fewer than all");
}

#[test]
fn every_pair_takes_a_test_and_few_others_are_made() {
    for (side, fewest) in [(23.0, 1000), (14.0, 5000)] {
        let boxes = uniform::<3>(&mut Random::seeded(31), 10_000, side, 1.0);
        let pairs = broad_phases()[0](SimdLevel::PORTABLE)
            .count(&Join::within(boxes.bounds()))
            .unwrap()
            .pairs;
        assert!(pairs > fewest, "{pairs} pairs");
        check(&boxes, pairs);
    }
    let flat = uniform::<2>(&mut Random::seeded(32), 10_000, 100.0, 1.0);
    let pairs =
        broad_phases()[0](SimdLevel::PORTABLE).count(&Join::within(flat.bounds())).unwrap().pairs;
    check(&flat, pairs);
}

/// Bins of one width would all but one be empty, or hold boxes of one size only: some 1,100 tests
/// for each box.
#[test]
fn boxes_at_all_scales_are_compared_with_few() {
    for point in [[0.0; 3], [1e-9, -3e-9, 1e-12]] {
        let boxes = at_all_scales(&mut Random::seeded(33), 100_000, (point, 40.0), 0.02);
        let found = Sap::new().count(&Join::within(boxes.bounds())).unwrap();
        assert!(found.tests < 60 * boxes.len() as u64, "{}", found.tests);
        assert!(found.pairs > 20_000, "{}", found.pairs);
    }
}

#[test]
fn nothing_is_compared_with_nothing() {
    for boxes in [Boxes::<2>::new(), [([0.0; 2], [1.0; 2])].into_iter().collect()] {
        for make in broad_phases() {
            let found = make(SimdLevel::PORTABLE).count(&Join::within(boxes.bounds())).unwrap();
            // A single box may be compared with itself, in the one group that there is.
            assert!(found.pairs == 0 && found.tests <= 8, "{}", found.tests);
        }
    }
}

/// Static boxes among others are tested as if they moved, which takes less than to keep them apart;
/// where they are so many in one place that this would take longest of all, they are not tested
/// against each other.
#[test]
fn static_boxes_are_tested_against_each_other_only_where_they_are_sparse() {
    let tests = |boxes: &Boxes<2>, statics: &[bool]| {
        let filter = Filter::default().with_statics(statics);
        let join = Join::within(BoxSet { bounds: boxes.bounds(), filter });
        let found = Sap::new().count(&join).expect("there is memory");
        assert_eq!(found.pairs, BruteForce::new().count(&join).expect("there is memory").pairs);
        found.tests
    };
    let crowd = uniform::<2>(&mut Random::seeded(5), 8000, 80.0, 1.0);
    let none = tests(&crowd, &vec![false; crowd.len()]);
    for every in [2, 7, 1000] {
        let statics: Vec<bool> = (0..crowd.len()).map(|index| index % every == 0).collect();
        assert_eq!(tests(&crowd, &statics), none, "{every}");
    }
    // The first half lies in one place.
    let mut heap = crowd;
    let half = heap.len() / 2;
    for axis in 0..2 {
        heap.min[axis][..half].fill(40.0);
        heap.max[axis][..half].fill(41.0);
    }
    let statics: Vec<bool> = (0..heap.len()).map(|index| index < half).collect();
    let (apart, all) = (tests(&heap, &statics), (half * half / 2) as u64);
    assert!(20 * apart < all, "{apart} of {all}");
}
