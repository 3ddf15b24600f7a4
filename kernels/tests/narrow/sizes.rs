//! Small round shapes at large ones: the error of a contact is in proportion to the smaller shape.

mod corners;
mod curved;

use std::{f32::consts::TAU, fmt::Debug};

use jostle_kernels::{
    pairs::{
        BallBox, BallCapsule, BallPolygon, BallTriangle, BoxBox3, BoxCapsule, CapsuleCapsule,
        CapsulePolygon, CapsuleTriangle, Contact, Impact, ImpactState, MovingShape, SweptTest,
        advance::{Advance, TOLERANCE},
        contact_of, impact_of,
    },
    shape::{Ball, Capsule, MAX_VERTICES, Obb, One, Polygon, RigidMotion3, Triangle},
};

use crate::support::{
    Random, evidence, rotation, scale,
    solid::{Solid, inner, length, plus, wide},
};

/// How many times larger the large shape is.
const RATIOS: [f32; 6] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];

/// The largest error of a distance, of the size of the smaller shape.
const DISTANCE: f64 = 5e-4;
/// The largest angle between a normal and the true one, where the cores are a tenth of the size of
/// the smaller shape apart: half a degree.
const ANGLE: f64 = 1e-2;

/// A small shape whose core is a segment: a ball has one without length.
trait Small<const D: usize>: Copy + Debug {
    fn new(center: [f32; D], axis: [f32; D], radius: f32) -> Self;
    fn axis(&self) -> [f32; D];
}

impl<const D: usize> Small<D> for Ball<D> {
    fn new(center: [f32; D], _: [f32; D], radius: f32) -> Self {
        Self { center, radius }
    }
    fn axis(&self) -> [f32; D] {
        [0.0; D]
    }
}

impl<const D: usize> Small<D> for Capsule<D> {
    fn new(center: [f32; D], axis: [f32; D], radius: f32) -> Self {
        Self { center, axis, radius }
    }
    fn axis(&self) -> [f32; D] {
        self.axis
    }
}

/// The distance from a segment to a shape of which the distances from points are given, and the
/// direction from there to the segment. The former is a convex function of the place of the point.
fn closest<const D: usize>(
    distance_from: impl Fn([f64; D]) -> f64,
    from: [f64; D],
    axis: [f32; D],
) -> (f64, [f64; D]) {
    let axis = wide(axis);
    let at = |t: f64| distance_from(plus(from, axis, t));
    let [mut low, mut high] = [-1.0, 1.0];
    for _ in 0..200 {
        let (first, second) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(first) < at(second) { high = second } else { low = first }
    }
    let t = f64::midpoint(low, high);
    let (point, distance) = (plus(from, axis, t), at(t));
    // Small against what is apart, large against what is rounded.
    let step = distance.abs() * 1e-3;
    let way: [f64; D] = std::array::from_fn(|k| {
        let mut unit = [0.0; D];
        unit[k] = step;
        distance_from(plus(point, unit, 1.0)) - distance_from(plus(point, unit, -1.0))
    });
    (distance, way.map(|x| x / length(way)))
}

/// What was seen.
#[derive(Debug, Default)]
struct Errors {
    cases: usize,
    distance: f64,
    angle: f64,
}

/// Small shapes that touch a large one near a point of it, at all ratios.
fn check<S: Small<D>, L: Solid<D>, const D: usize>(
    name: &str,
    mut large: impl FnMut(&mut Random, f32) -> (L, [f32; D]),
    contact: impl Fn(&S, &L) -> (f64, [f64; D]),
) {
    let mut random = Random(0x51ce);
    for ratio in RATIOS {
        let mut errors = Errors::default();
        while errors.cases < 500 * scale() {
            let (large, near) = large(&mut random, ratio);
            let axis = match random.below(3) {
                0 => [0.0; D],
                1 => random.vector(0.05),
                _ => random.vector(1.0),
            };
            let center = std::array::from_fn(|k| near[k] + random.within(1.0));
            let from = plus(wide(center), wide(large.center()), -1.0);
            let core = S::new(center, axis, 0.0);
            let (core, way) = closest(|point| large.distance(point), from, core.axis());
            if core < 0.1 {
                continue;
            }
            let radius = (core * f64::from(1.0 + 0.3 * random.within(1.0))) as f32;
            let small = S::new(center, axis, radius);
            let (distance, normal) = contact(&small, &large);
            errors.cases += 1;
            let off = (distance - (core - f64::from(radius))).abs();
            let turned = length(plus(normal, way, -1.0));
            assert!(
                off < DISTANCE && turned < ANGLE,
                "{name}, ratio {ratio}: off by {off}, turned by {turned} at {core}\n{small:?}\n\
                 {large:?}"
            );
            errors.distance = errors.distance.max(off);
            errors.angle = errors.angle.max(turned);
        }
        println!("{name}, ratio {ratio}: {errors:?}");
        evidence(&format!("{name}, 1 : {ratio}"), errors.cases, errors.cases, errors.distance);
    }
}

