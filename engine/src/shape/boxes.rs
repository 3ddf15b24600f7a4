//! Columns of boxes.

use jostle_kernels::{
    Lanes,
    real::{Real, Truth, Wide},
    shape::{Obb, complex_axes, quaternion_axes},
};

use super::{
    OrientedBox, Rotation, Shape, gate,
    rows::{Group, Rows},
    table::Table,
};
use crate::{Error, error::same_length, validate::InvalidReason};

/// Boxes, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct BoxColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    halves: [&'a [f32]; D],
    /// The first [`Rotation::PARTS`] of them, or none where no box is turned.
    rotations: Option<[&'a [f32]; 4]>,
}

impl<'a, const D: usize> BoxColumns<'a, D> {
    /// Numbers in a row.
    pub(super) const WIDTH: usize = 2 * D + Rotation::<D>::PARTS;
    /// The first column of the half extents.
    pub(super) const HALVES: usize = D;
    /// The first column of the rotations.
    pub(super) const ROTATIONS: usize = 2 * D;

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

    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns();
        // In 2D the last two of the four repeat others, and nobody looks at them.
        let part = |part: usize| &columns[Self::ROTATIONS + part % Rotation::<D>::PARTS][..];
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            halves: std::array::from_fn(|axis| &columns[Self::HALVES + axis][..]),
            rotations: Some(std::array::from_fn(part)),
        }
    }

    /// The same in the dimension that it is.
    pub(super) fn in_dimension<const E: usize>(self) -> BoxColumns<'a, E> {
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
    pub(super) fn parts(&self) -> Option<&[&'a [f32]]> {
        self.rotations.as_ref().map(|parts| &parts[..Rotation::<D>::PARTS])
    }

    /// Eight boxes without their axes.
    #[inline(always)]
    fn load_aligned<L: Lanes>(&self, group: Group<L>) -> (Obb<D, Wide<L>>, Truth<L>) {
        let (center, half) = (group.load_all(&self.centers), group.load_all(&self.halves));
        let mut axes = [[center[0].of(0.0); D]; D];
        for (axis, own) in axes.iter_mut().enumerate() {
            own[axis] = center[0].of(1.0);
        }
        (Obb { center, half, axes }, gate::finite(&center) & gate::sizes(&half))
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

impl Rows<2> for BoxColumns<'_, 2> {
    type Shape = Obb<2>;

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Obb<2, Wide<L>>, Truth<L>) {
        let (mut obb, mut valid) = self.load_aligned(group);
        if let Some([cos, sin, ..]) = self.rotations {
            let rotations = group.all_numbers(&[cos, sin]);
            let axes = complex_axes(&rotations);
            obb.axes = [group.wide(&axes[0]), group.wide(&axes[1])];
            valid = valid & gate::is_rotation(&group.wide(&rotations));
        }
        (obb, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::Box(self.get(row)).check()
    }
}

impl Rows<3> for BoxColumns<'_, 3> {
    type Shape = Obb<3>;

    fn len(&self) -> usize {
        self.centers[0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Obb<3, Wide<L>>, Truth<L>) {
        let (mut obb, mut valid) = self.load_aligned(group);
        if let Some(rotations) = self.rotations {
            let rotations = group.all_numbers(&rotations);
            let axes = quaternion_axes(&rotations);
            obb.axes = [group.wide(&axes[0]), group.wide(&axes[1]), group.wide(&axes[2])];
            valid = valid & gate::is_rotation(&group.wide(&rotations));
        }
        (obb, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::Box(self.get(row)).check()
    }
}
