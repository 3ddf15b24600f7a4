//! Sets of shapes of all kinds, and pairs of them.

use std::sync::Arc;

use jostle::{
    Pair, Shape, Shapes,
    shape::{ConvexPolygon, Hull, Polyhedron, PreparedShapes, Rotation, Solid, Triangle},
};

use super::Random;

/// A set of shapes of all kinds in a small space, by index.
pub(crate) struct Set<const D: usize> {
    pub(crate) shapes: Vec<Shape<D>>,
    pub(crate) prepared: PreparedShapes<D>,
}

pub(crate) fn set<const D: usize>(count: u32, mut make: impl FnMut(u32) -> Shape<D>) -> Set<D> {
    let mut shapes = Shapes::new();
    for number in 0..count {
        shapes.insert(make(number)).expect("the shape is valid");
    }
    let mut prepared = PreparedShapes::new();
    prepared.update(&shapes).expect("there is memory");
    assert_eq!(prepared.invalid(), []);
    let by_index = (0..shapes.len()).map(|index| {
        let handle = shapes.handle_of(index).expect("there is a shape");
        shapes.get(handle).expect("it has a handle")
    });
    Set { shapes: by_index.collect(), prepared }
}

/// The number of the half-space of a set. One is enough: much of what there is lies in it.
const HALF_SPACE: u32 = 17;

/// A half-space beside the middle, up to twice as far from it as others are.
pub(crate) fn half_space<const D: usize>(random: &mut Random) -> Shape<D> {
    let axis = random.below(D);
    let mut normal = [0.0; D];
    normal[axis] = random.pick(&[1.0, -1.0]);
    if random.below(3) > 0 {
        normal = random.point(-1.0, 1.0);
        normal[axis] += 0.1_f32.copysign(normal[axis]);
        let length = normal.iter().map(|x| x * x).sum::<f32>().sqrt();
        normal = normal.map(|x| x / length);
    }
    let (away, aside) = (random.between(-3.0, -0.5), random.between(-9.0, 9.0));
    let mut point = normal.map(|x| away * x);
    (point[0], point[1]) = (point[0] - aside * normal[1], point[1] + aside * normal[0]);
    Shape::half_space(point, normal)
}

/// Shapes with a second half-space, through the middle: a set of 60 has a pair of them.
pub(crate) fn with_middle<const D: usize>(
    make: impl Fn(&mut Random, u32) -> Shape<D>,
) -> impl Fn(&mut Random, u32) -> Shape<D> {
    let mut normal = [0.0; D];
    (normal[0], normal[1]) = (0.6, 0.8);
    move |random, number| {
        if number == 59 { Shape::half_space([0.1; D], normal) } else { make(random, number) }
    }
}

pub(crate) fn planar(random: &mut Random, number: u32) -> Shape<2> {
    if number == HALF_SPACE {
        return half_space(random);
    }
    let center = random.point(-2.0, 2.0);
    let half = random.point(0.1, 0.8);
    let rotation = Rotation::from_angle(random.between(-4.0, 4.0));
    match number % 6 {
        0 => Shape::ball(center, half[0]),
        1 => Shape::oriented_box(center, half, rotation),
        2 => Shape::capsule(center, random.point(-2.0, 2.0), 0.2 * half[0]),
        3 => {
            let corners = 3 + random.below(14);
            let step = std::f32::consts::TAU / corners as f32;
            let angles = (0..corners).map(|corner| corner as f32 * step);
            let vertices: Vec<_> = angles
                .map(|angle| [half[0] * libm::cosf(angle), half[1] * libm::sinf(angle)])
                .collect();
            let sharp =
                ConvexPolygon::new(center, rotation, &vertices).expect("an ellipse is convex");
            sharp.with_rounding(random.pick(&[0.0, 0.0, 0.01, 0.2])).into()
        }
        4 => Shape::aligned_box(center.map(f32::round), [0.5, 0.5]),
        _ => Shape::segment(center, random.point(-2.0, 2.0)),
    }
}

pub(crate) fn spatial(random: &mut Random, number: u32) -> Shape<3> {
    if number == HALF_SPACE {
        return half_space(random);
    }
    let center = random.point(-1.5, 1.5);
    let half = random.point(0.1, 0.8);
    let rotation = Rotation::about(random.point(0.1, 1.0), random.between(-4.0, 4.0));
    let rotation = rotation.expect("the axis has a length");
    match number % 9 {
        0 => Shape::ball(center, half[0]),
        1 => Shape::oriented_box(center, half, rotation),
        2 => Shape::capsule(center, random.point(-1.5, 1.5), 0.2 * half[0]),
        3 => {
            Triangle { vertices: [center, random.point(-1.5, 1.5), random.point(-1.5, 1.5)] }.into()
        }
        4 => Shape::aligned_box(center.map(f32::round), [0.5; 3]),
        5 => Shape::segment(center, random.point(-1.5, 1.5)),
        6 => Solid::cylinder(center, half[0], half[1], rotation)
            .with_lids([half[1], half[2] - 0.1])
            .into(),
        7 => Solid::rounded_box(center, half, 0.2 * half[0], rotation).into(),
        _ => {
            let polyhedron = polyhedron(random, half);
            let rounding = random.pick(&[0.0, 0.0, 0.2]) * half[0];
            Hull { polyhedron, center, rotation, rounding }.into()
        }
    }
}

/// The convex hull of points in a box, or of corners of a grid in it, or a triangle of them.
pub(crate) fn polyhedron(random: &mut Random, half: [f32; 3]) -> Arc<Polyhedron> {
    let (is_whole, is_flat) = (random.percent(30.0), random.percent(20.0));
    loop {
        let mut point = || {
            let at = if is_whole {
                [0; 3].map(|_: i32| random.pick(&[-1.0, 0.0, 1.0]))
            } else {
                random.point(-1.0, 1.0)
            };
            std::array::from_fn(|axis| half[axis] * at[axis])
        };
        let made = if is_flat {
            Polyhedron::triangle([point(), point(), point()])
        } else {
            let points: Vec<[f32; 3]> = (0..16).map(|_| point()).collect();
            Polyhedron::hull_of(&points)
        };
        if let Ok(polyhedron) = made {
            return Arc::new(polyhedron);
        }
    }
}

/// All pairs between two sets, or within one, in some order.
pub(crate) fn pairs_of(random: &mut Random, a: usize, b: usize, within: bool) -> Vec<Pair> {
    let all = (0..a as u32).flat_map(|a| (0..b as u32).map(move |b| Pair { a, b }));
    let all: Vec<_> = all.filter(|pair| !within || pair.a < pair.b).collect();
    random.order(all.len()).into_iter().map(|index| all[index]).collect()
}
