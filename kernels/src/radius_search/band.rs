//! Between which squares of distances rounding could decide wrongly.

/// Squared distances in `f32` up to `sure` are of points that are within the reach, those above
/// `most` of points that are not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Within the reach up to here.
    pub sure: f32,
    /// Beyond it from here on.
    pub most: f32,
}

/// Half the distance of 1 to the next `f32`.
const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// More than three squares lose where they underflow.
const UNDERFLOW: f64 = f32::from_bits(4) as f64;

impl Band {
    /// The band of a reach, for points whose differences on each axis are off by at most `error`.
    ///
    /// In three dimensions a square of a distance has five roundings in a row: one in a difference,
    /// which counts twice, one in a square and two in sums. Each changes it by a factor of at most
    /// 1 +- 2^-24, all five by less than 1 +- 6 2^-24; a difference does not underflow, a square
    /// loses up to 2^-150. Errors of the points move the distance by at most the square root of 3
    /// times theirs. What overflows is infinite and so beyond every finite band; where the band is
    /// not finite, nothing is decided that is not within it.
    #[must_use]
    pub fn new(reach: f32, error: f64) -> Self {
        let reach = f64::from(reach);
        // 1.75 is above the square root of 3.
        let (low, high) = ((reach - 1.75 * error).max(0.0), reach + 1.75 * error);
        let sure = low * low * (1.0 - 6.0 * ROUNDING) - UNDERFLOW;
        let most = high * high * (1.0 + 6.0 * ROUNDING) + UNDERFLOW;
        // The next ones, as the conversion may have rounded to the wrong side.
        Self { sure: (sure as f32).next_down(), most: (most as f32).next_up() }
    }
}
