//! Signs of determinants of points, without rounding.
//!
//! First in `f64` with a bound on its error; where that leaves the sign open, the exact sum of the
//! products as an expansion (J. R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates*, 1997). The coordinates are `f32`, so that the product of two of
//! them is an `f64` without rounding and that of three never leaves the range of `f64`.

use std::cmp::Ordering;

use super::expansion::Expansion;

/// How much a determinant in `f64` errs, relative to the sum of the sizes of its products: at most
/// 7 roundings and what they do to each other.
const ROUNDINGS: f64 = 8.0 * f64::EPSILON / 2.0;

/// On which side of the plane through `a`, `b` and `c` the point `d` is: the sign of
/// `(a - d) . (b - d) x (c - d)`. `Equal` where the four lie in a plane.
#[must_use]
pub fn orient3(a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]) -> Ordering {
    let [u, v, w] = [a, b, c].map(|p| [0, 1, 2].map(|k| f64::from(p[k]) - f64::from(d[k])));
    let (mut sum, mut sizes) = (0.0, 0.0);
    for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let (left, right) = (v[j] * w[k], v[k] * w[j]);
        sum += u[i] * (left - right);
        sizes += u[i].abs() * (left.abs() + right.abs());
    }
    filtered(sum, sizes).unwrap_or_else(|| {
        let mut sum = Expansion::default();
        sum.add_volume(a, b, c, d);
        sum.sign()
    })
}

/// On which side of the line from `a` to `b` the point `c` of the plane is: `Greater` on the left.
#[must_use]
pub fn orient2(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> Ordering {
    let [u, v] = [a, b].map(|p| [0, 1].map(|k| f64::from(p[k]) - f64::from(c[k])));
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    filtered(left - right, left.abs() + right.abs()).unwrap_or_else(|| {
        let mut sum = Expansion::default();
        sum.add_area(a, b, c);
        sum.sign()
    })
}

/// The sign of a sum of products, if rounding cannot have changed it.
fn filtered(sum: f64, sizes: f64) -> Option<Ordering> {
    let known = sizes == 0.0 || sum.abs() > sizes * ROUNDINGS;
    // Not the total order of floats, in which zeros differ.
    if known { sum.partial_cmp(&0.0) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Lcg;

    /// Three vectors of whole numbers below 2^23 whose determinant is 1: the unit vectors after
    /// many shears.
    fn sheared(random: &mut Lcg) -> [[f32; 3]; 3] {
        let mut rows = [[1_i64, 0, 0], [0, 1, 0], [0, 0, 1]];
        for _ in 0..400 {
            let (i, sign) = (
                (random.next() as usize) % 3,
                if random.next().is_multiple_of(2) { 1 } else { -1 },
            );
            let from = rows[(i + 1 + (random.next() as usize) % 2) % 3];
            let row = [0, 1, 2].map(|k| rows[i][k] + sign * from[k]);
            if row.iter().all(|x| x.abs() < 1 << 23) {
                rows[i] = row;
            }
        }
        rows.map(|row| row.map(|x| x as f32))
    }

    #[test]
    fn volumes_of_1_are_told_from_0() {
        let (mut random, mut large) = (Lcg(1), 0);
        for _ in 0..2000 {
            let [u, v, w] = sheared(&mut random);
            let zero = [0.0; 3];
            assert_eq!(orient3(u, v, w, zero), Ordering::Greater, "{u:?} {v:?} {w:?}");
            assert_eq!(orient3(v, u, w, zero), Ordering::Less, "{u:?} {v:?} {w:?}");
            assert_eq!(orient3(zero, u, v, w), Ordering::Less, "{u:?} {v:?} {w:?}");
            let sum = [0, 1, 2].map(|k| u[k] + v[k]);
            assert_eq!(orient3(u, v, sum, zero), Ordering::Equal, "{u:?} {v:?}");
            large += usize::from(u.iter().chain(&v).chain(&w).any(|x| x.abs() > 1e6));
        }
        assert!(large > 1000, "{large}");
    }

    #[test]
    fn areas_are_told_from_0() {
        let tiny = f32::from_bits(1);
        assert_eq!(orient2([0.0, 0.0], [1e30, 1e30], [1.0, 1.0]), Ordering::Equal);
        assert_eq!(orient2([0.0, 0.0], [1e30, 1e30], [tiny, 0.0]), Ordering::Less);
        assert_eq!(orient2([1.0, 1.0], [-1e30, -1e30], [tiny, 0.0]), Ordering::Greater);
        assert_eq!(orient2([1.0, 1.0], [-1.0, -1.0], [0.0, -0.0]), Ordering::Equal);
    }

    /// One step of the last digit decides, where `f64` would lose it.
    #[test]
    fn turns_are_exact() {
        let (one, far) = ([1.0, 1.0], 2.0_f32.powi(60));
        let above = [1.0, f32::from_bits(1.0_f32.to_bits() + 1)];
        let (near, farther) = ([far, far], [2.0 * far, 2.0 * far]);
        assert_eq!(orient2(one, near, farther), Ordering::Equal);
        assert_eq!(orient2(above, near, farther), Ordering::Greater);
        assert_eq!(orient2(farther, near, above), Ordering::Less);
        let tiny = f32::from_bits(1);
        assert_eq!(orient2([0.0, 0.0], [f32::MAX, 0.0], [-f32::MAX, tiny]), Ordering::Greater);
        assert_eq!(orient2([0.0, 0.0], [f32::MAX, tiny], [-f32::MAX, -tiny]), Ordering::Equal);
        assert_eq!(orient2([0.0, 0.0], [tiny, tiny], [tiny, 0.0]), Ordering::Less);
    }
}
