//! Shapes as values: what goes in and comes out one at a time.

use jostle_kernels::shape::{Ball, Capsule, MAX_VERTICES, Triangle};

use super::{ShapeKind, convex::outline, gate::Numbers, rotation::Rotation, row::Row};
use crate::{Error, error::ShapeFault, validate::InvalidReason};

/// A box that is turned about its center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox<const D: usize> {
    /// The center.
    pub center: [f32; D],
    /// Half the extent along each of its own axes, at least 0.
    pub half: [f32; D],
    /// From the coordinate axes to its own.
    pub rotation: Rotation<D>,
}

/// A convex polygon that is turned about its center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPolygon {
    /// Where the origin of its vertices is.
    pub center: [f32; 2],
    /// From the coordinate axes to those of its vertices.
    pub rotation: Rotation<2>,
    count: usize,
    /// Behind the last vertex the first is repeated.
    vertices: [[f32; 2]; MAX_VERTICES],
}

impl ConvexPolygon {
    /// Most vertices.
    pub const MAX_VERTICES: usize = MAX_VERTICES;

    /// A polygon with 3 to [`MAX_VERTICES`](Self::MAX_VERTICES) vertices, which go either way
    /// around and are relative to the center. They may coincide with a neighbor, or lie on the edge
    /// between their neighbors; that the polygon is convex is decided without rounding.
    ///
    /// # Errors
    /// [`Error::Shape`] when the vertices are too few, too many, not finite, on one line, or not
    /// those of a convex polygon.
    pub fn new(
        center: impl Into<[f32; 2]>,
        rotation: impl Into<Rotation<2>>,
        vertices: &[[f32; 2]],
    ) -> Result<Self, Error> {
        let outline =
            outline(vertices).map_err(|fault| Error::Shape { kind: ShapeKind::Polygon, fault });
        let (center, rotation) = (center.into(), rotation.into());
        outline.map(|outline| Self { center, rotation, count: vertices.len(), vertices: outline })
    }

    /// A polygon of an outline that was checked.
    pub(super) fn of_outline(
        center: [f32; 2],
        rotation: Rotation<2>,
        count: usize,
        vertices: [[f32; 2]; MAX_VERTICES],
    ) -> Self {
        Self { center, rotation, count, vertices }
    }

    /// The vertices and, behind them, the first again as often as there is room.
    pub(super) fn all_vertices(&self) -> [[f32; 2]; MAX_VERTICES] {
        self.vertices
    }

    /// The vertices, counter-clockwise, relative to the center and not turned.
    #[must_use]
    pub fn vertices(&self) -> &[[f32; 2]] {
        &self.vertices[..self.count]
    }
}

/// A shape of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<const D: usize> {
    /// A circle, a sphere or a point.
    Ball(Ball<D>),
    /// A box, turned or not.
    Box(OrientedBox<D>),
    /// A capsule or a segment.
    Capsule(Capsule<D>),
    /// A convex polygon; only in 2D.
    Polygon(ConvexPolygon),
    /// A triangle; only in 3D.
    Triangle(Triangle),
}

impl<const D: usize> Shape<D> {
    /// A circle or a sphere.
    #[must_use]
    pub fn ball(center: impl Into<[f32; D]>, radius: f32) -> Self {
        Self::Ball(Ball { center: center.into(), radius })
    }

    /// A point: a ball of radius 0.
    #[must_use]
    pub fn point(at: impl Into<[f32; D]>) -> Self {
        Self::ball(at, 0.0)
    }

    /// A box that is turned.
    #[must_use]
    pub fn oriented_box(
        center: impl Into<[f32; D]>,
        half: impl Into<[f32; D]>,
        rotation: impl Into<Rotation<D>>,
    ) -> Self {
        let (center, half, rotation) = (center.into(), half.into(), rotation.into());
        Self::Box(OrientedBox { center, half, rotation })
    }

    /// A box along the coordinate axes.
    #[must_use]
    pub fn aligned_box(center: impl Into<[f32; D]>, half: impl Into<[f32; D]>) -> Self {
        Self::oriented_box(center, half, Rotation::IDENTITY)
    }

    /// A capsule about the segment between two points, the middle of which is rounded.
    #[must_use]
    pub fn capsule(from: impl Into<[f32; D]>, to: impl Into<[f32; D]>, radius: f32) -> Self {
        let (from, to) = (from.into().map(f64::from), to.into().map(f64::from));
        let center = std::array::from_fn(|axis| (0.5 * (from[axis] + to[axis])) as f32);
        let axis = std::array::from_fn(|axis| (0.5 * (to[axis] - from[axis])) as f32);
        Self::Capsule(Capsule { center, axis, radius })
    }

