//! A set of shapes that lives from frame to frame.

use super::{
    BallColumns, BoxColumns, CapsuleColumns, Columns, Handle, Kind, PolygonColumns, Ranges, Shape,
    TriangleColumns, table::Table,
};
use crate::{Error, error::ShapeFault, handle::Slots};

/// Where a shape is: its kind, and its row among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    kind: Kind,
    row: u32,
}

/// Shapes of all kinds, in columns without gaps, with handles that stay good while rows move.
///
/// Shapes are numbered by kind, as [`Ranges`] says, in the order of their rows. When a shape is
/// removed the last of its kind takes its row. So an index is good until shapes are inserted or
/// removed; a [`Handle`] is good until its own shape is removed.
///
/// What comes in one at a time is checked there and then. What is copied in as whole columns is
/// checked once a frame, by [`Prepared`](crate::Prepared): a bad shape is left out of that frame.
#[derive(Clone, Debug)]
pub struct Shapes<const D: usize> {
    slots: Slots<Place>,
    tables: [Table; Kind::COUNT],
}

impl<const D: usize> Default for Shapes<D> {
    fn default() -> Self {
        Self::with_first_generation(0)
    }
}

impl<const D: usize> Shapes<D> {
    /// No shapes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No shapes, and handles whose generations do not begin at 0: for tests of their end.
    #[doc(hidden)]
    #[must_use]
    pub fn with_first_generation(first: u32) -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        let width = |kind| match kind {
            Kind::Ball => BallColumns::<D>::WIDTH,
            Kind::Box => BoxColumns::<D>::WIDTH,
            Kind::Capsule => CapsuleColumns::<D>::WIDTH,
            Kind::Polygon => PolygonColumns::WIDTH,
            Kind::Triangle => TriangleColumns::WIDTH,
        };
        let tables = Kind::ALL.map(|kind| Table::new(width(kind)));
        Self { slots: Slots::starting_at(first), tables }
    }

    /// Adds a shape.
    ///
    /// Its rotation is scaled to length 1 and its zeros are made positive, else it is stored as
    /// it is.
    ///
    /// # Errors
    /// [`Error::Shape`] when it is no shape of this dimension, [`Error::TooMany`] and
    /// [`Error::OutOfMemory`] when there is no place for it. Then nothing was changed.
    pub fn insert(&mut self, shape: impl Into<Shape<D>>) -> Result<Handle, Error> {
        let shape = shape.into();
        let (kind, values) = (shape.kind(), shape.row()?);
        let table = &mut self.tables[kind as usize];
        table.reserve_one()?;
        self.slots.reserve_one()?;
        let handle = self.slots.insert(Place { kind, row: table.len() as u32 });
        table.push(&values, handle.slot());
        Ok(handle)
    }

    /// Removes a shape. The last one of its kind takes its row.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed before.
    pub fn remove(&mut self, handle: Handle) -> Result<(), Error> {
        let Place { kind, row } = self.slots.remove(handle)?;
        if let Some(moved) = self.tables[kind as usize].swap_remove(row as usize)
            && let Some(place) = self.slots.place_mut(moved)
        {
            place.row = row;
        }
        Ok(())
    }

    /// Removes all shapes. Their handles become stale; the memory is kept.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.tables.iter_mut().for_each(Table::clear);
    }

    /// A shape, as it is stored.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn get(&self, handle: Handle) -> Result<Shape<D>, Error> {
        self.slots.place(handle).map(|Place { kind, row }| self.at(kind, row as usize))
    }

    fn at(&self, kind: Kind, row: usize) -> Shape<D> {
        match kind {
            Kind::Ball => Shape::Ball(self.balls().get(row)),
            Kind::Box => Shape::Box(self.boxes().get(row)),
            Kind::Capsule => Shape::Capsule(self.capsules().get(row)),
            Kind::Polygon => Shape::Polygon(self.all_polygons().get(row)),
            Kind::Triangle => Shape::Triangle(self.all_triangles().get(row)),
        }
    }

    /// Replaces a shape by another one of its kind. It keeps its handle and its row.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed, [`Error::Shape`] when the new one is no
    /// shape or of another kind. Then nothing was changed.
    pub fn set(&mut self, handle: Handle, shape: impl Into<Shape<D>>) -> Result<(), Error> {
        let shape = shape.into();
        let (Place { kind, row }, values) = (self.slots.place(handle)?, shape.row()?);
        if shape.kind() != kind {
            let fault = ShapeFault::OtherKind { kept: kind };
            return Err(Error::Shape { kind: shape.kind(), fault });
        }
        self.tables[kind as usize].set(row as usize, &values);
        Ok(())
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the shapes are numbered.
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        Ranges::of_counts(self.tables.each_ref().map(Table::len))
    }

    /// The index of a shape, until shapes are inserted or removed.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when the shape was removed.
    pub fn index_of(&self, handle: Handle) -> Result<usize, Error> {
        let Place { kind, row } = self.slots.place(handle)?;
        Ok(self.ranges().of(kind).start + row as usize)
    }

    /// The handle of the shape with an index, if there is one.
    #[must_use]
    pub fn handle_of(&self, index: usize) -> Option<Handle> {
        let ranges = self.ranges();
        (index < ranges.len()).then(|| {
            let (kind, row) = ranges.kind_of(index);
            self.slots.handle_of(self.tables[kind as usize].slot(row))
        })
    }

    /// The columns of the balls.
    #[must_use]
    pub fn balls(&self) -> BallColumns<'_, D> {
        BallColumns::of(&self.tables[Kind::Ball as usize])
    }

    /// The columns of the boxes.
    #[must_use]
    pub fn boxes(&self) -> BoxColumns<'_, D> {
        BoxColumns::of(&self.tables[Kind::Box as usize])
    }

    /// The columns of the capsules.
    #[must_use]
    pub fn capsules(&self) -> CapsuleColumns<'_, D> {
        CapsuleColumns::of(&self.tables[Kind::Capsule as usize])
    }

    fn all_polygons(&self) -> PolygonColumns<'_> {
        PolygonColumns::of(&self.tables[Kind::Polygon as usize])
    }

    fn all_triangles(&self) -> TriangleColumns<'_> {
        TriangleColumns::of(&self.tables[Kind::Triangle as usize])
    }

    /// The columns of all kinds.
    #[must_use]
    pub fn columns(&self) -> Columns<'_, D> {
        Columns {
            balls: self.balls(),
            boxes: self.boxes(),
            capsules: self.capsules(),
            polygons: self.all_polygons(),
            triangles: self.all_triangles(),
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes() + self.tables.iter().map(Table::memory_bytes).sum::<usize>()
    }
}

