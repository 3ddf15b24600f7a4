//! Pairs of composite shapes, one by one and in lists, at rest and moving.

use std::sync::Arc;

use jostle::{
    Error, Pair, Shape,
    mesh::Mesh,
    narrow::{
        Contacts, ImpactState, Motion, MotionColumns, Motions, Narrow, cast, contact, distance,
        overlap,
    },
    shape::{Composite, Parts, Rotation},
};

use super::made::{composite_in_plane, composite_in_space, has_edges, pairs_of_parts};
use crate::common::{Random, planar, set, spatial};

/// What was reached.
#[derive(Debug, Default)]
struct Reached {
    touching: usize,
    apart: usize,
    several: usize,
    corrected: usize,
}

/// One pair held against all pairs of parts.
fn check_pair<const D: usize>(a: &Shape<D>, b: &Shape<D>, reached: &mut Reached) {
    let all = pairs_of_parts(a, b);
    let touching: Vec<_> =
        all.iter().filter(|(_, [a, b])| overlap(a, b).expect("parts are valid")).collect();
    assert_eq!(overlap(a, b), Ok(!touching.is_empty()), "{a:?} {b:?}");
    let nearest = all.iter().map(|(_, [a, b])| distance(a, b).expect("parts are valid").distance);
    let nearest = nearest.fold(f32::INFINITY, f32::min);
    let found = distance(a, b).expect("they are valid");
    assert!((found.distance - nearest).abs() <= 2e-6 * nearest, "{found:?} {nearest}");
    let deepest = touching
        .iter()
        .map(|(_, [a, b])| contact(a, b).expect("parts are valid").expect("they touch").distance);
    let deepest = deepest.fold(f32::INFINITY, f32::min);
    let found = contact(a, b).expect("they are valid");
    if touching.is_empty() {
        assert!(found.is_none());
        reached.apart += 1;
        return;
    }
    reached.touching += 1;
    reached.several += usize::from(touching.len() > 1);
    if has_edges(a) || has_edges(b) {
        // Along another normal they are at least as deep.
        let found = found.expect("they touch");
        assert!(found.distance <= deepest + 1e-5, "{found:?} {deepest}");
        reached.corrected += usize::from(found.distance < deepest - 1e-5);
    } else {
        assert_eq!(found.expect("they touch").distance, deepest);
    }
}

#[test]
fn pairs_are_those_of_parts() {
    let (mut random, mut reached) = (Random::seeded(1), Reached::default());
    for number in 0..600 {
        let composite = composite_in_plane(&mut random, number);
        check_pair(&composite, &planar(&mut random, number as u32), &mut reached);
        let other = composite_in_plane(&mut random, number / 2);
        check_pair(&other, &composite, &mut reached);
        let composite = composite_in_space(&mut random, number);
        check_pair(&spatial(&mut random, number as u32), &composite, &mut reached);
        let other = composite_in_space(&mut random, number / 4);
        check_pair(&composite, &other, &mut reached);
    }
    let Reached { touching, apart, several, corrected } = reached;
    assert!(touching > 700 && apart > 300 && several > 500 && corrected > 10, "{reached:?}");
}

/// Parts as small as points, far from the center of their shape on all sides, meet themselves.
fn meet_themselves<const D: usize>(
    parts: impl Fn([f32; D]) -> Result<Parts<D>, Error>,
    turned: impl Fn(&mut Random) -> Rotation<D>,
) {
    let mut random = Random::seeded(9);
    for number in 0..2000 {
        let far = 10_f32.powi(number % 13 - 2);
        let side = |axis| if number >> axis & 1 == 0 { -far } else { far };
        let at = std::array::from_fn(|axis| side(axis) * random.between(0.1, 1.0));
        let parts = Arc::new(parts(at).expect("it is valid"));
        let (center, rotation) = (random.point(-9.0, 9.0), turned(&mut random));
        let composite = Composite { parts, center, rotation };
        let part = composite.part(0);
        let composite = Shape::Composite(composite);
        for shapes in [[&composite, &part], [&part, &composite], [&composite; 2]] {
            assert_eq!(overlap(shapes[0], shapes[1]), Ok(true), "{shapes:?}");
        }
    }
}

