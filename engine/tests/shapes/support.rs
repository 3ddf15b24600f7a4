//! Random shapes, and all there is to see of a set of them.

use std::sync::Arc;

use jostle::{
    Handle, Shape, Shapes,
    shape::{
        Ball, Capsule, Composite, ConvexPolygon, HalfSpace, Hull, OrientedBox, Parts, Rotation,
        ShapeKind, Solid, Triangle,
    },
};

use crate::common::{Random, polyhedron};

/// The kinds of a dimension.
pub(crate) fn kinds<const D: usize>() -> Vec<ShapeKind> {
    ShapeKind::ALL.into_iter().filter(|kind| kind.exists_in(D)).collect()
}

/// A rotation of length 1, but for rounding.
pub(crate) fn rotation<const D: usize>(random: &mut Random) -> [f64; 4] {
    loop {
        let parts: [f64; 4] = random.point(-1.0, 1.0).map(f64::from);
        let parts = if D == 2 { [parts[0], parts[1], 0.0, 0.0] } else { parts };
        let square: f64 = parts.iter().map(|x| x * x).sum();
        if (0.01..=1.0).contains(&square) {
            return parts.map(|x| x / square.sqrt());
        }
    }
}

/// A normal of length 1, but for rounding; along an axis now and then.
pub(crate) fn normal<const D: usize>(random: &mut Random) -> [f32; D] {
    loop {
        let parts: [f32; D] = random.point(-1.0, 1.0);
        let parts = if random.below(4) == 0 { parts.map(f32::round) } else { parts };
        let square: f32 = parts.iter().map(|x| x * x).sum();
        if (0.01..=1.0).contains(&square) {
            return parts.map(|x| x / square.sqrt());
        }
    }
}

/// What only one of the dimensions has.
pub(crate) trait Dimension<const D: usize> {
    /// A rotation from its numbers, of which 2D takes two.
    fn rotation(numbers: [f32; 4]) -> Rotation<D>;
}

/// The dimensions.
pub(crate) struct In;

impl Dimension<2> for In {
    fn rotation([cos, sin, ..]: [f32; 4]) -> Rotation<2> {
        Rotation::from([cos, sin])
    }
}

impl Dimension<3> for In {
    fn rotation(numbers: [f32; 4]) -> Rotation<3> {
        Rotation::from(numbers)
    }
}

/// A convex polygon: points on an ellipse, in order.
pub(crate) fn polygon(random: &mut Random) -> ConvexPolygon {
    let (count, [width, height]) = (3 + random.below(14), random.point(0.1, 2.0));
    let begin = f64::from(random.unit());
    let vertices: Vec<[f32; 2]> = (0..count)
        .map(|k| {
            let angle = std::f64::consts::TAU * (begin + k as f64) / count as f64;
            [(angle.cos() * f64::from(width)) as f32, (angle.sin() * f64::from(height)) as f32]
        })
        .collect();
    let [cos, sin, ..] = rotation::<2>(random).map(|x| x as f32);
    let sharp = ConvexPolygon::new(random.point(-9.0, 9.0), [cos, sin], &vertices);
    let rounding = random.pick(&[0.0, 0.1, 2.0]);
    sharp.expect("it is convex").with_rounding(rounding)
}

/// A valid shape.
pub(crate) fn random_shape<const D: usize>(random: &mut Random, kind: ShapeKind) -> Shape<D>
where
    In: Dimension<D>,
{
    let center = random.point(-9.0, 9.0);
    match kind {
        ShapeKind::Ball => Shape::Ball(Ball { center, radius: random.unit() }),
        ShapeKind::Box => Shape::Box(OrientedBox {
            center,
            half: random.point(0.0, 1.0),
            rotation: In::rotation(rotation::<D>(random).map(|x| x as f32)),
        }),
        ShapeKind::Capsule => {
            let axis = random.point(-1.0, 1.0);
            Shape::Capsule(Capsule { center, axis, radius: random.unit() })
        }
        ShapeKind::Polygon => Shape::Polygon(polygon(random)),
        ShapeKind::Triangle => {
            let vertices = [random.point(-9.0, 9.0), random.point(-9.0, 9.0), [0.5; 3]];
            Shape::Triangle(Triangle { vertices })
        }
        ShapeKind::Solid => {
            let rotation = Rotation::from(rotation::<3>(random).map(|x| x as f32));
            let [radius, half_height] = random.point(0.0, 1.0);
            let solid = Solid::cone(random.point(-9.0, 9.0), half_height, radius, rotation);
            Shape::Solid(solid.with_rounding(random.unit()))
        }
        ShapeKind::HalfSpace => {
            Shape::HalfSpace(HalfSpace { point: center, normal: normal(random) })
        }
        ShapeKind::Composite => {
            let balls: Vec<_> =
                (0..3).map(|_| Shape::ball(random.point(-1.0, 1.0), random.unit())).collect();
            let parts = Arc::new(Parts::compound(balls).expect("the balls are valid"));
            let rotation = In::rotation(rotation::<D>(random).map(|x| x as f32));
            Shape::Composite(Composite { parts, center, rotation })
        }
        ShapeKind::Hull => {
            let half = random.point(0.1, 1.0);
            let rotation = Rotation::from(rotation::<3>(random).map(|x| x as f32));
            let (polyhedron, center) = (polyhedron(random, half), random.point(-9.0, 9.0));
            let rounding = random.unit();
            Shape::Hull(Hull { polyhedron, center, rotation, rounding })
        }
        kind => unreachable!("a {kind} is not made here yet"),
    }
}

/// A set of so many shapes of each kind, inserted in random order, with their handles by index.
pub(crate) fn random_set<const D: usize>(random: &mut Random, of_each: usize) -> Shapes<D>
where
    In: Dimension<D>,
{
    let mut shapes = Shapes::new();
    let kinds = kinds::<D>();
    for place in random.order(kinds.len() * of_each) {
        let kind = kinds[place % kinds.len()];
        shapes.insert(random_shape(random, kind)).expect("the shape is valid");
    }
    shapes
}

/// Everything that can be seen of a set, and more: to tell that nothing has changed.
pub(crate) fn all_of<const D: usize>(shapes: &Shapes<D>) -> String {
    format!("{shapes:?}")
}

/// The handles in the order of the indices.
pub(crate) fn handles<const D: usize>(shapes: &Shapes<D>) -> Vec<Handle> {
    (0..shapes.len()).map(|index| shapes.handle_of(index).expect("there is a shape")).collect()
}
