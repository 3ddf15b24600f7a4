//! The narrow phase over lists of pairs: all kinds of shapes, as single pairs answer, whatever the
//! threads, the level and the order.

mod common;

use std::sync::Mutex;

use common::{Random, THREADS, pairs_of, planar, pool, set, spatial};
use jostle::{
    Contacts, Error, Kind, Level, Narrow, Pair, Prepared,
    narrow::{self, ContactPoint, Report, Separation, Sides},
    shape::{ConvexPolygon, Rotation, Shape, Shapes, Triangle},
};

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
    let visited = Mutex::new(Vec::new());
    let again = narrow.visit_contacts(sides, pairs, |some| {
        assert_eq!(some.pairs, &pairs[some.first..][..some.pairs.len()]);
        assert_eq!(some.iter().count(), some.len());
        assert_eq!(some.is_empty(), some.iter().next().is_none());
        let found = some.iter().map(|contact| {
            (contact.pair, contact.normal, contact.distance, contact.axis, contact.points.to_vec())
        });
        visited.lock().expect("no panic").push((some.first, found.collect::<Vec<_>>()));
    });
    assert_eq!(again.expect(valid), report);
    let mut visited = visited.into_inner().expect("no panic");
    visited.sort_by_key(|(first, _)| *first);
    assert!(visited.into_iter().flat_map(|(_, found)| found).eq(expected.contacts.iter().cloned()));
    report
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
        for level in Level::available() {
            let mut narrow = Narrow::with_level(*level);
            let reports = THREADS.map(|threads| {
                pool(threads).install(|| check(&mut narrow, sides, &pairs, &expected))
            });
            assert!(reports.iter().all(|report| *report == reports[0]), "threads change nothing");
            let all = Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| (a, b)));
            let met = all.filter(|(a, b)| a <= b && reports[0].of(*a, *b).touching > 0).count();
            assert_eq!(met, kinds, "a pair of kinds is missing: {:?}", reports[0]);
            assert!(reports[0].total().occupancy() > 0.5);
        }
    }
}

#[test]
fn lists_answer_as_single_pairs() {
    for seed in [1, 2, 3] {
        check_all(planar, seed, (10, 500));
        check_all(spatial, seed, (10, 500));
    }
}

