//! How time grows with shapes and shrinks with threads, and how many shapes fit into a budget.

use crate::runner::{Error, Row};

/// From one number of shapes to the next.
const STEP: f64 = 3.162_277_660_168_379_5;

/// Numbers of shapes from a thousand to the most, two to a decade.
#[must_use]
pub fn sizes(most: u32) -> Vec<u32> {
    let below = std::iter::successors(Some(1000.0), |size| Some(size * STEP));
    let below = below.map(|size: f64| size.round() as u32);
    below.take_while(|size| *size < most).chain([most]).collect()
}

/// One report of runs at several sizes and on several numbers of threads, with what follows from
/// them: for each number of threads the exponent with which time grows, and at the largest size
/// what more threads gain.
#[must_use]
pub fn report(points: Vec<Row>) -> Row {
    let of =
        |point: &Row| (point.count("threads"), point.count("shapes"), point.median("total_ms"));
    let all: Vec<(u64, u64, f64)> = points.iter().map(of).collect();
    let mut threads: Vec<u64> = all.iter().map(|point| point.0).collect();
    threads.sort_unstable();
    threads.dedup();
    let growth = threads.iter().filter_map(|threads| {
        let line = all.iter().filter(|point| point.0 == *threads);
        let line: Vec<(f64, f64)> = line.map(|point| (point.1 as f64, point.2)).collect();
        Some(Row::default().with("threads", threads).with("exponent", exponent(&line)?))
    });
    let most = all.iter().map(|point| point.1).max();
    let largest = |threads: u64| {
        all.iter().find(|point| point.0 == threads && Some(point.1) == most).map(|point| point.2)
    };
    let gains = threads.iter().filter_map(|threads| {
        let gain = largest(1)? / largest(*threads)?;
        let row = Row::default().with("threads", threads).with("speed_up", gain);
        Some(row.with("efficiency", gain / *threads as f64))
    });
    // What they are points of is said once.
    let points: Vec<Row> = points.iter().map(|point| point.clone().without("command")).collect();
    let growth: Vec<Row> = growth.collect();
    let gains: Vec<Row> = gains.collect();
    Row::new("scaling").with("points", &points).with("growth", growth).with("gains", gains)
}

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

/// The largest number from 1 to `most` that passes, up to a 32nd of it, where all below one that
/// passes do: by doubling from 256, then bisection. 0 if none does.
///
/// # Errors
/// The first error of a probe.
pub fn largest(
    most: u32,
    mut passes: impl FnMut(u32) -> Result<bool, Error>,
) -> Result<u32, Error> {
    let (mut good, mut bad) = (0, 256.min(most));
    while passes(bad)? {
        good = bad;
        if good == most {
            return Ok(most);
        }
        bad = bad.saturating_mul(2).min(most);
    }
    while bad - good > 1.max(good / 32) {
        let middle = good + (bad - good) / 2;
        if passes(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(good)
}