/// The distance and the normal from B to A.
fn from_b<const D: usize, const N: usize>(contact: Contact<D, N>) -> (f64, [f64; D]) {
    (f64::from(contact.distance), wide(contact.normal).map(|x| -x))
}

/// The same from A to B.
fn from_a<const D: usize, const N: usize>(contact: Contact<D, N>) -> (f64, [f64; D]) {
    (f64::from(contact.distance), wide(contact.normal))
}

/// A box, turned or not, and a corner, a point of an edge or one of a face.
fn large_box<const D: usize>(
    random: &mut Random,
    ratio: f32,
    axes: [[f32; D]; D],
) -> (Obb<D>, [f32; D])
where
    Obb<D>: Solid<D>,
{
    let half: [f32; D] = std::array::from_fn(|_| ratio * random.of(&[1.0, 0.7, 0.01]));
    let center = random.vector(ratio);
    let mut near = wide(center);
    for k in 0..D {
        let any = random.within(1.0);
        let part = random.of(&[-1.0, 1.0, 1.0 - 1e-6 / ratio, any]);
        near = plus(near, wide(axes[k]), f64::from(half[k] * part));
    }
    (Obb { center, half, axes }, near.map(|x| x as f32))
}

fn box3(random: &mut Random, ratio: f32) -> (Obb<3>, [f32; 3]) {
    let aligned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let turned = rotation(random.direction());
    let axes = random.of(&[aligned, turned]);
    large_box(random, ratio, axes)
}

fn box2(random: &mut Random, ratio: f32) -> (Obb<2>, [f32; 2]) {
    let [x, y] = random.direction().map(|x| x as f32);
    let axes = random.of(&[[[1.0, 0.0], [0.0, 1.0]], [[x, y], [-y, x]]]);
    large_box(random, ratio, axes)
}

/// A point on the way from one point to another.
fn between<const D: usize>(random: &mut Random, from: [f32; D], to: [f32; D]) -> [f32; D] {
    let any = random.unit();
    let part = random.of(&[0.0, any, 1.0]);
    std::array::from_fn(|k| from[k] + (to[k] - from[k]) * part)
}

fn triangle(random: &mut Random, ratio: f32) -> (Triangle, [f32; 3]) {
    let vertices: [[f32; 3]; 3] = std::array::from_fn(|_| random.vector(ratio));
    let on_edge = between(random, vertices[0], vertices[1]);
    (Triangle { vertices }, between(random, on_edge, vertices[2]))
}

/// A polygon in an ellipse, and a point of an edge.
fn polygon(random: &mut Random, ratio: f32) -> (Polygon, [f32; 2]) {
    let count = 3 + random.below(14);
    let (wide, high, turn) = (ratio, ratio * random.of(&[1.0, 0.3]), random.unit());
    let mut polygon = Polygon {
        center: random.vector(ratio),
        count: count as f32,
        vertices: [[0.0; 2]; MAX_VERTICES],
        rounding: 0.0,
    };
    for (i, vertex) in polygon.vertices.iter_mut().enumerate() {
        let place = if i < count as usize { i as f32 } else { 0.0 };
        let (sin, cos) = ((place + turn) / count as f32 * TAU).sin_cos();
        *vertex = [wide * cos, high * sin];
    }
    let vertex = |i: u32| {
        let [x, y] = polygon.vertices[i as usize];
        [x + polygon.center[0], y + polygon.center[1]]
    };
    let i = random.below(count);
    (polygon, between(random, vertex(i), vertex((i + 1) % count)))
}

