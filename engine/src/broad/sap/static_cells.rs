//! The static boxes of a class, which are kept from run to run.

use jostle_kernels::SimdLevel;

use super::{cached_cells::CachedCells, class::LargeSet, grid::Grid};
use crate::Aabb;

/// Static boxes in the grid of a class, and those too large for it.
#[derive(Default)]
pub(super) struct StaticCells<const D: usize> {
    pub(super) packed: CachedCells<D>,
    pub(super) large: LargeSet<D>,
}

impl<const D: usize> StaticCells<D> {
    /// Takes out a box. Returns whether it is also one of the next class.
    pub(super) fn take_out(
        &mut self,
        level: SimdLevel,
        grid: &Grid<D>,
        id: u32,
        aabb: &Aabb<D>,
    ) -> bool {
        let (span, is_large) = grid.span(level, aabb);
        if is_large {
            let LargeSet { boxes, axes, .. } = &mut self.large;
            // They were listed in the order of their ids.
            let found = boxes.ids[..boxes.len()].binary_search(&id);
            debug_assert!(found.is_ok(), "a large box is listed");
            if let Ok(place) = found {
                // Not on the axis it is swept on. Nothing touches a NaN.
                boxes.min[axes[1]][place] = f32::NAN;
            }
        } else {
            for row in span.rows.0..=span.rows.1 {
                for column in span.columns.0..=span.columns.1 {
                    let found = self.packed.take_out(grid.cell(row, column), id);
                    debug_assert!(found, "a box is in all its cells");
                }
            }
        }
        is_large
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.packed.memory_bytes() + self.large.memory_bytes()
    }
}
