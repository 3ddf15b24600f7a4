//! Pairs the other way round.

use jostle::{narrow, shape::ShapeKind};

use crate::common::{Random, pairs_of, set, spatial};

/// The number of an axis of two shapes of a kind where they trade places.
fn turned_axis(kind: ShapeKind, axis: u32) -> u32 {
    let pair = |number: u32| number % 3 * 3 + number / 3;
    match (kind, axis) {
        (ShapeKind::Box, 0..6) => (axis + 3) % 6,
        (ShapeKind::Box, _) => 6 + pair(axis - 6),
        (ShapeKind::Capsule, _) => axis / 32 + axis % 32 * 32,
        (ShapeKind::Triangle, 0..2) => 1 - axis,
        (ShapeKind::Triangle, 2..11) => 2 + pair(axis - 2),
        (ShapeKind::Triangle, 11..17) => 11 + (axis - 8) % 6,
        _ => axis,
    }
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    let mut random = Random::seeded(4);
    let set = set(130, |number| spatial(&mut random, number));
    let (mut points, mut same) = (0, 0);
    for pair in pairs_of(&mut random, 130, 130, true) {
        let (a, b) = (&set.shapes[pair.a as usize], &set.shapes[pair.b as usize]);
        let valid = "the shapes are valid";
        let there = narrow::separation(a, b).expect(valid);
        let back = narrow::separation(b, a).expect(valid);
        assert_eq!(there.distance, back.distance);
        let turned = a.kind() == b.kind() && a != b;
        let axis = if turned { turned_axis(a.kind(), back.axis) } else { back.axis };
        assert_eq!(there.axis, axis, "{a:?} {b:?}");
        if a == b {
            // The same shape twice has no other way round.
            assert_eq!(there.normal, back.normal);
            same += 1;
            continue;
        }
        assert_eq!(there.normal, back.normal.map(|component| -component), "{a:?} {b:?}");
        let touches =
            [narrow::contact(a, b), narrow::contact(b, a)].map(|touch| touch.expect(valid));
        let [Some(there), Some(back)] = touches else {
            assert_eq!(touches, [None, None]);
            continue;
        };
        assert_eq!(there.points().len(), back.points().len());
        for (there, back) in there.points().iter().zip(back.points()) {
            assert_eq!((there.on_a, there.on_b), (back.on_b, back.on_a));
            let feature = back.feature;
            let of_b = if a.kind() >= ShapeKind::Triangle { 1 << 16 } else { 32 };
            let feature = if turned { feature / of_b + feature % of_b * of_b } else { feature };
            assert_eq!((there.distance, there.feature), (back.distance, feature));
            points += 1;
        }
    }
    assert!(points > 500 && same > 0, "{points} {same}");
}
