//! Hulls: convex polyhedra at a place. Values, columns, packing, validation and features.

use std::sync::Arc;

use jostle_kernels::{
    Aabb, Lanes,
    real::{Real, Truth, Wide},
    shape::{Hull as PackedHull, Pack, Polyhedron, Quads5, Rows, Solid, in_f64, quaternion_axes},
    simd::{LANES, Portable, Quad},
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, eight, features, in_dimension, positive},
    placement::Placement,
    rotation::{Rotation, between_rotations},
    shared::{Geometry, piece},
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

/// A convex polyhedron at a place, with or without round edges; in 3D.
///
/// Many hulls may share one polyhedron: a set keeps it once. A triangle with a radius is the hull
/// of a flat one ([`Polyhedron::triangle`]) with round edges.
///
/// ```
/// use std::sync::Arc;
/// use jostle::{Shape, World, shape::{Polyhedron, Rotation}};
///
/// // A pyramid of height 1, on the ground and half a meter above it.
/// let corners = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]];
/// let points = [&corners[..], &[[0.0, 1.0, 0.0]]].concat();
/// let pyramid = Arc::new(Polyhedron::hull_of(&points)?);
/// let mut world = World::<3>::new();
/// world.shapes_mut().insert(Shape::aligned_box([0.0, -1.0, 0.0], [9.0, 1.0, 9.0]))?;
/// for (x, height) in [(-3.0, 0.0), (3.0, 0.5)] {
///     world.shapes_mut().insert(Shape::hull(&pyramid, [x, height, 0.0], Rotation::IDENTITY))?;
/// }
/// world.step()?;
/// let contact = world.contacts().iter().next().expect("one of them touches the ground");
/// assert_eq!((world.contacts().len(), contact.points.len()), (1, 4));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// What it is, about the origin.
    pub polyhedron: Arc<Polyhedron>,
    /// Where the origin of the polyhedron is.
    pub center: [f32; 3],
    /// From the coordinate axes to those of the polyhedron.
    pub rotation: Rotation<3>,
    /// How far the surface is from the polyhedron, at least 0.
    pub rounding: f32,
}

impl Hull {
    /// The same with round edges. It grows by as much.
    #[must_use]
    pub fn with_rounding(self, rounding: f32) -> Self {
        Self { rounding, ..self }
    }
}

impl<const D: usize> ShapeValue<D> for Hull {
    fn center(&self) -> [f32; D] {
        in_dimension(&self.center)
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center: in_dimension(&center), ..self.clone() }
    }

    fn placed(&self, placement: &Placement) -> Self {
        let rotation = placement.rotation(&self.rotation);
        Self { center: placement.point(self.center), rotation, ..self.clone() }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, rotation, rounding, .. } = self;
        let rotation = rotation.parts();
        ShapeNumbers { center, radius: *rounding, rotation, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        let rotation = self.rotation.normalized();
        ShapeRow::of([&self.center[..], rotation.parts(), &[self.rounding, 0.0]])
    }

    fn number_in(
        &self,
        geometry: &mut Geometry<D>,
        column: Option<&[f32]>,
    ) -> Result<Option<f32>, Error> {
        geometry.polyhedra.number_of(&self.polyhedron, column).map(Some)
    }

    fn packed(&self) -> Packed<D> {
        let axes = quaternion_axes(&eight(self.rotation)).map(|axis| axis.map(|lanes| lanes[0]));
        let hull = PackedHull {
            center: positive(self.center),
            axes,
            rounding: self.rounding + 0.0,
            bounds: self.polyhedron.turned_bounds(Portable, axes),
            number: 0.0,
        };
        Packed::of::<PackedHull, 3>(ShapeKind::Hull, &hull).with_polyhedron(&self.polyhedron)
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        between_rotations(&self.rotation, &other.rotation)
    }
}

/// But for the polyhedron, which is not in its record.
impl FeaturesOf for PackedHull {
    fn features<const D: usize>(&self) -> Features<D> {
        let mut features = Features::new(self.center, [], &[], &[], self.rounding);
        let PackedHull { center, axes, rounding, .. } = in_f64::<Self>(self);
        let (half, lids) = ([0.0; 3], [0.0; 2]);
        features.solid = Some(Solid { center, axes, half, lids, rounding });
        features
    }
}

