//! Half-spaces of which the answer is known: exactly touching, at rest, huge and tiny.

use jostle_kernels::{
    dispatch::contact_entry,
    pairs::{Contact, MAX_POINTS, convex::half_space},
    shape::{
        Ball, Bounded, Capsule, HalfSpace, MAX_VERTICES, Obb, Pack, Polygon, Rows, ShapeKind,
        Solid, Triangle, unit,
    },
    simd::Quad,
};

use super::body::{Bodies, In, columns, near, normal};
use crate::support::{Random, rotation, scale};

fn contact<S: Pack, const D: usize>(
    kind: ShapeKind,
    shape: &S::Of<f32>,
    half_space: &HalfSpace<D>,
) -> Contact<D, MAX_POINTS> {
    let (own, other) = (S::pack(shape), HalfSpace::<D>::pack(half_space));
    let own: &[Quad] = own.as_ref();
    let rows = [Rows::new(kind, own), Rows::new(ShapeKind::HalfSpace, &other.0)];
    let entry = contact_entry::<D>([kind, ShapeKind::HalfSpace]);
    let (touches, found) = ((entry.overlap)(rows), (entry.contact)(rows));
    assert_eq!(touches, found.distance <= 0.0, "{found:?}");
    found
}

const AXES: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// A ground up to a height, of all scales that numbers have.
fn ground<const D: usize>(height: f32) -> HalfSpace<D> {
    let (mut point, mut normal) = ([0.0; D], [0.0; D]);
    (point[1], normal[1]) = (height, 1.0);
    HalfSpace { point, normal }
}

/// Shapes that touch exactly, or by one step do not.
#[test]
fn touching_is_exact() {
    for exponent in [-120, -60, -3, 0, 5, 60, 120] {
        let one = 2.0_f32.powi(exponent);
        let (touch, apart) = (ground::<3>(one), ground::<3>(one.next_down()));
        for (kind, distance, found) in [&touch, &apart].into_iter().flat_map(|ground| {
            let center = [one, 3.0 * one, -one];
            let half = [0.5 * one, 2.0 * one, one];
            let ball = Ball { center, radius: 2.0 * one };
            let obb = Obb { center, half, axes: AXES };
            let capsule = Capsule { center, axis: [0.0, one, 0.0], radius: one };
            let triangle = Triangle {
                vertices: [[one, 3.0 * one, one], [0.0, one, 0.0], [-one, 2.0 * one, 0.0]],
            };
            let solid =
                Solid { center, half: [0.0, one, 0.0], axes: AXES, lids: [one; 2], rounding: one };
            [
                (ShapeKind::Ball, contact::<Ball<3>, 3>(ShapeKind::Ball, &ball, ground)),
                (ShapeKind::Box, contact::<Obb<3>, 3>(ShapeKind::Box, &obb, ground)),
                (
                    ShapeKind::Capsule,
                    contact::<Capsule<3>, 3>(ShapeKind::Capsule, &capsule, ground),
                ),
                (
                    ShapeKind::Triangle,
                    contact::<Triangle, 3>(ShapeKind::Triangle, &triangle, ground),
                ),
                (ShapeKind::Solid, contact::<Solid, 3>(ShapeKind::Solid, &solid, ground)),
            ]
            .map(|(kind, found)| (kind, one - ground.point[1], found))
        }) {
            let is_apart = distance > 0.0;
            assert_eq!(found.distance > 0.0, is_apart, "{kind} at {exponent}: {found:?}");
            let off = (found.distance - distance).abs();
            assert!(off <= 4e-7 * one + f32::MIN_POSITIVE, "{kind} at {exponent}: {found:?}");
            assert_eq!(found.normal, [0.0, -1.0, 0.0], "{kind}");
        }
    }
}

