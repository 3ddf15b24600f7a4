//! What a pair of shapes takes.

use serde_json::Value;

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    number, section as framed,
    table::table,
    word,
};
use crate::{figures::Figure, number::decimal};

/// Bars of kinds, for each question.
pub(super) fn section(record: &Recorded) -> String {
    let figures: Vec<&Figure> = record.of("narrow").collect();
    let of_mode = |mode: &str| -> String {
        let asked: Vec<&&Figure> =
            figures.iter().filter(|figure| word(&figure.printed, "mode") == mode).collect();
        let all: Vec<Bar> = asked.iter().filter_map(|figure| bar(figure)).collect();
        if all.is_empty() {
            return String::new();
        }
        let rows = asked.iter().filter_map(|figure| row(figure));
        let numbers = table(["kinds", "ns per pair", "min", "+-"], rows);
        format!("<h4>{mode}</h4>\n") + &bars(&all, "ns", Scale::Linear) + &numbers
    };
    let modes = ["overlap", "mtv", "manifold", "sweep"].map(of_mode).concat();
    framed(
        "The narrow phase, per pair",
        "Random pairs of shapes near each other, eight at a time, on one thread: do they touch, and where.",
        &modes,
    )
}

fn of_pair(figure: &Figure, name: &str) -> Option<f64> {
    let each = figure.printed.get("ns_per_pair").and_then(Value::as_object)?;
    number(each, name)
}

fn bar(figure: &Figure) -> Option<Bar> {
    let parts = vec![("pair".to_owned(), of_pair(figure, "median")?)];
    let label = word(&figure.printed, "pair").to_owned();
    Some(Bar { label, parts, remark: String::new(), ours: false })
}

fn row(figure: &Figure) -> Option<[String; 4]> {
    let ns = |name| of_pair(figure, name).map(|ns| decimal(ns, 2));
    let pair = word(&figure.printed, "pair").to_owned();
    Some([pair, ns("median")?, ns("min")?, ns("mad")?])
}
