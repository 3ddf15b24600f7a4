//! What is let in one at a time, and what comes out again.

use std::{f32::consts::FRAC_1_SQRT_2, f64::consts::FRAC_PI_2, sync::Arc};

use jostle::{
    Error, Shape, Shapes,
    error::ShapeFault,
    shape::{
        Attributes, Ball, Capsule, ConvexPolygon, HalfSpace, Hull, OrientedBox, Polyhedron,
        Rotation, ShapeKind, Solid, Triangle,
    },
    validate::InvalidReason,
};

use crate::{
    common::Random,
    support::{Dimension, In, all_of, kinds, random_set, random_shape},
};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Shapes that are none, and why.
fn bad<const D: usize>() -> Vec<(Shape<D>, ShapeFault)>
where
    In: Dimension<D>,
{
    use InvalidReason::{
        Infinite, InfiniteCenter, NegativeExtent, NegativeRadius, NotANormal, NotANumber,
        NotARotation,
    };
    let mut bad: Vec<(Shape<D>, InvalidReason)> = Vec::new();
    let turned = |center: [f32; D], half: [f32; D], rotation: [f32; 4]| {
        Shape::Box(OrientedBox { center, half, rotation: In::rotation(rotation) })
    };
    let unit = [1.0, 0.0, 0.0, 0.0];
    for axis in 0..D {
        let with = |number: f32, rest: f32| {
            let mut vector = [rest; D];
            vector[axis] = number;
            vector
        };
        for (number, reason) in [(NAN, NotANumber), (INF, InfiniteCenter), (-INF, InfiniteCenter)] {
            let center = with(number, 1.0);
            bad.push((Shape::Ball(Ball { center, radius: 1.0 }), reason));
            bad.push((Shape::Capsule(Capsule { center, axis: [0.0; D], radius: 1.0 }), reason));
            bad.push((turned(center, [1.0; D], unit), reason));
            bad.push((Shape::half_space(center, with(1.0, 0.0)), reason));
        }
        for (number, reason) in [(NAN, NotANumber), (INF, Infinite), (-INF, Infinite)] {
            let capsule = Capsule { center: [0.0; D], axis: with(number, 1.0), radius: 1.0 };
            bad.push((Shape::Capsule(capsule), reason));
            bad.push((Shape::half_space([0.0; D], with(number, 0.0)), reason));
        }
        // Too short or too long, down to no length and up to one whose square is infinite.
        for length in [0.0, 1e-45, 1e-30, 0.5, 0.9486, 1.0489, 2.0, -3.0, 1e30] {
            bad.push((Shape::half_space([0.0; D], with(length, 0.0)), NotANormal));
        }
        let halves = [
            (NAN, NotANumber),
            (INF, Infinite),
            (-INF, NegativeExtent),
            (-1.0, NegativeExtent),
            (-1e-45, NegativeExtent),
        ];
        for (number, reason) in halves {
            bad.push((turned([0.0; D], with(number, 1.0), unit), reason));
        }
    }
    let radii = [
        (NAN, NotANumber),
        (INF, Infinite),
        (-INF, NegativeRadius),
        (-1.0, NegativeRadius),
        (-1e-45, NegativeRadius),
    ];
    for (radius, reason) in radii {
        bad.push((Shape::ball([0.0; D], radius), reason));
        bad.push((Shape::capsule([0.0; D], [1.0; D], radius), reason));
    }
    let (short, long) = (0.9486, 1.0489);
    for length in [0.0, 1e-30, 0.5, short, long, 2.0, 1e30] {
        for part in 0..2 {
            let mut rotation = [0.0; 4];
            rotation[part] = length;
            bad.push((turned([0.0; D], [1.0; D], rotation), NotARotation));
        }
    }
    for (number, reason) in [(NAN, NotANumber), (INF, Infinite), (-INF, Infinite)] {
        bad.push((turned([0.0; D], [1.0; D], [number, 0.0, 0.0, 0.0]), reason));
        bad.push((turned([0.0; D], [1.0; D], [0.0, number, 0.0, 0.0]), reason));
    }
    // The first of several that is wrong is told: what is no number before what is a wrong one.
    bad.push((Shape::ball([INF; D], NAN), NotANumber));
    bad.push((Shape::ball([INF; D], -1.0), NegativeRadius));
    bad.push((turned([INF; D], [1.0; D], [0.0; 4]), InfiniteCenter));
    bad.push((Shape::half_space([INF; D], [0.0; D]), InfiniteCenter));
    bad.into_iter().map(|(shape, reason)| (shape, ShapeFault::Value(reason))).collect()
}