/// Shapes deep in the ground, or far below it.
#[test]
fn contained_shapes_are_as_deep_as_they_are() {
    for depth in [10.0, 1e3, 1e6] {
        let obb = Obb { center: [5.0, -depth, 0.0], half: [1.0, 2.0, 3.0], axes: AXES };
        let found = contact::<Obb<3>, 3>(ShapeKind::Box, &obb, &ground(0.0));
        assert_eq!((found.distance, found.count), (-depth - 2.0, 4));
        let ball = Ball { center: [5.0, -depth], radius: 2.0 };
        let found = contact::<Ball<2>, 2>(ShapeKind::Ball, &ball, &ground(0.0));
        assert_eq!((found.distance, found.count), (-depth - 2.0, 1));
        assert_eq!((found.points[0].on_a, found.points[0].on_b), ([0.0, -2.0], [5.0, 0.0]));
    }
}

/// Poses on the ground, moved by a millionth, keep the number of their points and their features.
#[test]
fn what_rests_keeps_its_points() {
    let (sin, cos) = 0.5_f32.sin_cos();
    let tilted = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
    let lying = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let center = [0.1, 0.0, 0.2];
    let obb = |axes| Obb { center, half: [0.5, 0.4, 0.3], axes };
    let solid = |axes, lids, half, rounding| Solid { center, axes, half, lids, rounding };
    let round = [0.0, 0.5, 0.0];
    let boxes = [(obb(AXES), 4), (obb(lying), 4), (obb(tilted), 2)];
    let solids = [
        (solid(AXES, [0.5; 2], round, 0.0), 4),
        (solid(AXES, [0.5, 0.0], round, 0.0), 4),
        (solid(lying, [0.4; 2], round, 0.0), 2),
        (solid(AXES, [0.0; 2], [0.5; 3], 0.1), 4),
        (solid(tilted, [0.5; 2], round, 0.0), 1),
    ];
    let mut poses: Vec<(ShapeKind, Vec<Quad>, usize)> = Vec::new();
    poses.extend(boxes.map(|(s, n)| (ShapeKind::Box, Obb::<3>::pack(&s).0.to_vec(), n)));
    poses.extend(solids.map(|(s, n)| (ShapeKind::Solid, Solid::pack(&s).0.to_vec(), n)));
    for (axis, count) in [([0.8, 0.0, 0.6], 2), ([0.0, 0.5, 0.0], 1), ([0.8, 0.1, 0.0], 1)] {
        let capsule = Capsule { center, axis, radius: 0.3 };
        poses.push((ShapeKind::Capsule, Capsule::<3>::pack(&capsule).0.to_vec(), count));
    }
    let mut random = Random(0x4e5);
    let ground = ground::<3>(0.0);
    let plane = HalfSpace::<3>::pack(&ground);
    for (number, (kind, quads, count)) in poses.iter().enumerate() {
        let entry = contact_entry::<3>([*kind, ShapeKind::HalfSpace]);
        let found = |quads: &[Quad]| {
            let planes = Rows::new(ShapeKind::HalfSpace, &plane.0);
            (entry.contact)([Rows::new(*kind, quads), planes])
        };
        let height = found(quads).distance;
        let mut expected: Option<Vec<u32>> = None;
        for depth in [1e-4, 1e-6] {
            for _ in 0..500 * scale() {
                let mut moved = quads.clone();
                moved[0][1] -= height + depth;
                let [x, y, z] = random.vector(5e-7_f32).map(f64::from);
                let turn = rotation([x, y, z, 1.0]);
                for axis in &mut moved[1..if *kind == ShapeKind::Capsule { 2 } else { 4 }] {
                    let [x, y, z, _] = *axis;
                    for k in 0..3 {
                        axis[k] = x * turn[0][k] + y * turn[1][k] + z * turn[2][k];
                    }
                }
                let found = found(&moved);
                let mut features: Vec<u32> =
                    found.points[..found.count as usize].iter().map(|p| p.feature).collect();
                features.sort_unstable();
                assert_eq!(features.len(), *count, "pose {number} {found:?}");
                let kept = expected.get_or_insert_with(|| features.clone());
                assert_eq!(*kept, features, "pose {number}");
            }
        }
    }
}

