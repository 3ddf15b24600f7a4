//! The narrow phase over lists of pairs: all kinds of shapes, as single pairs answer, whatever the
//! threads, the level and the order.

mod common;

use common::{Random, THREADS, pool};
use jostle::{
    Contacts, Error, Kind, Level, Narrow, Pair, Prepared,
    narrow::{self, ContactPoint, Report, Separation, Sides},
    shape::{ConvexPolygon, Rotation, Shape, Shapes, Triangle},
};

/// A set of shapes of all kinds in a small space, by index.
struct Set<const D: usize> {
    shapes: Vec<Shape<D>>,
    prepared: Prepared<D>,
}

fn set<const D: usize>(count: u32, mut make: impl FnMut(u32) -> Shape<D>) -> Set<D> {
    let mut shapes = Shapes::new();
    for number in 0..count {
        shapes.insert(make(number)).expect("the shape is valid");
    }
    let mut prepared = Prepared::new();
    prepared.update(&shapes).expect("there is memory");
    assert_eq!(prepared.quarantined(), []);
    let by_index = (0..shapes.len()).map(|index| {
        let handle = shapes.handle_of(index).expect("there is a shape");
        shapes.get(handle).expect("it has a handle")
    });
    Set { shapes: by_index.collect(), prepared }
}

fn planar(random: &mut Random, number: u32) -> Shape<2> {
    let centre = random.point(-2.0, 2.0);
    let half = random.point(0.1, 0.8);
    let rotation = Rotation::from_angle(random.between(-4.0, 4.0));
    match number % 6 {
        0 => Shape::ball(centre, half[0]),
        1 => Shape::oriented_box(centre, half, rotation),
        2 => Shape::capsule(centre, random.point(-2.0, 2.0), 0.2 * half[0]),
        3 => {
            let corners = 3 + random.below(14);
            let step = std::f32::consts::TAU / corners as f32;
            let angles = (0..corners).map(|corner| corner as f32 * step);
            let vertices: Vec<_> =
                angles.map(|angle| [half[0] * angle.cos(), half[1] * angle.sin()]).collect();
            ConvexPolygon::new(centre, rotation, &vertices).expect("an ellipse is convex").into()
        }
        4 => Shape::aligned_box(centre.map(f32::round), [0.5, 0.5]),
        _ => Shape::segment(centre, random.point(-2.0, 2.0)),
    }
}

fn spatial(random: &mut Random, number: u32) -> Shape<3> {
    let centre = random.point(-1.5, 1.5);
    let half = random.point(0.1, 0.8);
    let rotation = Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0));
    match number % 6 {
        0 => Shape::ball(centre, half[0]),
        1 => Shape::oriented_box(centre, half, rotation),
        2 => Shape::capsule(centre, random.point(-1.5, 1.5), 0.2 * half[0]),
        3 => {
            Triangle { vertices: [centre, random.point(-1.5, 1.5), random.point(-1.5, 1.5)] }.into()
        }
        4 => Shape::aligned_box(centre.map(f32::round), [0.5; 3]),
        _ => Shape::segment(centre, random.point(-1.5, 1.5)),
    }
}

/// All pairs between two sets, or within one, in some order.
fn pairs_of(random: &mut Random, a: usize, b: usize, within: bool) -> Vec<Pair> {
    let all = (0..a as u32).flat_map(|a| (0..b as u32).map(move |b| Pair { a, b }));
    let all: Vec<_> = all.filter(|pair| !within || pair.a < pair.b).collect();
    random.order(all.len()).into_iter().map(|index| all[index]).collect()
}

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
) -> Report {
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
    assert!(found.eq(expected.contacts.iter().cloned()));
    assert_eq!(report.total().touching, contacts.len() as u64);
    for index in [0, contacts.len() / 2, contacts.len() - 1] {
        let contact = contacts.get(index).expect("there is a contact");
        assert_eq!((contact.pair, contact.distance), {
            let (pair, _, distance, ..) = expected.contacts[index];
            (pair, distance)
        });
    }
    assert_eq!(contacts.get(contacts.len()), None);
    report
}

