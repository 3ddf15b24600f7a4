//! Shapes as values: what goes in and comes out one at a time.

use std::sync::Arc;

use super::{
    Ball, Capsule, Composite, HalfSpace, Hull, OrientedBox, Parts, Polyhedron, ShapeKind,
    packed::Packed, placement::Placement, rotation::Rotation, shared::Geometry, table::ShapeRow,
    traits::ShapeValue,
};
use crate::{Error, error::ShapeFault, validate::InvalidReason};

/// Makes [`Shape`], and what is asked of a shape of any kind, from the list of kinds.
macro_rules! shape_enum {
    ($($(#[$doc:meta])* $kind:ident($value:ty) in $dimension:tt,
       $field:ident: $columns:ident $(<$d:ident>)?;)+) => {
        /// A shape of any kind.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Shape<const D: usize> {
            $($(#[$doc])* $kind($value)),+
        }

        impl<const D: usize> Shape<D> {
            /// Its kind.
            #[must_use]
            pub fn kind(&self) -> ShapeKind {
                match self {
                    $(Self::$kind(_) => ShapeKind::$kind),+
                }
            }

            /// Its center; of a triangle, its first corner; of a half-space, the point of its
            /// plane.
            #[must_use]
            pub fn center(&self) -> [f32; D] {
                match self {
                    $(Self::$kind(shape) => ShapeValue::<D>::center(shape)),+
                }
            }

            /// The shape at another place.
            pub(crate) fn at(&self, center: [f32; D]) -> Self {
                match self {
                    $(Self::$kind(shape) => Self::$kind(ShapeValue::<D>::at(shape, center))),+
                }
            }

            /// The shape in the world, if this is where it is in own coordinates.
            pub(crate) fn placed(&self, placement: &Placement) -> Self {
                match self {
                    $(Self::$kind(shape) => {
                        Self::$kind(ShapeValue::<D>::placed(shape, placement))
                    }),+
                }
            }

            /// Why it is not valid, if it is not.
            fn check(&self) -> Result<(), InvalidReason> {
                match self {
                    $(Self::$kind(shape) => ShapeValue::<D>::check(shape)),+
                }
            }

            /// Its numbers, which are valid.
            pub(super) fn numbers(&self) -> ShapeRow {
                match self {
                    $(Self::$kind(shape) => ShapeValue::<D>::row(shape)),+
                }
            }

            /// The number of the geometry that it shares, if it has some, which is added if it is
            /// not there.
            pub(super) fn number_in(
                &self,
                geometry: &mut Geometry<D>,
                column: Option<&[f32]>,
            ) -> Result<Option<f32>, Error> {
                match self {
                    $(Self::$kind(shape) => shape.number_in(geometry, column)),+
                }
            }

            /// The shape as the kernels take it. It is valid and exists in this dimension.
            fn pack(&self) -> Packed<D> {
                match self {
                    $(Self::$kind(shape) => ShapeValue::<D>::packed(shape)),+
                }
            }

            /// The shorter way it turns to another shape: in 2D by an angle, in 3D by an axis as
            /// long as the angle. Shapes of two kinds do not turn.
            pub(crate) fn turn_to(&self, to: &Self) -> [f32; 3] {
                let turn = match self {
                    $(Self::$kind(shape) => {
                        if let Self::$kind(to) = to {
                            ShapeValue::<D>::turn_to(shape, to)
                        } else {
                            [0.0; 3]
                        }
                    }),+
                };
                turn.map(|part| part as f32)
            }
        }

        $(from_value!($kind($value) in $dimension);)+
    };
}

/// A value of a kind is a shape, in the dimensions that the kind exists in.
macro_rules! from_value {
    ($kind:ident($value:ty) in D) => {
        impl<const D: usize> From<$value> for Shape<D> {
            fn from(shape: $value) -> Self {
                Self::$kind(shape)
            }
        }
    };
    ($kind:ident($value:ty) in $dimension:literal) => {
        impl From<$value> for Shape<$dimension> {
            fn from(shape: $value) -> Self {
                Self::$kind(shape)
            }
        }
    };
}

for_each_kind!(shape_enum);

impl<const D: usize> From<&Shape<D>> for Shape<D> {
    fn from(shape: &Shape<D>) -> Self {
        shape.clone()
    }
}

impl Shape<3> {
    /// A convex polyhedron at a place.
    #[must_use]
    pub fn hull(
        polyhedron: &Arc<Polyhedron>,
        center: impl Into<[f32; 3]>,
        rotation: impl Into<Rotation<3>>,
    ) -> Self {
        let (polyhedron, center) = (polyhedron.clone(), center.into());
        Self::Hull(Hull { polyhedron, center, rotation: rotation.into(), rounding: 0.0 })
    }
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

    /// Many shapes as one, at a place: see [`Parts`].
    #[must_use]
    pub fn composite(
        parts: &Arc<Parts<D>>,
        center: impl Into<[f32; D]>,
        rotation: impl Into<Rotation<D>>,
    ) -> Self {
        let (parts, center, rotation) = (parts.clone(), center.into(), rotation.into());
        Self::Composite(Composite { parts, center, rotation })
    }

    /// All points on one side of a plane, in 2D of a line: those that lie behind a point of it, as
    /// seen along a normal of length 1.
    ///
    /// The normal is best along an axis, since bounds have an end there, and the point near to what
    /// is going to touch the plane, since all is computed relative to it.
    ///
    /// ```
    /// use jostle::{Shape, narrow::distance};
    ///
    /// let ground = Shape::half_space([0.0, -1.0], [0.0, 1.0]);
    /// let found = distance(&Shape::ball([2.0, 3.0], 1.0), &ground)?;
    /// assert_eq!((found.distance, found.on_a), (3.0, [0.0, -1.0]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn half_space(point: impl Into<[f32; D]>, normal: impl Into<[f32; D]>) -> Self {
        Self::HalfSpace(HalfSpace { point: point.into(), normal: normal.into() })
    }

    /// Its numbers in the order of the columns, if it may come in: rotations and normals scaled,
    /// zeros positive.
    pub(super) fn row(&self) -> Result<ShapeRow, Error> {
        self.check_dimension()?;
        self.check_value()?;
        Ok(self.numbers())
    }

    /// The shape as the kernels take it.
    pub(crate) fn packed(&self) -> Result<Packed<D>, Error> {
        self.check_value()?;
        self.check_dimension()?;
        Ok(self.pack())
    }

    fn check_dimension(&self) -> Result<(), Error> {
        if self.kind().exists_in(D) {
            return Ok(());
        }
        Err(Error::Shape { kind: self.kind(), fault: ShapeFault::Dimension })
    }

    fn check_value(&self) -> Result<(), Error> {
        let refused = |reason| Error::Shape { kind: self.kind(), fault: ShapeFault::Value(reason) };
        self.check().map_err(refused)
    }
}
