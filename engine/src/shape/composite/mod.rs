//! Composite shapes: many shapes that are one, with one handle and one pose.
//!
//! * here: the value, its columns and its bounds
//! * `parts`: what they consist of, and which parts are near something
//! * `height_field`: a ground of heights over a grid
//! * `edges`: edges between parts over which contacts are not to tilt
//! * `state`: parts as a snapshot has them
//! * `placed`: a composite shape in the world, as the narrow phase and queries see it
//!
//! No kernel knows composite shapes. A pair of one is the pairs of its parts that are near the
//! other shape: the parts are placed in the world, and are computed as the shapes they are.

mod edges;
mod height_field;
mod parts;
mod placed;
mod state;

use std::sync::Arc;

use bytemuck::cast_slice_mut;
use jostle_kernels::{
    Lanes,
    real::{Real, Truth, Wide},
    shape::{Obb, Pack, Quads2, Quads4, Rows, complex_axes, quaternion_axes},
    simd::{LANES, Quad},
};

pub use height_field::HeightField;
pub use parts::Parts;
use parts::Source;
pub(crate) use placed::{PlacedComposites, PlacedParts};

use super::{
    Columns, OrientedBox, Rotation, Shape, ShapeKind, Shapes,
    features::Features,
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::Packed,
    placement::Placement,
    rotation::between_rotations,
    shared::{Geometry, piece},
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{InvalidReason, ShapeNumbers},
};

/// Many shapes as one, at a place: the [parts](Parts) of a compound, a mesh, a height field or a
/// polyline. It has one handle and one user's number, and moves as a whole; a contact says which
/// parts touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Composite<const D: usize> {
    /// What it consists of.
    pub parts: Arc<Parts<D>>,
    /// Where the origin of its own coordinates is.
    pub center: [f32; D],
    /// From the coordinate axes to its own.
    pub rotation: Rotation<D>,
}

impl<const D: usize> Composite<D> {
    /// A part in the world, rounded once, as it is in all pairs and queries.
    ///
    /// # Panics
    /// When there is no such part.
    #[must_use]
    pub fn part(&self, number: usize) -> Shape<D> {
        self.parts.get(number).placed(&Placement::new(self.center, &self.rotation))
    }

    /// A box that contains all parts, wherever rounding puts them.
    fn container(&self) -> OrientedBox<D> {
        let (middle, half) = container(&self.parts);
        let placement = Placement::new(self.center, &self.rotation);
        let center = placement.point(middle);
        let more = 4.0 * placement.rounding(reach(&self.parts.bounds())) as f32;
        OrientedBox { center, half: half.map(|half| half + more), rotation: self.rotation }
    }

    /// Whether parts cannot leave the range of numbers, which would make them invalid, however they
    /// are turned.
    fn is_within_numbers(&self) -> bool {
        let center = self.center.iter().map(|x| f64::from(x.abs())).fold(0.0, f64::max);
        // Bounds of parts that are turned reach farther than their corners do, and are rounded
        // outwards.
        let farthest = center + 4.0 * reach(&self.parts.bounds());
        farthest * (1.0 + f64::from(f32::EPSILON)) < f64::from(f32::MAX)
    }
}

/// The middle of the bounds of parts, and half extents that reach their ends from there.
fn container<const D: usize>(parts: &Parts<D>) -> ([f32; D], [f32; D]) {
    let bounds = parts.bounds();
    let middle = std::array::from_fn(|axis| {
        (0.5 * (f64::from(bounds.min[axis]) + f64::from(bounds.max[axis]))) as f32
    });
    let half = std::array::from_fn(|axis| {
        let [low, high] = [bounds.min[axis], bounds.max[axis]].map(f64::from);
        let middle = f64::from(middle[axis]);
        ((middle - low).max(high - middle) as f32).next_up()
    });
    (middle, half)
}

/// A bound of how far a box reaches from the origin.
fn reach<const D: usize>(Aabb { min, max }: &Aabb<D>) -> f64 {
    min.iter().zip(max).map(|(min, max)| f64::from(min.abs().max(max.abs()))).sum()
}

impl<const D: usize> ShapeValue<D> for Composite<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center, ..self.clone() }
    }

    /// Parts are no composite shapes, so that this is asked of no part.
    fn placed(&self, placement: &Placement) -> Self {
        let rotation = placement.rotation(&self.rotation);
        Self { center: placement.point(self.center), rotation, ..self.clone() }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, rotation, .. } = self;
        ShapeNumbers { center, rotation: rotation.parts(), ..ShapeNumbers::default() }.check()?;
        if self.is_within_numbers() { Ok(()) } else { Err(InvalidReason::Infinite) }
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([&self.center[..], self.rotation.normalized().parts(), &[0.0]])
    }

    fn number_in(
        &self,
        geometry: &mut Geometry<D>,
        column: Option<&[f32]>,
    ) -> Result<Option<f32>, Error> {
        geometry.parts.number_of(&self.parts, column).map(Some)
    }

    /// As the box that contains it.
    fn packed(&self) -> Packed<D> {
        ShapeValue::<D>::packed(&self.container()).of_kind(ShapeKind::Composite)
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        between_rotations(&self.rotation, &other.rotation)
    }
}

