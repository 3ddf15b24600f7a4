//! Boxes: values, columns, packing, validation and features.

use bytemuck::cast_slice_mut;
use jostle_kernels::{
    Lanes,
    real::{Real, Truth, Wide},
    shape::{Obb, Pack, Quads2, Quads4, Rows, complex_axes, quaternion_axes},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, eight, features},
    placement::Placement,
    rotation::{Rotation, between_rotations},
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

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

impl<const D: usize> ShapeValue<D> for OrientedBox<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center, ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        let rotation = placement.rotation(&self.rotation);
        Self { center: placement.point(self.center), rotation, ..*self }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, half, rotation } = self;
        let rotation = rotation.parts();
        ShapeNumbers { center, half, rotation, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([&self.center[..], &self.half, self.rotation.normalized().parts()])
    }

    fn packed(&self) -> Packed<D> {
        if D == 2 {
            Packed::of::<Obb<2>, 2>(ShapeKind::Box, &plane_box(self))
        } else {
            Packed::of::<Obb<3>, 3>(ShapeKind::Box, &space_box(self))
        }
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        between_rotations(&self.rotation, &other.rotation)
    }
}

/// A box in 2D as the kernels take it.
pub(crate) fn plane_box<const D: usize>(oriented: &OrientedBox<D>) -> Obb<2> {
    let axes = complex_axes(&eight(oriented.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
    let first = |of: [f32; D]| [of[0] + 0.0, of[1] + 0.0];
    Obb { center: first(oriented.center), half: first(oriented.half), axes }
}

/// A box in 3D as the kernels take it.
pub(crate) fn space_box<const D: usize>(oriented: &OrientedBox<D>) -> Obb<3> {
    let axes = quaternion_axes(&eight(oriented.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
    let first = |of: [f32; D]| [of[0] + 0.0, of[1] + 0.0, of[D - 1] + 0.0];
    Obb { center: first(oriented.center), half: first(oriented.half), axes }
}

const RECTANGLE: [[u8; 2]; 4] = [[0, 1], [1, 3], [3, 2], [2, 0]];
/// Corner `i` of a box is at the far end of axis `j` where bit `j` of `i` is set.
const BOX: [[u8; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];
const BOX_FACES: [[u8; 3]; 12] = [
    [0, 2, 6],
    [0, 6, 4],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 3, 7],
    [2, 7, 6],
    [0, 1, 3],
    [0, 3, 2],
    [4, 5, 7],
    [4, 7, 6],
];

impl<const D: usize> FeaturesOf for Obb<D> {
    fn features<const E: usize>(&self) -> Features<E> {
        let corner = |corner: usize| -> [f64; D] {
            std::array::from_fn(|component| {
                let mut sum = f64::from(self.center[component]);
                for axis in 0..D {
                    let along = f64::from(self.half[axis]) * f64::from(self.axes[axis][component]);
                    sum += if corner >> axis & 1 == 1 { along } else { -along };
                }
                sum
            })
        };
        let (edges, faces): (&[_], &[_]) =
            if D == 2 { (&RECTANGLE, &[]) } else { (&BOX, &BOX_FACES) };
        Features::new(self.center, (0..1 << D).map(corner), edges, faces, 0.0)
    }
}

/// Boxes, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct BoxColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    halves: [&'a [f32]; D],
    /// The first [`Rotation::PARTS`] of them, or none where no box is turned.
    rotations: Option<[&'a [f32]; 4]>,
}

impl<'a, const D: usize> BoxColumns<'a, D> {
    /// The first column of the half extents.
    const HALVES: usize = D;
    /// The first column of the rotations.
    const ROTATIONS: usize = 2 * D;

    /// Boxes along the coordinate axes: a slice of centers and one of half extents for each axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn aligned(centers: [&'a [f32]; D], halves: [&'a [f32]; D]) -> Result<Self, Error> {
        let len = centers[0].len();
        same_length("centers", len, &centers)?;
        same_length("halves", len, &halves)?;
        Ok(Self { centers, halves, rotations: None })
    }

    fn turned(self, rotations: [&'a [f32]; 4]) -> Result<Self, Error> {
        let given = &rotations[..Rotation::<D>::PARTS];
        same_length("rotations", self.centers[0].len(), given)?;
        Ok(Self { rotations: Some(rotations), ..self })
    }

    /// The same for any dimension: with the first parts of rotations that it has, or along the
    /// axes.
    pub(crate) fn of_parts(
        centers: [&'a [f32]; D],
        halves: [&'a [f32]; D],
        rotations: Option<[&'a [f32]; 4]>,
    ) -> Result<Self, Error> {
        let aligned = Self::aligned(centers, halves)?;
        rotations.map_or(Ok(aligned), |rotations| aligned.turned(rotations))
    }

    /// The same in the dimension that it is.
    fn in_dimension<const E: usize>(self) -> BoxColumns<'a, E> {
        assert_eq!(D, E, "the dimension is the same");
        BoxColumns {
            centers: std::array::from_fn(|axis| self.centers[axis]),
            halves: std::array::from_fn(|axis| self.halves[axis]),
            rotations: self.rotations,
        }
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// Half the extents, a slice for each axis of the boxes.
    #[must_use]
    pub fn halves(&self) -> [&'a [f32]; D] {
        self.halves
    }

    /// The box in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> OrientedBox<D> {
        let at = |columns: [&[f32]; D]| columns.map(|column| column[row]);
        let rotation = match self.rotations {
            None => Rotation::IDENTITY,
            Some(parts) => {
                Rotation::of_parts(parts[..Rotation::<D>::PARTS].iter().map(|column| column[row]))
            }
        };
        OrientedBox { center: at(self.centers), half: at(self.halves), rotation }
    }

    /// The parts of the rotations that there are in this dimension; none where no box is turned.
    fn parts(&self) -> Option<&[&'a [f32]]> {
        self.rotations.as_ref().map(|parts| &parts[..Rotation::<D>::PARTS])
    }

    /// Eight boxes without their axes.
    #[inline(always)]
    fn load_aligned<L: Lanes>(&self, rows: EightRows<L>) -> (Obb<D, Wide<L>>, Truth<L>) {
        let (center, half) = (rows.load_all(&self.centers), rows.load_all(&self.halves));
        let mut axes = [[center[0].of(0.0); D]; D];
        for (axis, own) in axes.iter_mut().enumerate() {
            own[axis] = center[0].of(1.0);
        }
        (Obb { center, half, axes }, validate::finite(&center) & validate::sizes(&half))
    }
}

impl<'a> BoxColumns<'a, 2> {
    /// Centers and half extents as for [`aligned`](Self::aligned), and rotations as a slice of
    /// cosines and one of sines.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f32]; 2],
        halves: [&'a [f32]; 2],
        [cos, sin]: [&'a [f32]; 2],
    ) -> Result<Self, Error> {
        Self::aligned(centers, halves)?.turned([cos, sin, cos, sin])
    }

    /// The cosines and sines of the rotations; none where no box is turned.
    #[must_use]
    pub fn rotations(&self) -> Option<[&'a [f32]; 2]> {
        self.rotations.map(|[cos, sin, ..]| [cos, sin])
    }
}

impl<'a> BoxColumns<'a, 3> {
    /// Centers and half extents as for [`aligned`](Self::aligned), and rotations as slices of the
    /// `x`, `y`, `z` and `w` of quaternions.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f32]; 3],
        halves: [&'a [f32]; 3],
        rotations: [&'a [f32]; 4],
    ) -> Result<Self, Error> {
        Self::aligned(centers, halves)?.turned(rotations)
    }

    /// The `x`, `y`, `z` and `w` of the rotations; none where no box is turned.
    #[must_use]
    pub fn rotations(&self) -> Option<[&'a [f32]; 4]> {
        self.rotations
    }
}

impl<const D: usize> Default for BoxColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], halves: [&[]; D], rotations: None }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for BoxColumns<'a, D> {
    type Value = OrientedBox<D>;
    type Entry = Quads4;

    const QUADS: usize = if D == 2 { Obb::<2>::QUADS } else { Obb::<3>::QUADS };
    const WIDTH: usize = 2 * D + Rotation::<D>::PARTS;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        // In 2D the last two of the four repeat others, and nobody looks at them.
        let part = |part: usize| &columns[Self::ROTATIONS + part % Rotation::<D>::PARTS][..];
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            halves: std::array::from_fn(|axis| &columns[Self::HALVES + axis][..]),
            rotations: Some(std::array::from_fn(part)),
        }
    }

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    fn value(&self, row: usize) -> OrientedBox<D> {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::HALVES, &self.halves, "halves")?;
        let first = Self::ROTATIONS;
        if let Some(parts) = self.parts() {
            return table.copy_in(first, parts, "rotations");
        }
        for (number, part) in Rotation::<D>::IDENTITY.parts().iter().enumerate() {
            table.fill(first + number, *part);
        }
        Ok(())
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        if D == 2 { bounds::<Obb<2>, D, 2>(quads) } else { bounds::<Obb<3>, D, 3>(quads) }
    }

    fn features(row: Rows<'_>) -> Features<D> {
        if D == 2 { features::<Obb<2>, D>(row) } else { features::<Obb<3>, D>(row) }
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads4]) {
        if D == 2 {
            filling.add::<_, 2>(&self.in_dimension(), cast_slice_mut::<_, Quads2>(records));
        } else {
            filling.add::<_, 3>(&self.in_dimension(), records);
        }
    }
}

impl LaneColumns<2> for BoxColumns<'_, 2> {
    type Shape = Obb<2>;

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Obb<2, Wide<L>>, Truth<L>) {
        let (mut obb, mut valid) = self.load_aligned(rows);
        if let Some([cos, sin, ..]) = self.rotations {
            let rotations = rows.all_numbers(&[cos, sin]);
            let axes = complex_axes(&rotations);
            obb.axes = [rows.wide(&axes[0]), rows.wide(&axes[1])];
            valid = valid & validate::is_unit(&rows.wide(&rotations));
        }
        (obb, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<2>::check(&self.get(row))
    }
}

impl LaneColumns<3> for BoxColumns<'_, 3> {
    type Shape = Obb<3>;

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Obb<3, Wide<L>>, Truth<L>) {
        let (mut obb, mut valid) = self.load_aligned(rows);
        if let Some(rotations) = self.rotations {
            let rotations = rows.all_numbers(&rotations);
            let axes = quaternion_axes(&rotations);
            obb.axes = [rows.wide(&axes[0]), rows.wide(&axes[1]), rows.wide(&axes[2])];
            valid = valid & validate::is_unit(&rows.wide(&rotations));
        }
        (obb, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<3>::check(&self.get(row))
    }
}

impl<const D: usize> Shapes<D> {
    /// The columns of the boxes.
    #[must_use]
    pub fn boxes(&self) -> BoxColumns<'_, D> {
        BoxColumns::of(&self.tables[ShapeKind::Box as usize], &self.geometry)
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
}

impl Shapes<2> {
    /// The cosines and sines of the rotations of all boxes.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_box_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Box, BoxColumns::<2>::ROTATIONS, &rotations, "rotations")
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
}
