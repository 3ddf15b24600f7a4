//! Half-spaces of a world: floors and walls that nothing gets through.

use jostle::{
    Handle, Shape, World,
    geometry::ray::Ray,
    narrow::ImpactState,
    query::QueryFilter,
    shape::{Attributes, Mobility, Rotation, Solid, Triangle},
    snapshot::Snapshot,
};

use crate::common::Random;

const FAST: Attributes = Attributes::new().with_ccd(true);
const STATIC: Attributes = Attributes::new().with_mobility(Mobility::Static);

/// A shape of a kind about 1 in size, at a place, turned.
fn turned(number: usize, center: [f32; 3], angle: f32) -> Shape<3> {
    let rotation = Rotation::about([1.0, 2.0, 3.0], angle).expect("the axis has a length");
    let (sin, cos) = angle.sin_cos();
    let end = |sign: f32| [center[0] + sign * cos, center[1] + sign * sin, center[2]];
    match number % 5 {
        0 => Shape::ball(center, 1.0),
        1 => Shape::oriented_box(center, [1.0, 0.3, 0.6], rotation),
        2 => Shape::capsule(end(-1.0), end(1.0), 0.3),
        3 => Solid::cone(center, 0.8, 0.7, rotation).into(),
        _ => Triangle { vertices: [center, end(1.0), [center[0], center[1] + 1.0, center[2]]] }
            .into(),
    }
}

/// A world with a floor and a shape above it that is fast.
fn above(floor: Shape<3>, shape: Shape<3>) -> (World<3>, Handle) {
    let mut world = World::new();
    world.shapes_mut().insert_with(floor, STATIC).expect("it is valid");
    let shape = world.shapes_mut().insert_with(shape, FAST).expect("it is valid");
    world.step().expect("nothing is wrong");
    assert!(world.ccd_hits().is_empty() && world.contacts().is_empty());
    (world, shape)
}

/// Shapes that pass the plane within a step, turning or not, at speeds over many orders of
/// magnitude; and they stay in it then.
#[test]
fn nothing_tunnels_through_a_floor() {
    let mut random = Random::seeded(0xf1);
    let mut hits = 0;
    for exponent in 1..10 {
        let speed = 10_f32.powi(exponent);
        for number in 0..40 {
            let lean = if number % 2 == 0 { [0.0, 1.0, 0.0] } else { [0.48, 0.6, 0.64] };
            let aside = random.between(-50.0, 50.0);
            let floor = Shape::half_space([aside * lean[1], -aside * lean[0], 0.0], lean);
            let at = |way: f32| lean.map(|x| way * x);
            let (start, turn) = (random.between(2.5, 0.9 * speed), random.pick(&[0.0, 1.0, 3.0]));
            let (mut world, shape) = above(floor, turned(number, at(start), 0.2));
            let end = at(start - speed - 5.0);
            let moved = turned(number, end, 0.2 + turn);
            world.shapes_mut().set(shape, moved).expect("it is of the same kind");
            world.step().expect("nothing is wrong");
            let [met] = world.ccd_hits() else { panic!("{exponent} {number}: it tunnelled") };
            if met.impact.state() == ImpactState::Hit {
                hits += 1;
                let way = f64::from(speed) + 5.0;
                let center = f64::from(start) - f64::from(met.impact.time) * way;
                let rounding = 1e-6 * way;
                assert!(
                    (-rounding..1.7 + rounding).contains(&center),
                    "{exponent} {number} {met:?}"
                );
            }
            assert_eq!(world.contacts().len(), 1);
            world.step().expect("nothing is wrong");
            assert_eq!(world.contacts().len(), 1, "it is in the floor, all of it");
        }
    }
    assert!(hits > 300, "{hits}");
}

