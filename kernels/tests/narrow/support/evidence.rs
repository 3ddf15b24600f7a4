//! What the oracles showed, as it stands in `docs/testing.md`.

use std::fmt::Display;

/// Prints a row of the table: what was held against the oracle, how many cases, how many of them
/// took arithmetic without rounding to decide, and the worst that was let pass, mostly the largest
/// gap of shapes that were said to touch, relative to their sizes. `--nocapture` shows it.
///
/// There is no column to fill for gaps that are not there: the first one ends the test.
pub(crate) fn evidence(of: &str, cases: usize, exact: usize, worst: impl Display) {
    // On a line of its own, whatever the harness has written before.
    println!("\n| {of} | {cases} | {exact} | 0 | {worst} |");
}

/// A number relative to sizes, as it is printed.
pub(crate) fn relative(worst: f64) -> String {
    if worst > 0.0 { format!("{worst:.1e}") } else { "0".to_owned() }
}
