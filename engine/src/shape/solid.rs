//! Solids: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::{Pack, Quads5, Rows, Solid as PackedSolid, in_f64, quaternion_axes},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, eight, features, in_dimension, positive},
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

/// A cylinder, a cone or a frustum of one, or a box, each with or without round edges; in 3D.
///
/// Its axis is its own `y` axis. At either end of it is a lid: the rectangle of the half extents
/// along `x` and `z`, and all that is within the radius of the lid of it in its plane. The core is
/// the convex hull of both lids, and the solid all that is within `rounding` of the core.
///
/// ```
/// use jostle::{narrow::distance, shape::{Rotation, Solid}};
///
/// // A cylinder of height 2 that stands on a cone of height 4, half a meter above its tip.
/// let cylinder = Solid::cylinder([0.0, 3.5, 0.0], 1.0, 0.5, Rotation::IDENTITY);
/// let cone = Solid::cone([0.0, 0.0, 0.0], 2.0, 1.0, Rotation::IDENTITY);
/// let found = distance(&cylinder.into(), &cone.into())?;
/// assert_eq!((found.distance, found.on_b), (0.5, [0.0, 2.0, 0.0]));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// The center: half way between the lids.
    pub center: [f32; 3],
    /// Half the extents of the core without the radii of the lids, along its own axes; at least 0.
    pub half: [f32; 3],
    /// The radii of the lower and the upper lid, at least 0.
    pub lids: [f32; 2],
    /// How far the surface is from the core, at least 0.
    pub rounding: f32,
    /// From the coordinate axes to its own.
    pub rotation: Rotation<3>,
}

impl Solid {
    /// A cylinder.
    #[must_use]
    pub fn cylinder(
        center: impl Into<[f32; 3]>,
        half_height: f32,
        radius: f32,
        rotation: impl Into<Rotation<3>>,
    ) -> Self {
        Self {
            center: center.into(),
            half: [0.0, half_height, 0.0],
            lids: [radius; 2],
            rounding: 0.0,
            rotation: rotation.into(),
        }
    }

    /// A cone: its tip is at the upper end of its axis, its center half way down.
    #[must_use]
    pub fn cone(
        center: impl Into<[f32; 3]>,
        half_height: f32,
        radius: f32,
        rotation: impl Into<Rotation<3>>,
    ) -> Self {
        Self { lids: [radius, 0.0], ..Self::cylinder(center, half_height, radius, rotation) }
    }

    /// A box with round edges. With the rounding it is larger than the half extents say.
    #[must_use]
    pub fn rounded_box(
        center: impl Into<[f32; 3]>,
        half: impl Into<[f32; 3]>,
        rounding: f32,
        rotation: impl Into<Rotation<3>>,
    ) -> Self {
        Self { half: half.into(), rounding, ..Self::cylinder(center, 0.0, 0.0, rotation) }
    }

    /// The same with lids of these radii, the lower one first.
    #[must_use]
    pub fn with_lids(self, lids: [f32; 2]) -> Self {
        Self { lids, ..self }
    }

    /// The same with round edges. It grows by as much.
    #[must_use]
    pub fn with_rounding(self, rounding: f32) -> Self {
        Self { rounding, ..self }
    }
}

