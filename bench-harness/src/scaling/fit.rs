//! Straight lines through points on two logarithmic scales.

/// The exponent `e` for which `y = c * x^e` fits best, by least squares of the logarithms; `None`
/// where there are not two different `x`, or a number is not positive.
#[must_use]
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|(x, y)| !(*x > 0.0 && *y > 0.0)) {
        return None;
    }
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / logs.len() as f64;
    let (mean_x, mean_y) = (mean(|log| log.0), mean(|log| log.1));
    let spread: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let common: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (spread > 0.0).then(|| common / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        let of = |power: f64| -> Vec<(f64, f64)> {
            [1e3, 1e4, 3e5].map(|x: f64| (x, 7.0 * x.powf(power))).to_vec()
        };
        for power in [0.5, 1.0, 2.0] {
            let found = exponent(&of(power)).expect("there are three points");
            assert!((found - power).abs() < 1e-12, "{power}: {found}");
        }
    }

    #[test]
    fn the_best_line_lies_between_points() {
        // By hand: the slope of (0, 0), (1, 2), (2, 2) is 1.
        let e = std::f64::consts::E;
        let found = exponent(&[(1.0, 1.0), (e, e * e), (e * e, e * e)]).expect("three points");
        assert!((found - 1.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn too_little_to_tell() {
        assert_eq!(exponent(&[]), None);
        assert_eq!(exponent(&[(1.0, 2.0)]), None);
        assert_eq!(exponent(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(exponent(&[(1.0, 2.0), (2.0, 0.0)]), None);
    }
}
