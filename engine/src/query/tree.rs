//! The tree over the shapes of a frame.

use jostle_kernels::SimdLevel;

use super::ShapeQueries;
use crate::{
    Error,
    bvh::{BuildQuality, Bvh},
    shape::PreparedShapes,
};

/// A tree over the shapes of a frame, for [queries](super). Keep it from frame to frame: it reuses
/// its memory.
#[derive(Default)]
pub struct ShapeTree<const D: usize> {
    bvh: Bvh<D>,
}

impl<const D: usize> ShapeTree<D> {
    /// A tree without shapes, at the [default level](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        Self { bvh: Bvh::new() }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(self, level: SimdLevel) -> Self {
        Self { bvh: self.bvh.with_level(level) }
    }

    /// Sets the SIMD level.
    pub(crate) fn set_level(&mut self, level: SimdLevel) {
        self.bvh.level = level;
    }

    /// Sets how much work updates put into the tree.
    #[must_use]
    pub fn with_build(self, build: BuildQuality) -> Self {
        Self { bvh: self.bvh.with_build(build) }
    }

    /// Builds the tree anew over these shapes, and asks it about them. O(n log n), on all threads.
    ///
    /// # Errors
    /// As [`Bvh::build`].
    pub fn update<'a>(
        &'a mut self,
        shapes: &'a PreparedShapes<D>,
    ) -> Result<ShapeQueries<'a, D>, Error> {
        self.bvh.build(shapes.bounds())?;
        Ok(self.queries(shapes))
    }

    /// The same with the tree that there is and new bounds in it: several times faster, and as good
    /// as long as shapes have not moved much among each other; see [`Bvh::refit`].
    ///
    /// # Errors
    /// As [`Bvh::refit`].
    pub fn refit<'a>(
        &'a mut self,
        shapes: &'a PreparedShapes<D>,
    ) -> Result<ShapeQueries<'a, D>, Error> {
        self.bvh.refit(shapes.bounds())?;
        Ok(self.queries(shapes))
    }

    /// Asks the tree as it is about the shapes that it was last updated with.
    #[must_use]
    pub fn queries<'a>(&'a self, shapes: &'a PreparedShapes<D>) -> ShapeQueries<'a, D> {
        ShapeQueries::new(&self.bvh, shapes)
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        crate::BroadPhase::memory_bytes(&self.bvh)
    }
}
