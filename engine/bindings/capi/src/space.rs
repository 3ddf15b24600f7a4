//! What differs between two and three dimensions.

use std::sync::Arc;

use jostle::{
    Error, Shape,
    narrow::{Motion, MotionColumns},
    shape::{BoxColumns, ConvexPolygon, Hull, Parts, Polyhedron, Rotation, Solid, Triangle},
};

use crate::{
    geometry::Geometry,
    shape::{
        JST_SHAPE_HULL, JST_SHAPE_POLYGON, JST_SHAPE_SOLID, JST_SHAPE_TRIANGLE, MOST_VERTICES,
        jst_shape,
    },
    status::Fault,
};

/// What differs between spaces of some dimensions.
pub(crate) trait Space<const D: usize> {
    /// Numbers of a rotation.
    const ROTATION: usize;
    /// Numbers of a turn.
    const TURN: usize;

    /// Boxes that are turned by the first of these columns.
    fn turned<'a>(
        centers: [&'a [f32]; D],
        halves: [&'a [f32]; D],
        rotations: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, D>, Error>;

    /// The rotation of the first of these numbers.
    fn rotation(numbers: [f32; 4]) -> Rotation<D>;

    /// Its numbers.
    fn numbers(rotation: &Rotation<D>) -> [f32; 4];

    /// A shape of a kind that is not in all dimensions, if it is in these.
    fn special(given: &jst_shape, polyhedron: Option<Arc<Polyhedron>>) -> Result<Shape<D>, Fault>;

    /// Describes a shape of such a kind.
    fn describe(shape: &Shape<D>, to: &mut jst_shape);

    /// A motion that turns by the first of these numbers: in 2D by an angle, in 3D about an axis as
    /// long as the angle.
    fn motion(by: [f32; D], turn: [f32; 3]) -> Motion<D>;

    /// Motions of many, the same way.
    fn motions<'a>(
        by: [&'a [f32]; D],
        turn: Option<[&'a [f32]; 3]>,
    ) -> Result<MotionColumns<'a, D>, Error>;

    /// The parts of a geometry, if it has some in these dimensions.
    fn parts(geometry: Geometry) -> Option<Arc<Parts<D>>>;
}

/// The spaces that there are.
pub(crate) struct Dimension;

impl Space<2> for Dimension {
    const ROTATION: usize = 2;
    const TURN: usize = 1;

    fn turned<'a>(
        centers: [&'a [f32]; 2],
        halves: [&'a [f32]; 2],
        [cos, sin, ..]: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, 2>, Error> {
        BoxColumns::<2>::new(centers, halves, [cos, sin])
    }

    fn rotation([cos, sin, ..]: [f32; 4]) -> Rotation<2> {
        [cos, sin].into()
    }

    fn numbers(rotation: &Rotation<2>) -> [f32; 4] {
        let [cos, sin] = rotation.cos_sin();
        [cos, sin, 0.0, 0.0]
    }

    fn special(given: &jst_shape, _: Option<Arc<Polyhedron>>) -> Result<Shape<2>, Fault> {
        if given.kind != JST_SHAPE_POLYGON {
            return Err(NO_KIND);
        }
        let (vertices, _) = given.vertices.as_chunks::<2>();
        let vertices = vertices.get(..given.vertex_count as usize).ok_or(TOO_MANY)?;
        let polygon = ConvexPolygon::new(given.center_in(), given.rotation_in(), vertices)?;
        Ok(polygon.with_rounding(given.radius).into())
    }

    fn describe(shape: &Shape<2>, to: &mut jst_shape) {
        let Shape::Polygon(polygon) = shape else { return };
        to.set_rotation(&polygon.rotation);
        (to.kind, to.radius) = (JST_SHAPE_POLYGON, polygon.rounding);
        let vertices = polygon.vertices();
        to.vertex_count = vertices.len() as u32;
        to.vertices[..2 * vertices.len()].copy_from_slice(vertices.as_flattened());
    }

    fn motion(by: [f32; 2], [angle, ..]: [f32; 3]) -> Motion<2> {
        Motion::<2>::turning(by, angle)
    }

    fn motions<'a>(
        by: [&'a [f32]; 2],
        turn: Option<[&'a [f32]; 3]>,
    ) -> Result<MotionColumns<'a, 2>, Error> {
        let straight = MotionColumns::straight(by)?;
        turn.map_or(Ok(straight), |[angles, ..]| straight.turning(angles))
    }

    fn parts(geometry: Geometry) -> Option<Arc<Parts<2>>> {
        if let Geometry::Parts2(parts) = geometry { Some(parts) } else { None }
    }
}

impl Space<3> for Dimension {
    const ROTATION: usize = 4;
    const TURN: usize = 3;

    fn turned<'a>(
        centers: [&'a [f32]; 3],
        halves: [&'a [f32]; 3],
        rotations: [&'a [f32]; 4],
    ) -> Result<BoxColumns<'a, 3>, Error> {
        BoxColumns::<3>::new(centers, halves, rotations)
    }

    fn rotation(numbers: [f32; 4]) -> Rotation<3> {
        numbers.into()
    }

    fn numbers(rotation: &Rotation<3>) -> [f32; 4] {
        rotation.quaternion()
    }

    fn special(given: &jst_shape, polyhedron: Option<Arc<Polyhedron>>) -> Result<Shape<3>, Fault> {
        let (center, rotation) = (given.center, given.rotation_in());
        Ok(match given.kind {
            JST_SHAPE_TRIANGLE => {
                if given.vertex_count != 3 {
                    return Err(Fault::Argument("vertex_count", "of a triangle is not 3"));
                }
                let [a, b, c] =
                    [0, 3, 6].map(|first| std::array::from_fn(|axis| given.vertices[first + axis]));
                Triangle { vertices: [a, b, c] }.into()
            }
            JST_SHAPE_SOLID => {
                let (half, lids, rounding) = (given.half, given.lids, given.radius);
                Solid { center, half, lids, rounding, rotation }.into()
            }
            JST_SHAPE_HULL => {
                let polyhedron = polyhedron.ok_or(Fault::Argument("geometry", "is no hull"))?;
                Hull { polyhedron, center, rotation, rounding: given.radius }.into()
            }
            _ => return Err(NO_KIND),
        })
    }

    fn describe(shape: &Shape<3>, to: &mut jst_shape) {
        match shape {
            Shape::Triangle(triangle) => {
                (to.kind, to.vertex_count) = (JST_SHAPE_TRIANGLE, 3);
                to.vertices[..9].copy_from_slice(triangle.vertices.as_flattened());
            }
            Shape::Solid(solid) => {
                to.set_rotation(&solid.rotation);
                (to.kind, to.radius) = (JST_SHAPE_SOLID, solid.rounding);
                (to.half, to.lids) = (solid.half, solid.lids);
            }
            Shape::Hull(hull) => {
                to.set_rotation(&hull.rotation);
                (to.kind, to.radius) = (JST_SHAPE_HULL, hull.rounding);
            }
            _ => {}
        }
    }

    fn motion(by: [f32; 3], turn: [f32; 3]) -> Motion<3> {
        Motion::<3>::turning(by, turn)
    }

    fn motions<'a>(
        by: [&'a [f32]; 3],
        turn: Option<[&'a [f32]; 3]>,
    ) -> Result<MotionColumns<'a, 3>, Error> {
        let straight = MotionColumns::straight(by)?;
        turn.map_or(Ok(straight), |turns| straight.turning(turns))
    }

    fn parts(geometry: Geometry) -> Option<Arc<Parts<3>>> {
        if let Geometry::Parts3(parts) = geometry { Some(parts) } else { None }
    }
}

/// What is said of a kind that is none, or not one of these dimensions.
const NO_KIND: Fault = Fault::Argument("kind", "is none, or none of these dimensions");

/// What is said of more vertices than there is room for.
const TOO_MANY: Fault = Fault::Argument("vertex_count", "is more than there is room for");

const _: () = assert!(2 * ConvexPolygon::MAX_VERTICES <= MOST_VERTICES && MOST_VERTICES >= 9);