/// Lists that need not be split.
#[test]
fn lists_of_one_kind_answer_as_single_pairs() {
    for number in 0..6 {
        check_all(|random, _| planar(random, number), 4, (1, 30));
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
    let counts = report.expect("the pairs are valid").of(Kind::Polygon, Kind::Polygon);
    assert_eq!((counts.candidates, counts.after_overlap), (19_900, counts.after_circles));
    assert!(counts.touching > 1_000 && counts.touching < counts.after_circles, "{counts:?}");
    assert!(counts.after_circles < 15_000, "{counts:?}");
}

/// The number of an axis of two shapes of a kind where they trade places.
fn turned_axis(kind: Kind, axis: u32) -> u32 {
    let pair = |number: u32| number % 3 * 3 + number / 3;
    match (kind, axis) {
        (Kind::Box, 0..6) => (axis + 3) % 6,
        (Kind::Box, _) => 6 + pair(axis - 6),
        (Kind::Capsule, _) => axis / 32 + axis % 32 * 32,
        (Kind::Triangle, 0..2) => 1 - axis,
        (Kind::Triangle, 2..11) => 2 + pair(axis - 2),
        (Kind::Triangle, 11..17) => 11 + (axis - 8) % 6,
        _ => axis,
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
            let feature = if turned { feature / 32 + feature % 32 * 32 } else { feature };
            assert_eq!((there.distance, there.feature), (back.distance, feature));
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

/// The distance along a direction between all of one shape and all of another: never more than
/// their distance.
fn gap_along<const D: usize>(a: &Shape<D>, b: &Shape<D>, direction: [f64; D]) -> f64 {
    let low = |shape: &Shape<D>, sign: f64| -> f64 {
        let dot = |point: [f32; D]| -> f64 {
            point.iter().zip(direction).map(|(x, d)| sign * f64::from(*x) * d).sum()
        };
        let size = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
        match shape {
            Shape::Ball(ball) => dot(ball.centre) - f64::from(ball.radius) * size,
            Shape::Capsule(capsule) => {
                dot(capsule.centre) - dot(capsule.axis).abs() - f64::from(capsule.radius) * size
            }
            Shape::Triangle(triangle) => triangle
                .vertices
                .map(|vertex| dot(std::array::from_fn(|axis| vertex[axis])))
                .into_iter()
                .fold(f64::INFINITY, f64::min),
            _ => unreachable!("the test has no others"),
        }
    };
    low(b, 1.0) + low(a, -1.0)
}

/// The two points lie as far apart as is said, and nothing of either shape is nearer: all of A is
/// on this side of the one, all of B beyond the other.
fn check_distance<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    let valid = "the shapes are valid";
    let found = narrow::distance(a, b).expect(valid);
    let back = narrow::distance(b, a).expect(valid);
    assert_eq!(found.distance, back.distance, "{a:?} {b:?}");
    let touching = narrow::overlap(a, b).expect(valid);
    assert_eq!(found.distance == 0.0, touching, "{a:?} {b:?} {found:?}");
    if touching {
        return false;
    }
    let centre = |shape: &Shape<D>| match shape {
        Shape::Ball(ball) => ball.centre,
        Shape::Capsule(capsule) => capsule.centre,
        Shape::Triangle(triangle) => std::array::from_fn(|axis| triangle.vertices[0][axis]),
        _ => unreachable!("the test has no others"),
    };
    let (from, to) = (centre(a), centre(b));
    let between: [f64; D] = std::array::from_fn(|axis| {
        f64::from(to[axis]) + f64::from(found.on_b[axis])
            - f64::from(from[axis])
            - f64::from(found.on_a[axis])
    });
    let length = between.iter().map(|x| x * x).sum::<f64>().sqrt();
    let distance = f64::from(found.distance);
    assert!((length - distance).abs() < 1e-6, "{a:?} {b:?} {found:?}");
    let least = gap_along(a, b, between.map(|x| x / length));
    // The direction between points that are near each other is rounded most.
    assert!(least > distance - 1e-5 - 1e-6 / length, "{a:?} {b:?} {found:?} {least}");
    true
}

#[test]
fn distances_are_between_the_nearest_points() {
    let mut random = Random::seeded(5);
    let mut apart = [0; 2];
    for number in 0..4000 {
        let mut round = |number: usize| match number % 3 {
            0 => Shape::ball(random.point::<3>(-3.0, 3.0), random.between(0.0, 1.0)),
            1 => Shape::capsule(
                random.point::<3>(-3.0, 3.0),
                random.point(-3.0, 3.0),
                random.between(0.0, 0.5),
            ),
            _ => Triangle { vertices: [(); 3].map(|()| random.point(-3.0, 3.0)) }.into(),
        };
        let (a, b) = (round(number), round(number / 3));
        apart[0] += usize::from(check_distance(&a, &b));
        let mut round = |number: usize| match number % 2 {
            0 => Shape::ball(random.point::<2>(-3.0, 3.0), random.between(0.0, 1.0)),
            _ => Shape::segment(random.point::<2>(-3.0, 3.0), random.point(-3.0, 3.0)),
        };
        let (a, b) = (round(number), round(number / 2));
        apart[1] += usize::from(check_distance(&a, &b));
    }
    assert!(apart.iter().all(|count| *count > 1000), "{apart:?}");
}

#[test]
fn distances_of_boxes_and_polygons() {
    let (axis, eighth) = ([0.0, 0.0, 1.0], std::f32::consts::FRAC_PI_4);
    let cube = Shape::aligned_box([0.0; 3], [1.0; 3]);
    // Face to face, edge to edge, corner to corner, corner to face.
    let near = |other: &Shape<3>| narrow::distance(&cube, other).expect("both are valid");
    assert_eq!(near(&Shape::aligned_box([4.0, 0.5, 0.5], [1.0; 3])).distance, 2.0);
    assert_eq!(near(&Shape::aligned_box([5.0, 6.0, 0.0], [1.0; 3])).distance, 5.0);
    assert_eq!(near(&Shape::aligned_box([4.0, 5.0, 8.0], [1.0; 3])).distance, 7.0);
    let turned = Shape::oriented_box([4.0, 0.0, 0.5], [1.0; 3], Rotation::about(axis, eighth));
    let found = near(&turned);
    assert!((found.distance - (3.0 - 2.0_f32.sqrt())).abs() < 1e-6, "{found:?}");
    assert!((found.on_a[0] - 1.0).abs() < 1e-6 && found.on_a[1].abs() < 1e-6, "{found:?}");
    let inside = near(&Shape::aligned_box([0.25; 3], [0.5; 3]));
    assert_eq!(inside.distance, 0.0);
    let triangle = [[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0]];
    let triangle = ConvexPolygon::new([0.0, 3.0], 0.0, &triangle).expect("it is convex").into();
    let square = Shape::aligned_box([0.0, 0.0], [1.0, 1.0]);
    let found = narrow::distance(&square, &triangle).expect("both are valid");
    assert_eq!((found.distance, found.on_a[1], found.on_b[1]), (2.0, 1.0, 0.0));
    // All sixteen places of a polygon taken: the last edge closes it.
    let angle = |corner: u8| f32::from(corner) * std::f32::consts::TAU / 16.0;
    let ring: Vec<_> = (0..16).map(|c| [2.0 * angle(c).cos(), 2.0 * angle(c).sin()]).collect();
    let ring = ConvexPolygon::new([0.0, 0.0], 0.0, &ring).expect("it is convex").into();
    let middle = angle(15) + angle(1) / 2.0;
    let point = Shape::point([5.0 * middle.cos(), 5.0 * middle.sin()]);
    let found = narrow::distance(&ring, &point).expect("both are valid");
    let expected = 5.0 - 2.0 * (angle(1) / 2.0).cos();
    assert!((found.distance - expected).abs() < 1e-6, "{found:?} {expected}");
}
