//! What is shown of a record: frames by stage, shapes and threads, other libraries, pairs of
//! shapes.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    lines::{Line, lines},
    number, word,
};
use crate::{
    figures::Figure,
    number::{bytes, decimal, thousands},
    peers::programs::REFERENCE,
    scaling::exponent,
    sheet::escaped,
};

/// Stages as they follow one another; JSON has them by name.
const ORDER: [&str; 11] = [
    "prepare", "plan", "bounds", "sort", "build", "sweep", "gather", "broad", "order", "narrow",
    "events",
];

/// All sections that have a content, under the titles in `page/report-sections.txt`.
pub(super) fn all(record: &Recorded) -> String {
    let per_shape = |name, unit| {
        let figures = record.of("world").chain(record.of("million"));
        let bar = |figure| Some(Bar::new(label(figure), unit, number(&figure.printed, name)?));
        bars(&figures.filter_map(bar).collect::<Vec<_>>(), unit, Scale::Linear)
    };
    let modes = ["overlap", "mtv", "manifold", "sweep"];
    let contents = [
        stages(record, "world"),
        stages(record, "million"),
        scaling(record),
        peers(record),
        modes.map(|mode| narrow(record, mode)).concat(),
        per_shape("tests_per_shape", "tests"),
        per_shape("bytes_per_shape", "bytes"),
    ];
    let sections = include_str!("../../page/report-sections.txt").lines().zip(contents);
    let section = |(head, content): (&str, String)| {
        let (title, about) = head.split_once('|').expect("a title and what it is about");
        format!("<section>\n<h3>{title}</h3>\n<p>{about}</p>\n{content}</section>\n")
    };
    sections.filter(|(_, content)| !content.is_empty()).map(section).collect()
}

/// A table behind a line that opens it, for those who want the numbers; its head has commas.
fn table<const N: usize>(head: &str, rows: impl IntoIterator<Item = [String; N]>) -> String {
    let head: String = head.split(',').map(|cell| format!("<th>{cell}</th>")).collect();
    let cells = |row: [String; N]| row.map(|cell| format!("<td>{}</td>", escaped(&cell))).concat();
    let rows = rows.into_iter().map(|row| format!("<tr>{}</tr>\n", cells(row)));
    format!(
        "<details><summary>Numbers</summary><div class=\"scroll\"><table>\n<tr>{head}</tr>\n{}\
         </table></div></details>\n",
        rows.collect::<String>()
    )
}

fn of<'a>(figure: &'a Figure, name: &str) -> &'a str {
    figure.identity.get(name).map_or("", String::as_str)
}

/// What was run, in a few words.
fn label(figure: &Figure) -> String {
    let count = |name| of(figure, name).parse().map_or(String::new(), thousands);
    let balls = if of(figure, "balls") == "true" { " balls" } else { "" };
    let chosen = match word(&figure.printed, "chosen") {
        "" => String::new(),
        chosen => format!(" ({chosen})"),
    };
    let rest = match of(figure, "resting") {
        "" | "0" => String::new(),
        _ => format!(", {} at rest", count("resting")),
    };
    format!(
        "{}{balls} {}D, {}{rest}, {}{chosen}, {} thr.",
        of(figure, "scene"),
        of(figure, "dim"),
        count("shapes"),
        word(&figure.printed, "broad_phase"),
        of(figure, "threads")
    )
}

/// What a frame is spent on: bars of broad phases or of whole steps.
fn stages(record: &Recorded, command: &str) -> String {
    let bar = |figure: &Figure| {
        let stages = figure.printed.get("stages_ms").and_then(Value::as_object);
        let median = |(name, spread): (&String, &Value)| {
            let ms = spread.get("median")?.as_f64()?;
            (ms > 0.0).then(|| (name.clone(), ms))
        };
        let mut parts: Vec<_> = stages.into_iter().flatten().filter_map(median).collect();
        parts.sort_by_key(|(name, _)| ORDER.iter().position(|stage| stage == name));
        let rest = figure.total_ms.median - parts.iter().map(|(_, ms)| ms).sum::<f64>();
        if rest > 0.0 {
            parts.push(("other".to_owned(), rest));
        }
        Bar { label: label(figure), parts, ..Bar::default() }
    };
    let row = |figure: &Figure| {
        let count = |name| {
            figure.printed.get(name).and_then(Value::as_u64).map_or(String::new(), thousands)
        };
        let time = figure.total_ms;
        let [median, min, p99] = [time.median, time.min, time.p99].map(|ms| decimal(ms, 3));
        [label(figure), median, min, p99, count("pairs"), count("contacts")]
    };
    let all: Vec<Bar> = record.of(command).map(bar).collect();
    if all.is_empty() {
        return String::new();
    }
    let head = "what,median ms,min ms,p99 ms,pairs,contacts";
    bars(&all, "ms", Scale::Linear) + &table(head, record.of(command).map(row))
}

/// What a pair of shapes takes: bars of kinds, for a question.
fn narrow(record: &Recorded, mode: &str) -> String {
    let figures = || record.of("narrow").filter(|figure| word(&figure.printed, "mode") == mode);
    let pair = |figure: &Figure| word(&figure.printed, "pair").to_owned();
    let ns = |figure: &Figure, name| number(figure.printed.get("ns_per_pair")?.as_object()?, name);
    let all: Vec<Bar> =
        figures().filter_map(|of| Some(Bar::new(pair(of), "pair", ns(of, "median")?))).collect();
    if all.is_empty() {
        return String::new();
    }
    let rows = figures().filter_map(|of| {
        let text = |name| ns(of, name).map(|ns| decimal(ns, 2));
        Some([pair(of), text("median")?, text("min")?, text("mad")?])
    });
    let numbers = table("kinds,ns per pair,min,+-", rows);
    format!("<h4>{mode}</h4>\n{}{numbers}", bars(&all, "ns", Scale::Linear))
}

