//! What a frame is spent on.

use serde_json::Value;

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    section as framed,
    table::table,
    word,
};
use crate::{
    figures::Figure,
    number::{decimal, thousands},
};

/// Stages as they follow one another; JSON has them by name.
const ORDER: [&str; 11] = [
    "prepare", "plan", "bounds", "sort", "build", "sweep", "gather", "broad", "order", "narrow",
    "events",
];

/// Bars of broad phases and of whole steps.
fn section_of(record: &Recorded, command: &str, title: &str, about: &str) -> String {
    let figures: Vec<&Figure> = record.of(command).collect();
    if figures.is_empty() {
        return String::new();
    }
    let all: Vec<Bar> = figures.iter().map(|figure| bar(figure)).collect();
    let head = ["what", "median ms", "min ms", "p99 ms", "pairs", "contacts"];
    let rows = figures.iter().map(|figure| row(figure));
    let content = bars(&all, "ms", Scale::Linear) + &table(head, rows);
    framed(title, about, &content)
}

/// Both sections.
pub(super) fn section(record: &Recorded) -> String {
    section_of(
        record,
        "world",
        "A step, by stage",
        "Shapes move, then: bounds, broad phase, order, contacts with their points, events.",
    ) + &section_of(
        record,
        "million",
        "Broad phases, by stage",
        "All pairs of boxes that touch, from nothing in each frame.",
    )
}

/// What was run, in a few words.
pub(super) fn label(figure: &Figure) -> String {
    let printed = &figure.printed;
    let of = |name: &str| figure.identity.get(name).map_or("", String::as_str);
    let shapes = of("shapes").parse().map_or(String::new(), thousands);
    let balls = if of("balls") == "true" { " balls" } else { "" };
    let phase = word(printed, "broad_phase");
    let chosen = match word(printed, "chosen") {
        "" => String::new(),
        chosen => format!(" ({chosen})"),
    };
    let rest = match of("resting") {
        "" | "0" => String::new(),
        resting => {
            resting.parse().map_or(String::new(), |count| format!(", {} at rest", thousands(count)))
        }
    };
    let threads = of("threads");
    format!(
        "{}{balls} {}D, {shapes}{rest}, {phase}{chosen}, {threads} thr.",
        of("scene"),
        of("dim")
    )
}

fn bar(figure: &Figure) -> Bar {
    let median = |spread: &Value| spread.get("median").and_then(Value::as_f64);
    let stages = figure.printed.get("stages_ms").and_then(Value::as_object);
    let mut parts: Vec<(String, f64)> = stages
        .into_iter()
        .flatten()
        .filter_map(|(name, spread)| Some((name.clone(), median(spread)?)))
        .filter(|(_, ms)| *ms > 0.0)
        .collect();
    parts.sort_by_key(|(name, _)| ORDER.iter().position(|stage| stage == name));
    let of_stages: f64 = parts.iter().map(|(_, ms)| ms).sum();
    let rest = figure.total_ms.median - of_stages;
    if rest > 0.0 {
        parts.push(("other".to_owned(), rest));
    }
    Bar { label: label(figure), parts, remark: String::new(), ours: false }
}

fn row(figure: &Figure) -> [String; 6] {
    let time = figure.total_ms;
    let count =
        |name| figure.printed.get(name).and_then(Value::as_u64).map_or(String::new(), thousands);
    let [median, min, p99] = [time.median, time.min, time.p99].map(|ms| decimal(ms, 3));
    [label(figure), median, min, p99, count("pairs"), count("contacts")]
}