/// Composite shapes, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct CompositeColumns<'a, const D: usize> {
    parts: &'a [Arc<Parts<D>>],
    centers: [&'a [f32]; D],
    /// 2D: cosines, sines, and both again; 3D: quaternions.
    rotations: [&'a [f32]; 4],
    numbers: &'a [f32],
}

impl<const D: usize> Default for CompositeColumns<'_, D> {
    fn default() -> Self {
        Self { parts: &[], centers: [&[]; D], rotations: [&[]; 4], numbers: &[] }
    }
}

impl<'a, const D: usize> CompositeColumns<'a, D> {
    /// The first column of the rotations.
    const ROTATIONS: usize = D;
    /// The column of the numbers.
    const NUMBERS: usize = D + Rotation::<D>::PARTS;

    /// A slice of centers for each axis, one for each number of a rotation (2D: cosine, sine; 3D:
    /// `x`, `y`, `z`, `w`), and which of `parts` each shape consists of: an index, as a number.
    ///
    /// # Errors
    /// When the slices differ in length, or there are not as many of rotations.
    pub fn new(
        parts: &'a [Arc<Parts<D>>],
        centers: [&'a [f32]; D],
        rotations: &[&'a [f32]],
        numbers: &'a [f32],
    ) -> Result<Self, Error> {
        let (expected, found) = (Rotation::<D>::PARTS, rotations.len());
        if found != expected {
            return Err(Error::Length { what: "the columns of rotations", expected, found });
        }
        same_length("centers", numbers.len(), &centers)?;
        same_length("rotations", numbers.len(), rotations)?;
        let rotations = std::array::from_fn(|part| rotations[part % expected]);
        Ok(Self { parts, centers, rotations, numbers })
    }

    /// What the shapes consist of, by the numbers in the columns.
    #[must_use]
    pub fn parts(&self) -> &'a [Arc<Parts<D>>] {
        self.parts
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// Which of the parts each shape consists of.
    #[must_use]
    pub fn numbers(&self) -> &'a [f32] {
        self.numbers
    }

    /// The parts of a row, if its number is one of them.
    fn parts_of(&self, row: usize) -> Option<&'a Arc<Parts<D>>> {
        piece(self.parts, self.numbers[row])
    }

    /// The shape in a row.
    ///
    /// # Panics
    /// When there is no such row, or its number is that of no parts.
    #[must_use]
    pub fn get(&self, row: usize) -> Composite<D> {
        Composite {
            parts: self.parts_of(row).expect("the number is that of parts").clone(),
            center: self.centers.map(|column| column[row]),
            rotation: self.rotation(row),
        }
    }

    fn rotation(&self, row: usize) -> Rotation<D> {
        Rotation::of_parts(self.rotations.iter().map(|column| column[row]))
    }

    /// Where the own coordinates of the shape in a row are.
    pub(super) fn place(&self, row: usize) -> ([f32; D], Rotation<D>, u32) {
        let number = self.parts_of(row).map_or(u32::MAX, |_| self.numbers[row] as u32);
        (self.centers.map(|column| column[row]), self.rotation(row), number)
    }

    /// The boxes that contain eight shapes but for their rotations, in plain numbers, and which are
    /// valid. All is in `f64`: what is rounded is as large as for one alone.
    #[inline(never)]
    fn containers(&self, first: usize) -> Containers<D> {
        let mut found = Containers {
            centers: [[0.0; LANES]; D],
            halves: [[0.0; LANES]; D],
            valid: [0.0; LANES],
        };
        for lane in 0..LANES {
            let row = (first + lane).min(self.numbers.len() - 1);
            if let Ok(shape) = self.checked(row) {
                found.valid[lane] = 1.0;
                let OrientedBox { center, half, .. } = shape.container();
                for axis in 0..D {
                    found.centers[axis][lane] = center[axis];
                    found.halves[axis][lane] = half[axis];
                }
            }
        }
        found
    }
}

/// Boxes that contain eight shapes.
struct Containers<const D: usize> {
    centers: [[f32; LANES]; D],
    halves: [[f32; LANES]; D],
    /// 1 where the shape is valid, else 0.
    valid: [f32; LANES],
}

/// Composite shapes as the boxes that contain them, where the dimension is known by number.
#[derive(Clone, Copy)]
struct Containing<'a, const D: usize, const E: usize>(CompositeColumns<'a, D>);

