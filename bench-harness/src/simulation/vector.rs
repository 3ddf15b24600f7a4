//! Vectors in f64.

pub(super) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

pub(super) fn length<const D: usize>(a: [f64; D]) -> f64 {
    dot(a, a).sqrt()
}

/// `a + scale * b`.
pub(super) fn plus<const D: usize>(a: [f64; D], scale: f64, b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + scale * b[axis])
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