impl<const D: usize> ShapeValue<D> for Solid {
    fn center(&self) -> [f32; D] {
        in_dimension(&self.center)
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center: in_dimension(&center), ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        let rotation = placement.rotation(&self.rotation);
        Self { center: placement.point(self.center), rotation, ..*self }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, half, lids, rounding, rotation } = self;
        let (rotation, others) = (rotation.parts(), &[lids[0], lids[1], *rounding]);
        let radius = lids[0].min(lids[1]).min(*rounding);
        ShapeNumbers { center, half, others, radius, rotation, normal: &[] }.check()
    }

    fn row(&self) -> ShapeRow {
        let rotation = self.rotation.normalized();
        ShapeRow::of([
            &self.center[..],
            &self.half,
            &self.lids,
            std::slice::from_ref(&self.rounding),
            rotation.parts(),
        ])
    }

    fn packed(&self) -> Packed<D> {
        let axes = quaternion_axes(&eight(self.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
        let solid = PackedSolid {
            center: positive(self.center),
            axes,
            half: positive(self.half),
            lids: positive(self.lids),
            rounding: self.rounding + 0.0,
        };
        Packed::of::<PackedSolid, 3>(ShapeKind::Solid, &solid)
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        between_rotations(&self.rotation, &other.rotation)
    }
}

/// A solid has no corners where it is round, so it is known as a whole.
impl FeaturesOf for PackedSolid {
    fn features<const D: usize>(&self) -> Features<D> {
        let mut features = Features::new(self.center, [], &[], &[], self.rounding);
        features.solid = Some(in_f64::<Self>(self));
        features
    }
}

/// Solids in 3D, borrowed as columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolidColumns<'a> {
    centers: [&'a [f32]; 3],
    halves: [&'a [f32]; 3],
    lids: [&'a [f32]; 2],
    roundings: &'a [f32],
    rotations: [&'a [f32]; 4],
}

impl<'a> SolidColumns<'a> {
    /// The first columns of the half extents, the radii of the lids, and the rotations.
    const HALVES: usize = 3;
    const LIDS: usize = 6;
    const ROUNDINGS: usize = 8;
    const ROTATIONS: usize = 9;

    /// A slice of centers and one of half extents for each axis, one of the radii of the lower and
    /// one of the upper lids, the roundings, and the `x`, `y`, `z` and `w` of quaternions.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f32]; 3],
        halves: [&'a [f32]; 3],
        lids: [&'a [f32]; 2],
        roundings: &'a [f32],
        rotations: [&'a [f32]; 4],
    ) -> Result<Self, Error> {
        let len = roundings.len();
        same_length("centers", len, &centers)?;
        same_length("halves", len, &halves)?;
        same_length("lids", len, &lids)?;
        same_length("rotations", len, &rotations)?;
        Ok(Self { centers, halves, lids, roundings, rotations })
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; 3] {
        self.centers
    }

    /// Half the extents, a slice for each axis of the solids.
    #[must_use]
    pub fn halves(&self) -> [&'a [f32]; 3] {
        self.halves
    }

    /// The radii of the lower and of the upper lids.
    #[must_use]
    pub fn lids(&self) -> [&'a [f32]; 2] {
        self.lids
    }

    /// The roundings.
    #[must_use]
    pub fn roundings(&self) -> &'a [f32] {
        self.roundings
    }

    /// The `x`, `y`, `z` and `w` of the rotations.
    #[must_use]
    pub fn rotations(&self) -> [&'a [f32]; 4] {
        self.rotations
    }

    /// The solid in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Solid {
        Solid {
            center: self.centers.map(|column| column[row]),
            half: self.halves.map(|column| column[row]),
            lids: self.lids.map(|column| column[row]),
            rounding: self.roundings[row],
            rotation: Rotation::of_parts(self.rotations.iter().map(|column| column[row])),
        }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for SolidColumns<'a> {
    type Value = Solid;
    type Entry = Quads5;

    const QUADS: usize = PackedSolid::QUADS;
    const WIDTH: usize = Self::ROTATIONS + 4;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        let column = |number: usize| &columns[number][..];
        Self {
            centers: std::array::from_fn(column),
            halves: std::array::from_fn(|axis| column(Self::HALVES + axis)),
            lids: std::array::from_fn(|lid| column(Self::LIDS + lid)),
            roundings: column(Self::ROUNDINGS),
            rotations: std::array::from_fn(|part| column(Self::ROTATIONS + part)),
        }
    }

    fn len(&self) -> usize {
        self.roundings.len()
    }

    fn value(&self, row: usize) -> Solid {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::HALVES, &self.halves, "halves")?;
        table.copy_in(Self::LIDS, &self.lids, "lids")?;
        table.copy_in(Self::ROUNDINGS, &[self.roundings], "roundings")?;
        table.copy_in(Self::ROTATIONS, &self.rotations, "rotations")
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<PackedSolid, D, 3>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<PackedSolid, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads5]) {
        // There are none in other dimensions.
        if D == 3 {
            filling.add::<_, 3>(self, records);
        }
    }
}

impl LaneColumns<3> for SolidColumns<'_> {
    type Shape = PackedSolid;

    fn len(&self) -> usize {
        self.roundings.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (PackedSolid<Wide<L>>, Truth<L>) {
        let (center, half) = (rows.load_all(&self.centers), rows.load_all(&self.halves));
        let (lids, rounding) = (rows.load_all(&self.lids), rows.load(self.roundings));
        let rotations = rows.all_numbers(&self.rotations);
        let axes = quaternion_axes(&rotations);
        let axes = [rows.wide(&axes[0]), rows.wide(&axes[1]), rows.wide(&axes[2])];
        let valid = validate::finite(&center)
            & validate::sizes(&half)
            & validate::sizes(&lids)
            & validate::sizes(&[rounding])
            & validate::is_unit(&rows.wide(&rotations));
        (PackedSolid { center, axes, half, lids, rounding }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<3>::check(&self.get(row))
    }
}

impl Shapes<3> {
    /// The columns of the solids.
    #[must_use]
    pub fn solids(&self) -> SolidColumns<'_> {
        <SolidColumns<'_> as ShapeColumns<'_, 3>>::of(
            &self.tables[ShapeKind::Solid as usize],
            &self.geometry,
        )
    }

    /// The centers of all solids.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_solid_centers(&mut self, centers: [&[f32]; 3]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Solid, 0, &centers, "centers")
    }

    /// The `x`, `y`, `z` and `w` of the rotations of all solids.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_solid_rotations(&mut self, rotations: [&[f32]; 4]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Solid, SolidColumns::ROTATIONS, &rotations, "rotations")
    }
}