/// How time grows with shapes, and shrinks with threads.
fn scaling(record: &Recorded) -> String {
    let whole = |figure: &Figure, name| of(figure, name).parse::<u64>().unwrap_or(0);
    let mut by_line: BTreeMap<(&str, u64), Vec<(f64, f64)>> = BTreeMap::new();
    for figure in record.of("scaling") {
        let line = by_line.entry((of(figure, "scene"), whole(figure, "threads"))).or_default();
        line.push((whole(figure, "shapes") as f64, figure.total_ms.median));
    }
    if by_line.is_empty() {
        return String::new();
    }
    let line = |((scene, threads), points): (&(&str, u64), &Vec<(f64, f64)>)| -> Line {
        let power = exponent(points).map_or(String::new(), |x| format!(": {}", decimal(x, 2)));
        let plural = if *threads == 1 { "" } else { "s" };
        (format!("{scene}, {threads} thread{plural}{power}"), points.clone())
    };
    let drawn = by_line.iter().filter(|(_, points)| points.len() > 1);
    let plot = lines(&drawn.map(line).collect::<Vec<_>>(), "shapes", "ms a frame");
    // What more threads gain with the most shapes.
    let largest = |points: &[(f64, f64)]| points.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0));
    let gain = |((scene, threads), points): (&(&str, u64), &Vec<(f64, f64)>)| {
        let one = largest(by_line.get(&(scene, 1))?)?.1;
        let label = format!("{scene}, {threads} threads against one");
        (*threads > 1).then_some(Bar::new(label, "speed-up", one / largest(points)?.1))
    };
    let gains = by_line.iter().filter_map(gain).collect::<Vec<_>>();
    let rows = by_line.iter().flat_map(|((scene, threads), points)| {
        points.iter().map(move |(shapes, ms)| {
            let each = decimal(ms * 1e6 / shapes, 1);
            let shapes = thousands(*shapes as u64);
            [(*scene).to_owned(), threads.to_string(), shapes, decimal(*ms, 3), each]
        })
    });
    let head = "scene,threads,shapes,median ms,ns per shape";
    let plot = format!("<div class=\"plot\">{plot}</div>\n");
    plot + &bars(&gains, "times as fast", Scale::Linear) + &table(head, rows)
}

/// Bars of all libraries for each contest: task, scene, threads.
fn peers(record: &Recorded) -> String {
    let mut contests: BTreeMap<_, Vec<&Figure>> = BTreeMap::new();
    for figure in record.of("peers") {
        let of = |name| word(&figure.printed, name);
        let threads = number(&figure.printed, "threads_allowed").unwrap_or(0.0) as u64;
        contests.entry((of("task"), of("scene"), threads)).or_default().push(figure);
    }
    let contest = |((task, scene, threads), figures): (&(&str, &str, u64), &Vec<&Figure>)| {
        let right = figures.iter().filter(|figure| fault(figure).is_none());
        let all: Vec<Bar> = right.map(|figure| peer(figure)).collect();
        let shapes = number(&figures[0].printed, "shapes").unwrap_or(0.0) as u64;
        let shapes = thousands(shapes);
        let head = "peer,library,threads,build ms,find ms,total ms,+-,to jostle,memory,";
        format!("<h4>{scene}, {shapes} boxes, at most {threads} thr., {task}</h4>\n")
            + &bars(&all, "ms", Scale::Logarithmic)
            + &table(head, figures.iter().map(|figure| peer_row(figure)))
    };
    contests.iter().map(contest).collect()
}

/// Why a peer is not timed.
pub(super) fn fault(figure: &Figure) -> Option<&str> {
    figure.printed.get("fault").and_then(Value::as_str)
}

fn peer(figure: &Figure) -> Bar {
    let name = of(figure, "peer");
    let ratio = number(&figure.printed, "ratio").filter(|_| name != REFERENCE);
    Bar {
        remark: ratio.map_or(String::new(), |ratio| format!(", {}x", decimal(ratio, 1))),
        ours: name.starts_with(REFERENCE),
        ..Bar::new(
            format!("{name} ({} thr.)", of(figure, "threads")),
            "total",
            figure.total_ms.median,
        )
    }
}

fn peer_row(figure: &Figure) -> [String; 10] {
    let printed = &figure.printed;
    let median = |name: &str| {
        let ms = printed.get(name).and_then(|spread| spread.get("median")?.as_f64());
        ms.map_or(String::new(), |ms| decimal(ms, 1))
    };
    let noisy = printed.get("noisy").and_then(Value::as_bool) == Some(true);
    [
        of(figure, "peer").to_owned(),
        word(printed, "library").to_owned(),
        of(figure, "threads").to_owned(),
        median("build_ms"),
        median("find_ms"),
        decimal(figure.total_ms.median, 1),
        decimal(figure.total_ms.mad, 1),
        number(printed, "ratio").map_or("-".to_owned(), |ratio| decimal(ratio, 2)),
        number(printed, "peak_rss_bytes").map_or(String::new(), |size| bytes(size as u64)),
        fault(figure).unwrap_or(if noisy { "noisy" } else { "" }).to_owned(),
    ]
}
