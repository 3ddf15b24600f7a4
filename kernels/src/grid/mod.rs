//! Rulers: cutting an axis into strips of equal width.
//!
//! A ruler maps coordinates to strip numbers by `(x - origin) * unit * scale`, rounded toward zero
//! and clamped to the ruler. Each of these steps is monotone in floating point, so `a <= b` implies
//! `strip(a) <= strip(b)` exactly: two intervals that touch always share a strip, and the strip of
//! the larger of their minima is one that they share. Nothing else is relied on; where the strips
//! lie is a matter of speed only, so rounding in the ruler loses no pair.

mod axis_bins;

pub use axis_bins::AxisBins;
