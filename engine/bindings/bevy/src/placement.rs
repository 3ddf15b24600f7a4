//! Shapes in the world, by where their entities are.

use bevy_math::{Affine3A, Mat3A};
use jostle::{
    Shape,
    shape::{
        Ball, Capsule, Composite, ConvexPolygon, HalfSpace, Hull, OrientedBox, Solid, Triangle,
    },
};

use crate::{
    collider::{Collider, Local},
    invalid::InvalidCause,
    space::{array, is_mirrored, parts_of_matrix, turned, vector},
};

/// How far the square of a scale may be from 1 to be 1.
const ROUNDING: f32 = 2e-6;

/// How far scales by axis may be from each other, relative to the largest, to be one.
const UNIFORM: f32 = 1e-4;

/// Where an entity is.
pub(crate) struct Placement<'a, const D: usize> {
    affine: &'a Affine3A,
    /// How long the axes are.
    scale: [f32; D],
}

impl<'a, const D: usize> Placement<'a, D> {
    #[inline(always)]
    pub(crate) fn new(affine: &'a Affine3A) -> Self {
        let Mat3A { x_axis, y_axis, z_axis } = affine.matrix3;
        let columns = [x_axis, y_axis, z_axis];
        let scale = std::array::from_fn(|axis| {
            let column = columns[axis];
            let square = if D == 2 {
                column.x * column.x + column.y * column.y
            } else {
                column.length_squared()
            };
            if (square - 1.0).abs() <= ROUNDING { 1.0 } else { square.sqrt() }
        });
        Self { affine, scale }
    }

    #[inline(always)]
    fn point(&self, local: [f32; D]) -> [f32; D] {
        if local == [0.0; D] {
            return array(self.affine.translation);
        }
        array(self.affine.transform_point3a(vector(local)))
    }

    /// The largest scale; NaN where one is.
    #[inline(always)]
    fn largest(&self) -> f32 {
        self.scale.into_iter().fold(0.0, |a, b| if a > b || a.is_nan() { a } else { b })
    }

    #[inline(always)]
    pub(crate) fn ball(&self, center: [f32; D], radius: f32) -> Ball<D> {
        Ball { center: self.point(center), radius: radius * self.largest() }
    }

    #[inline(always)]
    pub(crate) fn capsule(&self, center: [f32; D], axis: [f32; D], radius: f32) -> Capsule<D> {
        let along = array(self.affine.matrix3 * vector(axis));
        Capsule { center: self.point(center), axis: along, radius: radius * self.largest() }
    }

    /// The center, half the extents and the parts of the rotation of a box.
    #[inline(always)]
    pub(crate) fn cuboid(
        &self,
        center: [f32; D],
        half: [f32; D],
    ) -> ([f32; D], [f32; D], [f32; 4]) {
        let half = std::array::from_fn(|axis| half[axis] * self.scale[axis]);
        (self.point(center), half, self.rotation())
    }

    fn rotation(&self) -> [f32; 4] {
        parts_of_matrix(&self.affine.matrix3, self.scale)
    }

    /// A collider in the world.
    pub(crate) fn shape(&self, collider: &Collider<D>) -> Result<Shape<D>, InvalidCause> {
        Ok(match &collider.0 {
            Local::Ball { center, radius } => self.ball(*center, *radius).into(),
            Local::Capsule { center, axis, radius } => self.capsule(*center, *axis, *radius).into(),
            Local::Box { center, half } => {
                let (center, half, parts) = self.cuboid(*center, *half);
                let rotation = crate::space::rotation(parts);
                OrientedBox { center, half, rotation }.into()
            }
            Local::Other(shape) => self.other(shape)?,
        })
    }

    /// A shape that only a uniform scale leaves what it is.
    fn other(&self, shape: &Shape<D>) -> Result<Shape<D>, InvalidCause> {
        let by = self.largest();
        if self.scale.iter().any(|scale| (scale - by).abs() > UNIFORM * by) {
            return Err(InvalidCause::NonUniformScale);
        }
        if is_mirrored::<D>(&self.affine.matrix3) {
            return Err(InvalidCause::Mirrored);
        }
        let outer = self.rotation();
        // What exists in one dimension only has its coordinates as plain arrays.
        let plane = |at: [f32; 2]| first(self.point(first(at)));
        let space = |at: [f32; 3]| first(self.point(first(at)));
        Ok(match shape {
            Shape::Box(OrientedBox { center, half, rotation }) => Shape::Box(OrientedBox {
                center: self.point(*center),
                half: half.map(|half| half * by),
                rotation: turned(outer, rotation),
            }),
            Shape::Polygon(polygon) => {
                let vertices: Vec<_> =
                    polygon.vertices().iter().map(|vertex| vertex.map(|x| x * by)).collect();
                let rotation = turned(outer, &polygon.rotation);
                let scaled = ConvexPolygon::new(plane(polygon.center), rotation, &vertices)?;
                Shape::Polygon(scaled.with_rounding(polygon.rounding * by))
            }
            Shape::Triangle(Triangle { vertices }) => {
                Shape::Triangle(Triangle { vertices: vertices.map(space) })
            }
            Shape::Solid(solid) => Shape::Solid(Solid {
                center: space(solid.center),
                half: solid.half.map(|half| half * by),
                lids: solid.lids.map(|lid| lid * by),
                rounding: solid.rounding * by,
                rotation: turned(outer, &solid.rotation),
            }),
            Shape::HalfSpace(HalfSpace { point, normal }) => {
                let normal = self.affine.matrix3 * vector(*normal);
                Shape::HalfSpace(HalfSpace {
                    point: self.point(*point),
                    normal: array(normal / by),
                })
            }
            Shape::Hull(_) | Shape::Composite(_) if by != 1.0 => {
                return Err(InvalidCause::ScaledGeometry);
            }
            Shape::Hull(hull) => Shape::Hull(Hull {
                center: space(hull.center),
                rotation: turned(outer, &hull.rotation),
                ..hull.clone()
            }),
            Shape::Composite(Composite { parts, center, rotation }) => {
                Shape::Composite(Composite {
                    parts: parts.clone(),
                    center: self.point(*center),
                    rotation: turned(outer, rotation),
                })
            }
            // The others are kinds that are moved in bulk.
            shape => return self.shape(&Collider::from(shape.clone())),
        })
    }
}

/// The first of some coordinates, and zeros behind them.
fn first<const N: usize, const M: usize>(array: [f32; N]) -> [f32; M] {
    std::array::from_fn(|axis| array.get(axis).copied().unwrap_or(0.0))
}