/// Polygons are checked when they are made; what can still go wrong is their place.
fn bad_polygons() -> Vec<(Shape<2>, ShapeFault)> {
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let polygon = |center, rotation: [f32; 2]| {
        Shape::Polygon(ConvexPolygon::new(center, rotation, &corners).expect("a triangle"))
    };
    let rounded = |rounding| {
        let sharp = ConvexPolygon::new([0.0, 0.0], 0.0, &corners).expect("a triangle");
        Shape::Polygon(sharp.with_rounding(rounding))
    };
    [
        (polygon([NAN, 0.0], [1.0, 0.0]), InvalidReason::NotANumber),
        (polygon([0.0, INF], [1.0, 0.0]), InvalidReason::InfiniteCenter),
        (polygon([0.0, 0.0], [1.0, NAN]), InvalidReason::NotANumber),
        (polygon([0.0, 0.0], [-INF, 0.0]), InvalidReason::Infinite),
        (polygon([0.0, 0.0], [0.6, 0.6]), InvalidReason::NotARotation),
        (rounded(NAN), InvalidReason::NotANumber),
        (rounded(INF), InvalidReason::Infinite),
        (rounded(-1e-45), InvalidReason::NegativeRadius),
    ]
    .map(|(shape, reason)| (shape, ShapeFault::Value(reason)))
    .to_vec()
}

fn bad_triangles() -> Vec<(Shape<3>, ShapeFault)> {
    let mut bad = Vec::new();
    for place in 0..9 {
        for (number, reason) in [
            (NAN, InvalidReason::NotANumber),
            (INF, InvalidReason::Infinite),
            (-INF, InvalidReason::Infinite),
        ] {
            let mut triangle = Triangle { vertices: [[1.0; 3]; 3] };
            triangle.vertices.as_flattened_mut()[place] = number;
            bad.push((Shape::Triangle(triangle), ShapeFault::Value(reason)));
        }
    }
    bad
}

/// Solids and hulls with a number that is wrong, each of which is told.
fn bad_solids() -> Vec<(Shape<3>, ShapeFault)> {
    use InvalidReason::{
        Infinite, InfiniteCenter, NegativeExtent, NegativeRadius, NotANumber, NotARotation,
    };
    let upright = Rotation::<3>::IDENTITY;
    let solid = Solid::cylinder([1.0; 3], 1.0, 0.5, upright);
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let polyhedron = Arc::new(Polyhedron::hull_of(&points).expect("a tetrahedron"));
    let hull = Hull { polyhedron, center: [1.0; 3], rotation: upright, rounding: 0.0 };
    let mut bad: Vec<(Shape<3>, InvalidReason)> = Vec::new();
    let with = |numbers: [f32; 3], axis: usize, number: f32| {
        std::array::from_fn(|k| if k == axis { number } else { numbers[k] })
    };
    for axis in 0..3 {
        for (number, reason) in [(NAN, NotANumber), (INF, InfiniteCenter), (-INF, InfiniteCenter)] {
            let center = with([1.0; 3], axis, number);
            bad.push((Solid { center, ..solid }.into(), reason));
            bad.push((Hull { center, ..hull.clone() }.into(), reason));
        }
        for (number, reason) in [(NAN, NotANumber), (INF, Infinite), (-1e-45, NegativeExtent)] {
            bad.push((Solid { half: with(solid.half, axis, number), ..solid }.into(), reason));
        }
    }
    for (number, reason) in [(NAN, NotANumber), (INF, Infinite), (-1e-45, NegativeRadius)] {
        bad.push((Solid { lids: [number, 0.5], ..solid }.into(), reason));
        bad.push((Solid { lids: [0.5, number], ..solid }.into(), reason));
        bad.push((Solid { rounding: number, ..solid }.into(), reason));
        bad.push((Hull { rounding: number, ..hull.clone() }.into(), reason));
    }
    for (number, reason) in [(NAN, NotANumber), (INF, Infinite), (0.5, NotARotation)] {
        let rotation = Rotation::<3>::from([number, 0.0, 0.0, 0.0]);
        bad.push((Solid { rotation, ..solid }.into(), reason));
        bad.push((Hull { rotation, ..hull.clone() }.into(), reason));
    }
    bad.into_iter().map(|(shape, reason)| (shape, ShapeFault::Value(reason))).collect()
}

/// Neither inserted nor put in place of another shape; all stays as it is.
fn check_refused<const D: usize>(bad: Vec<(Shape<D>, ShapeFault)>)
where
    In: Dimension<D>,
{
    let mut shapes = random_set::<D>(&mut Random::seeded(1), 3);
    let before = all_of(&shapes);
    for (shape, fault) in bad {
        let kind = shape.kind();
        let error = Error::Shape { kind, fault };
        assert_eq!(shapes.insert(&shape), Err(error.clone()), "{shape:?}");
        let ranges = shapes.ranges();
        if let Some(index) = ranges.of(kind).next() {
            let handle = shapes.handle_of(index).expect("there is a shape");
            assert_eq!(shapes.set(handle, &shape), Err(error), "{shape:?}");
        }
        assert_eq!(all_of(&shapes), before, "{shape:?}");
    }
}

