//! Shapes of numbers of any size: all questions about a pair agree, and none ends the process.
//!
//! Numbers are of few digits, so that places meet, or as small and as large as `f32` has them. What
//! reaches no farther than 1e18, where `f32` still holds squares, is asked everything. Beyond, and
//! up to shapes that have no end, verdicts may differ from question to question.

use std::sync::Arc;

use jostle::{
    Error, Shape, Shapes,
    mesh::Mesh,
    narrow::{Manifold, contact, contact_within, distance, overlap, separation},
    shape::{
        Ball, Capsule, ConvexPolygon, HeightField, Hull, OrientedBox, Parts, Polyhedron,
        PreparedShapes, Rotation, Solid, Triangle,
    },
};

use crate::common::{Random, half_space, scale};

/// Numbers whose squares `f32` holds.
const LARGEST: f32 = 1e18;

/// What draws shapes.
struct Draw {
    random: Random,
    /// The size of all numbers of a pair.
    scale: f32,
}

fn number(draw: &mut Draw) -> f32 {
    let sign = draw.random.pick(&[1.0, -1.0]);
    draw.scale
        * sign
        * match draw.random.below(40) {
            0 => draw.random.pick(&[0.0, 1e-45, 1e-40, f32::MIN_POSITIVE, 1e-30, 1e-20]),
            1 => draw.random.pick(&[1e18, 1.8e19, 1e30, f32::MAX]),
            2 | 3 => 2.0_f32.powi(draw.random.below(250) as i32 - 125),
            4..10 => draw.random.between(0.0, 8.0),
            _ => draw.random.below(128) as f32 / 8.0,
        }
}

fn numbers<const N: usize>(draw: &mut Draw) -> [f32; N] {
    std::array::from_fn(|_| number(draw))
}

fn sizes<const N: usize>(draw: &mut Draw) -> [f32; N] {
    numbers(draw).map(f32::abs)
}

fn rounding(draw: &mut Draw) -> f32 {
    if draw.random.below(3) > 0 { 0.0 } else { number(draw).abs() }
}

/// What has more than one dimension to be in.
trait Space: Sized {
    fn rotation(draw: &mut Draw) -> Self;
}

impl Space for Rotation<2> {
    fn rotation(draw: &mut Draw) -> Self {
        if draw.random.below(4) == 0 { Self::IDENTITY } else { Self::from_angle(number(draw)) }
    }
}

impl Space for Rotation<3> {
    fn rotation(draw: &mut Draw) -> Self {
        let [axis, turn] = [numbers(draw), numbers(draw)];
        Self::about(axis, turn[0]).unwrap_or(Self::IDENTITY)
    }
}

/// A shape of a kind that both dimensions have.
fn common<const D: usize>(draw: &mut Draw) -> Shape<D>
where
    Rotation<D>: Space,
{
    let center = numbers(draw);
    match draw.random.below(4) {
        0 => Shape::Ball(Ball { center, radius: number(draw).abs() }),
        1 => Shape::Capsule(Capsule { center, axis: numbers(draw), radius: number(draw).abs() }),
        2 => half_space(&mut draw.random),
        _ => {
            let rotation = Rotation::rotation(draw);
            Shape::Box(OrientedBox { center, half: sizes(draw), rotation })
        }
    }
}

fn single_2d(draw: &mut Draw) -> Shape<2> {
    if draw.random.below(3) > 0 {
        return common(draw);
    }
    let (center, rotation) = (numbers(draw), Rotation::rotation(draw));
    let vertices: Vec<[f32; 2]> = (0..3 + draw.random.below(6)).map(|_| numbers(draw)).collect();
    let polygon = ConvexPolygon::new(center, rotation, &vertices);
    polygon.map_or(Shape::point(center), |of| of.with_rounding(rounding(draw)).into())
}

