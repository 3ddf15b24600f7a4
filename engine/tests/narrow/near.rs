//! How shapes would touch that are near each other: held against what makes points the nearest
//! ones, of every two kinds.

use std::collections::BTreeMap;

use jostle::{
    Error, Shape,
    narrow::{self, Manifold, NEAREST},
    shape::{ConvexPolygon, Rotation, ShapeKind, Solid, Triangle},
};

use crate::common::{Random, half_space, planar, scale, spatial};

/// The corners of a shape in `f64`, and how far it reaches beyond their hull.
type Hull<const D: usize> = (Vec<[f64; D]>, f64);

fn wide<const D: usize>(of: [f32; D]) -> [f64; D] {
    of.map(f64::from)
}

fn add<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The hull of a shape of which only the corners are a matter of the dimension.
fn hull<const D: usize>(shape: &Shape<D>, corners: impl Fn() -> Vec<[f64; D]>) -> Hull<D> {
    match shape {
        Shape::Ball(ball) => (vec![wide(ball.center)], ball.radius.into()),
        Shape::Capsule(capsule) => {
            let ends = [1.0, -1.0]
                .map(|sign| add(wide(capsule.center), wide(capsule.axis).map(|part| sign * part)));
            (ends.to_vec(), capsule.radius.into())
        }
        // Along its normal it ends with its plane, and along no other way.
        Shape::HalfSpace(of) => (vec![wide(of.point)], 0.0),
        Shape::Polygon(of) => (corners(), of.rounding.into()),
        Shape::Hull(of) => (corners(), of.rounding.into()),
        _ => (corners(), 0.0),
    }
}

fn planar_hull(shape: &Shape<2>) -> Hull<2> {
    let place = |center: [f32; 2], [cos, sin]: [f32; 2], [x, y]: [f64; 2]| {
        let [cos, sin] = wide([cos, sin]);
        add(wide(center), [x * cos - y * sin, x * sin + y * cos])
    };
    hull(shape, || match shape {
        Shape::Box(of) => {
            let [x, y] = wide(of.half);
            let corners = [[x, y], [-x, y], [-x, -y], [x, -y]];
            corners.map(|corner| place(of.center, of.rotation.cos_sin(), corner)).to_vec()
        }
        Shape::Polygon(of) => {
            let corners = of.vertices().iter().map(|vertex| wide(*vertex));
            corners.map(|corner| place(of.center, of.rotation.cos_sin(), corner)).collect()
        }
        _ => unreachable!("there are no other kinds"),
    })
}

fn spatial_hull(shape: &Shape<3>) -> Hull<3> {
    let cross =
        |[a, b, c]: [f64; 3], [x, y, z]: [f64; 3]| [b * z - c * y, c * x - a * z, a * y - b * x];
    let turned_by = |rotation: &Rotation<3>, vector: [f64; 3]| {
        let [x, y, z, w] = rotation.quaternion().map(f64::from);
        let once = cross([x, y, z], vector);
        let twice = cross([x, y, z], once);
        add(vector, std::array::from_fn(|axis| 2.0 * (w * once[axis] + twice[axis])))
    };
    if let Shape::Solid(of) = shape {
        return solid_hull(of, |place| turned_by(&of.rotation, place));
    }
    hull(shape, || match shape {
        Shape::Box(of) => {
            let turned = |vector| turned_by(&of.rotation, vector);
            let signs = |corner: usize| {
                std::array::from_fn(|axis| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 })
            };
            let half =
                |signs: [f64; 3]| std::array::from_fn(|axis| signs[axis] * wide(of.half)[axis]);
            (0..8).map(|corner| add(wide(of.center), turned(half(signs(corner))))).collect()
        }
        Shape::Triangle(of) => of.vertices.map(wide).to_vec(),
        Shape::Hull(of) => {
            let turned = |vector| turned_by(&of.rotation, vector);
            let vertices = of.polyhedron.vertices().map(wide);
            vertices.map(|vertex| add(wide(of.center), turned(vertex))).collect()
        }
        _ => unreachable!("there are no other kinds"),
    })
}

/// A solid, as good as: corners so close along its lids that what is between is nothing.
fn solid_hull(of: &Solid, turned: impl Fn([f64; 3]) -> [f64; 3]) -> Hull<3> {
    const CORNERS: usize = 720;
    let [x, y, z] = wide(of.half);
    let corner = |number: usize| {
        let (up, angle) =
            (number % 2, (number / 2) as f64 * std::f64::consts::TAU / CORNERS as f64);
        let (sin, cos) = angle.sin_cos();
        let lid = f64::from(of.lids[up]);
        let height = if up == 0 { -y } else { y };
        let place = [x.copysign(cos) + lid * cos, height, z.copysign(sin) + lid * sin];
        add(wide(of.center), turned(place))
    };
    ((0..2 * CORNERS).map(corner).collect(), of.rounding.into())
}