fn check_all<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>, seed: u64) {
    let mut random = Random::seeded(seed);
    let (a, b) = (set(120, |n| make(&mut random, n)), set(60, |n| make(&mut random, n)));
    for within in [true, false] {
        let (other, count) = if within { (&a, a.shapes.len()) } else { (&b, b.shapes.len()) };
        let pairs = pairs_of(&mut random, a.shapes.len(), count, within);
        let expected = expected(&a.shapes, &other.shapes, &pairs);
        let apart = expected.touching.iter().filter(|touching| !**touching).count();
        assert!(expected.contacts.len() > 500 && apart > 500, "too few of a kind");
        let sides = if within {
            Sides::within(&a.prepared)
        } else {
            Sides::between(&a.prepared, &other.prepared)
        };
        for level in Level::available() {
            let mut narrow = Narrow::with_level(*level);
            let reports = THREADS.map(|threads| {
                pool(threads).install(|| check(&mut narrow, sides, &pairs, &expected))
            });
            assert!(reports.iter().all(|report| *report == reports[0]), "threads change nothing");
            let kinds = Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| (a, b)));
            let met = kinds.filter(|(a, b)| a <= b && reports[0].of(*a, *b).touching > 0).count();
            assert_eq!(met, 10, "a pair of kinds is missing: {:?}", reports[0]);
            assert!(reports[0].total().occupancy() > 0.5);
        }
    }
}

#[test]
fn lists_answer_as_single_pairs() {
    for seed in [1, 2, 3] {
        check_all(planar, seed);
        check_all(spatial, seed);
    }
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    let mut random = Random::seeded(4);
    let set = set(90, |number| spatial(&mut random, number));
    let (mut points, mut same) = (0, 0);
    for pair in pairs_of(&mut random, 90, 90, true) {
        let (a, b) = (&set.shapes[pair.a as usize], &set.shapes[pair.b as usize]);
        let valid = "the shapes are valid";
        let there = narrow::separation(a, b).expect(valid);
        let back = narrow::separation(b, a).expect(valid);
        assert_eq!((there.distance, there.axis), (back.distance, back.axis));
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
            assert_eq!((there.distance, there.feature), (back.distance, back.feature));
            points += 1;
        }
    }
    assert!(points > 500 && same > 0, "{points} {same}");
}

#[test]
fn pairs_of_shapes_that_are_not_there_are_errors() {
    let set = set(3, |_| Shape::ball([0.0, 0.0], 1.0));
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 0, b: 2 }, Pair { a: 1, b: 3 }];
    let mut narrow = Narrow::new();
    let error = narrow.overlaps(&set.prepared, &pairs, &mut Vec::new()).unwrap_err();
    assert_eq!(error, Error::NoShape { pair: 2, index: 3, shapes: 3 });
    assert!(error.to_string().contains("pair 2 refers to shape 3"));
    assert!(narrow.contacts(&set.prepared, &pairs, &mut Contacts::new()).is_err());
    let mut contacts = Contacts::new();
    narrow.contacts(&set.prepared, &pairs[..2], &mut contacts).expect("these are there");
    assert_eq!(contacts.len(), 2);
}

#[test]
fn quarantined_shapes_touch_nothing() {
    let mut shapes = Shapes::<2>::new();
    for x in [0.0, 0.5, 1.0] {
        shapes.insert(Shape::ball([x, 0.0], 1.0)).expect("the shape is valid");
    }
    shapes.set_ball_radii(&[1.0, f32::NAN, 1.0]).expect("three radii");
    let mut prepared = Prepared::new();
    prepared.update(&shapes).expect("there is memory");
    assert_eq!(prepared.quarantined().len(), 1);
    let pairs = [Pair { a: 0, b: 1 }, Pair { a: 0, b: 2 }, Pair { a: 1, b: 2 }];
    let (mut touching, mut contacts) = (Vec::new(), Contacts::new());
    let mut narrow = Narrow::new();
    narrow.overlaps(&prepared, &pairs, &mut touching).expect("the pairs are there");
    assert_eq!(touching, [false, true, false]);
    narrow.contacts(&prepared, &pairs, &mut contacts).expect("the pairs are there");
    assert!(contacts.iter().map(|contact| contact.pair).eq([pairs[1]]));
}

#[test]
fn single_pairs_of_what_is_no_shape_are_errors() {
    let ball = Shape::ball([0.0, 0.0], 1.0);
    for bad in [Shape::ball([f32::NAN, 0.0], 1.0), Shape::ball([0.0, 0.0], -1.0)] {
        assert!(matches!(narrow::overlap(&ball, &bad), Err(Error::Shape { .. })));
        assert!(matches!(narrow::contact(&bad, &ball), Err(Error::Shape { .. })));
        assert!(matches!(narrow::distance(&bad, &ball), Err(Error::Shape { .. })));
    }
}
