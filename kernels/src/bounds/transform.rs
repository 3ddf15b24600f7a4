//! The box of a box moved by an affine map (Arvo 1990).

use super::{Aabb, AabbLanes, columns::Columns};
use crate::{
    Pass, SimdLevel,
    lane::{LANES, Lanes},
};

/// An affine map of points: `p` goes to `linear * p + translation`. Entries should be finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<const D: usize> {
    /// The matrix, by rows.
    pub linear: [[f32; D]; D],
    /// Where the origin goes.
    pub translation: [f32; D],
}

impl<const D: usize> Affine<D> {
    /// The map that leaves every point where it is.
    pub const IDENTITY: Self = {
        let mut linear = [[0.0; D]; D];
        let mut axis = 0;
        while axis < D {
            linear[axis][axis] = 1.0;
            axis += 1;
        }
        Self { linear, translation: [0.0; D] }
    };
}

impl<const D: usize> Aabb<D> {
    /// The smallest box that contains the transformed box, up to rounding: `2 * D * D` products
    /// instead of `2^D` transformed corners.
    ///
    /// Each axis of the result is the translation plus, per coefficient, the product with the
    /// bound that makes it smallest (for `min`) or greatest (for `max`), which is the coefficient's
    /// sign to tell. So an inverted axis stays inverted, and [`EMPTY`](Self::EMPTY) stays empty
    /// under a matrix without a row of zeros. A coefficient of zero adds nothing, also where the
    /// bound is infinite.
    ///
    /// Products and sums are rounded to nearest, in the order of the columns, so a bound is off by
    /// at most `(D + 1) * 2^-24 * (|t| + sum |c * b|)`, and by nothing for permutations and
    /// reflections of the axes. [`enlarged`](Self::enlarged) makes up for it where it matters.
    #[must_use]
    pub fn transformed(&self, affine: &Affine<D>) -> Self {
        let mut image = Self::point(affine.translation);
        for (to, row) in affine.linear.iter().enumerate() {
            for (from, coefficient) in row.iter().enumerate() {
                if *coefficient == 0.0 {
                    continue;
                }
                let (low, high) = if *coefficient < 0.0 {
                    (self.max[from], self.min[from])
                } else {
                    (self.min[from], self.max[from])
                };
                image.min[to] += coefficient * low;
                image.max[to] += coefficient * high;
            }
        }
        image
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// The twin of [`Aabb::transformed`], one map for all lanes.
    #[inline(always)]
    #[must_use]
    pub fn transformed(&self, lanes: L, affine: &Affine<D>) -> Self {
        let mut image = Self::splat(lanes, &Aabb::point(affine.translation));
        for (to, row) in affine.linear.iter().enumerate() {
            for (from, coefficient) in row.iter().enumerate() {
                // The same for all boxes, so these branches are always foretold.
                if *coefficient == 0.0 {
                    continue;
                }
                let (low, high) = if *coefficient < 0.0 {
                    (self.max[from], self.min[from])
                } else {
                    (self.min[from], self.max[from])
                };
                let coefficient = lanes.splat(*coefficient);
                image.min[to] = lanes.add(image.min[to], lanes.mul(coefficient, low));
                image.max[to] = lanes.add(image.max[to], lanes.mul(coefficient, high));
            }
        }
        image
    }
}

/// Transforms many boxes by one map, as [`Aabb::transformed`], from columns to columns.
///
/// # Panics
/// When the columns, those written to included, differ in length.
pub fn transform_all<const D: usize>(
    level: SimdLevel,
    affine: &Affine<D>,
    min: [&[f32]; D],
    max: [&[f32]; D],
    out_min: [&mut [f32]; D],
    out_max: [&mut [f32]; D],
) {
    let columns = Columns::new(min, max);
    assert!(
        out_min.iter().chain(&out_max).all(|column| column.len() == columns.len()),
        "the columns written to differ in length from those read"
    );
    level.run(TransformAll { affine, columns, out_min, out_max });
}

struct TransformAll<'a, const D: usize> {
    affine: &'a Affine<D>,
    columns: Columns<'a, D>,
    out_min: [&'a mut [f32]; D],
    out_max: [&'a mut [f32]; D],
}

impl<const D: usize> Pass for TransformAll<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for group in 0..self.columns.groups() {
            let image = self.columns.group(lanes, group).transformed(lanes, self.affine);
            for axis in 0..D {
                lanes.store(image.min[axis], &mut self.out_min[axis].as_chunks_mut().0[group]);
                lanes.store(image.max[axis], &mut self.out_max[axis].as_chunks_mut().0[group]);
            }
        }
        if let Some(boxes) = self.columns.rest(lanes) {
            let image = boxes.transformed(lanes, self.affine);
            for axis in 0..D {
                store_rest(lanes, image.min[axis], self.out_min[axis]);
                store_rest(lanes, image.max[axis], self.out_max[axis]);
            }
        }
    }
}

/// Writes what is not padding behind the last whole group of a column.
#[inline(always)]
fn store_rest<L: Lanes>(lanes: L, floats: L::Floats, column: &mut [f32]) {
    let mut padded = [0.0; LANES];
    lanes.store(floats, &mut padded);
    let rest = column.as_chunks_mut::<LANES>().1;
    rest.copy_from_slice(&padded[..rest.len()]);
}

#[cfg(test)]
#[path = "transform_tests.rs"]
mod tests;
