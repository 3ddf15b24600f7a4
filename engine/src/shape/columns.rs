//! The columns of all kinds.

use super::{
    BallColumns, BoxColumns, CapsuleColumns, HalfSpaceColumns, HullColumns, Mark, Ranges, Shape,
    ShapeKind, SolidColumns, TriangleColumns, shared::Geometry, table::ShapeTable,
    traits::ShapeColumns,
};
use crate::{Error, error::ShapeFault, validate::InvalidReason};

/// Makes [`Columns`] and the tables of a set from the list of kinds.
macro_rules! all_columns {
    ($($(#[$doc:meta])* $kind:ident($value:ty) in $dimension:tt,
       $field:ident: $columns:ident $(<$d:ident>)?;)+) => {
        /// The shapes of a frame, borrowed as columns: those of a set of [`Shapes`](super::Shapes), or
        /// arrays of the user's own.
        ///
        /// ```
        /// use jostle::shape::{Columns, PreparedShapes};
        ///
        /// let (x, y, radii) = ([0.0, 3.0], [0.0, 0.0], [1.0, 2.0]);
        /// let columns = Columns::<2>::default().with_balls([&x, &y], &radii)?;
        /// let mut prepared = PreparedShapes::new();
        /// prepared.update(columns)?;
        /// assert_eq!(prepared.len(), 2);
        /// # Ok::<(), jostle::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Columns<'a, const D: usize> {
            $(pub(super) $field: super::$columns<'a $(, $d)?>,)+
            /// The tables of a set that all of these are the columns of.
            pub(super) tables: Option<&'a [ShapeTable; ShapeKind::COUNT]>,
        }

        impl<const D: usize> Columns<'_, D> {
            /// How the shapes are numbered.
            #[must_use]
            pub fn ranges(&self) -> Ranges {
                Ranges::of_counts([$(ShapeColumns::<D>::len(&self.$field)),+])
            }

            /// The rows of a kind whose numbers were changed since a mark, where that can be told.
            pub(super) fn changed_since(
                &self,
                kind: ShapeKind,
                mark: Option<Mark>,
            ) -> Option<&[u32]> {
                self.tables?[kind as usize].numbers_log.since(mark)
            }

            /// Marks the numbers of a kind as they are now, where changes of them can be told.
            pub(super) fn mark(&self, kind: ShapeKind) -> Option<Mark> {
                Some(self.tables?[kind as usize].numbers_log.mark())
            }

            /// The shape in a row of a kind.
            pub(super) fn at(&self, kind: ShapeKind, row: usize) -> Shape<D> {
                match kind {
                    $(ShapeKind::$kind => {
                        Shape::$kind(ShapeColumns::<D>::value(&self.$field, row))
                    })+
                    kind => unreachable!("the list has no {kind}"),
                }
            }

            /// Copies the columns of each kind that has some to its table, which has as many rows.
            pub(super) fn copy_to(
                &self,
                tables: &mut [ShapeTable; ShapeKind::COUNT],
                geometry: &mut Geometry<D>,
            ) -> Result<(), Error> {
                $(if ShapeColumns::<D>::len(&self.$field) > 0 {
                    let table = &mut tables[ShapeKind::$kind as usize];
                    ShapeColumns::<D>::copy_to(&self.$field, table, geometry)?;
                })+
                Ok(())
            }

            /// Whether a row holds what is taken for granted of its kind.
            fn is_sound(&self, kind: ShapeKind, row: usize) -> bool {
                match kind {
                    $(ShapeKind::$kind => ShapeColumns::<D>::is_sound(&self.$field, row),)+
                    kind => unreachable!("the list has no {kind}"),
                }
            }
        }

        /// Empty tables.
        pub(super) fn tables<const D: usize>() -> [ShapeTable; ShapeKind::COUNT] {
            [$(ShapeTable::new(<super::$columns<'_ $(, $d)?> as ShapeColumns<'_, D>>::WIDTH)),+]
        }

        /// How many columns there are of a kind.
        pub(super) fn width<const D: usize>(kind: ShapeKind) -> usize {
            match kind {
                $(ShapeKind::$kind => {
                    <super::$columns<'_ $(, $d)?> as ShapeColumns<'_, D>>::WIDTH
                })+
                kind => unreachable!("the list has no {kind}"),
            }
        }

        /// The columns of tables whose numbers of geometry are those of `geometry`.
        pub(super) fn columns_of<'a, const D: usize>(
            tables: &'a [ShapeTable; ShapeKind::COUNT],
            geometry: &'a Geometry<D>,
        ) -> Columns<'a, D> {
            Columns {
                $($field: ShapeColumns::<D>::of(&tables[ShapeKind::$kind as usize], geometry),)+
                tables: Some(tables),
            }
        }

        // The list has all kinds, in their order.
        const _: () = {
            let list: [ShapeKind; ShapeKind::COUNT] = [$(ShapeKind::$kind),+];
            let mut number = 0;
            while number < list.len() {
                assert!(list[number] as usize == number, "kinds are listed in another order");
                number += 1;
            }
        };
    };
}

