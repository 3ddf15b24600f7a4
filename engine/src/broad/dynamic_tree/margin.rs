//! How much larger fat boxes are.

use crate::Aabb;

/// How much larger boxes are in the tree: on each side by a share of their longest extent, and by
/// some more.
///
/// The larger, the fewer moves change the tree, and the more nodes a query visits. Answers are the
/// same: they are about the boxes as they are. A margin above 0 is at least one unit in the last
/// place of each bound, wherever the box is; infinite extents do not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// Share of the longest finite extent, at least 0.
    pub share: f32,
    /// Length that is added to it, at least 0.
    pub length: f32,
}

impl Default for Margin {
    /// An eighth of the longest extent.
    fn default() -> Self {
        Self { share: 0.125, length: 0.0 }
    }
}

impl Margin {
    /// The margin of a box.
    #[inline]
    pub(super) fn of<const D: usize>(&self, aabb: &Aabb<D>) -> f32 {
        let mut longest = 0.0;
        for extent in aabb.size() {
            longest = if extent > longest && extent <= f32::MAX { extent } else { longest };
        }
        let margin = longest * self.share + self.length;
        if margin < f32::MAX { margin } else { f32::MAX }
    }
}