    /// A segment: a capsule of radius 0.
    #[must_use]
    pub fn segment(from: impl Into<[f32; D]>, to: impl Into<[f32; D]>) -> Self {
        Self::capsule(from, to, 0.0)
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ShapeKind {
        match self {
            Self::Ball(_) => ShapeKind::Ball,
            Self::Box(_) => ShapeKind::Box,
            Self::Capsule(_) => ShapeKind::Capsule,
            Self::Polygon(_) => ShapeKind::Polygon,
            Self::Triangle(_) => ShapeKind::Triangle,
        }
    }

    /// Its center; of a triangle, its first corner.
    #[must_use]
    pub fn center(&self) -> [f32; D] {
        match self {
            Self::Ball(ball) => ball.center,
            Self::Box(oriented) => oriented.center,
            Self::Capsule(capsule) => capsule.center,
            Self::Polygon(polygon) => in_dimension(&polygon.center),
            Self::Triangle(triangle) => in_dimension(&triangle.vertices[0]),
        }
    }

    /// Why its numbers are not those of a shape, if they are not.
    pub(super) fn check(&self) -> Result<(), InvalidReason> {
        let numbers = match self {
            Self::Ball(Ball { center, radius }) => {
                Numbers { center, radius: *radius, ..Numbers::default() }
            }
            Self::Box(OrientedBox { center, half, rotation }) => {
                Numbers { center, half, rotation: rotation.parts(), ..Numbers::default() }
            }
            Self::Capsule(Capsule { center, axis, radius }) => {
                Numbers { center, others: axis, radius: *radius, ..Numbers::default() }
            }
            Self::Polygon(ConvexPolygon { center, rotation, .. }) => {
                Numbers { center, rotation: rotation.parts(), ..Numbers::default() }
            }
            Self::Triangle(Triangle { vertices }) => {
                Numbers { others: vertices.as_flattened(), ..Numbers::default() }
            }
        };
        numbers.check()
    }

    /// Its numbers, if it is let in: rotations scaled, zeros positive.
    pub(super) fn row(&self) -> Result<Row, Error> {
        let kind = self.kind();
        let refused = |fault| Error::Shape { kind, fault };
        if kind == ShapeKind::Polygon && D != 2 || kind == ShapeKind::Triangle && D != 3 {
            return Err(refused(ShapeFault::Dimension));
        }
        self.check().map_err(|reason| refused(ShapeFault::Value(reason)))?;
        Ok(match self {
            Self::Ball(Ball { center, radius }) => Row::of([&center[..], &[*radius]]),
            Self::Box(OrientedBox { center, half, rotation }) => {
                Row::of([&center[..], half, rotation.normalized().parts()])
            }
            Self::Capsule(Capsule { center, axis, radius }) => {
                Row::of([&center[..], axis, &[*radius]])
            }
            Self::Polygon(ConvexPolygon { center, rotation, count, vertices }) => {
                let (rotation, count) = (rotation.normalized(), *count as f32);
                let flat = vertices.as_flattened();
                Row::of([&center[..], rotation.parts(), &[count], flat])
            }
            Self::Triangle(Triangle { vertices }) => Row::of([vertices.as_flattened()]),
        })
    }
}

/// The same point, in the dimension of its shape; of a shape that does not exist there, as far as
/// it goes.
fn in_dimension<const D: usize>(point: &[f32]) -> [f32; D] {
    std::array::from_fn(|axis| point.get(axis).copied().unwrap_or_default())
}

impl<const D: usize> From<Ball<D>> for Shape<D> {
    fn from(ball: Ball<D>) -> Self {
        Self::Ball(ball)
    }
}

impl<const D: usize> From<OrientedBox<D>> for Shape<D> {
    fn from(oriented: OrientedBox<D>) -> Self {
        Self::Box(oriented)
    }
}

impl<const D: usize> From<Capsule<D>> for Shape<D> {
    fn from(capsule: Capsule<D>) -> Self {
        Self::Capsule(capsule)
    }
}

impl From<ConvexPolygon> for Shape<2> {
    fn from(polygon: ConvexPolygon) -> Self {
        Self::Polygon(polygon)
    }
}

impl From<Triangle> for Shape<3> {
    fn from(triangle: Triangle) -> Self {
        Self::Triangle(triangle)
    }
}
