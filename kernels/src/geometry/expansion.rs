//! Sums without rounding.
//!
//! J. R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates* (1997). The terms are products of two or three `f32`, which never leave the range of
//! `f64`.

use std::cmp::Ordering;

/// Most terms of a sum: 24 products of three coordinates in two parts each.
const MOST: usize = 48;

/// A sum without rounding: numbers of growing size none of whose digits overlap.
pub(crate) struct Expansion {
    parts: [f64; MOST],
    count: usize,
}

impl Default for Expansion {
    fn default() -> Self {
        Self { parts: [0.0; MOST], count: 0 }
    }
}

impl Expansion {
    /// Adds a number: Shewchuk's `GROW-EXPANSION`, leaving out zeros.
    pub(crate) fn add(&mut self, value: f64) {
        let (mut sum, mut kept) = (value, 0);
        for index in 0..self.count {
            let (next, error) = two_sum(sum, self.parts[index]);
            sum = next;
            if error != 0.0 {
                self.parts[kept] = error;
                kept += 1;
            }
        }
        if sum != 0.0 {
            self.parts[kept] = sum;
            kept += 1;
        }
        self.count = kept;
    }

    /// Adds the product of the product of two `f32` and an `f32`.
    pub(crate) fn add_product(&mut self, two: f64, one: f64) {
        // Without the last 27 of its 53 digits; the rest has at most 22, as two `f32` have 48.
        let head = f64::from_bits(two.to_bits() >> 27 << 27);
        self.add((two - head) * one);
        self.add(head * one);
    }

    /// Adds a determinant of three vectors: `sign` times `p . q x r`.
    pub(crate) fn add_determinant(&mut self, sign: f32, [p, q, r]: [[f32; 3]; 3]) {
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            self.add_product(f64::from(p[i]) * f64::from(q[j]), f64::from(sign * r[k]));
            self.add_product(f64::from(p[i]) * f64::from(q[k]), f64::from(-sign * r[j]));
        }
    }

    /// Adds six times the volume of a tetrahedron: `(a - d) . (b - d) x (c - d)`.
    pub(crate) fn add_volume(&mut self, a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]) {
        self.add_determinant(1.0, [a, b, c]);
        self.add_determinant(-1.0, [a, b, d]);
        self.add_determinant(1.0, [a, c, d]);
        self.add_determinant(-1.0, [b, c, d]);
    }

    /// Adds twice the area of a triangle: `(a - c) x (b - c)`.
    pub(crate) fn add_area(&mut self, a: [f32; 2], b: [f32; 2], c: [f32; 2]) {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            self.add(f64::from(p[0]) * f64::from(q[1]));
            self.add(-f64::from(p[1]) * f64::from(q[0]));
        }
    }

    /// The sum of some numbers, at most [`MOST`].
    pub(crate) fn of(terms: impl IntoIterator<Item = f64>) -> Self {
        let mut sum = Self::default();
        for term in terms {
            sum.add(term);
        }
        sum
    }

    /// The sum, off by less than two roundings of it.
    pub(crate) fn value(&self) -> f64 {
        self.parts[..self.count].iter().sum()
    }

    /// The sign of the sum, which is that of its largest part.
    pub(crate) fn sign(&self) -> Ordering {
        let largest = self.parts[..self.count].last().map_or(0.0, |part| *part);
        largest.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
}

/// The sum and its rounding error (D. E. Knuth, *Seminumerical Algorithms*).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let virtual_b = sum - a;
    (sum, (a - (sum - virtual_b)) + (b - virtual_b))
}