fn single_3d(draw: &mut Draw) -> Shape<3> {
    let (center, rotation) = (numbers(draw), Rotation::rotation(draw));
    match draw.random.below(8) {
        0 => Triangle { vertices: [numbers(draw), numbers(draw), numbers(draw)] }.into(),
        1 => {
            let [half, radius] = sizes(draw);
            let solid = Solid::cylinder(center, half, radius, rotation);
            solid.with_rounding(rounding(draw)).into()
        }
        2 => {
            let solid = Solid::rounded_box(center, sizes(draw), rounding(draw), rotation);
            solid.into()
        }
        3 => {
            let points: Vec<[f32; 3]> =
                (0..4 + draw.random.below(9)).map(|_| numbers(draw)).collect();
            Polyhedron::hull_of(&points).map_or(Shape::point(center), |polyhedron| {
                let (polyhedron, rounding) = (Arc::new(polyhedron), rounding(draw));
                Hull { polyhedron, center, rotation, rounding }.into()
            })
        }
        _ => common(draw),
    }
}

/// A shape, which one of five times is a composite one.
fn any<const D: usize>(
    draw: &mut Draw,
    single: fn(&mut Draw) -> Shape<D>,
    parts: fn(&mut Draw) -> Result<Parts<D>, Error>,
) -> Shape<D>
where
    Rotation<D>: Space,
{
    if draw.random.below(5) > 0 {
        return single(draw);
    }
    let center = numbers(draw);
    let rotation = Rotation::rotation(draw);
    match parts(draw) {
        Ok(parts) => Shape::composite(&Arc::new(parts), center, rotation),
        Err(_) => Shape::point(center),
    }
}

fn compound<const D: usize>(
    draw: &mut Draw,
    single: fn(&mut Draw) -> Shape<D>,
) -> Result<Parts<D>, Error> {
    Parts::compound((0..=draw.random.below(5)).map(|_| single(draw)).collect::<Vec<_>>())
}

fn polyline<const D: usize>(draw: &mut Draw) -> Result<Parts<D>, Error> {
    let vertices: Vec<[f32; D]> = (0..3 + draw.random.below(5)).map(|_| numbers(draw)).collect();
    Parts::polyline(vertices, draw.random.below(2) > 0, rounding(draw))
}

fn parts_2d(draw: &mut Draw) -> Result<Parts<2>, Error> {
    if draw.random.below(2) > 0 { polyline(draw) } else { compound(draw, single_2d) }
}

fn parts_3d(draw: &mut Draw) -> Result<Parts<3>, Error> {
    match draw.random.below(4) {
        0 => polyline(draw),
        1 => {
            let vertices: Vec<[f32; 3]> = (0..8).map(|_| numbers(draw)).collect();
            let corner = |draw: &mut Draw| draw.random.below(8) as u32;
            let triangles: Vec<[u32; 3]> =
                (0..6).map(|_| [corner(draw), corner(draw), corner(draw)]).collect();
            Mesh::new(vertices, triangles).and_then(Parts::mesh)
        }
        2 => {
            let heights: [f32; 12] = numbers(draw);
            HeightField::new(&heights, 2 + draw.random.below(3), sizes(draw))
                .and_then(Parts::height_field)
        }
        _ => compound(draw, single_3d),
    }
}

/// How far a shape reaches, if it is valid; of a half-space, how far its point is away. Sets say of
/// it what single questions do.
fn reach<const D: usize>(shape: &Shape<D>) -> Option<f32> {
    let mut set = Shapes::new();
    let comes_in = set.insert(shape.clone()).is_ok();
    assert_eq!(overlap(shape, shape).is_ok(), comes_in, "{shape:?}");
    if !comes_in {
        return None;
    }
    let mut prepared = PreparedShapes::new();
    prepared.update(&set).expect("there is memory");
    assert_eq!(prepared.invalid(), [], "{shape:?}");
    let bounds = prepared.bounds().get(0).expect("it is valid");
    let ends = match shape {
        Shape::HalfSpace(of) => [of.point; 2],
        _ => [bounds.min, bounds.max],
    };
    Some(ends.as_flattened().iter().fold(0.0, |most: f32, x| most.max(x.abs())))
}