/// A capsule, and a point of its surface.
fn capsule<const D: usize>(random: &mut Random, ratio: f32) -> (Capsule<D>, [f32; D]) {
    let (center, axis) = (random.vector(ratio), random.vector(ratio));
    let capsule = Capsule { center, axis, radius: random.of(&[0.0, 0.5, 0.01]) * ratio };
    let (t, way) = (random.within(1.0), random.direction::<D>());
    let mut near = plus(wide(center), wide(axis), f64::from(t));
    near = plus(near, way, capsule.distance(plus(near, wide(center), -1.0)).min(0.0).abs());
    (capsule, near.map(|x| x as f32))
}

#[test]
fn balls_at_large_shapes() {
    check::<Ball<2>, _, 2>("ball, box in 2D", box2, |a, b| {
        from_b(contact_of::<BallBox, 2, 1>(a, b))
    });
    check::<Ball<3>, _, 3>("ball, box in 3D", box3, |a, b| {
        from_b(contact_of::<BallBox, 3, 1>(a, b))
    });
    check("ball, capsule in 2D", capsule, |a, b| from_b(contact_of::<BallCapsule, 2, 1>(a, b)));
    check("ball, capsule in 3D", capsule, |a, b| from_b(contact_of::<BallCapsule, 3, 1>(a, b)));
    check("ball, polygon", polygon, |a, b| from_b(contact_of::<BallPolygon, 2, 1>(a, b)));
    check("ball, triangle", triangle, |a, b| from_b(contact_of::<BallTriangle, 3, 1>(a, b)));
}

#[test]
fn capsules_at_large_shapes() {
    check("capsule, box in 2D", box2, |a, b| from_a(contact_of::<BoxCapsule, 2, 2>(b, a)));
    check("capsule, box in 3D", box3, |a, b| from_a(contact_of::<BoxCapsule, 3, 2>(b, a)));
    check("capsules in 2D", capsule, |a, b| from_b(contact_of::<CapsuleCapsule, 2, 2>(a, b)));
    check("capsules in 3D", capsule, |a, b| from_b(contact_of::<CapsuleCapsule, 3, 2>(a, b)));
    check("capsule, polygon", polygon, |a, b| from_b(contact_of::<CapsulePolygon, 2, 2>(a, b)));
    check("capsule, triangle", triangle, |a, b| from_b(contact_of::<CapsuleTriangle, 3, 2>(a, b)));
}

/// An upright capsule, or a ball, that leans over the edge of a floor.
#[test]
fn a_capsule_at_the_edge_of_a_floor() {
    let up = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for half in [1.0, 10.0, 100.0, 1e3, 1e4, 1e5] {
        let floor = Obb { center: [0.0, -0.5, 0.0], half: [half, 0.5, half], axes: up };
        for degrees in [1.0, 6.0, 20.0, 45.0, 80.0_f32] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            for axis in [[0.0, 0.5, 0.0], [0.0, 0.0, 0.5], [0.0; 3]] {
                let center = [half + 0.29 * sin, axis[1] + 0.29 * cos, 0.1];
                let capsule = Capsule { center, axis, radius: 0.3 };
                let contact = contact_of::<BoxCapsule, 3, 2>(&floor, &capsule);
                // Of the numbers as they are stored.
                let [x, y] = [center[0] - half, center[1] - axis[1]].map(f64::from);
                let distance = x.hypot(y) - f64::from(capsule.radius);
                let way = [x, y, 0.0].map(|part| part / x.hypot(y));
                let angle = inner(wide(contact.normal), way).clamp(-1.0, 1.0).acos().to_degrees();
                let error = (f64::from(contact.distance) - distance).abs();
                assert!(angle < 0.05 && error < 1e-6, "{half} {degrees}: {angle} {error}");
                assert_eq!(contact.count, if axis[2] > 0.0 { 2 } else { 1 }, "{contact:?}");
            }
        }
    }
}

