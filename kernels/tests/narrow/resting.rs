//! Capsules that rest on other shapes: moved by a millionth of their size they keep their points
//! and the features of these, so that a solver finds what it knew of them.

use std::fmt::Debug;

use jostle_kernels::{
    pairs::{BoxCapsule, CapsulePolygon, CapsuleTriangle, Contact, contact_of},
    shape::{Capsule, MAX_VERTICES, Obb, Polygon, Triangle},
};

use crate::support::{Random, rotation, scale};

/// How often each pose is moved.
const TIMES: usize = 1000;
/// By how much: of the half length of the capsule, which is 1.
const STEP: f32 = 1e-6;
const RADIUS: f32 = 0.3;
/// How deep the capsules are in the ground.
const DEPTH: f32 = 0.01;

/// Number of points, and their features.
fn features<const D: usize, const N: usize>(contact: &Contact<D, N>) -> Vec<u32> {
    contact.points[..contact.count as usize].iter().map(|point| point.feature).collect()
}

/// The contact of a capsule keeps its features, and has so many points.
fn check<const D: usize, const N: usize>(
    pose: &(impl Debug + ?Sized),
    capsule: Capsule<D>,
    points: usize,
    contact: impl Fn(&Capsule<D>) -> Contact<D, N>,
) {
    let mut random = Random(0x4e57);
    let kept = features(&contact(&capsule));
    assert_eq!(kept.len(), points, "{pose:?} {capsule:?} {:?}", contact(&capsule));
    for _ in 0..TIMES * scale() {
        let mut moved = capsule;
        for k in 0..D {
            moved.center[k] += random.within(STEP);
            moved.axis[k] += random.within(STEP);
        }
        let found = contact(&moved);
        assert!(found.distance <= 0.0, "{pose:?} {moved:?} {found:?}");
        assert_eq!(features(&found), kept, "{pose:?} {moved:?} {found:?}");
    }
}

/// How far above the ground the segment of a capsule is.
const HEIGHT: f32 = RADIUS - DEPTH;

/// Poses over the ground at y = 0 that ends at x = 0 and goes on to all other sides: the center,
/// half the segment, and how many points there are.
fn poses() -> Vec<(&'static str, [f32; 3], [f32; 3], usize)> {
    let (sin, cos) = 20_f32.to_radians().sin_cos();
    let edge = |at: f32| [at * HEIGHT * sin, at * HEIGHT * cos, 0.0];
    vec![
        ("flat", [-2.0, HEIGHT, 0.1], [1.0, 0.0, 0.0], 2),
        ("flat at an angle", [-2.0, HEIGHT, 0.1], [0.8, 0.0, 0.6], 2),
        ("over the edge", [-0.5, HEIGHT, 0.1], [1.0, 0.0, 0.0], 2),
        ("over the edge at an angle", [-0.3, HEIGHT, 0.1], [0.8, 0.0, 0.6], 2),
        ("along the edge", [0.0, HEIGHT, 0.1], [0.0, 0.0, 1.0], 2),
        ("beside the edge", edge(1.0), [0.0, 0.0, 1.0], 2),
        ("across the edge", edge(1.0), [cos, -sin, 0.0], 1),
        ("upright", [-2.0, 1.0 + HEIGHT, 0.1], [0.0, 1.0, 0.0], 1),
        ("upright at the edge", [edge(1.0)[0], 1.0 + edge(1.0)[1], 0.1], [0.0, 1.0, 0.0], 1),
        ("leaning", [-2.0, 0.8 + HEIGHT, 0.1], [0.6, 0.8, 0.0], 1),
        ("hardly leaning", [-2.0, 0.1 + HEIGHT, 0.1], [0.99, 0.1, 0.0], 1),
        ("deep", [-2.0, -0.1, 0.1], [1.0, 0.0, 0.0], 2),
        ("deep at an angle", [-2.0, -0.1, 0.1], [0.8, 0.0, 0.6], 2),
        ("in the ground upright", [-2.0, 0.5, 0.1], [0.0, 1.0, 0.0], 1),
    ]
}

#[test]
fn on_a_box() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (pose, center, axis, points) in poses() {
        for size in [4.0, 16.0] {
            let ground = Obb { center: [-size, -size, 0.0], half: [size; 3], axes };
            let capsule = Capsule { center, axis, radius: RADIUS };
            check(pose, capsule, points, |capsule| {
                contact_of::<BoxCapsule, 3, 2>(&ground, capsule)
            });
        }
    }
}

/// The same where box and capsule are turned by any rotation about the origin.
#[test]
fn on_a_turned_box() {
    let mut random = Random(0x70b);
    for (pose, center, axis, points) in poses() {
        for _ in 0..10 {
            let axes = rotation(random.direction());
            let turned = |v: [f32; 3]| -> [f32; 3] {
                std::array::from_fn(|k| (0..3).map(|i| v[i] * axes[i][k]).sum())
            };
            let ground = Obb { center: turned([-4.0, -4.0, 0.0]), half: [4.0; 3], axes };
            let capsule = Capsule { center: turned(center), axis: turned(axis), radius: RADIUS };
            check(pose, capsule, points, |capsule| {
                contact_of::<BoxCapsule, 3, 2>(&ground, capsule)
            });
        }
    }
}

#[test]
fn on_a_triangle() {
    let ground = Triangle { vertices: [[0.0, 0.0, 20.0], [0.0, 0.0, -20.0], [-30.0, 0.0, 0.0]] };
    for (pose, center, axis, points) in poses() {
        // A triangle has no inside, and a capsule that is through it hangs on its lower end.
        if !pose.contains("in the ground") {
            let capsule = Capsule { center, axis, radius: RADIUS };
            let contact = |c: &Capsule<3>| contact_of::<CapsuleTriangle, 3, 2>(c, &ground);
            check(pose, capsule, points, contact);
        }
    }
}

#[test]
fn in_the_plane() {
    let ground = Obb { center: [-4.0, -4.0], half: [4.0; 2], axes: [[1.0, 0.0], [0.0, 1.0]] };
    let mut vertices = [[4.0, -4.0]; MAX_VERTICES];
    vertices[..4].copy_from_slice(&[[4.0, -4.0], [4.0, 4.0], [-4.0, 4.0], [-4.0, -4.0]]);
    let polygon = Polygon { center: ground.center, count: 4.0, vertices, rounding: 0.0 };
    let mut seen = 0;
    for (pose, [x, y, _], [u, v, w], points) in poses() {
        if w == 0.0 {
            let capsule = Capsule { center: [x, y], axis: [u, v], radius: RADIUS };
            check(pose, capsule, points, |c| contact_of::<BoxCapsule, 2, 2>(&ground, c));
            check(pose, capsule, points, |c| contact_of::<CapsulePolygon, 2, 2>(c, &polygon));
            seen += 1;
        }
    }
    assert!(seen >= 9, "{seen}");
}

/// A capsule above which a box ends, as far as it goes to both sides.
#[test]
fn a_capsule_longer_than_the_box() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let ground = Obb { center: [0.0, 0.0, 0.95], half: [1.0; 3], axes };
    for y in [0.0, 0.3] {
        let capsule = Capsule { center: [0.0, y, -0.5], axis: [3.0, 0.0, 0.0], radius: 0.6 };
        check(&y, capsule, 2, |capsule| contact_of::<BoxCapsule, 3, 2>(&ground, capsule));
    }
}
