//! What part of space is drawn.

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
    /// What all shapes take up, by the corners of a box around each; without outliers where the
    /// others would be too small to be seen.
    #[must_use]
    pub fn of(dim: usize, reaches: &[[[f32; 3]; 2]]) -> Self {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..dim {
            (min[axis], max[axis]) = range(reaches, axis);
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
        extent.is_cut = reaches.iter().any(|reach| !extent.holds(reach));
        extent
    }

    fn holds(&self, [min, max]: &[[f32; 3]; 2]) -> bool {
        (0..3).all(|axis| {
            self.min[axis] <= f64::from(min[axis]) && f64::from(max[axis]) <= self.max[axis]
        })
    }

    /// Whether a box touches this part of space.
    #[must_use]
    pub fn touches(&self, [min, max]: [[f32; 3]; 2]) -> bool {
        (0..3).all(|axis| {
            f64::from(min[axis]) <= self.max[axis] && self.min[axis] <= f64::from(max[axis])
        })
    }

    /// The nearest point of this part of space.
    #[must_use]
    pub fn clamp(&self, point: [f32; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| f64::from(point[axis]).clamp(self.min[axis], self.max[axis]))
    }

    /// The middle.
    #[must_use]
    pub fn center(&self) -> [f64; 3] {
        std::array::from_fn(|axis| 0.5 * (self.min[axis] + self.max[axis]))
    }

    /// All corners.
    #[must_use]
    pub fn corners(&self) -> [[f64; 3]; 8] {
        corners(&[self.min, self.max])
    }
}

/// The corners of a box: bit `k` of the number tells the side on axis `k`.
#[must_use]
pub fn corners(ends: &[[f64; 3]; 2]) -> [[f64; 3]; 8] {
    std::array::from_fn(|corner| std::array::from_fn(|axis| ends[corner >> axis & 1][axis]))
}

/// From where to where shapes lie on an axis.
fn range(reaches: &[[[f32; 3]; 2]], axis: usize) -> (f64, f64) {
    let minima = sorted(reaches.iter().map(|reach| reach[0][axis]));
    let mut maxima = sorted(reaches.iter().map(|reach| reach[1][axis]));
    // From the outside in.
    maxima.reverse();
    let rank = (OUTLIERS * reaches.len() as f64) as usize;
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
#[path = "../../tests/units/extent.rs"]
mod tests;