/// A capsule beside a bar of 12 km.
#[test]
fn a_capsule_beside_a_long_bar() {
    let up = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let bar = Obb { center: [0.0; 3], half: [6000.0, 0.5, 0.5], axes: up };
    let capsule = Capsule { center: [5900.0, 4.0, 6.5], axis: [0.0, 0.3, -0.3], radius: 0.25 };
    let contact = contact_of::<BoxCapsule, 3, 2>(&bar, &capsule);
    let expected = 3.8_f64.hypot(5.7) - 0.25;
    assert!((f64::from(contact.distance) - expected).abs() < 1e-5, "{contact:?} {expected}");
}

/// A capsule without length has the contact of a ball.
#[test]
fn a_capsule_without_length_is_a_ball() {
    let mut random = Random(0xba11);
    let mut touching = 0;
    for _ in 0..20_000 {
        let ratio = random.of(&RATIOS);
        let (large, near) = box3(&mut random, ratio);
        let center = std::array::from_fn(|k| near[k] + random.within(1.0));
        let capsule = Capsule { center, axis: [0.0; 3], radius: random.unit() };
        let ball = Ball { center, radius: capsule.radius };
        if large.distance(plus(wide(center), wide(large.center), -1.0)) < 0.1 {
            continue;
        }
        let found = contact_of::<BoxCapsule, 3, 2>(&large, &capsule);
        let expected = contact_of::<BallBox, 3, 1>(&ball, &large);
        let turned = length(plus(wide(found.normal), wide(expected.normal), 1.0));
        let off = (found.distance - expected.distance).abs();
        assert!(turned < ANGLE && f64::from(off) < DISTANCE, "{capsule:?} {large:?}");
        assert_eq!(found.count, 1, "{capsule:?} {large:?}");
        touching += usize::from(found.distance <= 0.0);
    }
    assert!(touching > 2000, "{touching}");
}

/// When a shape that falls meets a cube below it that is at rest.
fn falls<T: SweptTest<3, A = Obb<3>, Motion = RigidMotion3>>(
    ground: Obb<3>,
    shape: One<T::B>,
    by: [f32; 3],
) -> Impact<3> {
    let still = RigidMotion3 { by: [0.0; 3], rotation: [0.0; 3] };
    let ground = MovingShape { shape: ground, motion: still };
    let motion = RigidMotion3 { by, rotation: [0.0, 1e-3, 0.0] };
    impact_of::<T, 3>(&ground, &MovingShape { shape, motion }, 1.0)
}

/// What falls on ground of any size stops as closely above it, and what passes its edge is no hit.
#[test]
fn a_fall_ends_at_the_ground() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for half in [0.5, 5.0, 50.0, 500.0, 5000.0, 50_000.0] {
        let ground = Obb { center: [0.0, -half, 0.0], half: [half; 3], axes };
        let by = [0.0, -4.0, 0.0];
        // Leaning, so that nothing comes straight down.
        let capsule = Capsule { center: [0.1, 3.0, 0.2], axis: [0.3, 0.4, 0.0], radius: 0.3 };
        let [lean, up] = [0.6, 0.8];
        let turned = [[up, lean, 0.0], [-lean, up, 0.0], [0.0, 0.0, 1.0]];
        let shape = Obb { center: [0.1, 3.0, 0.2], half: [0.5, 0.25, 0.5], axes: turned };
        for (found, lowest, radius) in [
            (falls::<Advance<BoxCapsule, 2>>(ground, capsule, by), 0.4 + 0.3, 0.8),
            (falls::<Advance<BoxBox3, 0>>(ground, shape, by), 0.5 * lean + 0.25 * up, 0.75),
        ] {
            let gap = 3.0 - 4.0 * found.time - lowest;
            assert_eq!(found.state(), ImpactState::Hit, "{half}");
            assert!((-1e-6..=2.0 * TOLERANCE * radius).contains(&gap), "{half}: {gap}");
        }
        // Past the edge, by a hundredth.
        let center = [half + 0.31, 1.0, 0.0];
        let upright = Capsule { center, axis: [0.0, 0.5, 0.0], radius: 0.3 };
        let found = falls::<Advance<BoxCapsule, 2>>(ground, upright, by);
        assert_eq!(found.state(), ImpactState::Apart, "{half}: {found:?}");
    }
}
