//! Lists of pairs of all kinds of shapes, kept and shown, answer as single pairs, whatever the
//! threads, the level and the order.

use std::sync::Mutex;

use jostle::{
    Pair, Shape, SimdLevel,
    narrow::{self, ContactPoint, Contacts, Narrow, NarrowStats, Separation, Sides},
    shape::ShapeKind,
};

use crate::common::{Random, THREADS, pairs_of, planar, pool, set, spatial, with_middle};

/// The pair, the normal, the distance, the axis and the points.
type Contact<const D: usize> = (Pair, [f32; D], f32, u32, Vec<ContactPoint<D>>);

/// What single pairs say.
struct Expected<const D: usize> {
    touching: Vec<bool>,
    separations: Vec<Separation<D>>,
    contacts: Vec<Contact<D>>,
}

fn expected<const D: usize>(a: &[Shape<D>], b: &[Shape<D>], pairs: &[Pair]) -> Expected<D> {
    let mut expected =
        Expected { touching: Vec::new(), separations: Vec::new(), contacts: Vec::new() };
    for pair in pairs {
        let (a, b) = (&a[pair.a as usize], &b[pair.b as usize]);
        let valid = "the shapes are valid";
        expected.touching.push(narrow::overlap(a, b).expect(valid));
        expected.separations.push(narrow::separation(a, b).expect(valid));
        if let Some(touch) = narrow::contact(a, b).expect(valid) {
            let points = touch.points().to_vec();
            expected.contacts.push((*pair, touch.normal, touch.distance, touch.axis, points));
        }
    }
    expected
}

fn check<const D: usize>(
    narrow: &mut Narrow<D>,
    sides: Sides<'_, D>,
    pairs: &[Pair],
    expected: &Expected<D>,
) -> NarrowStats {
    let (mut touching, mut separations) = (Vec::new(), Vec::new());
    let mut contacts = Contacts::new();
    let valid = "the pairs are valid";
    let report = narrow.overlaps(sides, pairs, &mut touching).expect(valid);
    assert_eq!(touching, expected.touching);
    let count = touching.iter().filter(|touching| **touching).count() as u64;
    assert_eq!((report.total().candidates, report.total().touching), (pairs.len() as u64, count));
    let report = narrow.separations(sides, pairs, &mut separations).expect(valid);
    assert_eq!(separations, expected.separations);
    assert_eq!(report.total().touching, count);
    let report = narrow.contacts(sides, pairs, &mut contacts).expect(valid);
    let found = contacts.iter().map(|contact| {
        (contact.pair, contact.normal, contact.distance, contact.axis, contact.points.to_vec())
    });
    for (found, expected) in found.zip(&expected.contacts) {
        assert_eq!(found, *expected);
    }
    assert_eq!(report.total().touching, contacts.len() as u64);
    for index in [0, contacts.len() / 2, contacts.len() - 1] {
        let contact = contacts.get(index).expect("there is a contact");
        assert_eq!((contact.pair, contact.distance), {
            let (pair, _, distance, ..) = expected.contacts[index];
            (pair, distance)
        });
    }
    assert_eq!(contacts.get(contacts.len()), None);
    assert_eq!(check_shown(narrow, sides, pairs, expected), report);
    report
}

/// The same where nothing is kept.
fn check_shown<const D: usize>(
    narrow: &mut Narrow<D>,
    sides: Sides<'_, D>,
    pairs: &[Pair],
    expected: &Expected<D>,
) -> NarrowStats {
    let valid = "the pairs are valid";
    let shown = Mutex::new(Vec::new());
    let report = narrow.visit_separations(sides, pairs, |some| {
        assert_eq!(some.pairs, &pairs[some.first..][..some.pairs.len()]);
        shown.lock().expect("no panic").push((some.first, some.separations.to_vec()));
    });
    assert!(in_order(shown).eq(expected.separations.iter().copied()));
    assert_eq!(report.expect(valid).total().touching, expected.contacts.len() as u64);
    let shown = Mutex::new(Vec::new());
    let report = narrow.visit_contacts(sides, pairs, |some| {
        assert_eq!(some.pairs, &pairs[some.first..][..some.pairs.len()]);
        assert_eq!(some.iter().count(), some.len());
        assert_eq!(some.is_empty(), some.iter().next().is_none());
        let found = some.iter().map(|contact| {
            (contact.pair, contact.normal, contact.distance, contact.axis, contact.points.to_vec())
        });
        shown.lock().expect("no panic").push((some.first, found.collect::<Vec<_>>()));
    });
    assert!(in_order(shown).eq(expected.contacts.iter().cloned()));
    report.expect(valid)
}