/// What a contact tells. Normals of -0.0 are those of 0.0.
fn told<const D: usize>(found: &Manifold<D>) -> String {
    let normal = found.normal.map(|x| x + 0.0);
    format!("{normal:?} {} {} {:?}", found.distance, found.axis, found.points())
}

/// How often what was met.
#[derive(Debug, Default)]
struct Met {
    touching: usize,
    near: usize,
    apart: usize,
    small: usize,
    large: usize,
    without_end: usize,
    composite: usize,
    refused: usize,
}

fn check<const D: usize>(a: &Shape<D>, b: &Shape<D>, margin: f32, met: &mut Met) {
    let (Some(reach_a), Some(reach_b)) = (reach(a), reach(b)) else {
        met.refused += 1;
        return;
    };
    let (smaller, larger) = (reach_a.min(reach_b), reach_a.max(reach_b));
    met.small += usize::from(smaller < 1e-18);
    met.large += usize::from((1e6..=LARGEST).contains(&larger));
    met.without_end += usize::from(larger.is_infinite());
    met.composite += usize::from([a, b].iter().any(|shape| matches!(shape, Shape::Composite(_))));
    let case = || format!("{a:?}\n{b:?}");
    const VALID: &str = "both are valid";

    let touches = overlap(a, b).expect(VALID);
    assert_eq!(overlap(b, a), Ok(touches), "{}", case());
    let apart = separation(a, b).expect(VALID);
    let found = contact(a, b).expect(VALID);
    let near = contact_within(a, b, margin).expect(VALID);
    let closest = distance(a, b).expect(VALID);
    assert!(closest.distance >= 0.0, "{closest:?} {}", case());
    assert!(!touches || closest.distance == 0.0, "{closest:?} {}", case());
    if larger > LARGEST {
        return;
    }
    assert_eq!(apart.distance <= 0.0, touches, "{apart:?} {}", case());
    assert_eq!(found.is_some(), touches, "{found:?} {}", case());
    match (&found, &near) {
        (Some(found), Some(near)) => {
            assert_eq!(told(found), told(near), "{}", case());
            let points = found.points().iter();
            let mut all = points.flat_map(|point| point.on_a.iter().chain(&point.on_b));
            assert!(all.all(|x| !x.is_nan()), "{found:?} {}", case());
            assert!(found.distance <= 0.0, "{found:?} {}", case());
            met.touching += 1;
        }
        (None, Some(near)) => {
            assert!(0.0 < near.distance && near.distance <= margin, "{near:?} {}", case());
            met.near += 1;
        }
        (None, None) => met.apart += 1,
        (Some(_), None) => panic!("{found:?} {}", case()),
    }
}

fn check_many<const D: usize>(
    single: fn(&mut Draw) -> Shape<D>,
    parts: fn(&mut Draw) -> Result<Parts<D>, Error>,
) where
    Rotation<D>: Space,
{
    let mut draw = Draw { random: Random::seeded(11), scale: 1.0 };
    let mut met = Met::default();
    for _ in 0..40_000 * scale() {
        draw.scale = draw.random.pick(&[1.0, 1.0, 1.0, 1e-22, 1e-38, 1e15]);
        let [a, b] = [(); 2].map(|()| any(&mut draw, single, parts));
        let margin = draw.random.pick(&[0.125, 4.0, 1e30]);
        check(&a, &b, margin, &mut met);
    }
    let Met { touching, near, apart, small, large, without_end, composite, refused } = met;
    let counts = [touching, near, apart, small, large, without_end, composite, refused];
    assert!(counts.iter().all(|count| *count > 50), "{met:?}");
}

#[test]
fn questions_agree_about_all_sizes_in_2d() {
    check_many(single_2d, parts_2d);
}

#[test]
fn questions_agree_about_all_sizes_in_3d() {
    check_many(single_3d, parts_3d);
}