/// What rounding may do to points and distances of some units: 4e-6 of each.
const SLACK: f64 = 2.5e-5;

/// How far points may be off shapes of some units whose faces are clipped: 2e-5 of each.
const CLIPPING: f64 = 1.2e-4;

/// Holds a contact of shapes that are apart against its promises: nothing of B is nearer to A along
/// the normal than the distance is; a pair of points is as near; all points are on their shapes, as
/// far apart along the normal as they say, and within the margin.
fn check_near<const D: usize>(
    shapes: [&Shape<D>; 2],
    hull: fn(&Shape<D>) -> Hull<D>,
    margin: f32,
    near: &Manifold<D>,
) {
    let [a, b] = shapes;
    let normal = wide(near.normal);
    let distance = f64::from(near.distance);
    assert!(near.distance > 0.0 && near.distance <= margin, "{a:?} {b:?} {near:?}");
    assert!((dot(normal, normal) - 1.0).abs() < 1e-6, "{near:?}");
    let [(of_a, radius_a), (of_b, radius_b)] = shapes.map(hull);
    let along = |corners: Vec<[f64; D]>| corners.into_iter().map(|corner| dot(corner, normal));
    let behind = along(of_a).fold(f64::NEG_INFINITY, f64::max) + radius_a;
    let before = along(of_b).fold(f64::INFINITY, f64::min) - radius_b;
    let gap = before - behind;
    assert!((gap - distance).abs() < SLACK, "{gap} {a:?} {b:?} {near:?}");
    let mut least = f64::INFINITY;
    assert!(!near.points().is_empty());
    for point in near.points() {
        let on_a = add(wide(a.center()), wide(point.on_a));
        let on_b = add(wide(b.center()), wide(point.on_b));
        for (shape, point) in [(a, on_a), (b, on_b)] {
            let point = Shape::point(point.map(|x| x as f32));
            let off = narrow::distance(shape, &point).expect("they are valid").distance;
            assert!(f64::from(off) < CLIPPING, "{off} {a:?} {b:?} {near:?}");
        }
        let along = dot(on_b, normal) - dot(on_a, normal);
        assert!((along - f64::from(point.distance)).abs() < SLACK, "{a:?} {b:?} {near:?}");
        assert!(point.distance <= margin, "{a:?} {b:?} {near:?}");
        least = least.min(along);
    }
    assert!((least - distance).abs() < SLACK, "{a:?} {b:?} {near:?}");
}

/// Pairs by kinds: those of contacts, those of the nearest points, and those that are too far.
type Seen = BTreeMap<[ShapeKind; 2], [usize; 3]>;

fn check<const D: usize>(
    make: fn(&mut Random, u32) -> Shape<D>,
    hull: fn(&Shape<D>) -> Hull<D>,
) -> Seen {
    let (mut random, mut seen) = (Random::seeded(8), Seen::new());
    let make = |random: &mut Random, number: u32| {
        let kind = number % 10;
        if kind == 9 { half_space(random) } else { make(random, kind) }
    };
    for number in 0..36_000 * scale() as u32 {
        let (a, b) = (make(&mut random, number), make(&mut random, number / 10));
        let valid = "they are valid";
        let touch = narrow::contact(&a, &b).expect(valid);
        let margin = random.pick(&[0.05, 0.3, 2.0]);
        let found = narrow::contact_within(&a, &b, margin).expect(valid);
        if touch.is_some() {
            assert_eq!(found, touch);
            continue;
        }
        let kinds = [a.kind().min(b.kind()), a.kind().max(b.kind())];
        let [contacts, nearest, far] = seen.entry(kinds).or_default();
        let Some(near) = found else {
            let distance = narrow::distance(&a, &b).expect(valid).distance;
            assert!(distance >= margin, "{a:?} {b:?} {distance}");
            *far += 1;
            continue;
        };
        check_near([&a, &b], hull, margin, &near);
        let is_nearest = near.points()[0].feature == NEAREST;
        *(if is_nearest { nearest } else { contacts }) += 1;
    }
    seen
}

fn assert_seen(seen: &Seen, kinds: &[ShapeKind], round: &[ShapeKind]) {
    for (number, a) in kinds.iter().enumerate() {
        for b in &kinds[number..] {
            let [contacts, nearest, far] = seen.get(&[*a, *b]).copied().unwrap_or_default();
            // Of two half-spaces hardly any are apart.
            let few = a == b && *a == ShapeKind::HalfSpace;
            assert!(few || contacts + nearest > 50 && far > 50, "{a} {b} {seen:?}");
            // Kinds with corners come together in both ways.
            let have_corners = !round.contains(a) && !round.contains(b);
            assert!(!have_corners || contacts > 20 && nearest > 20, "{a} {b} {seen:?}");
        }
    }
}

