//! The columns of all kinds.

use super::{
    BallColumns, BoxColumns, CapsuleColumns, PolygonColumns, Ranges, Shape, ShapeKind,
    TriangleColumns, rows::Rows,
};
use crate::Error;

/// The shapes of a frame, borrowed as columns: those of a set of [`Shapes`](super::Shapes), or
/// arrays of the user's own.
///
/// ```
/// use jostle::{shape::{Columns, PreparedShapes}};
///
/// let (x, y, radii) = ([0.0, 3.0], [0.0, 0.0], [1.0, 2.0]);
/// let columns = Columns::<2>::default().with_balls([&x, &y], &radii)?;
/// let mut prepared = PreparedShapes::new();
/// prepared.update(columns)?;
/// assert_eq!(prepared.balls().len(), 2);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Columns<'a, const D: usize> {
    pub(super) balls: BallColumns<'a, D>,
    pub(super) boxes: BoxColumns<'a, D>,
    pub(super) capsules: CapsuleColumns<'a, D>,
    /// Empty but in 2D.
    pub(super) polygons: PolygonColumns<'a>,
    /// Empty but in 3D.
    pub(super) triangles: TriangleColumns<'a>,
}

impl<'a, const D: usize> Columns<'a, D> {
    /// The same with these balls.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_balls(self, centers: [&'a [f32]; D], radii: &'a [f32]) -> Result<Self, Error> {
        Ok(Self { balls: BallColumns::new(centers, radii)?, ..self })
    }

    /// The same with these boxes along the coordinate axes.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_aligned_boxes(
        self,
        centers: [&'a [f32]; D],
        halves: [&'a [f32]; D],
    ) -> Result<Self, Error> {
        Ok(Self { boxes: BoxColumns::aligned(centers, halves)?, ..self })
    }

    /// The same with these boxes, see [`BoxColumns`].
    #[must_use]
    pub fn with_boxes(self, boxes: BoxColumns<'a, D>) -> Self {
        Self { boxes, ..self }
    }

    /// The same with these capsules, see [`CapsuleColumns::new`].
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_capsules(
        self,
        centers: [&'a [f32]; D],
        axes: [&'a [f32]; D],
        radii: &'a [f32],
    ) -> Result<Self, Error> {
        Ok(Self { capsules: CapsuleColumns::new(centers, axes, radii)?, ..self })
    }

    /// The shape with an index.
    ///
    /// # Panics
    /// When there is no such shape.
    #[must_use]
    pub fn get(&self, index: usize) -> Shape<D> {
        let (kind, row) = self.ranges().kind_of(index);
        self.at(kind, row)
    }

    /// The shape in a row of a kind.
    pub(super) fn at(&self, kind: ShapeKind, row: usize) -> Shape<D> {
        match kind {
            ShapeKind::Ball => Shape::Ball(self.balls.get(row)),
            ShapeKind::Box => Shape::Box(self.boxes.get(row)),
            ShapeKind::Capsule => Shape::Capsule(self.capsules.get(row)),
            ShapeKind::Polygon => Shape::Polygon(self.polygons.get(row)),
            ShapeKind::Triangle => Shape::Triangle(self.triangles.get(row)),
        }
    }

    /// How the shapes are numbered.
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        Ranges::of_counts([
            self.balls.len(),
            self.boxes.centers()[0].len(),
            self.capsules.len(),
            self.polygons.len(),
            self.triangles.len(),
        ])
    }
}

impl<'a> Columns<'a, 3> {
    /// The same with these triangles, see [`TriangleColumns::new`].
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_triangles(self, vertices: [[&'a [f32]; 3]; 3]) -> Result<Self, Error> {
        Ok(Self { triangles: TriangleColumns::new(vertices)?, ..self })
    }
}
