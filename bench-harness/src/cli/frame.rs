//! What `million --narrow` prints.

use super::{
    failure::Failure,
    narrow::{checked, ladder, looked_at},
    report::{motion, run_at, times_of},
    stdout,
    text::{Align, Table, bytes, decimal, thousands},
};
use crate::{frame::FrameReport, scene};

/// Prints a report, unless it has a fault.
pub(super) fn print(json: bool, report: FrameReport) -> Result<(), Failure> {
    if let Some(fault) = report.fault {
        return Err(Failure::Finding(fault));
    }
    stdout::print(json, "million --narrow", &report, || text(&report))
}

fn text(report: &FrameReport) -> String {
    let stages = report.stages_ms.iter().map(|(name, spread)| (*name, spread));
    let times = times_of(stages.chain([("total", &report.total_ms)]));
    format!("{}\n{}\n{}", head(report), times, findings(report))
}

fn head(report: &FrameReport) -> String {
    let FrameReport { scene, seed, dim, broad_phase, level, threads, frames, visit, .. } = report;
    let summary = scene::by_name(scene).map_or("", |kind| kind.summary);
    let shapes = thousands(report.shapes as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["scene", &format!("{scene}: {summary}")]);
    let turned = if report.turned { ", turned" } else { "" };
    let moving = motion(&report.motion);
    fields.row(["shapes", &format!("{shapes} in {dim}D{turned}, seed {seed}{moving}")]);
    let on = run_at(level, *threads, *frames);
    let run = format!("{broad_phase} and contacts {on}{}", looked_at(*visit));
    fields.row(["run", &run]);
    fields.text()
}

fn findings(report: &FrameReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["pairs of bounds", &thousands(report.pairs)]);
    let share = report
        .touching_share
        .map_or(String::new(), |share| format!(" ({} % of the pairs)", decimal(100.0 * share, 1)));
    fields.row(["contacts", &format!("{}{share}", thousands(report.contacts))]);
    fields.row(["points", &thousands(report.points)]);
    if let Some(ns) = report.narrow_ns_per_pair {
        fields.row(["narrow ns per pair", &decimal(ns.median, 2)]);
    }
    for kinds in &report.kinds {
        fields.row([kinds.kinds.clone(), ladder(kinds)]);
    }
    if let Some(size) = report.bytes_per_shape {
        fields.row(["bytes per shape", &decimal(size, 1)]);
    }
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    if report.invalid > 0 {
        fields.row(["invalid", &thousands(report.invalid as u64)]);
    }
    fields.row(["checked", &checked(report.checked, report.checked_by_f64)]);
    fields.row(["digest of the pairs", &report.pairs_digest]);
    fields.row(["digest", &report.digest]);
    fields.text()
}
