//! Two half-spaces.

use std::cmp::Ordering;

use jostle_kernels::{
    pairs::{ImpactState, MovingShape, SweptTwoHalfSpaces, TwoHalfSpaces, contact_of},
    shape::{HalfSpace, RigidMotion3, unit},
};

use crate::support::{
    Random, agreed, cross, dot, exact,
    impacts::{agreed_impacts, mirrored},
    solid::exactly,
    sub,
};

/// Half-spaces that face each other, or nearly so, about as far apart as numbers tell.
fn facing(random: &mut Random) -> (HalfSpace<3>, HalfSpace<3>) {
    let normal = unit(random.direction::<3>().map(|x| x as f32));
    let along = [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], normal];
    let normal = random.of(&along);
    let mut opposite = normal.map(|x| -x);
    match random.below(4) {
        0 => opposite[0] = opposite[0].next_up(),
        1 => opposite = normal,
        _ => {}
    }
    let any = random.within(1.0);
    let gap = random.of(&[0.0, 1e-7, -1e-7, any, any]);
    let point: [f32; 3] = random.vector(2.0);
    let other = std::array::from_fn(|k| point[k] + gap * normal[k]);
    (HalfSpace { point, normal }, HalfSpace { point: other, normal: opposite })
}

/// Apart only where normals are exactly opposite and there is a gap.
#[test]
fn only_opposite_planes_are_apart() {
    let mut random = Random(0x2);
    let pairs: Vec<_> = (0..20_000).map(|_| facing(&mut random)).collect();
    let (mut apart, mut crossing, mut close) = (0, 0, 0);
    for ((a, b), found) in pairs.iter().zip(agreed::<TwoHalfSpaces, 3, 0>(&pairs)) {
        let (own, other) = (exactly(a.normal), exactly(b.normal));
        let parallel = cross(&own, &other).iter().all(|x| x.signum() == 0);
        let opposite = parallel && dot(&own, &other) < exact(0.0);
        let gap = dot(&sub(&exactly(b.point), &exactly(a.point)), &own);
        if found.distance > 0.0 {
            assert!(opposite && gap.cmp(&exact(0.0)) == Ordering::Greater, "{a:?} {b:?}");
            apart += 1;
        } else if !opposite {
            assert_eq!(found.distance, f32::MIN, "{a:?} {b:?}");
            crossing += 1;
        } else {
            assert!(gap <= exact(1e-14), "{a:?} {b:?} {found:?}");
            close += usize::from(found.distance > -1e-6);
        }
        assert_eq!(found.count, 0);
    }
    assert!(apart > 2_000 && crossing > 5_000 && close > 1_000, "{apart} {crossing} {close}");
}

#[test]
fn moving_planes_meet_when_their_gap_closes() {
    let mut random = Random(0x3);
    let moving = |random: &mut Random, shape| {
        let rotation = if random.below(4) == 0 { random.vector(0.1) } else { [0.0; 3] };
        MovingShape { shape, motion: RigidMotion3 { by: random.vector(1.0), rotation } }
    };
    let cases: Vec<_> = (0..10_000)
        .map(|_| {
            let (a, b) = facing(&mut random);
            (moving(&mut random, a), moving(&mut random, b))
        })
        .collect();
    let found = agreed_impacts::<SweptTwoHalfSpaces<RigidMotion3>, 3>(&cases, 1.0);
    mirrored::<SweptTwoHalfSpaces<RigidMotion3>, 3>(&cases, &found, 1.0);
    let mut seen = [0; 4];
    for ((a, b), found) in cases.iter().zip(&found) {
        let rest = contact_of::<TwoHalfSpaces, 3, 0>(&a.shape, &b.shape);
        let state = found.state();
        assert_eq!(state == ImpactState::Overlapping, rest.distance <= 0.0, "{a:?} {b:?}");
        seen[state as usize] += 1;
        if rest.distance <= 0.0 {
            continue;
        }
        let turns = a.motion.rotation != [0.0; 3] || b.motion.rotation != [0.0; 3];
        let closing: f64 = (0..3)
            .map(|k| {
                let by = f64::from(a.motion.by[k]) - f64::from(b.motion.by[k]);
                by * f64::from(a.shape.normal[k])
            })
            .sum();
        let time = f64::from(rest.distance) / closing;
        let expected = if turns { 0.0 } else { time };
        match state {
            ImpactState::Hit => {
                let late = f64::from(found.time) - expected;
                assert!((-1e-6 * (1.0 + expected)..=1e-7).contains(&late), "{late} {a:?} {b:?}");
            }
            _ => assert!(!turns && !(0.0..=0.999_999).contains(&time), "{time} {a:?} {b:?}"),
        }
    }
    assert!(seen[..3].iter().all(|count| *count > 300), "{seen:?}");
}
