//! The component that makes an entity a shape.

use std::sync::Arc;

use bevy_ecs::component::Component;
use bevy_transform::components::Transform;
use jostle::{
    Error, Shape,
    error::ShapeFault,
    shape::{Capsule, ConvexPolygon, OrientedBox, Parts, Polyhedron, Rotation, ShapeKind},
};

use crate::link::Link;

/// The shape of an entity, in the coordinates of its [`GlobalTransform`].
///
/// A uniform scale of the transform multiplies all lengths. A box also takes a scale by axis; a
/// ball and the radius of a capsule take the largest one; other shapes are
/// [invalid](crate::InvalidCollider) then. Hulls and composites cannot be scaled at all: scale their
/// points. A scale within a millionth of 1 is 1, so that a ball that turns keeps its radius.
///
/// In 2D the plane is that of x and y, and the rotation is where the x axis goes in it.
///
/// The component is immutable, so that no change of it goes unseen: insert it anew to change it.
///
/// ```
/// use bevy_jostle::Collider;
///
/// let wheel = Collider::<2>::ball(0.4);
/// let crate_of_wood = Collider::<3>::cuboid([0.5, 0.5, 0.5]);
/// let person = Collider::<3>::capsule([0.0, 0.6, 0.0], 0.3);
/// # let _ = (wheel, crate_of_wood, person);
/// ```
///
/// [`GlobalTransform`]: bevy_transform::components::GlobalTransform
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable)]
#[require(Transform, Link<D>)]
pub struct Collider<const D: usize>(pub(crate) Local<D>);

/// A shape in own coordinates: the kinds that are moved in bulk, and the others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Local<const D: usize> {
    Ball { center: [f32; D], radius: f32 },
    Box { center: [f32; D], half: [f32; D] },
    Capsule { center: [f32; D], axis: [f32; D], radius: f32 },
    Other(Arc<Shape<D>>),
}

impl<const D: usize> Collider<D> {
    /// A circle or a sphere.
    #[must_use]
    pub fn ball(radius: f32) -> Self {
        Self(Local::Ball { center: [0.0; D], radius })
    }

    /// A box, by half its extents.
    #[must_use]
    pub fn cuboid(half: impl Into<[f32; D]>) -> Self {
        Self(Local::Box { center: [0.0; D], half: half.into() })
    }

    /// A capsule about the segment from `-axis` to `axis`.
    #[must_use]
    pub fn capsule(axis: impl Into<[f32; D]>, radius: f32) -> Self {
        Self(Local::Capsule { center: [0.0; D], axis: axis.into(), radius })
    }

    /// Many shapes as one: a compound, a mesh, a height field or a polyline.
    #[must_use]
    pub fn composite(parts: &Arc<Parts<D>>) -> Self {
        Shape::composite(parts, [0.0; D], Rotation::IDENTITY).into()
    }

    /// All that lies behind a plane through the origin, as seen along a normal of length 1.
    #[must_use]
    pub fn half_space(normal: impl Into<[f32; D]>) -> Self {
        Shape::half_space([0.0; D], normal).into()
    }

    /// The shape where the transform is the identity.
    #[must_use]
    pub fn shape(&self) -> Shape<D> {
        match self.0.clone() {
            Local::Ball { center, radius } => Shape::ball(center, radius),
            Local::Box { center, half } => Shape::aligned_box(center, half),
            Local::Capsule { center, axis, radius } => {
                Shape::Capsule(Capsule { center, axis, radius })
            }
            Local::Other(shape) => (*shape).clone(),
        }
    }
}

impl Collider<2> {
    /// A convex polygon, by its vertices in order.
    ///
    /// # Errors
    /// As [`ConvexPolygon::new`]: too few vertices or too many, or not convex.
    pub fn polygon(vertices: &[[f32; 2]]) -> Result<Self, Error> {
        let polygon = ConvexPolygon::new([0.0, 0.0], 0.0, vertices)?;
        Ok(Shape::from(polygon).into())
    }
}

impl Collider<3> {
    /// A convex polyhedron.
    #[must_use]
    pub fn hull(polyhedron: &Arc<Polyhedron>) -> Self {
        Shape::hull(polyhedron, [0.0; 3], Rotation::IDENTITY).into()
    }

    /// The convex hull of some points.
    ///
    /// # Errors
    /// Where there is none, as [`Polyhedron::hull_of`] says.
    pub fn hull_of(points: &[[f32; 3]]) -> Result<Self, Error> {
        match Polyhedron::hull_of(points) {
            Ok(hull) => Ok(Self::hull(&Arc::new(hull))),
            Err(fault) => {
                let fault = ShapeFault::Polyhedron(fault);
                Err(Error::Shape { kind: ShapeKind::Hull, fault })
            }
        }
    }
}

/// Any shape of the engine, in own coordinates.
impl<const D: usize> From<Shape<D>> for Collider<D> {
    fn from(shape: Shape<D>) -> Self {
        Self(match shape {
            Shape::Ball(ball) => Local::Ball { center: ball.center, radius: ball.radius },
            Shape::Capsule(Capsule { center, axis, radius }) => {
                Local::Capsule { center, axis, radius }
            }
            Shape::Box(OrientedBox { center, half, rotation })
                if rotation == Rotation::IDENTITY =>
            {
                Local::Box { center, half }
            }
            other => Local::Other(Arc::new(other)),
        })
    }
}
