//! How time grows, and how much fits.

use jostle_bench::scaling::{exponent, largest, sizes};

#[test]
fn sizes_end_where_they_should() {
    assert_eq!(sizes(100_000), [1000, 3162, 10_000, 31_623, 100_000]);
    assert_eq!(sizes(7), [7]);
}

#[test]
fn powers_are_found() {
    for power in [0.5, 1.0, 2.0] {
        let points = [1e3, 1e4, 3e5].map(|x: f64| (x, 7.0 * x.powf(power)));
        let found = exponent(&points).expect("there are three points");
        assert!((found - power).abs() < 1e-12, "{power}: {found}");
    }
    // By hand: the slope of (0, 0), (1, 2), (2, 2) is 1.
    let e = std::f64::consts::E;
    let found = exponent(&[(1.0, 1.0), (e, e * e), (e * e, e * e)]).expect("three points");
    assert!((found - 1.0).abs() < 1e-12, "{found}");
    for points in [&[][..], &[(1.0, 2.0), (1.0, 3.0)], &[(1.0, 2.0), (2.0, 0.0)]] {
        assert_eq!(exponent(points), None);
    }
}

#[test]
fn the_limit_is_found_to_a_32nd() {
    for limit in [0, 1, 31, 255, 256, 257, 99_999, (1 << 22) - 1, 1 << 23] {
        let found = largest(1 << 22, |n| Ok(n <= limit)).expect("no probe fails");
        let limit = limit.min(1 << 22);
        assert!(found <= limit && limit - found <= limit / 32, "{found} of {limit}");
    }
}
