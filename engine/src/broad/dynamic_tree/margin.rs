//! How much larger fat boxes are.

use crate::Aabb;

/// How much larger boxes are in the tree: on each side by a share of their extent on that axis, and
/// by some more.
///
/// The larger, the fewer moves change the tree, and the more nodes a query visits. Answers are the
/// same: they are about the boxes as they are. A margin above 0 is at least one unit in the last
/// place of each bound, wherever the box is; infinite extents do not count. Each axis has its own,
/// so that bars and plates do not become blocks that touch all others beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// Share of the extent, at least 0.
    pub share: f32,
    /// Length that is added to it, at least 0.
    pub length: f32,
}

impl Default for Margin {
    /// An eighth of the extent.
    fn default() -> Self {
        Self { share: 0.125, length: 0.0 }
    }
}

impl Margin {
    /// The margin of a box on each axis.
    #[inline]
    pub(super) fn of<const D: usize>(&self, aabb: &Aabb<D>) -> [f32; D] {
        let mut margins = aabb.size();
        for margin in &mut margins {
            let extent = if *margin <= f32::MAX { *margin } else { 0.0 };
            let wanted = extent * self.share + self.length;
            *margin = if wanted < f32::MAX { wanted } else { f32::MAX };
        }
        margins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_axis_has_a_margin_of_its_own() {
        let bar = Aabb::new([0.0, 1.0, -f32::INFINITY], [800.0, 1.0, 0.0]);
        assert_eq!(Margin::default().of(&bar), [100.0, 0.0, 0.0]);
        assert_eq!(Margin { share: 0.5, length: 2.0 }.of(&bar), [402.0, 2.0, 2.0]);
        let huge = Aabb::new([-f32::MAX; 2], [f32::MAX; 2]);
        assert_eq!(Margin { share: 4.0, length: f32::MAX }.of(&huge), [f32::MAX; 2]);
    }
}
