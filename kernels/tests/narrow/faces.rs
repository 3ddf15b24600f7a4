//! Points of boxes and triangles in space.

use std::fmt::Debug;

use jostle_kernels::{
    pairs::{BoxTriangle, Contact, FacePoints, TriangleTriangle, add_face_points, contact_of},
    shape::{Extent, Obb, One, Triangle},
};

use crate::support::{
    Random, rotation, scale,
    solid::{Solid, inner, plus, wide},
};

fn contact<T: FacePoints>(a: &One<T::A>, b: &One<T::B>) -> Contact<3, 4> {
    add_face_points::<T>(a, b, &contact_of::<T, 3, 0>(a, b))
}

/// What was seen: how many contacts had so many points.
#[derive(Debug, Default)]
struct Seen {
    points: [usize; 5],
    by_axis: [usize; 18],
}

/// Points are of both shapes, as far apart along the normal as they say, not in front, and in
/// order.
fn check<T: FacePoints>(seen: &mut Seen, a: &One<T::A>, b: &One<T::B>)
where
    One<T::A>: Solid<3>,
    One<T::B>: Solid<3>,
{
    let found = contact::<T>(a, b);
    if found.distance > 0.0 {
        return;
    }
    let points = &found.points[..found.count as usize];
    seen.points[points.len()] += 1;
    seen.by_axis[found.axis as usize] += 1;
    let between = plus(wide(b.center()), wide(a.center()), -1.0);
    let numbers = a.numbers().into_iter().chain(b.numbers()).map(|x| f64::from(x.abs()));
    let size: f64 = numbers.sum::<f64>() + between.iter().map(|x| x.abs()).sum::<f64>();
    let smaller = f64::from(T::A::extent(a).min(T::B::extent(b)));
    let error = 2e-6 * size;
    let normal = wide(found.normal);
    let case = || format!("{a:?} {b:?} {found:?}");
    assert!(!points.is_empty(), "{}", case());
    for (index, point) in points.iter().enumerate() {
        let (on_a, on_b) = (wide(point.on_a), wide(point.on_b));
        let off = inner(plus(plus(between, on_b, 1.0), on_a, -1.0), normal);
        assert!((off - f64::from(point.distance)).abs() < error, "{index}: {off} {}", case());
        assert!(f64::from(point.distance) <= smaller / 1e5 + error, "{index} {}", case());
        let even = smaller / 512.0;
        let first = f64::from(points[0].distance);
        assert!(first <= f64::from(point.distance) + even + error, "{index} {}", case());
        for other in &points[..index] {
            assert_ne!(other.feature, point.feature, "{index} {}", case());
        }
        // Of a point of one face before the other, either may be beside the shape by the angle
        // between face and normal; the point of the incident one never is.
        let beside = 0.04 * f64::from(point.distance.abs()) + error;
        let inside = [a.distance(on_a) < beside, b.distance(on_b) < beside];
        assert!(inside[0] && inside[1], "{index}: {inside:?} {}", case());
    }
}

fn triangle(random: &mut Random, range: f32) -> Triangle {
    let flat = random.of(&[[1.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1e-3, 1.0]]);
    let place: [f32; 3] = random.vector(1.0);
    let vertices = std::array::from_fn(|_| {
        let off: [f32; 3] = random.vector(range);
        std::array::from_fn(|k| place[k] + off[k] * flat[k])
    });
    Triangle { vertices }
}

