//! What part of space is drawn.

use jostle::Aabb;

use super::model::Solid;

/// Shapes at either end that may be left out, as a share of all, where all others are then seen
/// much larger.
const OUTLIERS: f64 = 0.02;

/// How many times as long all shapes are than without outliers, from which on these are left out.
const MUCH_LARGER: f64 = 3.0;

/// A part of space, finite and of some size on at least one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Where it begins.
    pub min: [f64; 3],
    /// Where it ends.
    pub max: [f64; 3],
    /// Whether some shapes lie outside, or reach out of it.
    pub is_cut: bool,
}

impl Extent {
    /// What all shapes take up; without outliers where the others would be too small to be seen.
    pub(super) fn of(dim: usize, solids: &[Solid]) -> Self {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..dim {
            (min[axis], max[axis]) = range(solids, axis);
        }
        // A point, or no shape at all.
        let longest = (0..3).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max);
        if longest <= 0.0 {
            for axis in 0..dim {
                let half = 0.5 * min[axis].abs().max(1.0);
                (min[axis], max[axis]) = (min[axis] - half, max[axis] + half);
            }
        }
        let mut extent = Self { min, max, is_cut: false };
        extent.is_cut = solids.iter().any(|solid| !extent.holds(&solid.aabb));
        extent
    }

    fn holds(&self, aabb: &Aabb<3>) -> bool {
        (0..3).all(|axis| {
            self.min[axis] <= f64::from(aabb.min[axis])
                && f64::from(aabb.max[axis]) <= self.max[axis]
        })
    }

    /// Whether a box touches this part of space.
    pub(super) fn touches(&self, [min, max]: [[f32; 3]; 2]) -> bool {
        (0..3).all(|axis| {
            f64::from(min[axis]) <= self.max[axis] && self.min[axis] <= f64::from(max[axis])
        })
    }

    /// The nearest point of this part of space.
    pub(super) fn clamp(&self, point: [f32; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| f64::from(point[axis]).clamp(self.min[axis], self.max[axis]))
    }

    /// The middle.
    pub(super) fn center(&self) -> [f64; 3] {
        std::array::from_fn(|axis| 0.5 * (self.min[axis] + self.max[axis]))
    }

    /// All corners.
    pub(super) fn corners(&self) -> [[f64; 3]; 8] {
        corners(&[self.min, self.max])
    }
}

/// The corners of a box: bit `k` of the number tells the side on axis `k`.
pub(super) fn corners(ends: &[[f64; 3]; 2]) -> [[f64; 3]; 8] {
    std::array::from_fn(|corner| std::array::from_fn(|axis| ends[corner >> axis & 1][axis]))
}

/// From where to where shapes lie on an axis.
fn range(solids: &[Solid], axis: usize) -> (f64, f64) {
    let minima = sorted(solids.iter().map(|solid| solid.aabb.min[axis]));
    let mut maxima = sorted(solids.iter().map(|solid| solid.aabb.max[axis]));
    // From the outside in.
    maxima.reverse();
    let rank = (OUTLIERS * solids.len() as f64) as usize;
    let (all, most) = (ends(&minima, &maxima, 0), ends(&minima, &maxima, rank));
    let size = most.1 - most.0;
    if size > 0.0 && all.1 - all.0 > MUCH_LARGER * size {
        return ((most.0 - 0.1 * size).max(all.0), (most.1 + 0.1 * size).min(all.1));
    }
    all
}

/// The finite ones of some bounds, in order.
fn sorted(bounds: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut finite: Vec<f32> = bounds.filter(|x| x.is_finite()).collect();
    finite.sort_unstable_by(f32::total_cmp);
    finite
}

/// The bounds of a rank, or of the last one that there is; zero where there is none.
fn ends(minima: &[f32], maxima: &[f32], rank: usize) -> (f64, f64) {
    let at = |bounds: &[f32]| bounds.get(rank).or(bounds.last()).map_or(0.0, |x| f64::from(*x));
    let (low, high) = (at(minima), at(maxima));
    (low, high.max(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(dim: usize, boxes: &[([f32; 3], [f32; 3])]) -> Extent {
        let solid = |(min, max): &([f32; 3], [f32; 3])| Solid {
            aabb: Aabb { min: *min, max: *max },
            round: false,
            degree: 0,
            place: None,
        };
        Extent::of(dim, &boxes.iter().map(solid).collect::<Vec<_>>())
    }

    #[test]
    fn all_shapes_are_drawn_where_they_are_together() {
        let found = extent(2, &[([1.0, 2.0, 0.0], [3.0, 2.5, 0.0]), ([-1.0, 2.0, 0.0], [0.0; 3])]);
        assert_eq!((found.min, found.max), ([-1.0, 2.0, 0.0], [3.0, 2.5, 0.0]));
        assert!(!found.is_cut);
    }

    #[test]
    fn outliers_are_left_out() {
        let mut boxes: Vec<_> =
            (0..200).map(|i| ([i as f32, 0.0, 0.0], [i as f32 + 1.0, 1.0, 1.0])).collect();
        boxes.push(([-f32::MAX; 3], [f32::MAX; 3]));
        boxes.push(([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]));
        let found = extent(3, &boxes);
        assert!(found.is_cut);
        assert!(found.min[0] > -50.0 && found.max[0] < 250.0, "{found:?}");
    }

    #[test]
    fn no_extent_is_without_size_or_end() {
        let inf = f32::INFINITY;
        for boxes in [
            vec![],
            vec![([3.0, 4.0, 5.0], [3.0, 4.0, 5.0])],
            vec![([-inf; 3], [inf; 3])],
            vec![([1e-45; 3], [2e-45; 3])],
            vec![([-f32::MAX; 3], [f32::MAX; 3])],
        ] {
            let found = extent(3, &boxes);
            let size = (0..3).map(|axis| found.max[axis] - found.min[axis]).fold(0.0, f64::max);
            assert!(size > 0.0 && size.is_finite(), "{boxes:?}: {found:?}");
        }
    }
}
