//! Two files of figures, held against each other.

use std::path::Path;

use super::{Figure, FigureError, read};
use crate::{number::decimal, runner::Row};

/// Standard errors within which two medians are taken for the same.
const BAND: f64 = 3.0;

/// Less than this never counts, as a share: where code and data happen to lie makes as much of a
/// difference.
const FLOOR: f64 = 0.01;

/// Verdicts that are looked at again.
const SLOWER: &str = "slower";
const OTHER_RESULT: &str = "other-result";

/// Compares the figures of two files. Where each has one, they are compared whatever they are of.
///
/// A point of the report is a figure that both have: its medians, the second over the first, by how
/// much that may be off by the noise within both runs, and whether the second is faster, slower or
/// the same, or found another result, so that times say nothing.
///
/// # Errors
/// Those of [`read`](fn@read); [`FigureError::Use`] where they are of two machines, unless that is
/// wanted, or have nothing in common.
pub fn compare(a: &Path, b: &Path, across_machines: bool) -> Result<Row, FigureError> {
    let [of_a, of_b] = [read(a)?, read(b)?];
    if !across_machines && let Some((one, other)) = unlike(&of_a, &of_b) {
        let [cpu_a, cpu_b] = [one, other].map(|figure| figure.host.cpu.clone());
        let (a, b) = (a.display(), b.display());
        return Err(FigureError::Use(format!(
            "{a} is of {cpu_a}, {b} of {cpu_b}: times of two machines are not compared without \
             --across-machines"
        )));
    }
    if let ([one], [other]) = (&of_a[..], &of_b[..]) {
        return Ok(report([point(&differing(one, other), one, other)], Vec::new(), Vec::new()));
    }
    let twin = |figure: &Figure, among: &[Figure]| {
        among.iter().position(|other| other.identity == figure.identity)
    };
    let pairs = of_a.iter().filter_map(|one| Some((one, &of_b[twin(one, &of_b)?])));
    let points: Vec<Row> = pairs.map(|(one, other)| point(&one.name(), one, other)).collect();
    if points.is_empty() {
        let (a, b) = (a.display(), b.display());
        return Err(FigureError::Use(format!("{a} and {b} have no figure in common")));
    }
    let alone = |of: &[Figure], among: &[Figure]| {
        of.iter().filter(|figure| twin(figure, among).is_none()).map(Figure::name).collect()
    };
    Ok(report(points, alone(&of_a, &of_b), alone(&of_b, &of_a)))
}

fn report(points: impl Into<Vec<Row>>, only_a: Vec<String>, only_b: Vec<String>) -> Row {
    let row = Row::new("report").with("points", points.into());
    row.with("only_a", only_a).with("only_b", only_b)
}

/// What is wrong with the second of two files by their report: that it has another result, or is
/// slower by more than a share, beyond the noise.
#[must_use]
pub fn fault(report: &Row, fail_over: Option<f64>) -> Option<String> {
    let points = || report.get("points").as_array().into_iter().flatten();
    if points().any(|point| point["verdict"] == OTHER_RESULT) {
        return Some("the two did not find the same: see the figures above".to_owned());
    }
    let most = 1.0 + fail_over?;
    let slower = points().filter(|point| point["verdict"] == SLOWER);
    let ratio = |point: &serde_json::Value| point["ratio"].as_f64().filter(|ratio| *ratio > most);
    let (point, ratio) = slower.filter_map(|point| Some((point, ratio(point)?))).next()?;
    let name = point["name"].as_str().unwrap_or_default();
    Some(format!("{name} takes {} times as long as before", decimal(ratio, 3)))
}

/// Two figures of machines that are not alike, if there are any.
fn unlike<'a>(of_a: &'a [Figure], of_b: &'a [Figure]) -> Option<(&'a Figure, &'a Figure)> {
    let other = |one: &'a Figure| of_b.iter().find(|other| !one.host.is_like(&other.host));
    of_a.iter().find_map(|one| Some((one, other(one)?)))
}

/// The name of two figures that need not be of the same.
fn differing(one: &Figure, other: &Figure) -> String {
    if one.identity == other.identity {
        return one.name();
    }
    format!("{} -> {}", one.name(), other.name())
}

/// A figure of both files.
fn point(name: &str, one: &Figure, other: &Figure) -> Row {
    let [a_ms, b_ms] = [one, other].map(|figure| figure.total_ms.median);
    let ratio = b_ms / a_ms;
    let noise = (BAND * one.uncertainty().hypot(other.uncertainty())).max(FLOOR);
    let verdict = match (&one.digest, &other.digest) {
        (Some(a), Some(b)) if a != b => OTHER_RESULT,
        _ if ratio < 1.0 - noise => "faster",
        _ if ratio > 1.0 + noise => SLOWER,
        _ => "same",
    };
    let row = Row::default().with("name", name).with("a_ms", a_ms).with("b_ms", b_ms);
    row.with("ratio", ratio).with("noise", noise).with("verdict", verdict)
}
