//! Two files of figures, held against each other.

use std::path::Path;

use serde::Serialize;

use super::{Figure, FigureError, read};

/// Standard errors within which two medians are taken for the same.
const BAND: f64 = 3.0;

/// Less than this never counts, as a share: where code and data happen to lie makes as much of a
/// difference.
const FLOOR: f64 = 0.01;

/// What came of comparing two files. Serializes to the JSON that the program prints.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The figures that both files have.
    pub rows: Vec<Row>,
    /// Figures that only the first file has.
    pub only_a: Vec<String>,
    /// Figures that only the second file has.
    pub only_b: Vec<String>,
}

/// A figure of both files.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it is a figure of.
    pub name: String,
    /// The median in the first file, in milliseconds.
    pub a_ms: f64,
    /// The median in the second file, in milliseconds.
    pub b_ms: f64,
    /// The second over the first.
    pub ratio: f64,
    /// By how much the ratio may be off, by the noise within both runs.
    pub noise: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// What a figure of two files says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The second is faster.
    Faster,
    /// The second is slower.
    Slower,
    /// They differ by less than the noise.
    Same,
    /// They did not find the same: their times say nothing.
    OtherResult,
}

impl Comparison {
    /// Whether all found the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.rows.iter().all(|row| row.verdict != Verdict::OtherResult)
    }

    /// The first figure that is slower by more than this share, beyond the noise.
    #[must_use]
    pub fn slower_by(&self, share: f64) -> Option<&Row> {
        let slower = |row: &&Row| row.verdict == Verdict::Slower && row.ratio > 1.0 + share;
        self.rows.iter().find(slower)
    }
}

/// Compares the figures of two files. Where each has one, they are compared whatever they are of.
///
/// # Errors
/// Those of [`read`]; [`FigureError::Machines`] where they are of two machines, unless that is
/// wanted, and [`FigureError::NothingInCommon`].
pub fn compare(a: &Path, b: &Path, across_machines: bool) -> Result<Comparison, FigureError> {
    let [of_a, of_b] = [read(a)?, read(b)?];
    if !across_machines && let Some((one, other)) = unlike(&of_a, &of_b) {
        let [cpu_a, cpu_b] = [one, other].map(|figure| figure.host.cpu.clone());
        return Err(FigureError::Machines { a: a.to_owned(), b: b.to_owned(), cpu_a, cpu_b });
    }
    if let ([one], [other]) = (&of_a[..], &of_b[..]) {
        let rows = vec![Row::new(&differing(one, other), one, other)];
        return Ok(Comparison { rows, only_a: Vec::new(), only_b: Vec::new() });
    }
    let comparison = matched(&of_a, &of_b);
    if comparison.rows.is_empty() {
        return Err(FigureError::NothingInCommon { a: a.to_owned(), b: b.to_owned() });
    }
    Ok(comparison)
}

/// Two figures of machines that are not alike, if there are any.
fn unlike<'a>(of_a: &'a [Figure], of_b: &'a [Figure]) -> Option<(&'a Figure, &'a Figure)> {
    let other = |one: &'a Figure| of_b.iter().find(|other| !one.host.is_like(&other.host));
    of_a.iter().find_map(|one| Some((one, other(one)?)))
}

/// Figures of the same things.
fn matched(of_a: &[Figure], of_b: &[Figure]) -> Comparison {
    let twin = |figure: &Figure, among: &[Figure]| {
        among.iter().position(|other| other.identity == figure.identity)
    };
    let pairs = of_a.iter().filter_map(|one| Some((one, &of_b[twin(one, of_b)?])));
    let alone = |of: &[Figure], among: &[Figure]| {
        of.iter().filter(|figure| twin(figure, among).is_none()).map(Figure::name).collect()
    };
    Comparison {
        rows: pairs.map(|(one, other)| Row::new(&one.name(), one, other)).collect(),
        only_a: alone(of_a, of_b),
        only_b: alone(of_b, of_a),
    }
}

/// The name of two figures that need not be of the same.
fn differing(one: &Figure, other: &Figure) -> String {
    if one.identity == other.identity {
        return one.name();
    }
    format!("{} -> {}", one.name(), other.name())
}

impl Row {
    fn new(name: &str, one: &Figure, other: &Figure) -> Self {
        let [a_ms, b_ms] = [one, other].map(|figure| figure.total_ms.median);
        let ratio = b_ms / a_ms;
        let noise = (BAND * one.uncertainty().hypot(other.uncertainty())).max(FLOOR);
        let verdict = match (&one.digest, &other.digest) {
            (Some(a), Some(b)) if a != b => Verdict::OtherResult,
            _ if ratio < 1.0 - noise => Verdict::Faster,
            _ if ratio > 1.0 + noise => Verdict::Slower,
            _ => Verdict::Same,
        };
        Self { name: name.to_owned(), a_ms, b_ms, ratio, noise, verdict }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{host::Host, runner::Spread};

    fn figure(median: f64, mad: f64, digest: &str) -> Figure {
        Figure {
            identity: [("command", "million".to_owned())].into(),
            total_ms: Spread { median, mad, ..Spread::default() },
            frames: 16,
            digest: Some(digest.to_owned()),
            host: Host::this(),
            when: String::new(),
            printed: serde_json::Map::new(),
        }
    }

    fn verdict(one: &Figure, other: &Figure) -> Verdict {
        Row::new("", one, other).verdict
    }

    #[test]
    fn noise_hides_what_is_smaller() {
        let quiet = |median| figure(median, 0.001, "a");
        assert_eq!(verdict(&quiet(1.0), &quiet(1.009)), Verdict::Same);
        assert_eq!(verdict(&quiet(1.0), &quiet(1.02)), Verdict::Slower);
        assert_eq!(verdict(&quiet(1.0), &quiet(0.98)), Verdict::Faster);
        // One standard error is 0.046 of each, three of both 0.2.
        let noisy = |median| figure(median, 0.1, "a");
        assert_eq!(verdict(&noisy(1.0), &noisy(1.15)), Verdict::Same);
        assert_eq!(verdict(&noisy(1.0), &noisy(1.25)), Verdict::Slower);
    }

    #[test]
    fn other_results_are_no_speed() {
        assert_eq!(verdict(&figure(2.0, 0.0, "a"), &figure(1.0, 0.0, "b")), Verdict::OtherResult);
    }

    #[test]
    fn figures_meet_by_what_they_are_of() {
        let of_threads = |threads: &str, median| {
            let mut figure = figure(median, 0.0, "a");
            figure.identity.insert("threads", threads.to_owned());
            figure
        };
        let a = [of_threads("1", 8.0), of_threads("2", 5.0)];
        let b = [of_threads("2", 4.0), of_threads("4", 3.0)];
        let Comparison { rows, only_a, only_b } = matched(&a, &b);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].a_ms, rows[0].b_ms, rows[0].ratio), (5.0, 4.0, 0.8));
        assert_eq!(only_a, ["million, 1 threads"]);
        assert_eq!(only_b, ["million, 4 threads"]);
    }
}
