//! The choice of an origin, and the ways from it to the world and back.

use super::{
    LocalShapes,
    columns::LargeColumns,
    round::{length, relative, up},
    rounded::LargeRows,
};
use crate::{Error, memory::reserve};

/// Shapes that are looked at.
const MOST: usize = 1024;

/// Farther out no difference is sure to be finite.
const FARTHEST: f64 = f64::MAX / 4.0;

/// Chooses origins that most shapes are near to. Keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Chooser<const D: usize> {
    /// How far the middle may be from the origin.
    pub(super) reach: f64,
    sample: [Vec<f64>; D],
}

impl<const D: usize> Chooser<D> {
    pub(super) fn new(reach: f64) -> Self {
        Self { reach, sample: [const { Vec::new() }; D] }
    }

    /// The origin for these shapes: the one that there is as long as it will do, see
    /// [`LocalShapes::update`](super::LocalShapes::update). O(1).
    pub(super) fn choose(
        &mut self,
        shapes: &LargeColumns<'_, D>,
        origin: [f64; D],
    ) -> Result<[f64; D], Error> {
        for column in &mut self.sample {
            column.clear();
            reserve(column, 3 * MOST, "a sample of shapes")?;
        }
        self.look(&shapes.balls);
        self.look(&shapes.boxes);
        self.look(&shapes.capsules);
        let count = self.sample[0].len();
        if count == 0 {
            return Ok(origin);
        }
        self.sample.iter_mut().for_each(|column| column.sort_unstable_by(f64::total_cmp));
        let at = |part: usize| self.sample.each_ref().map(|column| column[(count - 1) * part / 4]);
        let ([low, middle, high], mut reach) = ([at(1), at(2), at(3)], self.reach);
        for axis in 0..D {
            reach = f64::max(reach, high[axis] - low[axis]);
        }
        let is_near = (0..D).all(|axis| (middle[axis] - origin[axis]).abs() <= reach);
        Ok(if is_near { origin } else { middle.map(|middle| snapped(middle, reach)) })
    }

    /// Takes some rows at equal distances, those that are finite.
    fn look(&mut self, rows: &impl LargeRows<D>) {
        let stride = rows.len().div_ceil(MOST).max(1);
        for row in (0..rows.len()).step_by(stride) {
            let center = rows.center(row);
            if center.iter().all(|x| x.abs() <= FARTHEST) {
                self.sample.iter_mut().zip(center).for_each(|(column, x)| column.push(x));
            }
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.sample.iter().map(|column| column.capacity() * size_of::<f64>()).sum()
    }
}

/// The nearest multiple of the largest power of two that is not above `reach`; the number itself,
/// if there is none.
fn snapped(number: f64, reach: f64) -> f64 {
    const EXPONENT: u64 = f64::INFINITY.to_bits();
    let step = f64::from_bits(reach.to_bits() & EXPONENT);
    let snapped = (number / step).round() * step;
    if (snapped - number).abs() <= step { snapped } else { number }
}

impl<const D: usize> LocalShapes<D> {
    /// A point relative to the origin as a place in the world. Rounded once, to `f64`.
    #[must_use]
    pub fn to_world(&self, point: impl Into<[f32; D]>) -> [f64; D] {
        let point = point.into();
        std::array::from_fn(|axis| self.origin[axis] + f64::from(point[axis]))
    }

    /// A place in the world relative to the origin, such as the start of a ray or a query's point,
    /// and how far it is from there at most: 0 if and only if nothing was rounded, infinite or NaN
    /// where it has no place.
    #[must_use]
    pub fn to_local(&self, place: impl Into<[f64; D]>) -> ([f32; D], f32) {
        let place = place.into();
        let rounded: [_; D] = std::array::from_fn(|axis| relative(place[axis], self.origin[axis]));
        (rounded.map(|(x, _)| x), up(length(rounded.map(|(_, error)| error))))
    }

    /// A point that is given relative to the center of the shape with an index, as those of
    /// contacts are, as a place in the world. It is off by at most the shape's
    /// [slack](Self::slack_of) more than it was.
    ///
    /// # Panics
    /// When there is no such shape.
    #[must_use]
    pub fn place_of(&self, index: usize, point: impl Into<[f32; D]>) -> [f64; D] {
        let (kind, row) = self.ranges.kind_of(index);
        let rounded = &self.rounded[kind as usize];
        let point = point.into();
        std::array::from_fn(|axis| {
            // Exact, unless one is 2^29 times smaller.
            let relative = f64::from(rounded.centers[axis][row]) + f64::from(point[axis]);
            self.origin[axis] + relative
        })
    }
}