#[test]
fn points_lie_where_boxes_and_triangles_touch() {
    let (mut random, mut seen) = (Random(0xb7), Seen::default());
    let aligned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..60_000 * scale() {
        let axes = rotation(random.direction());
        let axes = random.of(&[aligned, axes]);
        let half = [0.0; 3].map(|_: f32| random.of(&[0.05, 0.5, 1.0]) * random.unit());
        let a = Obb { center: random.vector(1.0), half, axes };
        let range = random.of(&[0.3, 1.0, 3.0, 30.0]);
        let b = triangle(&mut random, range);
        check::<BoxTriangle>(&mut seen, &a, &b);
    }
    println!("{seen:?}");
    assert!(seen.points[1..].iter().all(|count| *count > 100), "{seen:?}");
    assert!(seen.by_axis[..4].iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn points_lie_where_triangles_touch() {
    let (mut random, mut seen) = (Random(0x77), Seen::default());
    for _ in 0..200_000 * scale() {
        let ranges = [random.of(&[0.3, 1.0, 3.0]), random.of(&[0.3, 1.0, 30.0])];
        let [a, b] = ranges.map(|range| triangle(&mut random, range));
        check::<TriangleTriangle>(&mut seen, &a, &b);
        // The other way round is the mirror image.
        let (found, turned) =
            (contact::<TriangleTriangle>(&a, &b), contact::<TriangleTriangle>(&b, &a));
        assert_eq!(found.normal.map(|x| -x), turned.normal);
        assert_eq!((found.distance, found.count), (turned.distance, turned.count));
        if found.distance <= 0.0 {
            for (point, other) in found.points.iter().zip(turned.points) {
                assert_eq!((point.on_a, point.on_b), (other.on_b, other.on_a));
                assert_eq!(point.feature % (1 << 16), other.feature >> 16);
                assert_eq!(point.feature >> 16, other.feature % (1 << 16));
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.points[1..3].iter().all(|count| *count > 100), "{seen:?}");
    assert!(seen.points[3] > 10 && seen.by_axis[..11].iter().all(|count| *count > 50), "{seen:?}");
}

/// A shape that rests keeps the number of its points and their features.
fn check_rest<T: FacePoints>(
    pose: &impl Debug,
    (a, b): (&One<T::A>, &One<T::B>),
    points: usize,
    moved: impl Fn(&mut Random, &One<T::A>) -> One<T::A>,
) {
    let features = |found: &Contact<3, 4>| {
        let mut features: Vec<_> =
            found.points[..found.count as usize].iter().map(|p| p.feature).collect();
        features.sort_unstable();
        features
    };
    let first = contact::<T>(a, b);
    assert_eq!(first.count as usize, points, "{pose:?} {first:?}");
    let mut random = Random(0x4e57);
    for _ in 0..1000 * scale() {
        let found = contact::<T>(&moved(&mut random, a), b);
        assert!(found.distance <= 0.0, "{pose:?} {found:?}");
        assert_eq!(features(&found), features(&first), "{pose:?} {found:?}\n{first:?}");
    }
}

/// How far shapes that are as large as 1 are moved.
const STEP: f32 = 1e-6;

/// A box turned by a small angle about each axis, and moved as far.
fn moved_box(random: &mut Random, shape: &Obb<3>, step: f32) -> Obb<3> {
    let turn: [f64; 3] = random.vector::<3>(step).map(f64::from);
    let axes = shape.axes.map(wide).map(|v| {
        let across = std::array::from_fn(|k| {
            let [i, j] = [(k + 1) % 3, (k + 2) % 3];
            turn[i] * v[j] - turn[j] * v[i]
        });
        plus(v, across, 1.0).map(|x| x as f32)
    });
    let step: [f32; 3] = random.vector(step);
    Obb { center: std::array::from_fn(|k| shape.center[k] + step[k]), axes, ..*shape }
}

fn moved_triangle(random: &mut Random, shape: &Triangle) -> Triangle {
    let vertices = shape.vertices.map(|vertex| {
        let step: [f32; 3] = random.vector(STEP);
        std::array::from_fn(|k| vertex[k] + step[k])
    });
    Triangle { vertices }
}

/// The ground ends at x = 0.
const GROUND: Triangle =
    Triangle { vertices: [[0.0, 0.0, 20.0], [0.0, 0.0, -20.0], [-30.0, 0.0, 0.0]] };

#[test]
fn boxes_rest_on_triangles() {
    let (sin, cos) = 0.3_f32.sin_cos();
    let turned = [[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]];
    let aligned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let on_edge = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
    let half = [1.0, 0.5, 0.7];
    for (pose, center, axes, points) in [
        ("flat", [-5.0, 0.49, 0.3], aligned, 4),
        ("flat, turned", [-5.0, 0.49, 0.3], turned, 4),
        ("over the edge", [-0.4, 0.49, 0.3], aligned, 4),
        ("over the edge, turned", [-0.4, 0.49, 0.3], turned, 4),
        ("on an edge", [-5.0, cos * 0.5 + sin * 1.0 - 0.01, 0.3], on_edge, 2),
    ] {
        let shape = Obb { center, half, axes };
        let moved = |random: &mut Random, shape: &Obb<3>| moved_box(random, shape, STEP);
        check_rest::<BoxTriangle>(&pose, (&shape, &GROUND), points, moved);
    }
    // What a box and a triangle have in common has more than four corners. Four others must not be
    // kept where the box leans, as those in a stack do.
    let cut = Triangle { vertices: [[-1.1, 0.0, -1.0], [0.1, 0.0, 1.1], [1.2, 0.0, -0.9]] };
    for axes in [aligned, turned] {
        let shape = Obb { center: [0.0, 0.49, 0.0], half, axes };
        let moved = |random: &mut Random, shape: &Obb<3>| moved_box(random, shape, 1e-4);
        check_rest::<BoxTriangle>(&"cut", (&shape, &cut), 4, moved);
    }
    // A small triangle on a box.
    let slab = Obb { center: [0.0, -1.0, 0.0], half: [4.0, 1.0, 4.0], axes: aligned };
    let small = Triangle { vertices: [[0.0, -0.01, 0.0], [1.0, -0.01, 0.1], [0.2, -0.01, 1.0]] };
    check_rest::<BoxTriangle>(&"a triangle", (&slab, &small), 3, |_, slab| *slab);
}

#[test]
fn triangles_rest_on_triangles() {
    let at =
        |y: f32, x: f32| Triangle { vertices: [[x, y, 0.0], [x + 1.0, y, 0.1], [x + 0.2, y, 1.0]] };
    // One that leans, with a corner below the ground.
    let mut leaning = at(0.5, -4.0);
    leaning.vertices[0][1] = -0.01;
    check_rest::<TriangleTriangle>(&"leaning", (&leaning, &GROUND), 1, moved_triangle);
    // One that stands on an edge.
    let mut standing = at(-0.01, -4.0);
    standing.vertices[2] = [-3.5, 1.0, 0.05];
    check_rest::<TriangleTriangle>(&"standing", (&standing, &GROUND), 2, moved_triangle);
}
