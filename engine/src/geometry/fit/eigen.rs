//! Eigenvectors of symmetric matrices.

/// Most sweeps over the three pairs of axes. Convergence is quadratic: four or five are usual.
const SWEEPS: usize = 12;

/// Entries off the diagonal that no longer matter where the largest of all is 1.
const NOTHING: f64 = 1.0 / (1_u64 << 60) as f64;

/// Orthonormal eigenvectors of a symmetric matrix, by rotations that zero its entries one after the
/// other (C. Jacobi, 1846; G. Golub and C. Van Loan, *Matrix Computations*, section 8.5). Those of
/// a matrix that is zero, or has a number that is not finite, are the coordinate axes.
pub(crate) fn eigenvectors(of: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut vectors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let size = of.as_flattened().iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let finite = of.as_flattened().iter().all(|x| x.is_finite());
    if !finite || size < f64::MIN_POSITIVE {
        return vectors;
    }
    let mut matrix = of.map(|row| row.map(|x| x / size));
    for _ in 0..SWEEPS {
        let off = matrix[0][1].abs().max(matrix[0][2].abs()).max(matrix[1][2].abs());
        if off <= NOTHING {
            break;
        }
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            rotate(&mut matrix, &mut vectors, [p, q]);
        }
    }
    vectors
}

/// Makes entry `[p][q]` zero.
fn rotate(matrix: &mut [[f64; 3]; 3], vectors: &mut [[f64; 3]; 3], [p, q]: [usize; 2]) {
    let off = matrix[p][q];
    if off.abs() < f64::MIN_POSITIVE {
        return;
    }
    let slope = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
    // The smaller of the two roots. A slope that overflows gives no rotation, as it should.
    let tan = slope.signum() / (slope.abs() + (slope * slope + 1.0).sqrt());
    let cos = 1.0 / (tan * tan + 1.0).sqrt();
    let sin = tan * cos;
    for row in matrix.iter_mut() {
        (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
    }
    for column in 0..3 {
        let (above, below) = (matrix[p][column], matrix[q][column]);
        (matrix[p][column], matrix[q][column]) =
            (cos * above - sin * below, sin * above + cos * below);
        let (first, second) = (vectors[p][column], vectors[q][column]);
        (vectors[p][column], vectors[q][column]) =
            (cos * first - sin * second, sin * first + cos * second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// `A v` is parallel to `v`, and the vectors are at right angles.
    fn check(matrix: [[f64; 3]; 3]) {
        let vectors = eigenvectors(matrix);
        let size = matrix.as_flattened().iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        for (i, v) in vectors.iter().enumerate() {
            let image = matrix.map(|row| dot(row, *v));
            let value = dot(image, *v);
            for axis in 0..3 {
                let error = (image[axis] - value * v[axis]).abs();
                assert!(error <= 1e-14 * size, "{matrix:?}: {error}");
            }
            for (j, w) in vectors.iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((dot(*v, *w) - expected).abs() < 1e-14, "{matrix:?}");
            }
        }
    }

    #[test]
    fn vectors_are_eigenvectors() {
        check([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]]);
        check([[1.0, 1e-9, 1e-5], [1e-9, 1.0, 3.0], [1e-5, 3.0, 1e6]]);
        check([[1e154, 2e153, 0.0], [2e153, 1e-200, 1e10], [0.0, 1e10, 1e150]]);
        check([[1e-180, 2e-181, 0.0], [2e-181, 4e-180, 1e-182], [0.0, 1e-182, 0.0]]);
        check([[1.0; 3]; 3]);
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1 << 30) - 1.0
        };
        for _ in 0..1000 {
            let [a, b, c, d, e, f] = [next(), next(), next(), next(), next(), next()];
            check([[a, b, c], [b, d, e], [c, e, f]]);
        }
    }

    #[test]
    fn where_there_are_none_the_axes_are_those_of_the_coordinates() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(eigenvectors([[0.0; 3]; 3]), axes);
        assert_eq!(eigenvectors([[f64::INFINITY; 3]; 3]), axes);
        assert_eq!(eigenvectors([[f64::NAN; 3]; 3]), axes);
        assert_eq!(eigenvectors([[3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]]), axes);
    }
}
