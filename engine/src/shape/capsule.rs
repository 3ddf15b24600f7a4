//! Capsules: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::{Capsule, Pack, Quads2, Rows},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf, wide},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, features, positive},
    placement::Placement,
    rotation::between_axes,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

impl<const D: usize> ShapeValue<D> for Capsule<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center, ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        let (center, axis) = (placement.point(self.center), placement.vector(self.axis));
        Self { center, axis, ..*self }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, axis, radius } = self;
        ShapeNumbers { center, others: axis, radius: *radius, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([&self.center[..], &self.axis, &[self.radius]])
    }

    fn packed(&self) -> Packed<D> {
        let (center, axis) = (positive(self.center), positive(self.axis));
        let capsule = Self { center, axis, radius: self.radius + 0.0 };
        Packed::of::<Self, D>(ShapeKind::Capsule, &capsule)
    }

    /// A capsule has no front.
    fn turn_to(&self, other: &Self) -> [f64; 3] {
        if self.axis == other.axis {
            return [0.0; 3];
        }
        between_axes::<D>(&self.axis, &other.axis, true)
    }
}

const SEGMENT: [[u8; 2]; 1] = [[0, 1]];

impl<const D: usize> FeaturesOf for Capsule<D> {
    fn features<const E: usize>(&self) -> Features<E> {
        let (center, axis) = (wide(self.center), wide(self.axis));
        let end = |sign: f64| -> [f64; D] { std::array::from_fn(|i| center[i] + sign * axis[i]) };
        Features::new(self.center, [end(-1.0), end(1.0)], &SEGMENT, &[], self.radius)
    }
}

/// Capsules, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    axes: [&'a [f32]; D],
    radii: &'a [f32],
}

impl<'a, const D: usize> CapsuleColumns<'a, D> {
    /// The first column of the axes.
    const AXES: usize = D;
    /// The column of the radii.
    const RADII: usize = 2 * D;

    /// A slice of centers and one of axes (half vectors) for each axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f32]; D],
        axes: [&'a [f32]; D],
        radii: &'a [f32],
    ) -> Result<Self, Error> {
        same_length("centers", radii.len(), &centers)?;
        same_length("axes", radii.len(), &axes)?;
        Ok(Self { centers, axes, radii })
    }

    /// The middles, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// The vectors from the middle of the segment to its second end, a slice for each axis.
    #[must_use]
    pub fn axes(&self) -> [&'a [f32]; D] {
        self.axes
    }

    /// The radii.
    #[must_use]
    pub fn radii(&self) -> &'a [f32] {
        self.radii
    }

    /// The capsule in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Capsule<D> {
        let at = |columns: [&[f32]; D]| columns.map(|column| column[row]);
        Capsule { center: at(self.centers), axis: at(self.axes), radius: self.radii[row] }
    }
}

impl<const D: usize> Default for CapsuleColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], axes: [&[]; D], radii: &[] }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for CapsuleColumns<'a, D> {
    type Value = Capsule<D>;
    type Entry = Quads2;

    const QUADS: usize = Capsule::<D>::QUADS;
    const WIDTH: usize = 2 * D + 1;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            axes: std::array::from_fn(|axis| &columns[Self::AXES + axis][..]),
            radii: &columns[Self::RADII],
        }
    }

    fn len(&self) -> usize {
        self.radii.len()
    }

    fn value(&self, row: usize) -> Capsule<D> {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::AXES, &self.axes, "axes")?;
        table.copy_in(Self::RADII, &[self.radii], "radii")
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<Capsule<D>, D, D>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<Capsule<D>, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads2]) {
        filling.add::<_, D>(self, records);
    }
}

impl<const D: usize> LaneColumns<D> for CapsuleColumns<'_, D> {
    type Shape = Capsule<D>;

    fn len(&self) -> usize {
        self.radii.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Capsule<D, Wide<L>>, Truth<L>) {
        let (center, axis) = (rows.load_all(&self.centers), rows.load_all(&self.axes));
        let radius = rows.load(self.radii);
        let valid =
            validate::finite(&center) & validate::finite(&axis) & validate::sizes(&[radius]);
        (Capsule { center, axis, radius }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<D>::check(&self.get(row))
    }
}

impl<const D: usize> Shapes<D> {
    /// The columns of the capsules.
    #[must_use]
    pub fn capsules(&self) -> CapsuleColumns<'_, D> {
        CapsuleColumns::of(&self.tables[ShapeKind::Capsule as usize], &self.geometry)
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
