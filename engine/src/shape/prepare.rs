//! Shapes made ready for a frame: packed for the kernels, and bounded for the broad phase.

use std::{mem, sync::Arc};

use bytemuck::{cast_slice, cast_slice_mut};
use jostle_kernels::{
    SimdLevel,
    shape::{Hull, Polyhedron, Rows},
    simd::Quad,
};

use super::{
    Columns, Features, Mark, Packed, PlacedParts, Ranges, ShapeKind,
    composite::PlacedComposites,
    fill::{Filling, Work},
    traits::ShapeColumns,
};
use crate::{
    Bounds, Error,
    bounds::Ledger,
    error::countable,
    memory::{grow, reserve_more, reserve_one},
    validate::InvalidShape,
};

/// Makes the records of all kinds from the list of kinds.
macro_rules! all_records {
    ($($(#[$doc:meta])* $kind:ident($value:ty) in $dimension:tt,
       $field:ident: $columns:ident $(<$d:ident>)?;)+) => {
        /// What the columns of a kind are packed to.
        type Entry<C, const D: usize> = <C as ShapeColumns<'static, D>>::Entry;

        /// The records of all kinds. Buffers are longer than there are shapes.
        #[derive(Debug)]
        struct Records<const D: usize> {
            $($field: Vec<Entry<super::$columns<'static $(, $d)?>, D>>),+
        }

        impl<const D: usize> Records<D> {
            fn new() -> Self {
                Self { $($field: Vec::new()),+ }
            }

            /// Makes sure that all buffers are long enough.
            fn make_room(&mut self, ranges: &Ranges) -> Result<(), Error> {
                $({
                    let kind = ShapeKind::$kind;
                    let quads = ranges.of(kind).len() * Self::quads_of(kind);
                    let of_entry = size_of::<Entry<super::$columns<'static $(, $d)?>, D>>();
                    let entries = quads.div_ceil(of_entry / size_of::<Quad>());
                    grow(&mut self.$field, entries, "the records of shapes")?;
                })+
                Ok(())
            }

            /// Packs and bounds all shapes.
            fn fill(&mut self, columns: &Columns<'_, D>, filling: &mut Filling<'_, D>) {
                $(ShapeColumns::<D>::fill(&columns.$field, filling, &mut self.$field);)+
            }

            /// All quads that there is room for, to be written.
            fn quads_mut(&mut self, kind: ShapeKind) -> &mut [Quad] {
                match kind {
                    $(ShapeKind::$kind => cast_slice_mut(&mut self.$field),)+
                    kind => unreachable!("the list has no {kind}"),
                }
            }

            /// The corners, edges and faces of a shape, given as the only row of its kind.
            fn features(row: Rows<'_>) -> Features<D> {
                match row.kind {
                    $(ShapeKind::$kind => {
                        <super::$columns<'_ $(, $d)?> as ShapeColumns<'_, D>>::features(row)
                    })+
                    kind => unreachable!("the list has no {kind}"),
                }
            }

            /// A shape alone, given as the only row of its kind.
            fn packed(row: Rows<'_>) -> Packed<D> {
                match row.kind {
                    $(ShapeKind::$kind => {
                        Packed::of_row::<super::$columns<'static $(, $d)?>>(row)
                    })+
                    kind => unreachable!("the list has no {kind}"),
                }
            }

            /// The number of quads of a record.
            fn quads_of(kind: ShapeKind) -> usize {
                let quads: [usize; ShapeKind::COUNT] =
                    const { [$(<super::$columns<'_ $(, $d)?> as ShapeColumns<'_, D>>::QUADS),+] };
                quads[kind as usize]
            }

            /// All quads that there is room for.
            #[inline]
            fn quads(&self, kind: ShapeKind) -> &[Quad] {
                match kind {
                    $(ShapeKind::$kind => cast_slice(&self.$field),)+
                    kind => unreachable!("the list has no {kind}"),
                }
            }

            fn memory_bytes(&self) -> usize {
                let mut bytes = 0;
                $(bytes += self.$field.capacity()
                    * size_of::<Entry<super::$columns<'static $(, $d)?>, D>>();)+
                bytes
            }
        }
    };
}

for_each_kind!(all_records);

impl<const D: usize> Features<D> {
    /// Those of a shape, given as the only row of its kind.
    pub(crate) fn of_row(row: Rows<'_>) -> Self {
        Records::features(row)
    }
}

/// The shapes of a frame: packed for the kernels of the narrow phase, and their bounds for any
/// broad phase. Keep it from frame to frame: it reuses its memory.
///
/// Shapes are numbered by kind, as [`Ranges`] says. An invalid shape is
/// [listed](Self::invalid): its bounds are NaN, so that no broad phase finds it in a
/// pair, and its record means nothing.
#[derive(Debug)]
pub struct PreparedShapes<const D: usize> {
    level: SimdLevel,
    ranges: Ranges,
    /// By kind the numbers that records and bounds were made of, where changes of them are told.
    marks: [Option<Mark>; ShapeKind::COUNT],
    records: Records<D>,
    min: [Vec<f32>; D],
    max: [Vec<f32>; D],
    ledger: Ledger,
    invalid: Vec<InvalidShape>,
    composites: PlacedComposites<D>,
    /// By the numbers in the records of hulls.
    polyhedra: Vec<Arc<Polyhedron>>,
}

impl<const D: usize> Default for PreparedShapes<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> PreparedShapes<D> {
    /// No shapes. The SIMD level is the [default](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        const { assert!(D == 2 || D == 3, "shapes live in 2D or 3D") };
        Self {
            level: SimdLevel::default(),
            ranges: Ranges::default(),
            marks: [None; ShapeKind::COUNT],
            records: Records::new(),
            min: [const { Vec::new() }; D],
            max: [const { Vec::new() }; D],
            ledger: Ledger::new(),
            invalid: Vec::new(),
            composites: PlacedComposites::default(),
            polyhedra: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Takes the shapes of a frame: a set of [`Shapes`](super::Shapes), or columns of the user's
    /// own.
    ///
    /// O(shapes). Of a set, kinds of which few shapes were changed since the frame before, and none
    /// were put in or taken out but in exchange, take O(changes), and a byte for each eight shapes.
    ///
    /// # Errors
    /// [`Error::TooMany`] for more shapes than a `u32` can number, [`Error::OutOfMemory`], and
    /// [`Error::OutOfMemory`]. Then there are no shapes.
    pub fn update<'a>(&mut self, columns: impl Into<Columns<'a, D>>) -> Result<(), Error> {
        self.fill(columns.into())
    }

    /// [`update`](Self::update) with columns, one copy of it.
    #[inline(never)]
    pub(crate) fn fill(&mut self, columns: Columns<'_, D>) -> Result<(), Error> {
        let before = mem::take(&mut self.ranges);
        let ranges = columns.ranges();
        let work = ShapeKind::ALL.map(|kind| self.work(&columns, kind, &ranges, &before));
        let stays = |invalid: &InvalidShape| {
            let of_kind = |kind: &&ShapeKind| before.of(**kind).contains(&(invalid.index as usize));
            let kind = ShapeKind::ALL.iter().find(of_kind);
            kind.is_some_and(|kind| matches!(work[*kind as usize], Work::Rows([])))
        };
        self.invalid.retain(stays);
        let kept = self.invalid.len();
        self.make_room(&ranges)?;
        self.ledger.begin(ranges.len())?;
        let mut filling = Filling {
            level: self.level,
            ranges: &ranges,
            work,
            ledger: &self.ledger,
            first: 0,
            min: self.min.each_mut().map(Vec::as_mut_slice),
            max: self.max.each_mut().map(Vec::as_mut_slice),
            invalid: &mut self.invalid,
        };
        self.records.fill(&columns, &mut filling);
        if (1..self.invalid.len()).contains(&kept) {
            self.invalid.sort_unstable_by_key(|invalid| invalid.index);
        }
        self.composites.update(&columns.composites)?;
        self.share(columns.hulls.polyhedra())?;
        self.marks = ShapeKind::ALL.map(|kind| columns.mark(kind));
        self.ranges = ranges;
        Ok(())
    }

    /// What is to be done about a kind, when shapes were numbered like `before`.
    fn work<'a>(
        &self,
        columns: &'a Columns<'_, D>,
        kind: ShapeKind,
        ranges: &Ranges,
        before: &Ranges,
    ) -> Work<'a> {
        let range = ranges.of(kind);
        if range != before.of(kind) {
            return Work::All;
        }
        let rows = columns.changed_since(kind, self.marks[kind as usize]);
        let were_valid =
            !self.invalid.iter().any(|invalid| range.contains(&(invalid.index as usize)));
        match rows {
            Some([]) => Work::Rows(&[]),
            // The records of shapes that were not valid mean nothing.
            _ if !were_valid => Work::All,
            Some(rows) => Work::of_rows(rows, range.len()),
            None => Work::Changes,
        }
    }

    /// Refers to these polyhedra. O(polyhedra).
    fn share(&mut self, polyhedra: &[Arc<Polyhedron>]) -> Result<(), Error> {
        let is_same = |(own, other): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(own, other);
        let same = self.polyhedra.iter().zip(polyhedra).take_while(|pair| is_same(*pair)).count();
        self.polyhedra.truncate(same);
        reserve_more(&mut self.polyhedra, polyhedra.len() - same, "the polyhedra of hulls")?;
        self.polyhedra.extend_from_slice(&polyhedra[same..]);
        Ok(())
    }

    /// Makes sure that all buffers are long enough.
    fn make_room(&mut self, ranges: &Ranges) -> Result<(), Error> {
        let len = ranges.len();
        countable(len)?;
        self.records.make_room(ranges)?;
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

    /// A shape as the only row of its kind.
    #[inline(always)]
    pub(crate) fn row(&self, index: usize) -> Rows<'_> {
        let (kind, row) = self.ranges.kind_of(index);
        let quads = Records::<D>::quads_of(kind);
        let quads = &self.records.quads(kind)[row * quads..][..quads];
        Rows { polyhedra: self.polyhedra(kind), ..Rows::new(kind, quads) }
    }

    /// Whether there are composite shapes.
    pub(crate) fn has_composites(&self) -> bool {
        !self.ranges.of(ShapeKind::Composite).is_empty()
    }

    /// Whether a shape is a composite one.
    pub(crate) fn is_composite(&self, index: u32) -> bool {
        self.ranges.of(ShapeKind::Composite).contains(&(index as usize))
    }

    /// The parts of a shape in the world, if it is a composite one that is valid.
    pub(crate) fn placed_parts(&self, index: usize) -> Option<PlacedParts<'_, D>> {
        let rows = self.ranges.of(ShapeKind::Composite);
        if rows.contains(&index) { self.composites.get(index - rows.start) } else { None }
    }

    /// The point that stands for the place of a shape.
    pub(crate) fn center_of(&self, index: usize) -> [f32; D] {
        let rows = self.ranges.of(ShapeKind::Composite);
        if rows.contains(&index) {
            return self.composites.center(index - rows.start);
        }
        Features::of_row(self.row(index)).center.map(|x| x as f32)
    }

    /// A shape alone.
    pub(crate) fn packed(&self, index: usize) -> Packed<D> {
        Records::packed(self.row(index))
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
        self.records.memory_bytes()
            + size_of::<f32>() * bounds
            + self.ledger.memory_bytes()
            + size_of::<InvalidShape>() * self.invalid.capacity()
            + self.composites.memory_bytes()
            + size_of::<Arc<Polyhedron>>() * self.polyhedra.capacity()
    }

    /// Takes out all shapes.
    pub(crate) fn clear(&mut self) {
        self.ranges = Ranges::default();
        self.marks = [None; ShapeKind::COUNT];
        self.invalid.clear();
        self.polyhedra.clear();
    }

    /// Adds a shape that is given as the only row of its kind, without bounds, and tells its row.
    pub(crate) fn push_row(&mut self, shape: Rows<'_>) -> Result<(ShapeKind, u32), Error> {
        let Rows { kind, quads, .. } = shape;
        let row = self.ranges.of(kind).len();
        self.ranges.add(kind, 1);
        if self.records.quads(kind).len() < (row + 1) * quads.len() {
            // By doubling: they come one by one.
            let mut ranges = Ranges::default();
            ranges.add(kind, 2 * (row + 1));
            self.records.make_room(&ranges)?;
        }
        let record = &mut self.records.quads_mut(kind)[row * quads.len()..][..quads.len()];
        record.copy_from_slice(quads);
        if let Some(polyhedron) = shape.polyhedron(quads) {
            Hull::renumber(record, self.polyhedra.len() as f32);
            reserve_one(&mut self.polyhedra, "the polyhedra of hulls")?;
            self.polyhedra.push(polyhedron.clone());
        }
        Ok((kind, row as u32))
    }

    /// What the shapes of a kind share, by the numbers in their records.
    #[inline(always)]
    fn polyhedra(&self, kind: ShapeKind) -> &[Arc<Polyhedron>] {
        if kind == ShapeKind::Hull { &self.polyhedra } else { &[] }
    }

    /// The records of a kind as the kernels take them.
    pub(crate) fn rows(&self, kind: ShapeKind) -> Rows<'_> {
        Rows { polyhedra: self.polyhedra(kind), ..Rows::new(kind, self.quads(kind)) }
    }

    /// The records of a kind as quads, in the order of the rows: `S::Quads` of the shape `S` one
    /// after the other, aligned as they are.
    #[must_use]
    pub fn quads(&self, kind: ShapeKind) -> &[Quad] {
        &self.records.quads(kind)[..self.ranges.of(kind).len() * Records::<D>::quads_of(kind)]
    }
}
