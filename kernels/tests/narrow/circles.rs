//! Circles around shapes: they contain them, and what they tell apart is apart.

use std::{f32::consts::TAU, fmt::Debug};

use jostle_kernels::{
    Pair, SimdLevel,
    pairs::{
        BallPolygon, Batch, BoxPolygon, CapsulePolygon, PairTest, PolygonPolygon, SpheresTouch,
        touches,
    },
    shape::{
        Ball, BoundingSphere, Capsule, MAX_VERTICES, Obb, One, Pack, Polygon, PolygonSphere,
        from_quads, in_f64,
    },
};

use crate::support::{Random, dot, exact, scale};

/// A polygon with its first vertex in a direction, round or as thin as a needle.
fn polygon(random: &mut Random, center: [f32; 2], toward: f32, size: f32) -> Polygon {
    let count = 3 + random.below(14) as usize;
    let thin = random.of(&[1.0, 0.3, 1e-3, 1e-7]);
    let (sin, cos) = toward.sin_cos();
    let vertex = |number: usize| {
        let (y, x) = ((number % count) as f32 / count as f32 * TAU).sin_cos();
        let (x, y) = (x * size, y * size * thin);
        [x * cos - y * sin, x * sin + y * cos]
    };
    let last = |number: usize| if number < count { number } else { 0 };
    let vertices: [_; MAX_VERTICES] = std::array::from_fn(|number| vertex(last(number)));
    Polygon { center, count: count as f32, vertices, rounding: 0.0 }
}

/// Two shapes, each a size and a direction, whose circles touch but for a little.
struct Case {
    centers: [[f32; 2]; 2],
    sizes: [f32; 2],
    toward: [f32; 2],
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let unit = random.of(&[1e-30, 1e-15, 1.0, 1e10]);
        let sizes = [random.of(&[0.01, 1.0, 3.0]) * unit, unit];
        let share = random.of(&[-0.5, -1e-3, -1e-6, 0.0, 1e-7, 3e-6, 1e-4, 1e-2, 0.5]);
        let (offset, toward) = (random.of(&[0.0, 1.0, 1e3]) * unit, random.unit() * TAU);
        let (sin, cos) = toward.sin_cos();
        let far = (sizes[0] + sizes[1]) * (1.0 + share);
        let start = [random.within(offset), random.within(offset)];
        let centers = [start, [start[0] + far * cos, start[1] + far * sin]];
        Self { centers, sizes, toward: [toward, toward + 0.5 * TAU] }
    }
}

/// Asserts that a circle contains a polygon around its center.
fn contains(radius: f32, polygon: &Polygon) {
    let radius = exact(radius) - exact(polygon.rounding);
    assert!(radius >= exact(0.0), "{polygon:?}");
    for point in &polygon.vertices {
        let point = point.map(exact);
        assert!(dot(&point, &point) <= radius.clone() * radius.clone(), "{point:?}");
    }
}

/// Holds circles against a test, for shapes of a kind and polygons.
fn check<T: PairTest<2, N, B = Polygon>, H, const N: usize>(
    make: impl Fn(&mut Random, [f32; 2], f32, f32) -> One<T::A>,
) where
    H: BoundingSphere + Pack<Quads = <T::A as Pack>::Quads>,
    One<T::A>: Debug,
{
    let mut random = Random(5);
    let cases: Vec<_> = (0..20_000 * scale())
        .map(|_| {
            let Case { centers, sizes, toward } = Case::random(&mut random);
            let a = make(&mut random, centers[0], toward[0], sizes[0]);
            (a, polygon(&mut random, centers[1], toward[1], sizes[1]))
        })
        .collect();
    let a: Vec<_> = cases.iter().map(|(a, _)| T::A::pack(a)).collect();
    let b: Vec<_> = cases.iter().map(|(_, b)| Polygon::pack(b)).collect();
    for ((_, polygon), packed) in cases.iter().zip(&b) {
        contains(packed.0[0][3], polygon);
    }
    let pairs: Vec<_> =
        (0..cases.len() as u32).map(|number| Pair { a: number, b: number }).collect();
    for level in SimdLevel::available() {
        let (kernel, mut near) =
            (&SpheresTouch::<H, PolygonSphere>::default(), vec![false; cases.len()]);
        level.run(Batch { kernel, a: &a, b: &b, pairs: &pairs, next: &[], out: &mut near });
        let [mut apart, mut touching] = [0, 0];
        for ((a, b), near) in cases.iter().zip(near) {
            let touches = touches::<T, 2, N>(a, b);
            assert!(near || !touches, "{level} {a:?} {b:?}");
            apart += usize::from(!near);
            touching += usize::from(touches);
        }
        assert!(apart > cases.len() / 5 && touching > cases.len() / 10, "{apart} {touching}");
    }
}

/// The radius and the number of vertices share a number.
#[test]
fn polygons_come_out_of_their_quads_as_they_went_in() {
    let mut random = Random(7);
    let [mut largest, mut tight] = [0, 0];
    for _ in 0..100_000 * scale() {
        let (exponent, any) = (random.below(250) as i32 - 125, 1.0 + random.unit());
        // Sizes next to a power of two are those at which steps change.
        let share = random.of(&[1.0, 1.0 + 1e-6, 1.0 - 1e-6, any]);
        let size = 2.0_f32.powi(exponent) * share;
        let mut shape = polygon(&mut random, [3.0, -1e-3], 0.0, size);
        shape.rounding = random.of(&[0.0, size * 1e-6, size, (size * 1e3).min(f32::MAX)]);
        let quads = Polygon::pack(&shape);
        assert_eq!(from_quads::<Polygon>(quads.as_ref()), shape);
        let wide = in_f64::<Polygon>(&shape);
        assert_eq!((wide.count, wide.rounding), (shape.count.into(), shape.rounding.into()));

        let radius = quads.0[0][3];
        if radius >= 1e29 {
            // All circles that are so large have a square that is not finite.
            largest += 1;
            continue;
        }
        contains(radius, &shape);
        // Squares of the smallest vanish; so their circles are larger.
        let reach = size + shape.rounding + 2e-19;
        tight += usize::from(radius <= reach * (1.0 + 2.0_f32.powi(-14)));
    }
    let cases = 100_000 * scale();
    assert!(largest > cases / 20 && largest + tight == cases, "{largest} {tight}");
}

#[test]
fn circles_tell_polygons_apart() {
    check::<PolygonPolygon, PolygonSphere, 0>(polygon);
}

#[test]
fn circles_tell_boxes_and_polygons_apart() {
    check::<BoxPolygon, Obb<2>, 0>(|random, center, toward, size| {
        // The diagonal has the length and the direction.
        let (y, x) = (random.unit() * 0.25 * TAU).sin_cos();
        let (sin, cos) = (toward - y.atan2(x)).sin_cos();
        Obb { center, half: [size * x, size * y], axes: [[cos, sin], [-sin, cos]] }
    });
}

#[test]
fn circles_tell_round_shapes_and_polygons_apart() {
    check::<BallPolygon, Ball<2>, 1>(|_, center, _, radius| Ball { center, radius });
    check::<CapsulePolygon, Capsule<2>, 2>(|random, center, toward, size| {
        let share = random.unit();
        let axis = [toward.cos(), toward.sin()].map(|x| x * size * share);
        Capsule { center, axis, radius: size * (1.0 - share) }
    });
}
