//! The broad phase that chooses: each of its candidates is chosen where it is meant to be, the
//! pairs are those of brute force, and neither threads nor levels change the choice.

use jostle::{
    BroadPhase, Filter, Join, Pairs, Sap, SimdLevel,
    broad::{Auto, AutoCandidate, AutoChoice, BoxSet, BruteForce, DynamicTreePhase},
};

use crate::common::{Boxes, Random, Style, at_all_scales, mixed, pool, uniform};

fn canonical<const D: usize>(
    phase: &mut dyn BroadPhase<D>,
    join: &Join<'_, D>,
) -> (Pairs, Option<AutoChoice>) {
    let mut pairs = Pairs::new();
    let summary = phase.pairs(join, &mut pairs).expect("the call is valid");
    pairs.sort_canonical().expect("there is memory");
    (pairs, summary.choice)
}

/// Runs a join after another and returns the last choice, which is the same everywhere.
fn chosen<const D: usize>(joins: &[Join<'_, D>]) -> AutoChoice {
    let mut choices = Vec::new();
    for (level, threads) in
        [(SimdLevel::PORTABLE, 1), (SimdLevel::detect(), 1), (SimdLevel::detect(), 3)]
    {
        let mut auto = Auto::new().with_level(level);
        pool(threads).install(|| {
            let mut last = None;
            for join in joins {
                let (pairs, choice) = canonical(&mut auto, join);
                let (expected, none) = canonical(&mut BruteForce::new(), join);
                assert_eq!(pairs[..], expected[..], "{choice:?}");
                assert_eq!(none, None);
                last = choice;
            }
            choices.push(last.expect("a join was answered"));
        });
    }
    assert!(choices.windows(2).all(|two| two[0] == two[1]), "{choices:?}");
    choices[0]
}

#[test]
fn few_boxes_are_tested_against_all() {
    let boxes = uniform::<2>(&mut Random::seeded(1), 90, 10.0, 1.0);
    let choice = chosen(&[Join::within(boxes.bounds())]);
    assert_eq!((choice.broad_phase, choice.boxes), (AutoCandidate::BruteForce, [90, 0]));
    assert_eq!(choice.sampled, None);
    assert!(choice.to_string().starts_with("brute-force: so few"), "{choice}");
    let none = Boxes::<3>::new();
    assert_eq!(chosen(&[Join::within(none.bounds())]).broad_phase, AutoCandidate::BruteForce);
    let many = uniform::<3>(&mut Random::seeded(2), 3000, 100.0, 1.0);
    let between = [Join::between(none.bounds(), many.bounds())];
    assert_eq!(chosen(&between).broad_phase, AutoCandidate::BruteForce);
}

#[test]
fn boxes_in_motion_are_swept() {
    let mut boxes = uniform::<3>(&mut Random::seeded(3), 4000, 25.0, 1.0);
    let first = boxes.clone();
    boxes.min[0][..2000].iter_mut().for_each(|x| *x -= 0.1);
    let choice = chosen(&[Join::within(first.bounds()), Join::within(boxes.bounds())]);
    assert_eq!(choice.broad_phase, AutoCandidate::Sap);
    let sampled = choice.sampled.expect("there are many");
    let moved = sampled.moved.expect("as many boxes as before");
    assert!((0.45..0.55).contains(&moved), "{choice}");
    assert!(sampled.breadth > 0.7 && sampled.size_spread < 4.0, "{choice}");
    for part in ["sap: a sweep", "estimated µs: brute-force", "bvh", "% moved", "breadth"] {
        assert!(choice.to_string().contains(part), "{choice}");
    }
}

#[test]
fn boxes_at_all_scales_about_a_point_are_swept() {
    let boxes = at_all_scales::<3>(&mut Random::seeded(5), 20_000, ([0.0; 3], 40.0), 0.02);
    let choice = chosen(&[Join::within(boxes.bounds())]);
    assert_eq!(choice.broad_phase, AutoCandidate::Sap, "{choice}");
    assert!(choice.sampled.expect("there are many").size_spread > 10.0, "{choice}");
}

/// Boxes at all scales about two points: bins that get wider with the distance from one of them are
/// too wide around the other one.
#[test]
fn boxes_at_all_scales_about_two_points_go_to_a_tree() {
    let random = &mut Random::seeded(5);
    let mut about = |point| at_all_scales::<3>(random, 150_000, (point, 16.0), 0.02);
    let [first, second] = [about([0.0; 3]), about([1.0, 2.0, 3.0])];
    let boxes: Boxes<3> = first.iter().chain(second.iter()).collect();
    let join = Join::within(boxes.bounds());
    let mut auto = Auto::new();
    for frame in 0..6 {
        let (pairs, choice) = canonical(&mut auto, &join);
        let choice = choice.expect("one was chosen");
        // It is kept once it has been seen to stay.
        let expected = if frame < 3 { AutoCandidate::Bvh } else { AutoCandidate::DynamicTree };
        assert_eq!(choice.broad_phase, expected, "{frame}: {choice}");
        assert_eq!(pairs[..], canonical(&mut DynamicTreePhase::new(), &join).0[..]);
    }
}

#[test]
fn boxes_that_stay_are_kept_where_few_meet_them() {
    let mut random = Random::seeded(5);
    let many = uniform::<2>(&mut random, 6000, 100.0, 1.0);
    let fews: Vec<_> = (0..5).map(|_| uniform::<2>(&mut random, 200, 100.0, 1.0)).collect();
    let mut joins: Vec<_> =
        fews.iter().map(|few| Join::between(few.bounds(), many.bounds())).collect();
    let choice = chosen(&joins);
    assert_eq!(choice.broad_phase, AutoCandidate::DynamicTree, "{choice}");
    // The tree is given up as soon as they move.
    let moved = uniform::<2>(&mut random, 6000, 100.0, 1.0);
    joins.push(Join::between(fews[0].bounds(), moved.bounds()));
    assert_ne!(chosen(&joins).broad_phase, AutoCandidate::DynamicTree);
}

#[test]
fn static_boxes_are_kept_sorted_where_they_are_many() {
    let mut random = Random::seeded(7);
    let frames: Vec<_> = (0..20).map(|_| uniform::<2>(&mut random, 1000, 70.0, 1.0)).collect();
    let walls = uniform::<2>(&mut random, 3000, 70.0, 1.0);
    let frames: Vec<Boxes<2>> =
        frames.iter().map(|frame| walls.iter().chain(frame.iter()).collect()).collect();
    let join = |boxes, statics| {
        Join::within(BoxSet { bounds: boxes, filter: Filter::default().with_statics(statics) })
    };
    let flags = |resting: usize| (0..4000).map(|index| index < resting).collect::<Vec<_>>();
    let (most, few) = (flags(3000), flags(200));
    let mut joins: Vec<_> = frames.iter().map(|boxes| join(boxes.bounds(), &most)).collect();
    let choice = chosen(&joins);
    assert_eq!(choice.broad_phase, AutoCandidate::StaticCacheSap, "{choice}");
    assert_eq!(choice.sampled.map(|sampled| sampled.resting), Some(0.75), "{choice}");
    for part in ["static-cache-sap: many", "static-cache-sap ", "75 % static"] {
        assert!(choice.to_string().contains(part), "{choice}");
    }
    // The choice stands for some runs, but not when many wake up.
    joins.push(join(frames[0].bounds(), &few));
    assert_eq!(chosen(&joins).broad_phase, AutoCandidate::Sap);
    joins.push(join(frames[1].bounds(), &most));
    assert_eq!(chosen(&joins).broad_phase, AutoCandidate::StaticCacheSap);
}

/// Candidates are kept where boxes move little, until they jump.
#[test]
fn candidates_are_kept_where_boxes_move_little() {
    let mut random = Random::seeded(8);
    let first = uniform::<2>(&mut random, 20_000, 150.0, 1.0);
    let mut frames: Vec<Boxes<2>> = (0..20)
        .map(|frame| {
            let by = 0.004 * frame as f32;
            let goes_on = |(index, (min, max)): (usize, ([f32; 2], [f32; 2]))| {
                let by = if index % 2 == 0 { by } else { -by };
                ([min[0] + by, min[1] - by], [max[0] + by, max[1] - by])
            };
            first.iter().enumerate().map(goes_on).collect()
        })
        .collect();
    let jumps = (0..12).map(|_| uniform::<2>(&mut random, 20_000, 150.0, 1.0));
    frames.extend(jumps);
    let mut auto = Auto::new();
    let mut chosen = Vec::new();
    for boxes in &frames {
        let join = Join::within(boxes.bounds());
        let (pairs, choice) = canonical(&mut auto, &join);
        assert_eq!(pairs[..], canonical(&mut Sap::new(), &join).0[..]);
        chosen.push(choice.expect("one was chosen"));
    }
    let kept = |choice: &AutoChoice| choice.broad_phase == AutoCandidate::VerletSap;
    assert!(chosen[4..20].iter().all(kept), "{}", chosen[4]);
    for part in ["verlet-sap: boxes move little", "verlet-sap ", "pace 0.0"] {
        assert!(chosen[10].to_string().contains(part), "{}", chosen[10]);
    }
    assert!(!chosen[24..].iter().any(kept), "{}", chosen[24]);
}

#[test]
fn nothing_upsets_the_choice() {
    let mut random = Random::seeded(6);
    let mut infinite = Boxes::<3>::new();
    let mut invalid = Boxes::<3>::new();
    for index in 0..500 {
        infinite.push([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]);
        let bad = if index % 2 == 0 { f32::NAN } else { -1.0 };
        invalid.push([0.0; 3], [bad; 3]);
    }
    let style = Style { side: 20.0, unit: 1.0, special: 1.0, invalid: 2.0 };
    let wild = mixed::<3>(&mut random, 2000, style);
    let joins = [&infinite, &invalid, &wild, &infinite].map(|boxes| Join::within(boxes.bounds()));
    chosen(&joins);
    chosen(&[
        Join::between(infinite.bounds(), wild.bounds()),
        Join::between(invalid.bounds(), wild.bounds()),
    ]);
}
