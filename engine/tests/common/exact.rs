//! Signs without rounding: an oracle.
//!
//! A product of two `f32` is exact in `f64`, and a sum of such is made without an error, part by
//! part (Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997).

/// A number with the sign of the exact sum.
pub(crate) fn sign<const N: usize>(terms: [f64; N]) -> f64 {
    let mut parts = [0.0; N];
    for (count, term) in terms.into_iter().enumerate() {
        let mut sum = term;
        for part in &mut parts[..count] {
            // Knuth's sum and its error.
            let (a, b) = (sum, *part);
            sum = a + b;
            let of_b = sum - a;
            *part = (a - (sum - of_b)) + (b - of_b);
        }
        parts[count] = sum;
    }
    // Each part is larger than all before it together.
    parts.into_iter().rev().find(|part| *part != 0.0).unwrap_or(0.0)
}

/// Whether a box has a point within a distance of a point, which is finite.
pub(crate) fn is_within<const D: usize>(
    distance: f32,
    at: &[f32; D],
    min: &[f32; D],
    max: &[f32; D],
) -> bool {
    if distance == f32::INFINITY {
        return true;
    }
    let mut terms = [0.0; 10];
    terms[9] = -f64::from(distance) * f64::from(distance);
    for axis in 0..D {
        let nearest = at[axis].clamp(min[axis], max[axis]);
        if !nearest.is_finite() {
            return false;
        }
        let (from, to) = (f64::from(at[axis]), f64::from(nearest));
        terms[3 * axis..][..3].copy_from_slice(&[from * from, -2.0 * from * to, to * to]);
    }
    sign(terms) <= 0.0
}
