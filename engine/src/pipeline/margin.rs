//! Contacts of shapes that are near each other.

use crate::{
    Bounds, Error, exec::threads, memory::resize, narrow::NearPairs, shape::PreparedShapes,
};

/// What bounds are enlarged by beside the margin, as a share of their coordinates: their sum with
/// it is rounded.
const ROUNDING: f32 = 4.0 * f32::EPSILON;

/// Shapes whose bounds one thread enlarges one after the other.
const CHUNK: usize = 1 << 13;

/// What a step needs that takes shapes for touching that are apart by no more than a margin.
pub(super) struct ContactMargin<const D: usize> {
    pub(super) margin: f32,
    pub(super) near: NearPairs<D>,
    /// Minima and maxima of the bounds of shapes, half of the margin further out.
    columns: [[Vec<f32>; D]; 2],
}

impl<const D: usize> ContactMargin<D> {
    pub(super) fn new(margin: f32) -> Self {
        let columns = [(); 2].map(|()| [const { Vec::new() }; D]);
        Self { margin, near: NearPairs::default(), columns }
    }

    /// Enlarges the bounds of shapes. O(shapes), on all threads.
    pub(super) fn enlarge(&mut self, shapes: &PreparedShapes<D>) -> Result<(), Error> {
        let half = 0.5 * self.margin;
        let sides = shapes.bound_columns().into_iter().zip([-1.0, 1.0]);
        for ((from, sign), to) in sides.zip(&mut self.columns) {
            for (from, to) in from.into_iter().zip(to) {
                resize(to, from.len(), 0.0, "the bounds of shapes with their margin")?;
                threads::for_each_chunk(to, CHUNK, |number, to| {
                    for (to, x) in to.iter_mut().zip(&from[number * CHUNK..]) {
                        *to = x + sign * (half + ROUNDING * x.abs());
                    }
                });
            }
        }
        Ok(())
    }

    /// The bounds that were enlarged.
    pub(super) fn bounds(&self) -> Bounds<'_, D> {
        let [min, max] = self.columns.each_ref().map(|side| side.each_ref().map(Vec::as_slice));
        Bounds::from_columns(min, max).expect("all columns are as long as there are shapes")
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let columns = self.columns.as_flattened().iter().map(Vec::capacity).sum::<usize>();
        size_of::<f32>() * columns + self.near.memory_bytes()
    }
}
