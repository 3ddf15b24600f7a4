//! Other libraries.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Recorded,
    bars::{Bar, Scale, bars},
    number, section as framed,
    table::table,
    word,
};
use crate::{
    figures::Figure,
    number::{bytes, decimal, thousands},
    peers::programs::REFERENCE,
};

/// What a contest is told by: task, scene, threads.
type Contest = (String, String, u64);

/// Bars of all libraries for each contest.
pub(super) fn section(record: &Recorded) -> String {
    let mut contests: BTreeMap<Contest, Vec<&Figure>> = BTreeMap::new();
    for figure in record.of("peers") {
        let of = |name| word(&figure.printed, name).to_owned();
        let threads = number(&figure.printed, "threads_allowed").unwrap_or(0.0) as u64;
        contests.entry((of("task"), of("scene"), threads)).or_default().push(figure);
    }
    let content: String =
        contests.iter().map(|(contest, figures)| of_contest(contest, figures)).collect();
    framed(
        "Other libraries",
        "The same boxes, the same closed convention, the same list of pairs: whose pairs are others is not timed. \
         Each in a process of its own, in turn. The scale is logarithmic. docs/bias.md says what is unfair to whom.",
        &content,
    )
}

fn of_contest((task, scene, threads): &Contest, figures: &[&Figure]) -> String {
    let right: Vec<&&Figure> = figures.iter().filter(|figure| fault(figure).is_none()).collect();
    let all: Vec<Bar> = right.iter().map(|figure| bar(figure)).collect();
    let shapes = figures.first().and_then(|figure| number(&figure.printed, "shapes"));
    let shapes =
        shapes.map_or(String::new(), |shapes| format!(", {} boxes", thousands(shapes as u64)));
    let head = [
        "peer",
        "library",
        "threads",
        "build ms",
        "find ms",
        "total ms",
        "+-",
        "to jostle",
        "memory",
        "",
    ];
    let title = format!("<h4>{scene}{shapes}, at most {threads} thr., {task}</h4>\n");
    title
        + &bars(&all, "ms", Scale::Logarithmic)
        + &table(head, figures.iter().map(|figure| row(figure)))
}

fn fault(figure: &Figure) -> Option<&str> {
    figure.printed.get("fault").and_then(Value::as_str)
}

fn peer(figure: &Figure) -> &str {
    figure.identity.get("peer").map_or("", String::as_str)
}

fn ratio(figure: &Figure) -> Option<f64> {
    number(&figure.printed, "ratio")
}

fn bar(figure: &Figure) -> Bar {
    let times = ratio(figure).map_or(String::new(), |ratio| format!(", {}x", decimal(ratio, 1)));
    let threads = figure.identity.get("threads").map_or("", String::as_str);
    Bar {
        label: format!("{} ({threads} thr.)", peer(figure)),
        parts: vec![("total".to_owned(), figure.total_ms.median)],
        remark: if peer(figure) == REFERENCE { String::new() } else { times },
        ours: peer(figure).starts_with(REFERENCE),
    }
}

fn row(figure: &Figure) -> [String; 10] {
    let printed = &figure.printed;
    let median = |name: &str| {
        let spread = printed.get(name).and_then(Value::as_object);
        spread
            .and_then(|spread| number(spread, "median"))
            .map_or(String::new(), |ms| decimal(ms, 1))
    };
    let noisy = printed.get("noisy").and_then(Value::as_bool) == Some(true);
    [
        peer(figure).to_owned(),
        word(printed, "library").to_owned(),
        figure.identity.get("threads").cloned().unwrap_or_default(),
        median("build_ms"),
        median("find_ms"),
        decimal(figure.total_ms.median, 1),
        decimal(figure.total_ms.mad, 1),
        ratio(figure).map_or("-".to_owned(), |ratio| decimal(ratio, 2)),
        number(printed, "peak_rss_bytes").map_or(String::new(), |size| bytes(size as u64)),
        fault(figure).unwrap_or(if noisy { "noisy" } else { "" }).to_owned(),
    ]
}
