//! The columns of all kinds at once, copied in.

use super::{
    BoxColumns, Columns, PolygonColumns, Rotation, ShapeKind, Shapes, capsules::CapsuleColumns,
};
use crate::Error;

impl<const D: usize> Shapes<D> {
    /// The columns of all kinds at once, as those of a
    /// [`large_world::Local`](crate::large_world::Local). Kinds of which the columns have no shapes
    /// stay as they are; boxes of columns without rotations are along the axes.
    ///
    /// # Errors
    /// When the columns have another number of shapes of a kind, and not 0. Then nothing was
    /// changed.
    pub fn set_columns<'a>(&mut self, columns: impl Into<Columns<'a, D>>) -> Result<(), Error> {
        let columns = columns.into();
        let (given, kept) = (columns.ranges(), self.ranges());
        for kind in ShapeKind::ALL {
            let (expected, found) = (kept.of(kind).len(), given.of(kind).len());
            if found != 0 && found != expected {
                return Err(Error::Length { what: "the shapes of a kind", expected, found });
            }
        }
        for kind in ShapeKind::ALL.into_iter().filter(|kind| !given.of(*kind).is_empty()) {
            self.set_kind(kind, &columns)?;
        }
        Ok(())
    }

    /// The columns of a kind, which has as many shapes.
    fn set_kind(&mut self, kind: ShapeKind, columns: &Columns<'_, D>) -> Result<(), Error> {
        let Columns { balls, boxes, capsules, polygons, triangles } = columns;
        match kind {
            ShapeKind::Ball => {
                self.set_ball_centers(balls.centers())?;
                self.set_ball_radii(balls.radii())
            }
            ShapeKind::Box => {
                self.set_box_centers(boxes.centers())?;
                self.set_box_halves(boxes.halves())?;
                self.set_box_turns(boxes)
            }
            ShapeKind::Capsule => {
                self.set_capsule_centers(capsules.centers())?;
                self.set_capsule_axes(capsules.axes())?;
                self.copy_in(kind, CapsuleColumns::<D>::RADII, &[capsules.radii()], "radii")
            }
            ShapeKind::Polygon => {
                self.copy_in(kind, 0, &polygons.centers(), "centers")?;
                self.copy_in(kind, PolygonColumns::ROTATIONS, &polygons.rotations(), "rotations")?;
                self.copy_in(kind, PolygonColumns::COUNTS, &[polygons.counts()], "counts")?;
                let vertices = polygons.vertices();
                self.copy_in(kind, PolygonColumns::VERTICES, vertices.as_flattened(), "vertices")
            }
            ShapeKind::Triangle => {
                self.copy_in(kind, 0, triangles.vertices().as_flattened(), "vertices")
            }
        }
    }

    fn set_box_turns(&mut self, boxes: &BoxColumns<'_, D>) -> Result<(), Error> {
        let first = BoxColumns::<D>::ROTATIONS;
        if let Some(parts) = boxes.parts() {
            return self.copy_in(ShapeKind::Box, first, parts, "rotations");
        }
        for (number, part) in Rotation::<D>::IDENTITY.parts().iter().enumerate() {
            self.tables[ShapeKind::Box as usize].fill(first + number, *part);
        }
        Ok(())
    }
}
