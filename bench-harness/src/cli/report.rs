//! A report as text.

use super::text::{Align, Table, bytes, counted, decimal, thousands};
use crate::{
    runner::{Motion, Report, Spread, Subject},
    scene,
};

/// The report of a run on a scene or on files.
pub(super) fn text(report: &Report) -> String {
    format!("{}\n{}\n{}", head(report), times(report), findings(report))
}

fn head(report: &Report) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    match &report.subject {
        Subject::Scene { scene, seed, motion: of_scene } => {
            let summary = scene::by_name(scene).map_or("", |kind| kind.summary);
            fields.row(["scene", &format!("{scene}: {summary}")]);
            let moving = motion(of_scene);
            fields.row(["shapes", &format!("{}, seed {seed}{moving}", shapes(report))]);
        }
        Subject::Inputs { inputs, elements, .. } => {
            fields.row(["input", &inputs.join(" -> ")]);
            let elements = elements.map_or(String::new(), |elements| format!(", {elements}"));
            fields.row(["shapes", &format!("{}{elements}", shapes(report))]);
        }
    }
    fields.row(["run", &run(report)]);
    if let Some(choice) = &report.choice {
        fields.row(["choice", choice]);
    }
    fields.text()
}

/// What is said of shapes that do not all move, or not as the scene has it.
pub(super) fn motion(Motion { moving, pace }: &Motion) -> String {
    let mut text = String::new();
    if *moving < 1.0 {
        text += &format!(", {} % of them moving", decimal(100.0 * moving, 1));
    }
    if let Some(pace) = pace {
        text += &format!(", by {} % of their size a frame", decimal(100.0 * pace, 1));
    }
    text
}

/// What became of pairs since the step before.
pub(super) fn events(begun: usize, persisted: usize, ended: usize) -> String {
    let [begun, persisted, ended] = [begun, persisted, ended].map(|count| thousands(count as u64));
    format!("{begun} begun, {persisted} persist, {ended} ended")
}

fn shapes(report: &Report) -> String {
    format!("{} in {}D", thousands(report.shapes as u64), report.dim)
}

fn run(report: &Report) -> String {
    let on = run_at(report.level, report.threads, report.frames);
    format!("{} {on}, output: {}", report.broad_phase, report.output)
}

/// How a run was made.
pub(super) fn run_at(level: &str, threads: usize, frames: u32) -> String {
    let (threads, frames) = (threads as u64, u64::from(frames));
    format!("at {level} on {}, {}", counted(threads, "thread"), counted(frames, "frame"))
}

fn times(report: &Report) -> String {
    let stages = report.stages_ms.iter().filter(|(_, spread)| !spread.is_zero());
    times_of(stages.map(|(name, spread)| (*name, spread)).chain([("total", &report.total_ms)]))
}

/// A table of the times of stages.
pub(super) fn times_of<'a>(stages: impl IntoIterator<Item = (&'a str, &'a Spread)>) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.row(["stage", "median ms", "min ms", "p99 ms"]);
    for (name, spread) in stages {
        table.row(spread_row(name, spread, 3));
    }
    table.text()
}

/// The row of a table of spreads, to so many decimal places.
pub(super) fn spread_row(name: &str, spread: &Spread, places: usize) -> [String; 4] {
    let number = |number| decimal(number, places);
    [name.to_owned(), number(spread.median), number(spread.min), number(spread.p99)]
}

fn findings(report: &Report) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["pairs", &thousands(report.pairs)]);
    if let Subject::Inputs { elements: Some(_), sharing_a_vertex, .. } = report.subject {
        fields.row(["left out", &format!("{} that share a vertex", thousands(sharing_a_vertex))]);
    }
    if let Some(rate) = report.pairs_per_second {
        fields.row(["pairs per second", &decimal(rate, 0)]);
    }
    if let Some(tests) = report.tests_per_shape {
        fields.row(["tests per shape", &decimal(tests, 1)]);
    }
    if let Some(size) = report.bytes_per_shape {
        fields.row(["bytes per shape", &decimal(size, 1)]);
    }
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    if let Some(first) = report.first_quarantined {
        let count = thousands(report.invalid as u64);
        let first = format!("{count}, the first is box {}: {}", first.index, first.reason);
        fields.row(["invalid", &first]);
    }
    fields.row(["digest", &report.digest]);
    fields.text()
}
