//! Distances of single pairs.

use jostle::{
    Shape, narrow,
    shape::{ConvexPolygon, Rotation, Triangle},
};

use crate::common::{Random, polyhedron};

/// The distance along a direction between all of one shape and all of another: never more than
/// their distance.
fn gap_along<const D: usize>(a: &Shape<D>, b: &Shape<D>, direction: [f64; D]) -> f64 {
    let low = |shape: &Shape<D>, sign: f64| -> f64 {
        let dot = |point: [f32; D]| -> f64 {
            point.iter().zip(direction).map(|(x, d)| sign * f64::from(*x) * d).sum()
        };
        let size = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
        match shape {
            Shape::Ball(ball) => dot(ball.center) - f64::from(ball.radius) * size,
            Shape::Capsule(capsule) => {
                dot(capsule.center) - dot(capsule.axis).abs() - f64::from(capsule.radius) * size
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
    let center = |shape: &Shape<D>| match shape {
        Shape::Ball(ball) => ball.center,
        Shape::Capsule(capsule) => capsule.center,
        Shape::Triangle(triangle) => std::array::from_fn(|axis| triangle.vertices[0][axis]),
        _ => unreachable!("the test has no others"),
    };
    let (from, to) = (center(a), center(b));
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
    let rotation = Rotation::about(axis, eighth).expect("the axis has a length");
    let turned = Shape::oriented_box([4.0, 0.0, 0.5], [1.0; 3], rotation);
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

/// A shape of a kind about so large, at a place.
fn planar(random: &mut Random, kind: usize, size: f32, center: [f32; 2]) -> Shape<2> {
    let reach = |random: &mut Random| [(); 2].map(|()| size * random.between(0.1, 1.0));
    match kind {
        0 => Shape::ball(center, size * random.between(0.1, 1.0)),
        1 => Shape::oriented_box(center, reach(random), random.between(0.0, 6.0)),
        2 => Shape::aligned_box(center, reach(random)),
        3 => {
            let [x, y] = reach(random);
            let ends = [[center[0] - x, center[1] - y], [center[0] + x, center[1] + y]];
            Shape::capsule(ends[0], ends[1], 0.2 * size * random.unit())
        }
        4 => half_space(random, center),
        _ => {
            let turn = random.between(0.0, 6.0);
            let corner = |step: u8| {
                let angle = turn + f32::from(step) * std::f32::consts::TAU / 5.0;
                [size * angle.cos(), size * angle.sin()]
            };
            let corners: Vec<_> = (0..5).map(corner).collect();
            ConvexPolygon::new(center, random.between(0.0, 6.0), &corners).expect("convex").into()
        }
    }
}

/// A half-space behind a place.
fn half_space<const D: usize>(random: &mut Random, point: [f32; D]) -> Shape<D> {
    let way: [f32; D] = random.point(0.1, 1.0);
    let length = way.iter().map(|x| x * x).sum::<f32>().sqrt();
    let sign = random.pick(&[1.0, -1.0]);
    Shape::half_space(point, way.map(|x| sign * x / length))
}

fn spatial(random: &mut Random, kind: usize, size: f32, center: [f32; 3]) -> Shape<3> {
    let reach = |random: &mut Random| [(); 3].map(|()| size * random.between(0.1, 1.0));
    match kind {
        0 => Shape::ball(center, size * random.between(0.1, 1.0)),
        1 => {
            let axis = random.point(0.1, 1.0);
            let rotation = Rotation::about(axis, random.between(0.0, 6.0));
            Shape::oriented_box(center, reach(random), rotation.expect("the axis has a length"))
        }
        2 => Shape::aligned_box(center, reach(random)),
        3 => {
            let way = reach(random);
            let end = |sign: f32| std::array::from_fn(|axis| center[axis] + sign * way[axis]);
            Shape::capsule(end(-1.0), end(1.0), 0.2 * size * random.unit())
        }
        4 => half_space(random, center),
        5 => {
            let (half, axis) = (reach(random), random.point(0.1, 1.0));
            let rotation = Rotation::about(axis, random.between(0.0, 6.0));
            let rotation = rotation.expect("the axis has a length");
            Shape::hull(&polyhedron(random, half), center, rotation)
        }
        _ => {
            let mut vertex = || {
                let [x, y, z] = random.point(-size, size);
                [center[0] + x, center[1] + y, center[2] + z]
            };
            Triangle { vertices: [vertex(), vertex(), vertex()] }.into()
        }
    }
}

/// The common point of two shapes that overlap is in both. Returns whether they overlap.
fn check_common<const D: usize>(a: &Shape<D>, b: &Shape<D>, size: f32) -> bool {
    let valid = "the shapes are valid";
    let found = narrow::distance(a, b).expect(valid);
    if found.distance > 0.0 {
        return false;
    }
    // Of places some sizes away, and of points relative to the centers.
    let rounding = 16.0 * f32::EPSILON * size;
    let places = [(a, found.on_a), (b, found.on_b)].map(|(shape, on)| {
        std::array::from_fn::<f32, D, _>(|axis| shape.center()[axis] + on[axis])
    });
    for place in places {
        for shape in [a, b] {
            let off = narrow::distance(&Shape::point(place), shape).expect(valid).distance;
            assert!(off <= rounding, "{a:?} {b:?} {found:?}: off by {off}");
        }
    }
    true
}

/// The dot products of a triangle that is a million times as long as it is wide nearly cancel.
#[test]
fn distances_from_the_faces_of_long_boxes() {
    let mut random = Random::seeded(3);
    let mut least = f32::INFINITY;
    for _ in 0..10_000 {
        let half = [random.between(1.0, 9.0), random.between(1.0, 9.0), random.between(1e5, 1e7)];
        let inside =
            |random: &mut Random, axis: usize| 0.9 * half[axis] * random.between(-1.0, 1.0);
        let (x, z) = (inside(&mut random, 0), inside(&mut random, 2));
        // Exactly so much above the box.
        let above = random.pick(&[0.25, 0.5, 2.0, 16.0]);
        let point = [x, half[1] + above, z];
        let expected = point[1] - half[1];
        let found = narrow::distance(&Shape::aligned_box([0.0; 3], half), &Shape::point(point))
            .expect("both are valid");
        assert_eq!(found.distance, expected, "{half:?} {point:?} {found:?}");
        let off = (0..3).map(|axis| (found.on_a[axis] - [x, half[1], z][axis]).abs());
        assert!(off.fold(0.0, f32::max) <= 1e-5 * expected.max(z.abs() * 0.01), "{found:?}");
        least = least.min(expected / half[2]);
    }
    assert!(least < 1e-6, "{least}");
}

#[test]
fn shapes_that_overlap_have_a_point_in_common() {
    const KINDS: usize = 7;
    let random = &mut Random::seeded(17);
    for (first, second) in (0..KINDS * KINDS).map(|pair| (pair / KINDS, pair % KINDS)) {
        if (first, second) == (4, 4) {
            continue; // What two half-spaces have in common may begin far away.
        }
        let mut seen = [0; 2];
        for ratio in [1.0, 10.0, 1e3, 1e5] {
            let size = 4.0 * ratio;
            for _ in 0..200 {
                let [center, apart] = [1.0, 0.8].map(|by| random.point::<3>(-by, by));
                let far: [f32; 3] = std::array::from_fn(|axis| center[axis] + ratio * apart[axis]);
                let a = planar(random, first, 1.0, [center[0], center[1]]);
                let b = planar(random, second, ratio, [far[0], far[1]]);
                seen[0] += usize::from(check_common(&a, &b, size));
                let a = spatial(random, first, 1.0, center);
                let b = spatial(random, second, ratio, far);
                seen[1] += usize::from(check_common(&a, &b, size));
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "{first} {second}: {seen:?}");
    }
}

/// Half-spaces that cross, lie in one another, or face each other.
#[test]
fn two_half_spaces_have_a_point_in_common() {
    let random = &mut Random::seeded(19);
    let mut seen = [0; 2];
    for _ in 0..2000 {
        let (a, b) = (random.point::<3>(-4.0, 4.0), random.point::<3>(-4.0, 4.0));
        let (a, mut b) = (half_space(random, a), half_space(random, b));
        if let (Shape::HalfSpace(a), Shape::HalfSpace(b)) = (&a, &mut b)
            && random.below(3) == 0
        {
            b.normal = a.normal.map(|x| -x);
        }
        let found = narrow::distance(&a, &b).expect("they are valid");
        let [on_a, on_b] = [(&a, found.on_a), (&b, found.on_b)].map(|(shape, on)| {
            std::array::from_fn::<f32, 3, _>(|axis| shape.center()[axis] + on[axis])
        });
        let far = on_a.iter().map(|x| x.abs()).sum::<f32>();
        let off = |place: [f32; 3], from: &Shape<3>| {
            narrow::distance(&Shape::point(place), from).expect("they are valid").distance
        };
        let rounding = 8.0 * f32::EPSILON * (8.0 + far);
        assert!(off(on_a, &a) <= rounding && off(on_b, &b) <= rounding, "{a:?} {b:?} {found:?}");
        for (place, from) in [(on_a, &b), (on_b, &a)] {
            assert!((off(place, from) - found.distance).abs() <= rounding, "{a:?} {b:?} {found:?}");
        }
        seen[usize::from(found.distance > 0.0)] += 1;
    }
    assert!(seen[0] > 1000 && seen[1] > 200, "{seen:?}");
}

/// What is nearest to a plane is the deepest point of a shape, and the place before it.
#[test]
fn distances_from_half_spaces() {
    let random = &mut Random::seeded(18);
    let mut apart = 0;
    for number in 0..3000 {
        let center = random.point::<3>(-4.0, 4.0);
        let a = spatial(random, [0, 1, 2, 3, 5][number % 5], 1.0, [0.0; 3]);
        let b = half_space(random, center);
        let found = narrow::distance(&a, &b).expect("they are valid");
        let back = narrow::distance(&b, &a).expect("they are valid");
        assert_eq!((found.distance, found.on_a), (back.distance, back.on_b));
        let separation = narrow::separation(&a, &b).expect("they are valid");
        if found.distance > 0.0 {
            assert!((separation.distance - found.distance).abs() < 2e-6, "{a:?} {b:?} {found:?}");
            let place = |shape: &Shape<3>, on: [f32; 3]| {
                std::array::from_fn::<f32, 3, _>(|axis| shape.center()[axis] + on[axis])
            };
            let (on_a, on_b) = (place(&a, found.on_a), place(&b, found.on_b));
            for axis in 0..3 {
                let way = separation.normal[axis] * found.distance;
                assert!((on_b[axis] - on_a[axis] - way).abs() < 4e-6, "{a:?} {b:?} {found:?}");
            }
            let off = narrow::distance(&a, &Shape::point(on_a)).expect("they are valid").distance;
            assert!(off < 2e-6, "{a:?} {b:?} {found:?}: {off}");
            apart += 1;
        }
    }
    assert!(apart > 500, "{apart}");
}

#[test]
fn a_box_within_another_has_a_point_in_common() {
    let outer = Shape::aligned_box([0.0; 3], [1.0; 3]);
    let inner = Shape::aligned_box([0.0, 0.0, 0.0], [0.05; 3]);
    for (a, b) in [(&outer, &inner), (&inner, &outer)] {
        let found = narrow::distance(a, b).expect("both are valid");
        assert_eq!((found.distance, found.on_a), (0.0, found.on_b));
        assert!(found.on_a.iter().all(|x| x.abs() <= 0.05 + 1e-6), "{found:?}");
    }
    // Edges go through faces, and no corner is in the other.
    let long = Shape::aligned_box([0.0; 3], [3.0, 0.5, 0.5]);
    let flat = Shape::aligned_box([0.25; 3], [0.0, 2.0, 2.0]);
    let found = narrow::distance(&long, &flat).expect("both are valid");
    assert!((found.on_a[0] - 0.25).abs() < 1e-6, "{found:?}");
}

/// What has no inside, and lies in another shape, holds none of the corners around it.
#[test]
fn flat_boxes_share_a_point_that_is_theirs() {
    let cube = Shape::aligned_box([0.0; 3], [0.5; 3]);
    let turn = Rotation::about([1.0, 2.0, 3.0], 0.7).expect("it has a length");
    let mut inside = 0;
    for half in [[0.0, 0.3, 0.0], [0.3, 0.0, 0.2], [0.0; 3]] {
        for rotation in [Rotation::IDENTITY, turn] {
            let flat = Shape::oriented_box([0.05, 0.1, 0.0], half, rotation);
            let found = narrow::distance(&cube, &flat).expect("they are valid");
            let off = narrow::distance(&Shape::point(found.on_a), &flat).expect("they are valid");
            assert_eq!(found.distance, 0.0);
            assert!(off.distance < 1e-6, "{flat:?} {found:?} {off:?}");
            inside += 1;
        }
    }
    assert_eq!(inside, 6);
}