/// What was shown some at a time, each with the number of its first pair.
fn in_order<T>(shown: Mutex<Vec<(usize, Vec<T>)>>) -> impl Iterator<Item = T> {
    let mut shown = shown.into_inner().expect("no panic");
    shown.sort_by_key(|(first, _)| *first);
    shown.into_iter().flat_map(|(_, found)| found)
}

/// Holds pairs within a set and between two against single pairs: so many pairs of kinds, and so
/// many of each answer.
fn check_all<const D: usize>(
    make: impl Fn(&mut Random, u32) -> Shape<D>,
    seed: u64,
    (kinds, least): (usize, usize),
) {
    let mut random = Random::seeded(seed);
    let (a, b) = (set(120, |n| make(&mut random, n)), set(60, |n| make(&mut random, n)));
    for within in [true, false] {
        let (other, count) = if within { (&a, a.shapes.len()) } else { (&b, b.shapes.len()) };
        let pairs = pairs_of(&mut random, a.shapes.len(), count, within);
        let expected = expected(&a.shapes, &other.shapes, &pairs);
        let apart = expected.touching.iter().filter(|touching| !**touching).count();
        assert!(expected.contacts.len() > least && apart > least, "too few of a kind");
        let sides = if within {
            Sides::within(&a.prepared)
        } else {
            Sides::between(&a.prepared, &other.prepared)
        };
        for level in SimdLevel::available() {
            let mut narrow = Narrow::new().with_level(*level);
            let reports = THREADS.map(|threads| {
                pool(threads).install(|| check(&mut narrow, sides, &pairs, &expected))
            });
            assert!(reports.iter().all(|report| *report == reports[0]), "threads change nothing");
            let all = ShapeKind::ALL.into_iter().flat_map(|a| ShapeKind::ALL.map(|b| (a, b)));
            let met = all.filter(|(a, b)| a <= b && reports[0].of(*a, *b).touching > 0).count();
            assert_eq!(met, kinds, "a pair of kinds is missing: {:?}", reports[0]);
            assert!(reports[0].total().occupancy() > 0.5);
        }
    }
}

#[test]
fn lists_answer_as_single_pairs() {
    for seed in [1, 2, 3] {
        check_all(with_middle(planar), seed, (15, 500));
        check_all(with_middle(spatial), seed, (28, 500));
    }
}

/// Lists that need not be split.
#[test]
fn lists_of_one_kind_answer_as_single_pairs() {
    for number in 0..9 {
        if number < 6 {
            check_all(|random, _| planar(random, number), 4, (1, 30));
        }
        // Segments in space never meet.
        if number != 5 {
            check_all(|random, _| spatial(random, number), 4, (1, 30));
        }
    }
}

#[test]
fn circles_leave_out_polygons_that_are_apart() {
    let mut random = Random::seeded(6);
    let set = set(200, |_| planar(&mut random, 3));
    let pairs = pairs_of(&mut random, 200, 200, true);
    let mut touching = Vec::new();
    let report = Narrow::new().overlaps(&set.prepared, &pairs, &mut touching);
    let counts = report.expect("the pairs are valid").of(ShapeKind::Polygon, ShapeKind::Polygon);
    assert_eq!((counts.candidates, counts.after_overlap), (19_900, counts.after_circles));
    assert!(counts.touching > 1_000 && counts.touching < counts.after_circles, "{counts:?}");
    assert!(counts.after_circles < 15_000, "{counts:?}");
}