/// Whole columns, copied in. All are as long as there are rows of the kind, else it is an
/// [`Error::Length`] and nothing was changed.
impl<const D: usize> Shapes<D> {
    fn copy_in(
        &mut self,
        kind: Kind,
        first: usize,
        columns: &[&[f32]],
        what: &'static str,
    ) -> Result<(), Error> {
        self.tables[kind as usize].copy_in(first, columns, what)
    }

    /// The centres of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_centres(&mut self, centres: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(Kind::Ball, 0, &centres, "centres")
    }

    /// The radii of all balls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_ball_radii(&mut self, radii: &[f32]) -> Result<(), Error> {
        self.copy_in(Kind::Ball, BallColumns::<D>::RADII, &[radii], "radii")
    }

    /// The centres of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_centres(&mut self, centres: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(Kind::Box, 0, &centres, "centres")
    }

    /// Half the extents of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_halves(&mut self, halves: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(Kind::Box, BoxColumns::<D>::HALVES, &halves, "halves")
    }

    /// The middles of all capsules.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_centres(&mut self, centres: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(Kind::Capsule, 0, &centres, "centres")
    }

    /// The vectors from the middles of all capsules to their second ends.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_axes(&mut self, axes: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(Kind::Capsule, CapsuleColumns::<D>::AXES, &axes, "axes")
    }

    /// The radii of all capsules.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_capsule_radii(&mut self, radii: &[f32]) -> Result<(), Error> {
        self.copy_in(Kind::Capsule, CapsuleColumns::<D>::RADII, &[radii], "radii")
    }
}

impl Shapes<2> {
    /// The columns of the polygons.
    #[must_use]
    pub fn polygons(&self) -> PolygonColumns<'_> {
        self.all_polygons()
    }

    /// The cosines and sines of the rotations of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(Kind::Box, BoxColumns::<2>::ROTATIONS, &rotations, "rotations")
    }

    /// The centres of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_centres(&mut self, centres: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(Kind::Polygon, 0, &centres, "centres")
    }

    /// The cosines and sines of the rotations of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(Kind::Polygon, PolygonColumns::ROTATIONS, &rotations, "rotations")
    }
}

impl Shapes<3> {
    /// The columns of the triangles.
    #[must_use]
    pub fn triangles(&self) -> TriangleColumns<'_> {
        self.all_triangles()
    }

    /// The `x`, `y`, `z` and `w` of the rotations of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_rotations(&mut self, rotations: [&[f32]; 4]) -> Result<(), Error> {
        self.copy_in(Kind::Box, BoxColumns::<3>::ROTATIONS, &rotations, "rotations")
    }

    /// The vertices of all triangles: for each of the three a slice for each axis.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_triangle_vertices(&mut self, vertices: [[&[f32]; 3]; 3]) -> Result<(), Error> {
        self.copy_in(Kind::Triangle, 0, vertices.as_flattened(), "vertices")
    }
}

impl<'a, const D: usize> From<&'a Shapes<D>> for Columns<'a, D> {
    fn from(shapes: &'a Shapes<D>) -> Self {
        shapes.columns()
    }
}
