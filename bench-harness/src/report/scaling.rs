//! How time grows with shapes, and shrinks with threads.

use std::collections::BTreeMap;

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    lines::{Line, lines},
    section as framed,
    table::table,
};
use crate::{
    figures::Figure,
    number::{decimal, thousands},
    scaling::exponent,
};

/// A line for each scene and number of threads, and bars for more threads.
pub(super) fn section(record: &Recorded) -> String {
    let mut by_line: BTreeMap<(String, u64), Vec<(f64, f64)>> = BTreeMap::new();
    for figure in record.of("scaling") {
        let key = (of(figure, "scene").to_owned(), whole(figure, "threads"));
        by_line
            .entry(key)
            .or_default()
            .push((whole(figure, "shapes") as f64, figure.total_ms.median));
    }
    if by_line.is_empty() {
        return String::new();
    }
    let drawn = by_line.iter().filter(|(_, points)| points.len() > 1);
    let all: Vec<Line> =
        drawn.map(|((scene, threads), points)| line(scene, *threads, points)).collect();
    let rows = by_line.iter().flat_map(|((scene, threads), points)| {
        points.iter().map(move |(shapes, ms)| {
            let each = decimal(ms * 1e6 / shapes, 1);
            [scene.clone(), threads.to_string(), thousands(*shapes as u64), decimal(*ms, 3), each]
        })
    });
    let head = ["scene", "threads", "shapes", "median ms", "ns per shape"];
    let content = lines(&all, "shapes", "ms a frame") + &gains(&by_line) + &table(head, rows);
    framed(
        "Shapes and threads",
        "Time goes like shapes to the power that stands with each line.",
        &content,
    )
}

fn of<'a>(figure: &'a Figure, name: &str) -> &'a str {
    figure.identity.get(name).map_or("", String::as_str)
}

fn whole(figure: &Figure, name: &str) -> u64 {
    of(figure, name).parse().unwrap_or(0)
}

fn line(scene: &str, threads: u64, points: &[(f64, f64)]) -> Line {
    let power = exponent(points).map_or(String::new(), |power| format!(": {}", decimal(power, 2)));
    let on = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    Line { name: format!("{scene}, {on}{power}"), points: points.to_vec() }
}

/// What more threads gain with the most shapes.
fn gains(by_line: &BTreeMap<(String, u64), Vec<(f64, f64)>>) -> String {
    let largest =
        |points: &[(f64, f64)]| points.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a });
    let gain = |((scene, threads), points): (&(String, u64), &Vec<(f64, f64)>)| {
        let one = largest(by_line.get(&(scene.clone(), 1))?)?;
        let speed_up = one.1 / largest(points)?.1;
        let label = format!("{scene}, {threads} threads against one");
        let parts = vec![("speed-up".to_owned(), speed_up)];
        (*threads > 1).then(|| Bar { label, parts, remark: String::new(), ours: false })
    };
    let all: Vec<Bar> = by_line.iter().filter_map(gain).collect();
    if all.is_empty() { String::new() } else { bars(&all, "times as fast", Scale::Linear) }
}