/// Hulls in 3D, borrowed as columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct HullColumns<'a> {
    polyhedra: &'a [Arc<Polyhedron>],
    centers: [&'a [f32]; 3],
    rotations: [&'a [f32]; 4],
    roundings: &'a [f32],
    numbers: &'a [f32],
}

impl<'a> HullColumns<'a> {
    /// The first column of the rotations, that of the roundings, and that of the numbers.
    const ROTATIONS: usize = 3;
    const ROUNDINGS: usize = 7;
    const NUMBERS: usize = 8;

    /// A slice of centers for each axis, the `x`, `y`, `z` and `w` of quaternions, the roundings,
    /// and which of `polyhedra` each hull is: an index, as a number.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        polyhedra: &'a [Arc<Polyhedron>],
        centers: [&'a [f32]; 3],
        rotations: [&'a [f32]; 4],
        roundings: &'a [f32],
        numbers: &'a [f32],
    ) -> Result<Self, Error> {
        let len = numbers.len();
        same_length("centers", len, &centers)?;
        same_length("rotations", len, &rotations)?;
        same_length("roundings", len, &[roundings])?;
        Ok(Self { polyhedra, centers, rotations, roundings, numbers })
    }

    /// What the hulls are, by the numbers in the columns.
    #[must_use]
    pub fn polyhedra(&self) -> &'a [Arc<Polyhedron>] {
        self.polyhedra
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; 3] {
        self.centers
    }

    /// The `x`, `y`, `z` and `w` of the rotations.
    #[must_use]
    pub fn rotations(&self) -> [&'a [f32]; 4] {
        self.rotations
    }

    /// The roundings.
    #[must_use]
    pub fn roundings(&self) -> &'a [f32] {
        self.roundings
    }

    /// Which of the polyhedra each hull is.
    #[must_use]
    pub fn numbers(&self) -> &'a [f32] {
        self.numbers
    }

    /// The hull in a row.
    ///
    /// # Panics
    /// When there is no such row, or its number is that of no polyhedron.
    #[must_use]
    pub fn get(&self, row: usize) -> Hull {
        Hull {
            polyhedron: self.polyhedron(row).expect("the number is that of a polyhedron").clone(),
            center: self.centers.map(|column| column[row]),
            rotation: Rotation::of_parts(self.rotations.iter().map(|column| column[row])),
            rounding: self.roundings[row],
        }
    }

    /// The polyhedron of a row, if its number is that of one.
    fn polyhedron(&self, row: usize) -> Option<&'a Arc<Polyhedron>> {
        piece(self.polyhedra, self.numbers[row])
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for HullColumns<'a> {
    type Value = Hull;
    type Entry = Quads5;

    const QUADS: usize = PackedHull::QUADS;
    const WIDTH: usize = Self::NUMBERS + 1;

    fn of(table: &'a ShapeTable, geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        let column = |number: usize| &columns[number][..];
        Self {
            polyhedra: geometry.polyhedra.list(),
            centers: std::array::from_fn(column),
            rotations: std::array::from_fn(|part| column(Self::ROTATIONS + part)),
            roundings: column(Self::ROUNDINGS),
            numbers: column(Self::NUMBERS),
        }
    }

    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn value(&self, row: usize) -> Hull {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, geometry: &mut Geometry<D>) -> Result<(), Error> {
        let polyhedra = (0..self.numbers.len()).map(|row| self.polyhedron(row));
        let in_use = &table.columns()[Self::NUMBERS];
        let numbers = geometry.polyhedra.numbers_of(ShapeKind::Hull, polyhedra, in_use)?;
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::ROTATIONS, &self.rotations, "rotations")?;
        table.copy_in(Self::ROUNDINGS, &[self.roundings], "roundings")?;
        table.copy_in(Self::NUMBERS, &[&numbers], "numbers")
    }

    fn is_sound(&self, row: usize) -> bool {
        self.polyhedron(row).is_some()
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<PackedHull, D, 3>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<PackedHull, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads5]) {
        // There are none in other dimensions.
        if D == 3 {
            filling.add::<_, 3>(self, records);
        }
    }
}

impl LaneColumns<3> for HullColumns<'_> {
    type Shape = PackedHull;

    fn len(&self) -> usize {
        self.numbers.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (PackedHull<Wide<L>>, Truth<L>) {
        let (center, rounding) = (rows.load_all(&self.centers), rows.load(self.roundings));
        let rotations = rows.all_numbers(&self.rotations);
        let axes = quaternion_axes(&rotations);
        let (mut low, mut high) = ([[0.0; LANES]; 3], [[0.0; LANES]; 3]);
        let (mut numbers, mut is_there) = ([0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let row = (rows.first + lane).min(self.numbers.len() - 1);
            if let Some(polyhedron) = self.polyhedron(row) {
                let axes = axes.map(|axis| axis.map(|lanes| lanes[lane]));
                let bounds = polyhedron.turned_bounds(rows.lanes, axes);
                for axis in 0..3 {
                    (low[axis][lane], high[axis][lane]) = (bounds[0][axis], bounds[1][axis]);
                }
                (numbers[lane], is_there[lane]) = (self.numbers[row] + 0.0, 1.0);
            }
        }
        let [number, is_there] = rows.wide(&[numbers, is_there]);
        let valid = validate::finite(&center)
            & validate::sizes(&[rounding])
            & validate::is_unit(&rows.wide(&rotations))
            & is_there.of(0.0).lt(is_there);
        let axes = [rows.wide(&axes[0]), rows.wide(&axes[1]), rows.wide(&axes[2])];
        let bounds = [rows.wide(&low), rows.wide(&high)];
        (PackedHull { center, axes, rounding, bounds, number }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        let (center, rounding) = (self.centers.map(|column| column[row]), self.roundings[row]);
        let rotation = self.rotations.map(|column| column[row]);
        let numbers = ShapeNumbers {
            center: &center,
            radius: rounding,
            rotation: &rotation,
            ..ShapeNumbers::default()
        };
        numbers.check()?;
        if self.polyhedron(row).is_some() { Ok(()) } else { Err(InvalidReason::NoGeometry) }
    }
}

impl Shapes<3> {
    /// The columns of the hulls.
    #[must_use]
    pub fn hulls(&self) -> HullColumns<'_> {
        <HullColumns<'_> as ShapeColumns<'_, 3>>::of(
            &self.tables[ShapeKind::Hull as usize],
            &self.geometry,
        )
    }

    /// The centers of all hulls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_hull_centers(&mut self, centers: [&[f32]; 3]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Hull, 0, &centers, "centers")
    }

    /// The `x`, `y`, `z` and `w` of the rotations of all hulls.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_hull_rotations(&mut self, rotations: [&[f32]; 4]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Hull, HullColumns::ROTATIONS, &rotations, "rotations")
    }
}
