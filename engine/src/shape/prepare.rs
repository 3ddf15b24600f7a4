//! Shapes made ready for a frame: packed for the kernels, and bounded for the broad phase.

use std::mem;

use bytemuck::{cast_slice, cast_slice_mut};
use jostle_kernels::{
    SimdLevel,
    lane::Quad,
    shape::{Four, Nine, One, Pack, Two},
};

use super::{
    Columns, Ranges, ShapeKind,
    fill::{Out, fill, split_off},
    rows::Rows,
};
use crate::{
    Bounds, Error,
    bounds::Ledger,
    error::{countable, grow},
    validate::InvalidShape,
};

/// The shapes of a frame: packed for the kernels of the narrow phase, and their bounds for any
/// broad phase. Keep it from frame to frame: it reuses its memory.
///
/// Shapes are numbered by kind, as [`Ranges`] says. A shape that is not valid is
/// [quarantined](Self::invalid): its bounds are NaN, so that no broad phase finds it in a
/// pair, and its record means nothing.
#[derive(Debug)]
pub struct PreparedShapes<const D: usize> {
    level: SimdLevel,
    ranges: Ranges,
    balls: Vec<One>,
    /// In 2D, two boxes to an entry.
    boxes: Vec<Four>,
    capsules: Vec<Two>,
    polygons: Vec<Nine>,
    triangles: Vec<Four>,
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
    ledger: Ledger,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> Default for PreparedShapes<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> PreparedShapes<D> {
    /// No shapes. The SIMD level is the one that `JOSTLE_LEVEL` names, or the processor's best; a
    /// bad name there is an error of the first [`update`](Self::update).

    #[must_use]
    pub fn new() -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        Self {
            level: SimdLevel::default(),
            ranges: Ranges::default(),
            balls: Vec::new(),
            boxes: Vec::new(),
            capsules: Vec::new(),
            polygons: Vec::new(),
            triangles: Vec::new(),
            min: [const { Vec::new() }; D],
            max: [const { Vec::new() }; D],
            ledger: Ledger::new(),
            invalid: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Takes the shapes of a frame: a set of [`Shapes`](super::Shapes), or columns of the user's
    /// own.
    ///
    /// # Errors
    /// [`Error::TooMany`] for more shapes than a `u32` can number, [`Error::OutOfMemory`], and
    /// [`Error::SimdLevel`] when `JOSTLE_LEVEL` names no level. Then there are no shapes.
    pub fn update<'a>(&mut self, columns: impl Into<Columns<'a, D>>) -> Result<(), Error> {
        self.fill(columns.into())
    }

    /// [`update`](Self::update) with columns, one copy of it.
    #[inline(never)]
    pub(crate) fn fill(&mut self, columns: Columns<'_, D>) -> Result<(), Error> {
        let before = mem::take(&mut self.ranges);
        let invalid = self.invalid.len();
        self.invalid.clear();
        let level = self.level;
        let ranges = columns.ranges();
        // Where no row has another place, nor was any without bounds, what is packed as it was has
        // its bounds.
        let filled = invalid == 0 && ranges == before;
        self.make_room(&ranges)?;
        self.ledger.begin(ranges.len(), !filled)?;
        self.ranges = ranges;
        let mut frame = Frame {
            level,
            ledger: filled.then_some(&self.ledger),
            first: 0,
            min: self.min.each_mut().map(Vec::as_mut_slice),
            max: self.max.each_mut().map(Vec::as_mut_slice),
            invalid: &mut self.invalid,
        };
        let Columns { balls, boxes, capsules, polygons, triangles } = &columns;
        frame.add::<_, D>(balls, &mut self.balls);
        if D == 2 {
            frame.add::<_, 2>(&boxes.in_dimension(), cast_slice_mut(&mut self.boxes));
        } else {
            frame.add::<_, 3>(&boxes.in_dimension(), &mut self.boxes);
        }
        frame.add::<_, D>(capsules, &mut self.capsules);
        if D == 2 {
            frame.add::<_, 2>(polygons, &mut self.polygons);
        } else {
            frame.add::<_, 3>(triangles, &mut self.triangles);
        }
        Ok(())
    }

    /// Makes sure that all buffers are long enough.
    fn make_room(&mut self, ranges: &Ranges) -> Result<(), Error> {
        let len = ranges.len();
        countable(len)?;
        let what = "the records of shapes";
        let rows = |kind| ranges.of(kind).len();
        grow(&mut self.balls, rows(ShapeKind::Ball), what)?;
        let in_a_four = if D == 2 { 2 } else { 1 };
        grow(&mut self.boxes, rows(ShapeKind::Box).div_ceil(in_a_four), what)?;
        grow(&mut self.capsules, rows(ShapeKind::Capsule), what)?;
        grow(&mut self.polygons, rows(ShapeKind::Polygon), what)?;
        grow(&mut self.triangles, rows(ShapeKind::Triangle), what)?;
        for column in self.min.iter_mut().chain(&mut self.max) {
            grow(column, len, "the bounds of shapes")?;
        }
        Ok(())
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The numbering of the shapes.
    #[must_use]
    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// The kind of a shape, and its row in the records of its kind.
    ///
    /// # Panics
    /// When there is no shape of this index.
    #[inline]
    #[must_use]
    pub fn kind_of(&self, index: usize) -> (ShapeKind, usize) {
        self.ranges.kind_of(index)
    }

    /// The bounds of all shapes, for a broad phase.
    #[must_use]
    pub fn bounds(&self) -> Bounds<'_, D> {
        let [min, max] = self.bound_columns();
        let bounds = Bounds::from_columns(min, max);
        let bounds = bounds.expect("all columns are as long as there are shapes");
        Bounds { changes: Some(self.ledger.changes()), ..bounds }
    }

    /// Minima and maxima of all shapes, NaN where they are not valid.
    pub(crate) fn bound_columns(&self) -> [[&[f32]; D]; 2] {
        [&self.min, &self.max].map(|columns| columns.each_ref().map(|column| &column[..self.len()]))
    }

    /// The shapes that are not valid, in order, and why.
    #[must_use]
    pub fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let bounds = self.min.iter().chain(&self.max).map(Vec::capacity).sum::<usize>();
        size_of::<One>() * self.balls.capacity()
            + size_of::<Four>() * (self.boxes.capacity() + self.triangles.capacity())
            + size_of::<Two>() * self.capsules.capacity()
            + size_of::<Nine>() * self.polygons.capacity()
            + size_of::<f32>() * bounds
            + self.ledger.memory_bytes()
            + size_of::<InvalidShape>() * self.invalid.capacity()
    }