for_each_kind!(all_columns);

impl<'a, const D: usize> Columns<'a, D> {
    /// The same with these balls.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_balls(self, centers: [&'a [f32]; D], radii: &'a [f32]) -> Result<Self, Error> {
        Ok(Self { balls: BallColumns::new(centers, radii)?, tables: None, ..self })
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
        Ok(Self { boxes: BoxColumns::aligned(centers, halves)?, tables: None, ..self })
    }

    /// The same with these boxes, see [`BoxColumns`].
    #[must_use]
    pub fn with_boxes(self, boxes: BoxColumns<'a, D>) -> Self {
        Self { boxes, tables: None, ..self }
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
        let capsules = CapsuleColumns::new(centers, axes, radii)?;
        Ok(Self { capsules, tables: None, ..self })
    }

    /// The same with these half-spaces, see [`HalfSpaceColumns::new`].
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_half_spaces(
        self,
        points: [&'a [f32]; D],
        normals: [&'a [f32]; D],
    ) -> Result<Self, Error> {
        let half_spaces = HalfSpaceColumns::new(points, normals)?;
        Ok(Self { half_spaces, tables: None, ..self })
    }

    /// Whether all rows but those of shapes that are gone hold what is taken for granted of their
    /// kinds.
    pub(super) fn are_sound(&self, is_gone: impl Fn(usize) -> bool) -> bool {
        let ranges = self.ranges();
        (0..ranges.len()).all(|index| is_gone(index) || self.sound(&ranges, index).is_ok())
    }

    /// The shape with an index, if its row holds what is taken for granted of its kind.
    pub(super) fn sound(&self, ranges: &Ranges, index: usize) -> Result<Shape<D>, Error> {
        let (kind, row) = ranges.kind_of(index);
        self.sound_at(kind, row)
    }

    /// The same of a row of a kind.
    pub(super) fn sound_at(&self, kind: ShapeKind, row: usize) -> Result<Shape<D>, Error> {
        let fault = ShapeFault::Value(InvalidReason::NoGeometry);
        if self.is_sound(kind, row) {
            Ok(self.at(kind, row))
        } else {
            Err(Error::Shape { kind, fault })
        }
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
}

impl<'a> Columns<'a, 3> {
    /// The same with these triangles, see [`TriangleColumns::new`].
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_triangles(self, vertices: [[&'a [f32]; 3]; 3]) -> Result<Self, Error> {
        Ok(Self { triangles: TriangleColumns::new(vertices)?, tables: None, ..self })
    }

    /// The same with these solids.
    #[must_use]
    pub fn with_solids(self, solids: SolidColumns<'a>) -> Self {
        Self { solids, tables: None, ..self }
    }

    /// The same with these hulls.
    #[must_use]
    pub fn with_hulls(self, hulls: HullColumns<'a>) -> Self {
        Self { hulls, tables: None, ..self }
    }
}
