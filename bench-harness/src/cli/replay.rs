//! The command `replay`.

use std::{fs, path::PathBuf};

use super::{
    failure::Failure,
    machine::Engine,
    report::{events, times_of},
    stdout,
    text::{Align, Table, counted, thousands},
};
use crate::{
    input::InputError,
    replay::{CapturedReport, replay_captured},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A snapshot of a world, whose next step is taken
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    engine: Engine,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.engine.setup()?;
    let io = |source| InputError::Io { path: args.file.clone(), source };
    let report = replay_captured(&setup, &fs::read(&args.file).map_err(io)?)?;
    stdout::print(args.json, "replay captured", &report, || text(&report))
}

fn text(report: &CapturedReport) -> String {
    let count = |count: usize| thousands(count as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["captured", &format!("{} shapes in {}D", count(report.shapes), report.dim)]);
    let (level, threads) = (report.level, counted(report.threads as u64, "thread"));
    fields.row(["run", &format!("{} at {level} on {threads}", report.broad_phase)]);
    fields.row(["pairs of bounds", &count(report.pairs)]);
    fields.row(["contacts", &count(report.contacts)]);
    fields.row(["events", &events(report.begun, report.persisted, report.ended)]);
    for (name, found) in [
        ("sensor_overlaps", report.sensor_overlaps),
        ("ccd_hits", report.ccd_hits),
        ("not valid", report.invalid),
    ] {
        if found > 0 {
            fields.row([name, &count(found)]);
        }
    }
    fields.row(["digest of the pairs", &report.pairs_digest]);
    fields.row(["digest", &report.digest]);
    let stages = report.stages_ms.iter().map(|(name, spread)| (*name, spread));
    format!("{}\n{}", times_of(stages), fields.text())
}
