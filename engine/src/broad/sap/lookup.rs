//! What touches a single box, in the cells of the last run.

use jostle_kernels::{Aabb, Lanes, Pass, Record, simd::LANES};

use super::{Sap, size_class::Class};

impl<const D: usize> Sap<D> {
    /// Hands the boxes of the last run that touch another one to `found`, by their ids, some more
    /// than once. Returns how many were tested: all that lie in its cells.
    pub(in crate::broad) fn touching(&self, aabb: &Aabb<D>, mut found: impl FnMut(u32)) -> u64 {
        let mut tests = 0;
        for class in &self.classes[..self.used] {
            let grid = class.grid();
            let (span, _) = grid.span(self.level, aabb);
            for row in span.rows.0..=span.rows.1 {
                for column in span.columns.0..=span.columns.1 {
                    let cell = grid.cell(row, column);
                    tests += class.bins.len(cell) as u64;
                    let axes = grid.axes;
                    let aabb = Aabb {
                        min: axes.map(|axis| aabb.min[axis]),
                        max: axes.map(|axis| aabb.max[axis]),
                    };
                    self.level.run(Lookup { class, cell, aabb, found: &mut found });
                }
            }
        }
        tests
    }
}

struct Lookup<'a, F, const D: usize> {
    class: &'a Class<D>,
    cell: usize,
    /// With its axes in the order of the grid.
    aabb: Aabb<D>,
    found: &'a mut F,
}

impl<F: FnMut(u32), const D: usize> Pass for Lookup<'_, F, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Lookup { class, cell, aabb, found } = self;
        // Beside the minima of a record the maxima of the box, and the reverse.
        let (mut most, mut least) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        most[..D].copy_from_slice(&aabb.max);
        least[D..2 * D].copy_from_slice(&aabb.min);
        let (most, least) = (lanes.load(&most), lanes.load(&least));
        let minima = (1 << D) - 1;
        let maxima = minima << D;
        for record in class.bins.blocks(cell).flatten() {
            let record: &Record = record;
            let sides = record.load(lanes);
            let below = lanes.bits(lanes.le(sides, most)) & minima;
            let above = lanes.bits(lanes.le(least, sides)) & maxima;
            if below | above == minima | maxima {
                found(record.id());
            }
        }
    }
}
