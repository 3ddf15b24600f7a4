//! Lists as single pairs answer.

use jostle::{
    Pair, Shape, SimdLevel,
    narrow::{Impact, ImpactState, Motion, MotionSides, Narrow, Sides, cast},
    shape::ShapeKind,
};

use super::{Moving, Turned, moving};
use crate::common::{Random, Set, pairs_of, planar, pool, set, spatial, with_middle};

const VALID: &str = "the pair is valid";

/// The end of the window of time.
const UNTIL: f32 = 1.5;

/// All bits of an impact.
fn bits<const D: usize>(impact: &Impact<D>) -> (u32, u32, [u32; D]) {
    (impact.time.to_bits(), impact.state.to_bits(), impact.normal.map(f32::to_bits))
}

fn expected<const D: usize>(
    (a, motions_a): (&Set<D>, &Moving<D>),
    (b, motions_b): (&Set<D>, &Moving<D>),
    pairs: &[Pair],
) -> Vec<Impact<D>> {
    let one = |pair: &Pair| {
        let (i, j) = (pair.a as usize, pair.b as usize);
        let (motion_a, motion_b) = (&motions_a.motions[i], &motions_b.motions[j]);
        cast(&a.shapes[i], motion_a, &b.shapes[j], motion_b, UNTIL).expect(VALID)
    };
    pairs.iter().map(one).collect()
}

fn check_all<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>, seed: u64)
where
    Motion<D>: Turned<D>,
{
    let mut random = Random::seeded(seed);
    let make = with_middle(make);
    let (a, b) = (set(120, |n| make(&mut random, n)), set(60, |n| make(&mut random, n)));
    let (moving_a, moving_b) = (moving(&mut random, 120), moving(&mut random, 60));
    for within in [true, false] {
        let (other, moving) = if within { (&a, &moving_a) } else { (&b, &moving_b) };
        let pairs = pairs_of(&mut random, 120, other.shapes.len(), within);
        let expected = expected((&a, &moving_a), (other, moving), &pairs);
        let count = |state| expected.iter().filter(|impact| impact.state() == state).count();
        let counts = [ImpactState::Apart, ImpactState::Hit, ImpactState::Overlapping].map(count);
        assert!(counts.iter().all(|count| *count > 500), "too few of a kind: {counts:?}");
        // A plane that turns comes past all that is near it.
        let is_half_space = |shape: &Shape<D>| matches!(shape, Shape::HalfSpace(_));
        let capped = pairs.iter().zip(&expected).filter(|(pair, impact)| {
            let shapes = [&a.shapes[pair.a as usize], &other.shapes[pair.b as usize]];
            impact.state() == ImpactState::Capped && !shapes.into_iter().any(is_half_space)
        });
        assert!(capped.count() * 20 < counts[1], "too many are capped");
        let sides = Sides::between(&a.prepared, &other.prepared);
        let motions = MotionSides::between(&moving_a.packed, &moving.packed);
        for level in SimdLevel::available() {
            let mut narrow = Narrow::new().with_level(*level);
            for threads in [1, 3] {
                let mut found = Vec::new();
                let report = pool(threads)
                    .install(|| narrow.impacts(sides, motions, &pairs, UNTIL, &mut found))
                    .expect(VALID);
                for ((pair, found), expected) in pairs.iter().zip(&found).zip(&expected) {
                    assert_eq!(bits(found), bits(expected), "{level} {pair:?}");
                }
                let total = report.total();
                assert_eq!(total.candidates, pairs.len() as u64);
                assert_eq!(total.touching as usize, pairs.len() - counts[0]);
                // All are computed: no rung of the ladder sorts out moving pairs.
                assert_eq!([total.after_circles, total.after_overlap], [total.candidates; 2]);
                assert!(total.occupancy() > 0.4 && total.lanes == total.candidates);
                let kinds = ShapeKind::ALL.into_iter().flat_map(|a| ShapeKind::ALL.map(|b| (a, b)));
                let met = kinds.filter(|(a, b)| a <= b && report.of(*a, *b).touching > 0).count();
                // Composite shapes are met by their parts.
                let is_met = |kind: &ShapeKind| kind.exists_in(D) && *kind != ShapeKind::Composite;
                let exist = ShapeKind::ALL.into_iter().filter(is_met).count();
                let expected = exist * (exist + 1) / 2;
                assert_eq!(met, expected, "a pair of kinds is missing: {report:?}");
            }
        }
    }
}

#[test]
fn lists_answer_as_single_pairs() {
    for seed in [1, 2] {
        check_all(planar, seed);
        check_all(spatial, seed);
    }
}

/// Sets of one kind need no splitting, unless some of them turn and some do not.
#[test]
fn lists_of_one_kind_answer_as_single_pairs() {
    let mut random = Random::seeded(3);
    for (first, second) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (3, 3), (2, 3)] {
        for turns in [false, true] {
            let mut of = |kind| set(40, |_| spatial(&mut random, kind));
            let (a, b) = (of(first), of(second));
            let mut moves = |turns: bool| {
                let mut moves = moving::<3>(&mut random, 40);
                if !turns {
                    let straight = moves.motions.iter().map(|motion| Motion::straight(motion.by()));
                    moves.motions = straight.collect();
                    moves.packed = Motion::pack(&moves.motions);
                }
                moves
            };
            let (moving_a, moving_b) = (moves(true), moves(turns));
            let pairs = pairs_of(&mut random, 40, 40, false);
            let expected = expected((&a, &moving_a), (&b, &moving_b), &pairs);
            let sides = Sides::between(&a.prepared, &b.prepared);
            let motions = MotionSides::between(&moving_a.packed, &moving_b.packed);
            let mut found = Vec::new();
            Narrow::new().impacts(sides, motions, &pairs, UNTIL, &mut found).expect(VALID);
            assert!(found.iter().map(bits).eq(expected.iter().map(bits)), "{first} {second}");
        }
    }
}

fn mirrors<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>)
where
    Motion<D>: Turned<D>,
{
    let mut random = Random::seeded(4);
    let (set, moving) = (set(60, |n| make(&mut random, n)), moving(&mut random, 60));
    let mut hits = 0;
    for Pair { a, b } in pairs_of(&mut random, 60, 60, true) {
        let of = |index: u32| (&set.shapes[index as usize], &moving.motions[index as usize]);
        let ((a, motion_a), (b, motion_b)) = (of(a), of(b));
        let there = cast(a, motion_a, b, motion_b, UNTIL).expect(VALID);
        let back = cast(b, motion_b, a, motion_a, UNTIL).expect(VALID);
        assert_eq!((there.time, there.state), (back.time, back.state), "{a:?} {b:?}");
        assert_eq!(there.normal, back.normal.map(|component| -component), "{a:?} {b:?}");
        hits += usize::from(there.state() == ImpactState::Hit);
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    mirrors(planar);
    mirrors(spatial);
}
