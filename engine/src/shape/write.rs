//! Whole columns, copied in.

use super::{
    BallColumns, BallColumnsMut, BoxColumns, CapsuleColumns, PolygonColumns, ShapeKind, Shapes,
};
use crate::Error;

/// Whole columns, copied in. All are as long as there are rows of the kind, else it is an
/// [`Error::Length`] and nothing was changed.
impl<const D: usize> Shapes<D> {
    pub(super) fn copy_in(
        &mut self,
        kind: ShapeKind,
        first: usize,
        columns: &[&[f32]],
        what: &'static str,
    ) -> Result<(), Error> {
        self.tables[kind as usize].copy_in(first, columns, what)
    }

    /// The columns of all balls, to be changed in place: balls that the user moves need no columns
    /// of their own.
    ///
    /// ```
    /// use jostle::{Shape, Shapes};
    ///
    /// let mut shapes = Shapes::<2>::new();
    /// let ball = shapes.insert(Shape::ball([1.0, 2.0], 0.5))?;
    /// let balls = shapes.balls_mut();
    /// balls.centers[1].iter_mut().for_each(|y| *y -= 0.25);
    /// balls.radii[0] = 1.0;
    /// assert_eq!(shapes.get(ball)?, Shape::ball([1.0, 1.75], 1.0));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn balls_mut(&mut self) -> BallColumnsMut<'_, D> {
        BallColumnsMut::of(&mut self.tables[ShapeKind::Ball as usize])
    }

    /// The centers of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_centers(&mut self, centers: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Ball, 0, &centers, "centers")
    }

    /// The radii of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_radii(&mut self, radii: &[f32]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Ball, BallColumns::<D>::RADII, &[radii], "radii")
    }

    /// The centers of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_centers(&mut self, centers: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Box, 0, &centers, "centers")
    }

    /// Half the extents of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_halves(&mut self, halves: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Box, BoxColumns::<D>::HALVES, &halves, "halves")
    }

    /// The middles of all capsules.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_centers(&mut self, centers: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Capsule, 0, &centers, "centers")
    }

    /// The vectors from the middles of all capsules to their second ends.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_axes(&mut self, axes: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Capsule, CapsuleColumns::<D>::AXES, &axes, "axes")
    }

    /// The radii of all capsules.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_radii(&mut self, radii: &[f32]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Capsule, CapsuleColumns::<D>::RADII, &[radii], "radii")
    }
}

impl Shapes<2> {
    /// The cosines and sines of the rotations of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Box, BoxColumns::<2>::ROTATIONS, &rotations, "rotations")
    }

    /// The centers of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_centers(&mut self, centers: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Polygon, 0, &centers, "centers")
    }

    /// The cosines and sines of the rotations of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Polygon, PolygonColumns::ROTATIONS, &rotations, "rotations")
    }
}

impl Shapes<3> {
    /// The `x`, `y`, `z` and `w` of the rotations of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_rotations(&mut self, rotations: [&[f32]; 4]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Box, BoxColumns::<3>::ROTATIONS, &rotations, "rotations")
    }

    /// The vertices of all triangles: for each of the three a slice for each axis.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_triangle_vertices(&mut self, vertices: [[&[f32]; 3]; 3]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Triangle, 0, vertices.as_flattened(), "vertices")
    }
}