/// The general routine tells the same whichever comes first, and what lanes tell of other kinds.
#[test]
fn the_general_routine_takes_either_way_round() {
    let (mut random, mut touching) = (Random(0x0e), 0);
    for _ in 0..4_000 * scale() {
        let body = In::any(&mut random, 1.0);
        let normal = normal(&mut random);
        let height = f64::from(random.within(0.5));
        let plane = HalfSpace::<3>::pack(&near(&mut random, &body, normal, height, 2.0));
        let there @ [a, b] = columns::<3>(&body, &plane.0);
        let found = half_space::contact(there);
        let back = half_space::contact([b, a]);
        assert_eq!(back.normal, found.normal.map(|x| -x));
        assert_eq!((back.distance, back.count), (found.distance, found.count));
        for (one, other) in found.points.iter().zip(&back.points).take(found.count as usize) {
            assert_eq!(
                (one.on_a, one.on_b, one.distance),
                (other.on_b, other.on_a, other.distance)
            );
            assert_eq!(one.feature, other.feature.rotate_left(16));
        }
        touching += usize::from(found.distance <= 0.0);
        let entry = contact_entry::<3>([body.kind, ShapeKind::HalfSpace]);
        let own = (entry.contact)(there);
        assert!((own.distance - found.distance).abs() < 2e-6, "{found:?} {own:?}");
    }
    assert!(touching > 1_000, "{touching}");
}

/// In the plane an edge has the numbers of its vertices, in its order.
#[test]
fn edges_in_the_plane() {
    let obb = Obb { center: [0.0, 0.9], half: [2.0, 1.0], axes: [[1.0, 0.0], [0.0, 1.0]] };
    let found = contact::<Obb<2>, 2>(ShapeKind::Box, &obb, &ground(0.0));
    let features = |found: &Contact<2, 4>| {
        found.points[..found.count as usize].iter().map(|p| p.feature).collect::<Vec<_>>()
    };
    assert_eq!(features(&found), [2, 3]);
    assert_eq!(found.points[0].on_a, [-2.0, -1.0]);
    let mut vertices = [[-1.0, -1.0]; MAX_VERTICES];
    vertices[..4].copy_from_slice(&[[-1.0, -1.0], [1.0, -1.0], [1.5, 0.0], [0.0, 2.0]]);
    let polygon = Polygon { center: [4.0, 0.875], count: 4.0, vertices, rounding: 0.0 };
    let found = contact::<Polygon, 2>(ShapeKind::Polygon, &polygon, &ground(0.0));
    assert_eq!((features(&found), found.distance), (vec![0, 1], -0.125));
    let leaning = HalfSpace { point: [0.0, 0.0], normal: unit([0.1, 1.0]) };
    let found = contact::<Obb<2>, 2>(ShapeKind::Box, &obb, &leaning);
    assert_eq!(features(&found), [2], "{found:?}");
}

/// The bounds end where a normal lies along an axis, and nowhere else.
#[test]
fn bounds_have_no_end_but_along_an_axis() {
    let infinite = f32::INFINITY;
    let plane = |normal: [f32; 3]| HalfSpace { point: [1.0, 2.0, 3.0], normal };
    let bounds = |normal| HalfSpace::<3>::bounds::<f32>(&plane(normal));
    assert_eq!(bounds([0.0, 1.0, 0.0]), ([-infinite; 3], [infinite, 2.0, infinite]));
    assert_eq!(bounds([0.0, 0.0, -1.0]), ([-infinite, -infinite, 3.0], [infinite; 3]));
    assert_eq!(bounds([1e-30, 1.0, 0.0]), ([-infinite; 3], [infinite; 3]));
}

/// Normals of length 1 but for rounding stay as they are, others get it.
#[test]
fn normals_get_length_1() {
    let mut random = Random(0x1e);
    for _ in 0..10_000 {
        let once = unit(random.direction::<3>().map(|x| (1.03 * x) as f32));
        assert_eq!(unit(once), once);
        let square: f64 = once.iter().map(|x| f64::from(*x).powi(2)).sum();
        assert!((square - 1.0).abs() < 2e-7, "{once:?}");
    }
    assert_eq!(unit([0.0, -1.04]), [0.0, -1.0]);
}
