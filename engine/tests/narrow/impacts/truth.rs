//! What is true of impacts, by how far the shapes are apart at many times.

use jostle::{
    Pair, Shape,
    narrow::{self, ImpactState, Motion, cast},
    shape::{
        Ball, Capsule, ConvexPolygon, HalfSpace, Hull, OrientedBox, Rotation, Solid, Triangle,
    },
};

use super::{Turned, moving};
use crate::common::{Random, pairs_of, planar, set, spatial};

const VALID: &str = "the pair is valid";

/// What rounding does to shapes of this size at a place and an angle.
const ROUNDING: f32 = 1e-5;

/// How far apart two shapes may be that count as met: 1/4096 of their sizes, which are up to 10,
/// and half as much again.
const CLOSE: f32 = 4e-3;

/// Turning in `f64`.
trait Turns<const D: usize> {
    /// A vector as it has turned after some time.
    fn vector(&self, vector: [f32; D], time: f64) -> [f32; D];
    /// A rotation as it has turned.
    fn rotation(&self, rotation: Rotation<D>, time: f64) -> Rotation<D>;
    /// A shape of a kind that only this dimension has, as it has turned and moved.
    fn own(&self, shape: &Shape<D>, time: f64) -> Shape<D>;
}

/// A place after some time.
fn place<const D: usize>(from: [f32; D], motion: &Motion<D>, time: f64) -> [f32; D] {
    let by = motion.by();
    std::array::from_fn(|axis| (f64::from(from[axis]) + f64::from(by[axis]) * time) as f32)
}

impl Turns<2> for Motion<2> {
    fn vector(&self, [x, y]: [f32; 2], time: f64) -> [f32; 2] {
        let (sin, cos) = (f64::from(self.angle()) * time).sin_cos();
        let (x, y) = (f64::from(x), f64::from(y));
        [x * cos - y * sin, x * sin + y * cos].map(|x| x as f32)
    }

    fn rotation(&self, rotation: Rotation<2>, time: f64) -> Rotation<2> {
        Rotation::from(self.vector(rotation.cos_sin(), time))
    }

    fn own(&self, shape: &Shape<2>, time: f64) -> Shape<2> {
        let Shape::Polygon(polygon) = shape else { unreachable!("the plane has polygons") };
        let rotation = self.rotation(polygon.rotation, time);
        let center = place(polygon.center, self, time);
        let sharp = ConvexPolygon::new(center, rotation, polygon.vertices());
        sharp.expect("it was convex").with_rounding(polygon.rounding).into()
    }
}

