//! Scenes of shapes of all kinds, and rays at them.

use jostle::{
    Shape,
    broad::{DynamicTree, Margin},
    geometry::ray::Ray,
    shape::{ConvexPolygon, Rotation, Triangle},
};

use crate::common::{Random, Set, planar, set, spatial};

/// A dimension that scenes are made in.
pub(crate) trait Dimension<const D: usize> {
    /// A shape of some size within a cube, plain or degenerate.
    fn shape(random: &mut Random, number: u32) -> Shape<D>;
}

/// The plane.
pub(crate) struct Plane;
/// Space.
pub(crate) struct Space;

impl Dimension<2> for Plane {
    fn shape(random: &mut Random, number: u32) -> Shape<2> {
        if number % 4 != 3 {
            return planar(random, number);
        }
        let center: [f32; 2] = random.point(-2.0, 2.0);
        let half = random.pick(&[1e-4, 0.05, 0.5, 3.0]);
        match random.below(6) {
            0 => Shape::point(center),
            1 => Shape::aligned_box(center.map(f32::round), [half, 0.0]),
            2 => Shape::oriented_box(center, [0.0, half], random.between(-3.0, 3.0)),
            3 => Shape::capsule(center, center, half),
            4 => Shape::aligned_box(center.map(f32::round), [half.round(); 2]),
            _ => {
                let outline = [[-half, 0.0], [0.0, -1e-3 * half], [half, 0.0], [0.0, 0.5 * half]];
                let needle = ConvexPolygon::new(center, Rotation::from_angle(half), &outline);
                needle.expect("it is convex").into()
            }
        }
    }
}

impl Dimension<3> for Space {
    fn shape(random: &mut Random, number: u32) -> Shape<3> {
        if number % 4 != 3 {
            return spatial(random, number);
        }
        let center: [f32; 3] = random.point(-1.5, 1.5);
        let half = random.pick(&[1e-4, 0.05, 0.5, 3.0]);
        match random.below(6) {
            0 => Shape::point(center),
            1 => Shape::aligned_box(center.map(f32::round), [half, 0.0, half]),
            2 => {
                let turn = Rotation::about(random.point(0.1, 1.0), 2.0).expect("it has a length");
                Shape::oriented_box(center, [0.0, half, 0.0], turn)
            }
            3 => Shape::capsule(center, center, half),
            4 => Shape::aligned_box(center.map(f32::round), [half.round(); 3]),
            _ => {
                let place = center.map(f32::round);
                let corner = |x: f32, y: f32| [place[0] + x, place[1] + y, place[2]];
                Triangle { vertices: [place, corner(2.0, 0.0), corner(0.0, 2.0 * half)] }.into()
            }
        }
    }
}

/// A scene of some shapes.
pub(crate) fn scene<N: Dimension<D>, const D: usize>(random: &mut Random, count: u32) -> Set<D> {
    set(count, |number| N::shape(random, number))
}

/// A ray at a shape or past it, of one of many kinds.
pub(crate) fn ray_at<const D: usize>(random: &mut Random, set: &Set<D>) -> Ray<D> {
    let target = set.shapes[random.below(set.shapes.len())].center();
    let mut origin: [f32; D] = random.point(-4.0, 4.0);
    match random.below(10) {
        0 => origin = target,
        1 => origin = origin.map(f32::round),
        2 => origin = std::array::from_fn(|axis| target[axis] + random.between(-0.3, 0.3)),
        3 => origin = origin.map(|x| 100.0 * x),
        _ => {}
    }
    let mut direction: [f32; D] = match random.below(4) {
        0 => random.point(-1.0, 1.0),
        1 => random.point::<D>(-2.0, 2.0).map(f32::round),
        _ => std::array::from_fn(|axis| target[axis] - origin[axis]),
    };
    if random.below(6) == 0 {
        let axis = random.below(D);
        direction[axis] = random.pick(&[0.0, -0.0]);
        origin[axis] = target[axis].round() + random.pick(&[0.0, 0.5, -0.5]);
    }
    if direction == [0.0; D] {
        direction[random.below(D)] = random.pick(&[1.0, -1.0]);
    }
    let factor = random.pick(&[1.0, 1.0, 1.0, 1e-3, 1e4]);
    let ray = Ray::new(origin, direction.map(|x| x * factor));
    match random.below(6) {
        0 => ray.between(0.0, 1.0 / factor),
        1 => ray.between(0.5 / factor, 2.0 / factor),
        _ => ray,
    }
}

/// A tree that is kept, whose leaves are larger than the boxes, and that was filled one by one.
pub(crate) fn kept<const D: usize>(set: &Set<D>) -> DynamicTree<D> {
    let mut tree = DynamicTree::new().with_margin(Margin::default()).expect("it is usual");
    for index in 0..set.shapes.len() {
        let aabb = set.prepared.bounds().get(index).expect("it is valid");
        let handle = tree.insert(aabb).expect("there is memory");
        assert_eq!(handle.slot() as usize, index);
    }
    tree
}