/// Which lanes have a valid shape.
#[inline(always)]
fn valid<L: Lanes, const D: usize>(rows: EightRows<L>, found: &Containers<D>) -> Truth<L> {
    let [valid] = rows.wide(&[found.valid]);
    valid.of(0.0).lt(valid)
}

impl<const D: usize> LaneColumns<2> for Containing<'_, D, 2> {
    type Shape = Obb<2>;

    fn len(&self) -> usize {
        self.0.numbers.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Obb<2, Wide<L>>, Truth<L>) {
        let found = self.0.containers(rows.first);
        let [cos, sin, ..] = self.0.rotations;
        let axes = complex_axes(&rows.all_numbers(&[cos, sin]));
        let (x, y) = (&found.centers[0], &found.centers[1]);
        let halves = [found.halves[0], found.halves[1]];
        let obb = Obb {
            center: rows.wide(&[*x, *y]),
            half: rows.wide(&halves),
            axes: [rows.wide(&axes[0]), rows.wide(&axes[1])],
        };
        (obb, valid(rows, &found))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        self.0.check(row)
    }
}

impl<const D: usize> LaneColumns<3> for Containing<'_, D, 3> {
    type Shape = Obb<3>;

    fn len(&self) -> usize {
        self.0.numbers.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Obb<3, Wide<L>>, Truth<L>) {
        let found = self.0.containers(rows.first);
        let axes = quaternion_axes(&rows.all_numbers(&self.0.rotations));
        let three = |of: &[[f32; LANES]; D]| rows.wide(&[of[0], of[1], of[2]]);
        let obb = Obb {
            center: three(&found.centers),
            half: three(&found.halves),
            axes: [rows.wide(&axes[0]), rows.wide(&axes[1]), rows.wide(&axes[2])],
        };
        (obb, valid(rows, &found))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        self.0.check(row)
    }
}

impl<const D: usize> CompositeColumns<'_, D> {
    /// Why a row is not valid, if it is not.
    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        self.checked(row).map(drop)
    }

    /// The shape in a row, or why it is not valid.
    fn checked(&self, row: usize) -> Result<Composite<D>, InvalidReason> {
        if self.parts_of(row).is_some() {
            let shape = self.get(row);
            return shape.check().map(|()| shape);
        }
        let (center, rotation, _) = self.place(row);
        let rotation = rotation.parts();
        ShapeNumbers { center: &center, rotation, ..ShapeNumbers::default() }.check()?;
        Err(InvalidReason::NoGeometry)
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for CompositeColumns<'a, D> {
    type Value = Composite<D>;
    type Entry = Quads4;

    const QUADS: usize = if D == 2 { Obb::<2>::QUADS } else { Obb::<3>::QUADS };
    const WIDTH: usize = Self::NUMBERS + 1;

    fn of(table: &'a ShapeTable, geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        let part = |part: usize| &columns[Self::ROTATIONS + part % Rotation::<D>::PARTS][..];
        Self {
            parts: geometry.parts.list(),
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            rotations: std::array::from_fn(part),
            numbers: &columns[Self::NUMBERS],
        }
    }

    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn value(&self, row: usize) -> Composite<D> {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, geometry: &mut Geometry<D>) -> Result<(), Error> {
        let parts = (0..self.numbers.len()).map(|row| self.parts_of(row));
        let in_use = &table.columns()[Self::NUMBERS];
        let numbers = geometry.parts.numbers_of(ShapeKind::Composite, parts, in_use)?;
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::ROTATIONS, &self.rotations[..Rotation::<D>::PARTS], "rotations")?;
        table.copy_in(Self::NUMBERS, &[&numbers], "numbers")
    }

    fn is_sound(&self, row: usize) -> bool {
        self.parts_of(row).is_some()
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        <super::BoxColumns<'_, D> as ShapeColumns<'_, D>>::bounds(quads)
    }

    /// Its parts have some, it has none.
    fn features(_row: Rows<'_>) -> Features<D> {
        unreachable!("composite shapes are looked at part by part")
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads4]) {
        if D == 2 {
            filling.add::<_, 2>(&Containing::<D, 2>(*self), cast_slice_mut::<_, Quads2>(records));
        } else {
            filling.add::<_, 3>(&Containing::<D, 3>(*self), records);
        }
    }
}

impl<const D: usize> Shapes<D> {
    /// The columns of the composite shapes.
    #[must_use]
    pub fn composites(&self) -> CompositeColumns<'_, D> {
        CompositeColumns::of(&self.tables[ShapeKind::Composite as usize], &self.geometry)
    }
}

impl<'a, const D: usize> Columns<'a, D> {
    /// The same with these composite shapes.
    #[must_use]
    pub fn with_composites(self, composites: CompositeColumns<'a, D>) -> Self {
        Self { composites, tables: None, ..self }
    }
}