    fn rows(&self, kind: ShapeKind) -> usize {
        self.ranges.of(kind).len()
    }

    /// The balls.
    #[must_use]
    pub fn balls(&self) -> &[One] {
        &self.balls[..self.rows(ShapeKind::Ball)]
    }

    /// The capsules.
    #[must_use]
    pub fn capsules(&self) -> &[Two] {
        &self.capsules[..self.rows(ShapeKind::Capsule)]
    }

    /// The records of a kind as quads, in the order of the rows: `S::Quads` of the shape `S` one
    /// behind the other, aligned as they are.
    #[must_use]
    pub fn quads(&self, kind: ShapeKind) -> &[Quad] {
        let rows = self.rows(kind);
        match kind {
            ShapeKind::Ball => cast_slice(self.balls()),
            ShapeKind::Box => &cast_slice(&self.boxes)[..rows * if D == 2 { 2 } else { 4 }],
            ShapeKind::Capsule => cast_slice(self.capsules()),
            ShapeKind::Polygon => cast_slice(&self.polygons[..rows]),
            ShapeKind::Triangle => cast_slice(&self.triangles[..rows]),
        }
    }
}

impl PreparedShapes<2> {
    /// The boxes.
    #[must_use]
    pub fn boxes(&self) -> &[Two] {
        &cast_slice(&self.boxes)[..self.rows(ShapeKind::Box)]
    }

    /// The polygons.
    #[must_use]
    pub fn polygons(&self) -> &[Nine] {
        &self.polygons[..self.rows(ShapeKind::Polygon)]
    }
}

impl PreparedShapes<3> {
    /// The boxes.
    #[must_use]
    pub fn boxes(&self) -> &[Four] {
        &self.boxes[..self.rows(ShapeKind::Box)]
    }

    /// The triangles.
    #[must_use]
    pub fn triangles(&self) -> &[Four] {
        &self.triangles[..self.rows(ShapeKind::Triangle)]
    }
}

/// The bounds that are still to be filled, kind by kind.
struct Frame<'a, const D: usize> {
    level: SimdLevel,
    /// Where records and bounds are there from the frame before: takes down those that are written
    /// again.
    ledger: Option<&'a Ledger>,
    /// The index of the next shape.
    first: usize,
    min: [&'a mut [f32]; D],
    max: [&'a mut [f32]; D],
    invalid: &'a mut Vec<InvalidShape>,
}

impl<const D: usize> Frame<'_, D> {
    /// Makes the shapes of a kind ready. `E` is the dimension where it is known by number.
    fn add<R: Rows<E>, const E: usize>(
        &mut self,
        rows: &R,
        records: &mut [<R::Shape as Pack>::Quads],
    ) {
        let count = rows.len();
        let mut min: [_; E] = std::array::from_fn(|axis| split_off(&mut self.min[axis], count));
        let max = std::array::from_fn(|axis| split_off(&mut self.max[axis], count));
        let min_again = min.each_mut().map(|column| &mut **column);
        let again = self.ledger.map(|ledger| ledger.from(self.first));
        let out = Out { records: &mut records[..count], min: min_again, max, again };
        if !fill(self.level, rows, 0, out) {
            let invalid = min[0].iter().enumerate().filter(|(_, min)| min.is_nan());
            for (row, _) in invalid {
                let (index, fault) = (self.first + row, rows.check(row).err());
                self.invalid.extend(fault.map(|reason| InvalidShape::of_first(index, reason)));
            }
        }
        self.first += count;
    }
}