#[test]
fn what_is_no_shape_is_refused_and_changes_nothing() {
    check_refused::<2>(bad());
    check_refused::<3>(bad());
    check_refused(bad_polygons());
    check_refused(bad_triangles());
    check_refused(bad_solids());
}

#[test]
fn kinds_of_the_other_dimension_are_refused() {
    let polygon = ConvexPolygon::new([0.0, 0.0], 0.0, &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let polygon = Shape::<3>::Polygon(polygon.expect("a triangle"));
    check_refused::<3>(vec![(polygon, ShapeFault::Dimension)]);
    let triangle = Shape::<2>::Triangle(Triangle { vertices: [[0.0; 3]; 3] });
    check_refused::<2>(vec![(triangle, ShapeFault::Dimension)]);
}

#[test]
fn a_shape_is_replaced_by_any_kind() {
    let mut random = Random::seeded(2);
    let mut shapes = random_set::<3>(&mut random, 1);
    let count = shapes.len();
    let handles: Vec<_> = (0..count).filter_map(|index| shapes.handle_of(index)).collect();
    shapes.set_limit(count);
    for handle in handles {
        let attributes = Attributes::new().with_user(random.bits()).with_ccd(true);
        shapes.set_attributes(handle, attributes).expect("it is there");
        for kind in kinds::<3>() {
            let shape = random_shape::<3>(&mut random, kind);
            shapes.set(handle, &shape).expect("it is no shape more");
            assert_eq!(shapes.get(handle), Ok(shape));
            assert_eq!(shapes.attributes(handle), Ok(attributes));
            let index = shapes.index_of(handle).expect("it is there");
            assert_eq!((shapes.len(), shapes.ranges().kind_of(index).0), (count, kind));
        }
    }
}

/// What has no length between 0.9 and 1.1 was refused above; what has comes out with length 1.
#[test]
fn rotations_are_scaled_once() {
    let mut shapes = Shapes::<3>::new();
    let mut random = Random::seeded(3);
    for _ in 0..1000 {
        let exact = crate::support::rotation::<3>(&mut random);
        let length = f64::from(random.between(0.9487, 1.0488));
        let given = exact.map(|x| (x * length) as f32);
        let rotation = Rotation::from(given);
        let handle = shapes.insert(Shape::oriented_box([0.0; 3], [1.0; 3], rotation)).unwrap();
        let read = |shapes: &Shapes<3>| match shapes.get(handle) {
            Ok(Shape::Box(OrientedBox { rotation, .. })) => rotation,
            other => panic!("{other:?} is no box"),
        };
        let stored = read(&shapes);
        let square: f64 = given.iter().map(|x| f64::from(*x).powi(2)).sum();
        for (stored, given) in stored.quaternion().into_iter().zip(given) {
            let expected = f64::from(given) / square.sqrt();
            assert!((f64::from(stored) - expected).abs() <= 1.2e-7 * expected.abs());
        }
        // What was read can be written back.
        shapes.set(handle, Shape::oriented_box([0.0; 3], [1.0; 3], stored)).unwrap();
        assert_eq!(read(&shapes), stored);
    }
}

#[test]
fn normals_are_scaled_once() {
    let (mut shapes, mut random) = (Shapes::<3>::new(), Random::seeded(4));
    for _ in 0..1000 {
        let exact = crate::support::normal::<3>(&mut random);
        let length = random.between(0.9487, 1.0488);
        let given = exact.map(|x| x * length);
        let Ok(handle) = shapes.insert(Shape::half_space([1.0; 3], given)) else {
            panic!("{given:?} was refused");
        };
        let read = |shapes: &Shapes<3>| match shapes.get(handle) {
            Ok(Shape::HalfSpace(HalfSpace { normal, .. })) => normal,
            other => panic!("{other:?} is no half-space"),
        };
        let stored = read(&shapes);
        let square: f64 = given.iter().map(|x| f64::from(*x).powi(2)).sum();
        for (stored, given) in stored.into_iter().zip(given) {
            let expected = f64::from(given) / square.sqrt();
            assert!((f64::from(stored) - expected).abs() <= 1.3e-7 * expected.abs());
        }
        shapes.set(handle, Shape::half_space([1.0; 3], stored)).unwrap();
        assert_eq!(read(&shapes), stored);
    }
}

#[test]
fn rotations_are_what_they_say() {
    for quarters in -8..=8_i32 {
        let turned = Rotation::from_angle((f64::from(quarters) * FRAC_PI_2) as f32).cos_sin();
        let ways = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        assert_eq!(turned, ways[quarters.rem_euclid(4) as usize], "{quarters}");
    }
    // All that is next to one is itself.
    let quarter = std::f32::consts::FRAC_PI_2;
    for angle in [quarter.next_down(), quarter.next_up(), 1e-7, 1e9] {
        let expected = [f64::from(angle).cos() as f32, f64::from(angle).sin() as f32];
        assert_eq!(Rotation::from_angle(angle).cos_sin(), expected, "{angle}");
    }
    assert!(Rotation::from_angle(f32::INFINITY).cos_sin()[0].is_nan());
    let about_z = Rotation::about([0.0, 0.0, 5.0], std::f32::consts::FRAC_PI_2);
    let about_z = about_z.expect("the axis has a length");
    for (axis, angle) in [
        ([0.0; 3], 1.0),
        ([f32::NAN, 0.0, 1.0], 1.0),
        ([f32::INFINITY, 0.0, 1.0], 1.0),
        ([0.0, 0.0, 1.0], f32::NAN),
    ] {
        assert_eq!(Rotation::about(axis, angle), None, "{axis:?} {angle}");
    }
    let [x, y, z, w] = about_z.quaternion();
    assert!(x == 0.0 && y == 0.0, "{about_z:?}");
    assert!((z - FRAC_1_SQRT_2).abs() < 1e-7 && (w - FRAC_1_SQRT_2).abs() < 1e-7, "{about_z:?}");
    assert_eq!(Rotation::<2>::default(), Rotation::from([1.0, 0.0]));
    assert_eq!(Rotation::<3>::default(), Rotation::from([0.0, 0.0, 0.0, 1.0]));
}

#[test]
fn zeros_are_positive() {
    let mut shapes = Shapes::<3>::new();
    let none = -0.0_f32;
    let handles = [
        shapes.insert(Shape::ball([none; 3], none)),
        shapes.insert(Shape::oriented_box([none; 3], [none; 3], [none, none, none, 1.0])),
        shapes.insert(Shape::segment([none; 3], [none; 3])),
        shapes.insert(Triangle { vertices: [[none; 3]; 3] }),
        shapes.insert(Shape::half_space([none; 3], [none, 1.0, none])),
    ];
    let text = all_of(&shapes);
    assert!(!text.contains("-0"), "{text}");
    assert!(handles.iter().all(Result::is_ok));
    let mut shapes = Shapes::<2>::new();
    let corners = [[none, none], [1.0, none], [none, 1.0]];
    let polygon = ConvexPolygon::new([none, none], [1.0, none], &corners).unwrap();
    shapes.insert(polygon).unwrap();
    assert!(!all_of(&shapes).contains("-0"));
}

#[test]
fn points_and_segments_are_shapes_of_no_radius() {
    let mut shapes = Shapes::<2>::new();
    let point = shapes.insert(Shape::point([1.0, 2.0])).unwrap();
    let segment = shapes.insert(Shape::segment([1.0, 2.0], [3.0, -4.0])).unwrap();
    let ball = Ball { center: [1.0, 2.0], radius: 0.0 };
    assert_eq!(shapes.get(point), Ok(Shape::Ball(ball)));
    let capsule = Capsule { center: [2.0, -1.0], axis: [1.0, -3.0], radius: 0.0 };
    assert_eq!(shapes.get(segment), Ok(Shape::Capsule(capsule)));
    // Huge ends do not make it infinite.
    let far = Shape::<2>::segment([f32::MAX; 2], [f32::MAX; 2]);
    let capsule = Capsule { center: [f32::MAX; 2], axis: [0.0; 2], radius: 0.0 };
    assert_eq!(far, Shape::Capsule(capsule));
}

#[test]
fn errors_say_what_and_why() {
    let mut shapes = Shapes::<3>::new();
    let error = shapes.insert(Shape::ball([0.0; 3], -1.0)).unwrap_err();
    assert_eq!(error.to_string(), "bad ball: negative radius");
    let error = shapes.insert(Shape::half_space([0.0; 3], [0.0, 2.0, 0.0])).unwrap_err();
    assert_eq!(error.to_string(), "bad half-space: not a normal of length 1");
    let handle = shapes.insert(Shape::point([0.0; 3])).unwrap();
    shapes.remove(handle).unwrap();
    let error = shapes.get(handle).unwrap_err();
    assert_eq!(error.to_string(), "handle 0 (generation 0) is stale: its shape was removed");
    let error = ConvexPolygon::new([0.0, 0.0], 0.0, &[[0.0, 0.0]]).unwrap_err();
    let fault = ShapeFault::TooFewVertices { found: 1 };
    assert_eq!(error, Error::Shape { kind: ShapeKind::Polygon, fault });
    assert_eq!(error.to_string(), "bad polygon: a polygon needs at least 3 vertices, got 1");
}