/// The product of two quaternions.
fn times([a, b, c, d]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// The rotation of a motion after some time.
fn quaternion(motion: &Motion<3>, time: f64) -> [f64; 4] {
    let [x, y, z] = motion.rotation().map(|x| f64::from(x) * time);
    let angle = (x * x + y * y + z * z).sqrt();
    let (sin, cos) = (0.5 * angle).sin_cos();
    let by = if angle > 0.0 { sin / angle } else { 0.0 };
    [x * by, y * by, z * by, cos]
}

impl Turns<3> for Motion<3> {
    fn vector(&self, [x, y, z]: [f32; 3], time: f64) -> [f32; 3] {
        let turn = quaternion(self, time);
        let [a, b, c, d] = turn;
        let vector = [f64::from(x), f64::from(y), f64::from(z), 0.0];
        let [x, y, z, _] = times(times(turn, vector), [-a, -b, -c, d]);
        [x, y, z].map(|x| x as f32)
    }

    fn rotation(&self, rotation: Rotation<3>, time: f64) -> Rotation<3> {
        let turned = times(quaternion(self, time), rotation.quaternion().map(f64::from));
        Rotation::from(turned.map(|x| x as f32))
    }

    fn own(&self, shape: &Shape<3>, time: f64) -> Shape<3> {
        let vertices = match shape {
            Shape::Triangle(Triangle { vertices }) => vertices,
            Shape::Solid(solid) => {
                let center = place(solid.center, self, time);
                let rotation = Turns::rotation(self, solid.rotation, time);
                return Solid { center, rotation, ..*solid }.into();
            }
            Shape::Hull(hull) => {
                let center = place(hull.center, self, time);
                let rotation = Turns::rotation(self, hull.rotation, time);
                return Hull { center, rotation, ..hull.clone() }.into();
            }
            _ => unreachable!("space has triangles, solids and hulls"),
        };
        let first = place(vertices[0], self, time);
        let corner = |vertex: [f32; 3]| {
            let side = std::array::from_fn(|axis| vertex[axis] - vertices[0][axis]);
            let side = self.vector(side, time);
            std::array::from_fn(|axis| first[axis] + side[axis])
        };
        Triangle { vertices: vertices.map(corner) }.into()
    }
}

/// A shape where it is after some time.
fn after<const D: usize>(shape: &Shape<D>, motion: &Motion<D>, time: f64) -> Shape<D>
where
    Motion<D>: Turns<D>,
{
    match shape {
        Shape::Ball(Ball { center, radius }) => Shape::ball(place(*center, motion, time), *radius),
        Shape::Box(OrientedBox { center, half, rotation }) => {
            let rotation = motion.rotation(*rotation, time);
            Shape::oriented_box(place(*center, motion, time), *half, rotation)
        }
        Shape::Capsule(Capsule { center, axis, radius }) => {
            let (center, axis) = (place(*center, motion, time), motion.vector(*axis, time));
            Shape::from(Capsule { center, axis, radius: *radius })
        }
        Shape::HalfSpace(HalfSpace { point, normal }) => {
            Shape::half_space(place(*point, motion, time), motion.vector(*normal, time))
        }
        _ => motion.own(shape, time),
    }
}

fn is_half_space<const D: usize>(shape: &Shape<D>) -> bool {
    matches!(shape, Shape::HalfSpace(_))
}

/// How the pairs of a run turned out.
#[derive(Debug, Default)]
struct Tally {
    apart: usize,
    hit: usize,
    overlapping: usize,
    capped: usize,
    widest_gap: f32,
}

fn check<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>, seed: u64)
where
    Motion<D>: Turned<D> + Turns<D>,
{
    const STEPS: u32 = 24;
    let mut random = Random::seeded(seed);
    let (set, moving) = (set(80, |n| make(&mut random, n)), moving(&mut random, 80));
    let mut tally = Tally::default();
    for Pair { a, b } in pairs_of(&mut random, 80, 80, true) {
        let of = |index: u32| (&set.shapes[index as usize], &moving.motions[index as usize]);
        let ((a, motion_a), (b, motion_b)) = (of(a), of(b));
        let until = random.pick(&[0.5, 1.0, 3.0]);
        let found = cast(a, motion_a, b, motion_b, until).expect(VALID);
        let case = || format!("{a:?} {motion_a:?}\n{b:?} {motion_b:?}\n{until} {found:?}");
        let at = |time: f64| [after(a, motion_a, time), after(b, motion_b, time)];
        let overlap = narrow::overlap(a, b).expect(VALID);
        assert_eq!(overlap, found.state() == ImpactState::Overlapping, "{}", case());
        let end = match found.state() {
            ImpactState::Overlapping => {
                assert_eq!((found.time, found.normal), (0.0, [0.0; D]), "{}", case());
                tally.overlapping += 1;
                continue;
            }
            ImpactState::Apart => f64::from(until),
            ImpactState::Hit | ImpactState::Capped => f64::from(found.time),
        };
        for step in 0..=STEPS {
            let [a, b] = at(end * f64::from(step) / f64::from(STEPS));
            let depth = -narrow::separation(&a, &b).expect(VALID).distance;
            assert!(depth < ROUNDING, "{depth} deep at step {step}: {}", case());
        }
        match found.state() {
            ImpactState::Hit => {
                let [a, b] = at(end);
                let gap = narrow::distance(&a, &b).expect(VALID).distance;
                assert!(gap < CLOSE, "a gap of {gap}: {}", case());
                tally.widest_gap = tally.widest_gap.max(gap);
                tally.hit += 1;
            }
            // A plane that turns comes past all that is near it.
            ImpactState::Capped if is_half_space(a) || is_half_space(b) => {}
            ImpactState::Capped => tally.capped += 1,
            _ => tally.apart += 1,
        }
    }
    let Tally { apart, hit, overlapping, capped, widest_gap } = tally;
    let enough = [apart, hit, overlapping].into_iter().all(|count| count > 200);
    assert!(enough && capped * 20 < hit, "{tally:?}");
    // Otherwise times could be late, and the steps would not notice.
    assert!(widest_gap > 2.0 * ROUNDING, "{tally:?}");
}

#[test]
fn shapes_touch_at_the_time_and_not_before() {
    for seed in [1, 2, 3] {
        check(planar, seed);
        check(spatial, seed);
    }
}

fn resting<const D: usize>(make: fn(&mut Random, u32) -> Shape<D>) {
    let mut random = Random::seeded(5);
    let set = set(60, |n| make(&mut random, n));
    for Pair { a, b } in pairs_of(&mut random, 60, 60, true) {
        let (a, b) = (&set.shapes[a as usize], &set.shapes[b as usize]);
        let overlap = narrow::overlap(a, b).expect(VALID);
        // Both at rest, and both on the same way.
        for motion in [Motion::REST, Motion::straight(random.point(-9.0, 9.0))] {
            let found = cast(a, &motion, b, &motion, f32::INFINITY).expect(VALID);
            let expected = if overlap { ImpactState::Overlapping } else { ImpactState::Apart };
            assert_eq!(found.state(), expected, "{a:?} {b:?} {found:?}");
        }
    }
}

#[test]
fn shapes_at_rest_meet_if_they_overlap() {
    resting(planar);
    resting(spatial);
}
