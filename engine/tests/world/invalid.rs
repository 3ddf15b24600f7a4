//! Shapes that are not valid, at random, for many steps.

use std::collections::BTreeSet;

use jostle::{Shape, World};

use crate::common::{Random, scale};

/// Numbers that no shape may have.
const BAD: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// In each step one shape in a thousand, at least one, has a bad number. The pairs of the others
/// are exactly what they are without it, in the same step, and the bad ones are listed.
fn check<const D: usize>(steps: usize, shapes: usize) {
    let mut random = Random::seeded(D as u64);
    let mut world = World::<D>::new();
    for _ in 0..shapes {
        let ball = Shape::ball(random.point::<D>(0.0, 4.0), random.between(0.1, 0.5));
        world.shapes_mut().insert(ball).expect("it is valid");
    }
    let good = world.shapes().balls().centers().map(<[f32]>::to_vec);
    world.step().expect("nothing is wrong");
    let all: BTreeSet<_> = world.touching().iter().copied().collect();
    let mut kinds = [0; 3];
    for step in 0..steps {
        let mut centers = good.clone();
        let mut bad = BTreeSet::new();
        for _ in 0..(shapes / 1000).max(1) {
            let (index, kind) = (random.below(shapes), random.below(BAD.len()));
            centers[random.below(D)][index] = BAD[kind];
            bad.insert(index as u32);
            kinds[kind] += 1;
        }
        let columns = centers.each_ref().map(Vec::as_slice);
        world.shapes_mut().set_ball_centers(columns).expect("they are as many");
        world.step().expect("bad shapes are no error");
        let clean = all.iter().filter(|pair| !bad.contains(&pair.a) && !bad.contains(&pair.b));
        assert!(world.touching().iter().eq(clean), "step {step}");
        let listed: Vec<u32> = world.invalid().iter().map(|found| found.index).collect();
        assert!(listed.iter().eq(&bad), "step {step}: {listed:?}");
        assert_eq!(world.stats().invalid, bad.len());
    }
    assert!(kinds.iter().all(|count| *count > steps / 5), "{kinds:?}");
}

#[test]
fn bad_numbers_for_ten_thousand_steps_in_2d() {
    check::<2>(10_000, 100 * scale());
}

#[test]
fn bad_numbers_for_ten_thousand_steps_in_3d() {
    check::<3>(10_000, 100 * scale());
}

#[test]
fn bad_numbers_among_many() {
    check::<2>(100, 3_000);
}
