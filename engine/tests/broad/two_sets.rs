//! Pairs between two sets: of any sizes and densities, with giants and invalid boxes in either.

use jostle::{
    Join,
    validate::{InvalidReason, JoinSide},
};

use crate::common::{
    Boxes, Engines, Random, assert_same, best, canonical, naive_between, naive_within, pool,
    uniform,
};

fn check<const D: usize>(first: &Boxes<D>, second: &Boxes<D>, what: &str) -> usize {
    let expected = naive_between(first, second);
    let join = Join::between(first.bounds(), second.bounds());
    Engines::new().check(&join, &expected, &|| what.into());
    expected.len()
}

fn sizes<const D: usize>() {
    let mut random = Random::seeded(41);
    let mut pairs = 0;
    let counts = [(0, 0), (0, 5), (5, 0), (1, 1), (1, 17), (17, 1), (17, 17), (8, 900), (900, 8)];
    for (first, second) in counts {
        let side = ((first + second) as f32 / 4.0).powf(1.0 / D as f32);
        let (a, b) = (
            uniform::<D>(&mut random, first, side, 1.0),
            uniform::<D>(&mut random, second, side, 1.0),
        );
        pairs += check(&a, &b, &format!("{first} and {second} boxes"));
    }
    assert!(pairs > 50, "only {pairs} pairs");
    let side = 1000_f32.powf(1.0 / D as f32);
    let (a, b) =
        (uniform::<D>(&mut random, 1000, side, 1.0), uniform::<D>(&mut random, 3000, side, 1.0));
    assert!(check(&a, &b, "1000 and 3000 boxes") > 1000);
    assert!(check(&b, &a, "3000 and 1000 boxes") > 1000);
}

#[test]
fn sets_of_different_sizes() {
    sizes::<2>();
    sizes::<3>();
}

/// A crowd against few boxes that are spread out, of other sizes, or elsewhere altogether.
#[test]
fn sets_of_different_densities() {
    let mut random = Random::seeded(42);
    let crowd = uniform::<3>(&mut random, 2500, 6.0, 0.5);
    let sparse = uniform::<3>(&mut random, 1500, 60.0, 3.0);
    let tiny = uniform::<3>(&mut random, 4000, 6.0, 0.01);
    let far: Boxes<3> =
        crowd.iter().map(|(min, max)| (min.map(|x| x + 1e4), max.map(|x| x + 1e4))).collect();
    for (other, name, fewest) in [(&sparse, "sparse", 10), (&tiny, "tiny", 500), (&far, "far", 0)] {
        let pairs = check(&crowd, other, name);
        assert_eq!(pairs, check(other, &crowd, name));
        assert!(pairs >= fewest, "{name}: {pairs} pairs");
        assert!(fewest > 0 || pairs == 0, "what is far away touches nothing");
    }
    // A set against itself: each box with itself, and every pair both ways round.
    assert!(check(&crowd, &crowd, "itself") > 2 * crowd.len());
}

#[test]
fn giants_in_either_set() {
    let mut random = Random::seeded(43);
    let plain = [0, 1].map(|_| uniform::<3>(&mut random, 2000, 13.0, 1.0));
    for giants in [[1, 0], [0, 1], [30, 0], [0, 30], [20, 20]] {
        let [first, second] = [0, 1].map(|which: usize| {
            let mut boxes = plain[which].clone();
            for giant in 0..giants[which] {
                let half = [1e30, 20.0, 8.0, f32::INFINITY][giant % 4];
                boxes.push([-half; 3], [half; 3]);
            }
            boxes
        });
        let pairs = check(&first, &second, &format!("{giants:?} giants"));
        assert!(pairs > 2000 * giants[0].min(1) + 2000 * giants[1].min(1));
    }
}

/// Invalid boxes are listed by set and index, and change nothing for the others.
#[test]
fn invalid_boxes_in_either_set() {
    let mut random = Random::seeded(44);
    let plain = [0, 1].map(|_| uniform::<2>(&mut random, 3000, 50.0, 1.0));
    for bad in [[7, 0], [0, 7], [3, 5]] {
        let mut listed = Vec::new();
        let [first, second] =
            [(0, JoinSide::First), (1, JoinSide::Second)].map(|(which, set): (usize, _)| {
                let mut boxes = plain[which].clone();
                for index in
                    (1..3000_usize).filter(|index| bad[which] > 0 && index % bad[which] == 0)
                {
                    if index % 2 == 0 {
                        boxes.max[1][index] = f32::NAN;
                        listed.push((set, index as u32, InvalidReason::NotANumber));
                    } else {
                        boxes.min[0][index] = 99.0;
                        listed.push((set, index as u32, InvalidReason::Inverted));
                    }
                }
                boxes
            });
        assert!(listed.len() > 400);
        let pairs = check(&first, &second, &format!("every {bad:?}th is not valid"));
        assert!(pairs > 500, "{pairs} pairs");
        let join = Join::between(first.bounds(), second.bounds());
        for threads in [1, 3] {
            for mut phase in best() {
                let summary = pool(threads).install(|| phase.count(&join)).unwrap();
                assert_eq!(summary.pairs, pairs as u64);
                let found: Vec<_> =
                    phase.invalid().iter().map(|q| (q.side, q.index, q.reason)).collect();
                assert_eq!(found, listed, "{}, {threads} threads", phase.name());
            }
        }
    }
}

/// The kinds of call may alternate on one broad phase.
#[test]
fn one_set_and_two_in_turn() {
    let mut random = Random::seeded(45);
    let (a, b) = (uniform::<3>(&mut random, 2000, 12.0, 1.0), uniform(&mut random, 500, 12.0, 3.0));
    let between = naive_between(&a, &b);
    let within = naive_within(&b);
    assert!(between.len() > 1000 && within.len() > 100);
    for mut phase in best() {
        for _ in 0..3 {
            let found = canonical(&mut *phase, &Join::between(a.bounds(), b.bounds()));
            assert_same(&found, &between, phase.name());
            let found = canonical(&mut *phase, &Join::within(b.bounds()));
            assert_same(&found, &within, phase.name());
        }
    }
}
