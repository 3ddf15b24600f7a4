//! Rounding to `f32`, and what it costs.
//!
//! Every error here is a bound, and 0 if and only if nothing was rounded.

/// Rows that are worked on column by column: what is known of them stays in the first cache.
pub(super) const BLOCK: usize = 128;

/// Some numbers of the rows of a block.
pub(super) type Block = [f64; BLOCK];

/// More than what a few roundings in `f64` take away.
pub(super) const WIDER: f64 = 1.0 + 4.0 * f64::EPSILON;

/// The difference of two numbers as a sum of two, without error (D. Knuth, *The Art of Computer
/// Programming*, volume 2, section 4.2.2, theorem B).
#[inline(always)]
pub(super) fn difference(a: f64, b: f64) -> (f64, f64) {
    let high = a - b;
    let taken = high - a;
    (high, (a - (high - taken)) - (b + taken))
}

/// A coordinate relative to an origin, rounded, and how far it is from there at most.
#[inline(always)]
pub(super) fn relative(at: f64, origin: f64) -> (f32, f64) {
    let (high, low) = difference(at, origin);
    let rounded = high as f32;
    // The first of these has at most as many digits as were cut off: it is exact.
    (rounded, (high - f64::from(rounded)).abs() + low.abs())
}

/// The length of a vector whose components are errors, at least; NaN if one of them is.
#[inline(always)]
pub(super) fn length<const D: usize>(errors: [f64; D]) -> f64 {
    let (mut square, mut largest) = (0.0, 0.0);
    for error in errors {
        square += error * error;
        // Where squares vanish.
        largest = f64::max(largest, error);
    }
    let length = square.sqrt() * WIDER;
    if length < largest { largest } else { length }
}

/// A size that grew by at least so much. What is negative stays so, and a NaN a NaN; an error that
/// is none changes nothing.
#[inline(always)]
pub(super) fn grown(size: f64, by: f64) -> f32 {
    up(if size >= 0.0 && by > 0.0 { (size + by) * WIDER } else { size })
}

/// By how much a size grew, which is no number for what is no size.
#[inline(always)]
pub(super) fn growth(size: f64, grown: f32) -> f64 {
    if size >= 0.0 { f64::from(grown) - size } else { f64::NAN }
}

/// The smallest `f32` that is not below a number; some negative one for all that are.
#[inline(always)]
pub(super) fn up(number: f64) -> f32 {
    let nearest = number as f32;
    let is_below = f64::from(nearest) < number;
    let above = f32::from_bits(nearest.to_bits() + u32::from(is_below));
    if number < 0.0 { above.min(-f32::MIN_POSITIVE) } else { above }
}

/// How far a shape reaches beyond itself, rounded up; 0 for what is no shape.
#[inline(always)]
pub(super) fn slack(beyond: f64) -> f32 {
    let slack = up(beyond * WIDER);
    if slack < f32::INFINITY { slack } else { 0.0 }
}

/// How far rounding moves the points of a block, along each axis at most.
pub(super) struct Errors<const D: usize> {
    along: [Block; D],
}

impl<const D: usize> Errors<D> {
    pub(super) fn none() -> Self {
        Self { along: [[0.0; BLOCK]; D] }
    }

    /// Rounds the coordinates of some points on an axis, and adds how far they are moved.
    #[inline(always)]
    pub(super) fn round(&mut self, axis: usize, at: &[f64], origin: f64, to: &mut [f32]) {
        for ((at, to), along) in at.iter().zip(to).zip(&mut self.along[axis]) {
            let (rounded, error) = relative(*at, origin);
            *to = rounded;
            *along += error;
        }
    }

    /// Those on an axis.
    pub(super) fn along(&self, axis: usize) -> &Block {
        &self.along[axis]
    }

    /// The same, to be written.
    pub(super) fn along_mut(&mut self, axis: usize) -> &mut Block {
        &mut self.along[axis]
    }

    /// That of a row, along each axis.
    #[inline(always)]
    pub(super) fn of(&self, row: usize) -> [f64; D] {
        let mut errors = [0.0; D];
        errors.iter_mut().zip(&self.along).for_each(|(error, along)| *error = along[row]);
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, grown, length, relative, slack, up};

    #[test]
    fn a_difference_has_no_error() {
        assert_eq!(difference(1e16, -1.0), (1e16, 1.0));
        assert_eq!(difference(1.0, f64::EPSILON / 4.0), (1.0, -f64::EPSILON / 4.0));
        assert_eq!(difference(3.0, 1.0), (2.0, 0.0));
    }

    #[test]
    fn errors_are_zero_only_where_nothing_is_rounded() {
        assert_eq!(relative(1e12 + 0.25, 1e12), (0.25, 0.0));
        assert_eq!(relative(0.1, 0.0), (0.1, f64::from(0.1_f32) - 0.1));
        assert_eq!(relative(1.5, -f64::from(1 << 30).powi(2)), ((1_u64 << 60) as f32, 1.5));
        assert!(relative(5e-324, 0.0).1 > 0.0 && length([5e-324, 0.0]) > 0.0);
        assert!(relative(1e300, 0.0).0.is_infinite());
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!((up(0.5), up(0.0), up(1e-60)), (0.5, 0.0, f32::from_bits(1)));
        assert_eq!(up(f64::from(f32::MAX) * (1.0 + 1e-12)), f32::INFINITY);
        assert_eq!((grown(1.0, 0.0), grown(1.0, 1e-60)), (1.0, 1.0 + f32::EPSILON));
        assert!(grown(-1e-60, 1.0) < 0.0 && grown(-3.0, 5.0) < 0.0);
        assert!(grown(f64::NAN, 1.0).is_nan() && grown(1.0, f64::NAN) == 1.0);
        assert_eq!((slack(f64::NAN), slack(f64::INFINITY), slack(0.0)), (0.0, 0.0, 0.0));
        for number in [0.1, 1.0 / 3.0, 1e-40, 7e37, 16_777_217.0] {
            let above = up(number);
            assert!(f64::from(above) >= number && f64::from(above.next_down()) < number);
        }
    }
}
