//! The oriented box along given axes around places.

use jostle_kernels::{
    real::vector::{add, cross, dot, scale},
    shape::Obb,
};

/// What rounding in `f64` does to coordinates along the axes of a box, relative to the coordinates
/// themselves: some ten roundings of 2^-53.
const ROUNDINGS: f64 = 1.0 / (1_u64 << 48) as f64;

/// A box around places.
pub(crate) struct Enclosing {
    pub(crate) obb: Obb<3>,
    /// Coordinates along the axes of the box: the rows of the inverse of its axes.
    pub(crate) dual: [[f64; 3]; 3],
    /// The sum of all places.
    pub(crate) sum: [f64; 3],
}

/// The smallest box with these axes around places, which come in groups. As it is stored it
/// contains them exactly: it grows by what rounding would leave outside. The half extents are
/// infinite where they would be above [`f32::MAX`].
pub(crate) fn enclose<const N: usize>(
    axes: [[f32; 3]; 3],
    groups: impl Iterator<Item = [[f64; 3]; N]>,
) -> Enclosing {
    let dual = inverse(axes);
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (mut sum, mut size) = ([0.0; 3], 0.0_f64);
    for group in groups {
        for place in group {
            sum = add(sum, place);
            for axis in 0..3 {
                let along = dot(dual[axis], place);
                (low[axis], high[axis]) = (low[axis].min(along), high[axis].max(along));
                size = size.max(place[axis].abs());
            }
        }
    }
    let middle = [0, 1, 2].map(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
    let wide_axes = axes.map(wide);
    let corner = |x: usize| (0..3).map(|own| middle[own] * wide_axes[own][x]).sum::<f64>();
    let limits = [f64::from(f32::MIN), f64::from(f32::MAX)];
    let center = [0, 1, 2].map(|x| corner(x).clamp(limits[0], limits[1]) as f32);
    // Around the center as it was rounded.
    let half = [0, 1, 2].map(|axis| {
        let at = dot(dual[axis], wide(center));
        let reach = (high[axis] - at).max(at - low[axis]);
        rounded_up(reach + ROUNDINGS * size)
    });
    Enclosing { obb: Obb { center, half, axes }, dual, sum }
}

fn wide(vector: [f32; 3]) -> [f64; 3] {
    vector.map(f64::from)
}

/// The rows of the inverse of the matrix whose columns are given: coordinates along vectors that
/// are not quite at right angles.
fn inverse(columns: [[f32; 3]; 3]) -> [[f64; 3]; 3] {
    let [a, b, c] = columns.map(wide);
    let rows = [cross(b, c), cross(c, a), cross(a, b)];
    rows.map(|row| scale(row, 1.0 / dot(a, rows[0])))
}

/// The least float that is not below.
fn rounded_up(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}