#[test]
fn parts_far_from_the_center_meet_themselves() {
    let in_plane = |random: &mut Random| Rotation::from_angle(random.between(-4.0, 4.0));
    let in_space = |random: &mut Random| {
        let axis: [f32; 3] = random.point(-1.0, 1.0);
        Rotation::about(axis, random.between(-4.0, 4.0)).expect("it is no point")
    };
    meet_themselves::<2>(|at| Parts::compound([Shape::ball(at, 0.0)]), in_plane);
    meet_themselves::<3>(|at| Parts::compound([Shape::ball(at, 0.0)]), in_space);
    meet_themselves::<2>(|at| Parts::polyline(vec![at; 2], false, 0.0), in_plane);
    meet_themselves::<3>(|at| Mesh::new([at; 3], [[0, 1, 2]]).and_then(Parts::mesh), in_space);
}

/// Sets of some composite shapes and others: what lists say of a pair is what its parts say.
fn check_lists<const D: usize>(random: &mut Random, make: impl Fn(&mut Random, u32) -> Shape<D>) {
    let set = set(40, |number| make(random, number));
    let count = set.shapes.len() as u32;
    let mut pairs: Vec<_> =
        (0..count).flat_map(|a| (0..count).map(move |b| Pair { a, b })).collect();
    pairs.retain(|pair| pair.a != pair.b);
    let pairs: Vec<_> = random.order(pairs.len()).into_iter().map(|index| pairs[index]).collect();
    let (mut narrow, mut touching, mut contacts) = (Narrow::new(), Vec::new(), Contacts::new());
    let mut separations = Vec::new();
    narrow.overlaps(&set.prepared, &pairs, &mut touching).expect("the pairs are good");
    narrow.contacts(&set.prepared, &pairs, &mut contacts).expect("the pairs are good");
    narrow.separations(&set.prepared, &pairs, &mut separations).expect("the pairs are good");
    let mut found = contacts.iter().peekable();
    for ((pair, touches), separation) in pairs.iter().zip(&touching).zip(&separations) {
        let [a, b] = [pair.a, pair.b].map(|index| &set.shapes[index as usize]);
        let parts = pairs_of_parts(a, b);
        let of_parts = parts.iter().filter(|(_, [a, b])| overlap(a, b).expect("parts are valid"));
        let of_parts: Vec<_> = of_parts.collect();
        assert_eq!(*touches, !of_parts.is_empty());
        assert_eq!(separation.distance <= 0.0, *touches);
        for (numbers, [one, other]) in of_parts {
            let contact_found =
                found.next_if(|found| found.pair == *pair && found.parts == *numbers);
            let contact_found = contact_found.unwrap_or_else(|| panic!("{pair:?} {numbers:?}"));
            let alone = contact(one, other).expect("parts are valid").expect("they touch");
            if alone.normal == contact_found.normal {
                assert_eq!(alone.distance, contact_found.distance);
                assert_eq!(alone.points().len(), contact_found.points.len());
                // Points are relative to the centers of the shapes.
                for (point, of_part) in contact_found.points.iter().zip(alone.points()) {
                    for axis in 0..D {
                        let here = point.on_a[axis] + a.center()[axis];
                        let there = of_part.on_a[axis] + one.center()[axis];
                        assert!((here - there).abs() < 4e-6, "{here} {there}");
                    }
                }
            } else {
                assert!(has_edges(a) || has_edges(b));
                assert!(contact_found.distance <= alone.distance + 1e-5);
            }
        }
    }
    assert!(found.next().is_none());
    assert!(contacts.len() > pairs.len() / 10, "{}", contacts.len());
}

#[test]
fn lists_say_what_parts_say() {
    let mut random = Random::seeded(2);
    check_lists(&mut random, |random, number| match number % 3 {
        0 => composite_in_plane(random, number as usize),
        _ => planar(random, number),
    });
    check_lists(&mut random, |random, number| match number % 3 {
        0 => composite_in_space(random, number as usize),
        _ => spatial(random, number),
    });
}