#[test]
fn near_shapes_in_2d() {
    use ShapeKind::{Ball, Box, Capsule, HalfSpace, Polygon};
    let seen = check::<2>(planar, planar_hull);
    let round = [Ball, Capsule, HalfSpace];
    assert_seen(&seen, &[Ball, Box, Capsule, Polygon, HalfSpace], &round);
}

#[test]
fn near_shapes_in_3d() {
    use ShapeKind::{Ball, Box, Capsule, HalfSpace, Hull, Solid, Triangle};
    let seen = check::<3>(spatial, spatial_hull);
    let round = [Ball, Capsule, Solid, HalfSpace];
    assert_seen(&seen, &[Ball, Box, Capsule, Triangle, Solid, Hull, HalfSpace], &round);
}

/// Shapes that lie along each other have all points of the contact that they are about to have,
/// with its features, at gaps down to nothing.
#[test]
fn faces_that_come_near_have_all_points() {
    fn check<const D: usize>(lower: Shape<D>, at: impl Fn(f32) -> Shape<D>, points: usize) {
        let touch = narrow::contact(&lower, &at(-1e-3)).expect("they are valid");
        let touch = touch.expect("they touch");
        assert_eq!(touch.points().len(), points, "{touch:?}");
        let features = |of: &Manifold<D>| of.points().iter().map(|p| p.feature).collect::<Vec<_>>();
        for gap in [0.2, 1e-2, 1e-4, 1e-6] {
            let near = narrow::contact_within(&lower, &at(gap), 0.25).expect("they are valid");
            let near = near.expect("they are near");
            assert_eq!(features(&near), features(&touch), "{gap}");
            for point in near.points() {
                assert!((point.distance - gap).abs() < 1e-6, "{gap} {near:?}");
            }
            let turned = narrow::contact_within(&at(gap), &lower, 0.25).expect("they are valid");
            let turned = turned.expect("they are near");
            assert_eq!((turned.points().len(), turned.distance), (points, near.distance));
            assert_eq!(turned.normal, near.normal.map(|x| 0.0 - x));
        }
    }
    let square = |y: f32| Shape::<2>::aligned_box([0.3, y], [1.0, 1.0]);
    check(square(0.0), |gap| square(2.0 + gap), 2);
    check(square(0.0), |gap| Shape::capsule([-0.5, 1.5 + gap], [0.5, 1.5 + gap], 0.5), 2);
    let roof = [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let roof = |y: f32| ConvexPolygon::new([0.0, y], 0.0, &roof).expect("it is convex").into();
    check(square(0.0), |gap| roof(1.0 + gap), 2);
    let cube = |z: f32| Shape::<3>::aligned_box([0.3, 0.1, z], [1.0; 3]);
    check(cube(0.0), |gap| cube(2.0 + gap), 4);
    let leaf = |z: f32| Triangle { vertices: [[0.0, 0.0, z], [0.5, 0.0, z], [0.0, 0.5, z]] }.into();
    check(cube(0.0), |gap| leaf(1.0 + gap), 3);
    let rod = |z: f32| Shape::capsule([-0.5, 0.0, z], [0.5, 0.0, z], 0.25);
    check(cube(0.0), |gap| rod(1.25 + gap), 2);
    let ceiling = |z: f32| Shape::half_space([0.0, 0.0, z], [0.0, 0.0, -1.0]);
    check(cube(0.0), |gap| ceiling(1.0 + gap), 4);
    check(rod(0.0), |gap| ceiling(0.25 + gap), 2);
}

#[test]
fn margins_that_are_none_are_refused() {
    let ball = Shape::<2>::ball([0.0, 0.0], 1.0);
    for margin in [-1.0, f32::NAN, f32::INFINITY] {
        let refused = narrow::contact_within(&ball, &ball, margin);
        assert!(matches!(refused, Err(Error::Setting { .. })), "{refused:?}");
        assert!(jostle::World::<2>::new().with_margin(margin).is_err());
    }
    let other = Shape::ball([2.5, 0.0], 0.5);
    assert_eq!(narrow::contact_within(&ball, &other, 0.99), Ok(None));
    let near = narrow::contact_within(&ball, &other, 1.0).expect("it is no fault");
    assert_eq!(near.map(|near| near.distance), Some(1.0), "the margin is closed");
}
