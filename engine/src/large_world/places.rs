//! Between the world and what is relative to the origin.

use super::{
    LocalShapes,
    round::{length, relative, up},
};

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