/// When two shapes touch first of which one has parts: by all pairs of parts that go straight.
#[test]
fn what_moves_straight_meets_the_first_part() {
    let mut random = Random::seeded(3);
    let (mut hits, mut misses, mut at_start) = (0, 0, 0);
    for number in 0..400 {
        let a = composite_in_space(&mut random, number);
        let b = if number % 3 == 0 {
            composite_in_space(&mut random, number / 3)
        } else {
            spatial(&mut random, number as u32)
        };
        let motions = [0, 1].map(|_| Motion::straight(random.point(-3.0, 3.0)));
        let found = cast(&a, &motions[0], &b, &motions[1], 1.0).expect("all is valid");
        let first = pairs_of_parts(&a, &b)
            .iter()
            .map(|(_, [a, b])| cast(a, &motions[0], b, &motions[1], 1.0).expect("parts are valid"))
            .min_by(|one, other| one.time.total_cmp(&other.time))
            .expect("there are parts");
        assert_eq!(found.time, first.time, "{a:?} {b:?}");
        match found.state() {
            ImpactState::Apart => misses += 1,
            ImpactState::Overlapping => at_start += 1,
            _ => hits += 1,
        }
        let set = set(2, |index| if index == 0 { a.clone() } else { b.clone() });
        let swapped = set.shapes[0] != a;
        let index = |side: usize| if swapped { 1 - side } else { side };
        let columns = [0, 1].map(|side| motions[index(side)].by());
        let [x, y, z] = [0, 1, 2].map(|axis| columns.map(|by| by[axis]));
        let mut of_set = Motions::new();
        of_set.update(MotionColumns::straight([&x, &y, &z]).expect("lengths fit")).expect("memory");
        let (mut narrow, mut impacts) = (Narrow::new(), Vec::new());
        let pair = [Pair { a: index(0) as u32, b: index(1) as u32 }];
        narrow.impacts(&set.prepared, &of_set, &pair, 1.0, &mut impacts).expect("all is valid");
        assert_eq!((impacts[0].time, impacts[0].state()), (found.time, found.state()));
    }
    assert!(hits > 40 && misses > 100 && at_start > 60, "{hits} {misses} {at_start}");
}

/// A composite shape that turns, against where it is then, step by step.
#[test]
fn what_turns_meets_nothing_late() {
    let mut random = Random::seeded(4);
    let (mut hits, mut misses) = (0, 0);
    for number in 0..150 {
        let a = composite_in_space(&mut random, 4 * (number % 2));
        let b = spatial(&mut random, number as u32).clone();
        let turn = random.point(-3.0, 3.0);
        let motion = Motion::<3>::turning(random.point(-1.0, 1.0), turn);
        let rest = Motion::straight(random.point(-3.0, 3.0));
        let found = cast(&a, &motion, &b, &rest, 1.0).expect("all is valid");
        let Shape::Composite(composite) = &a else { unreachable!("it is one") };
        for step in 0..200 {
            let time = step as f32 / 200.0;
            let mut there = composite.clone();
            let angle = turn.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt() as f32;
            let by = Rotation::about(turn, angle * time).expect("it turns");
            there.rotation = product(by.quaternion(), composite.rotation.quaternion()).into();
            there.center = [0, 1, 2].map(|axis| composite.center[axis] + time * motion.by()[axis]);
            let other = moved(&b, [0, 1, 2].map(|axis| time * rest.by()[axis]));
            let gap = distance(&there.into(), &other).expect("they are valid").distance;
            if time < found.time {
                assert!(gap > 0.0 || found.time - time < 1e-3, "{time} {found:?}");
            }
        }
        if found.time < 1.0 { hits += 1 } else { misses += 1 }
    }
    assert!(hits > 40 && misses > 20, "{hits} {misses}");
}

fn product([x, y, z, w]: [f32; 4], [a, b, c, d]: [f32; 4]) -> [f32; 4] {
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

/// A shape elsewhere.
fn moved(shape: &Shape<3>, by: [f32; 3]) -> Shape<3> {
    if let Shape::HalfSpace(plane) = shape {
        // It has no end, and so is no part.
        return Shape::half_space([0, 1, 2].map(|axis| plane.point[axis] + by[axis]), plane.normal);
    }
    let parts = Arc::new(Parts::compound(vec![shape.clone()]).expect("it is valid"));
    let whole = Shape::composite(&parts, by, Rotation::IDENTITY);
    let Shape::Composite(whole) = whole else { unreachable!("it is one") };
    whole.part(0)
}