/// A wall that comes fast meets what rests.
#[test]
fn a_fast_wall_meets_what_rests() {
    for normal in [[-1.0, 0.0], [-0.8, 0.6]] {
        let wall = |x: f32| Shape::<2>::half_space([x, 0.0], normal);
        let mut world = World::<2>::new();
        let moving = world.shapes_mut().insert_with(wall(100.0), FAST).expect("it is valid");
        for x in [0.0, 20.0, -400.0] {
            world.shapes_mut().insert(Shape::ball([x, 0.0], 0.5)).expect("it is valid");
        }
        world.step().expect("nothing is wrong");
        world.shapes_mut().set(moving, wall(-100.0)).expect("it is a half-space");
        world.step().expect("nothing is wrong");
        let times: Vec<f32> = world.ccd_hits().iter().map(|hit| hit.impact.time).collect();
        let across = 0.5 / normal[0].abs();
        let expected = [20.0, 0.0].map(|x| (100.0 - across - x) / 200.0);
        assert_eq!(times.len(), 2, "{times:?}");
        for (found, expected) in times.iter().rev().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{times:?}");
        }
    }
}

/// Floors are found by rays, by what is near and by what touches.
#[test]
fn a_floor_is_asked_for_like_any_shape() {
    let mut world = World::<3>::new();
    let floor = Shape::half_space([3.0, -1.0, 5.0], [0.0, 1.0, 0.0]);
    let floor = world.shapes_mut().insert_with(floor, STATIC).expect("it is valid");
    let ball = Shape::ball([0.0, 9.0, 0.0], 1.0);
    world.shapes_mut().insert(ball).expect("it is valid");
    world.step().expect("nothing is wrong");
    let queries = world.queries().expect("there was a step");
    let all = QueryFilter::new();
    let down = Ray::new([1e3, 4.0, -1e3], [0.0, -2.0, 0.0]);
    let hit = queries.closest_hit(&down, all).expect("it is valid").expect("it is met");
    assert_eq!((world.handle(hit.index), hit.t, hit.normal), (Some(floor), 2.5, [0.0, 1.0, 0.0]));
    let up = Ray::new([1e3, 4.0, -1e3], [0.0, 2.0, 0.0]);
    assert_eq!(queries.closest_hit(&up, all), Ok(None));
    let level = Ray::new([0.0; 3], [1.0, 0.0, 1.0]);
    assert_eq!(queries.closest_hit(&level, all), Ok(None), "along the plane, above it");
    let probe = Shape::ball([-1e4, 2.0, 0.0], 1.0);
    let closest = queries.closest(&probe, 5.0, all).expect("it is valid").expect("it is near");
    assert_eq!((closest.distance, closest.on_query), (2.0, [-1e4, 1.0, 0.0]));
    assert_eq!(closest.on_shape, [-1e4, -1.0, 0.0]);
    assert!(!queries.any_overlap(&probe, all).expect("it is valid"));
    let below = Shape::aligned_box([1e6, -1e6, 0.0], [1.0; 3]);
    assert!(queries.any_overlap(&below, all).expect("it is valid"));
}

/// What is written of a world with half-spaces is read back.
#[test]
fn half_spaces_are_in_snapshots() {
    let (mut world, shape) = above(
        Shape::half_space([0.0; 3], [0.6, 0.8, 0.0]),
        Shape::ball([0.6 * 3.0, 0.8 * 3.0, 0.0], 1.0),
    );
    let bytes = world.snapshot().to_bytes().expect("there is memory");
    let snapshot = Snapshot::from_bytes(&bytes).expect("it is one");
    let mut other = World::<3>::restore(&snapshot).expect("it fits");
    for world in [&mut world, &mut other] {
        world.shapes_mut().set(shape, Shape::ball([0.0; 3], 1.0)).expect("it is a ball");
        world.step().expect("nothing is wrong");
    }
    assert_eq!(world.ccd_hits(), other.ccd_hits());
    assert_eq!(world.contacts().len(), 1);
    assert!(world.contacts().iter().eq(other.contacts().iter()));
}
