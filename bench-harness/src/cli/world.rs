//! The command `world`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{
    failure::Failure,
    machine::Engine,
    moving::Moving,
    progress::Bar,
    report::{events, motion, run_at, times_of},
    stdout,
    text::{Align, Table, bytes, decimal, thousands},
};
use crate::{
    runner::DEFAULT_SEED,
    scene,
    world::{AtRest, WorldReport, WorldRun},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`
    #[arg(long, value_name = "NAME", default_value = "crowd")]
    scene: String,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    shapes: u32,
    #[command(flatten)]
    engine: Engine,
    /// Steps to time; two more run first
    #[arg(long, value_name = "F", default_value_t = 20)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    motion: Moving,
    /// Take the largest ball in each box for it, instead of turning boxes at random
    #[arg(long)]
    balls: bool,
    /// What becomes of the shapes that do not move
    #[arg(long, value_name = "WHAT", default_value = "awake")]
    at_rest: AtRestArg,
    /// Write a snapshot of the world before its last step to this file, for `replay`
    #[arg(long, value_name = "FILE")]
    capture: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AtRestArg {
    /// They are shapes like all others
    Awake,
    /// They sleep
    Asleep,
    /// They are static
    Static,
    /// They are left out
    Absent,
}

impl From<AtRestArg> for AtRest {
    fn from(at_rest: AtRestArg) -> Self {
        match at_rest {
            AtRestArg::Awake => Self::Awake,
            AtRestArg::Asleep => Self::Asleep,
            AtRestArg::Static => Self::Static,
            AtRestArg::Absent => Self::Absent,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    // As a world is used.
    let setup = args.engine.setup_or("auto")?;
    let run = WorldRun {
        scene: scene::by_name(&args.scene)?,
        shapes: args.shapes,
        seed: args.seed,
        motion: (&args.motion).into(),
        balls: args.balls,
        at_rest: args.at_rest.into(),
        frames: args.frames,
        capture: args.capture.as_deref(),
    };
    let report = run.run(&setup, &Bar::new())?;
    if let Some(fault) = report.fault {
        return Err(Failure::Finding(fault));
    }
    stdout::print(args.json, "world", &report, || text(&report))
}

fn text(report: &WorldReport) -> String {
    let stages = report.stages_ms.iter().map(|(name, spread)| (*name, spread));
    let times = times_of(stages.chain([("step", &report.total_ms)]));
    format!("{}\n{}\n{}", head(report), times, findings(report))
}

fn head(report: &WorldReport) -> String {
    let WorldReport { scene, seed, dim, broad_phase, level, threads, frames, .. } = report;
    let summary = scene::by_name(scene).map_or("", |kind| kind.summary);
    let count = |count: usize| thousands(count as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["scene", &format!("{scene}: {summary}")]);
    let (shapes, moving) = (count(report.shapes), motion(&report.motion));
    fields.row(["shapes", &format!("{shapes} in {dim}D, seed {seed}{moving}")]);
    if report.resting > 0 {
        fields.row(["at rest", &count(report.resting)]);
    }
    let chosen = report.chosen.map_or(String::new(), |chosen| format!(" ({chosen})"));
    fields.row(["run", &format!("{broad_phase}{chosen} {}", run_at(level, *threads, *frames))]);
    fields.text()
}

fn findings(report: &WorldReport) -> String {
    let count = |count: usize| thousands(count as u64);
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["pairs of bounds", &count(report.pairs)]);
    let share = decimal(100.0 * report.hit_rate, 1);
    fields.row(["contacts", &format!("{} ({share} % of the pairs)", count(report.contacts))]);
    fields.row(["events", &events(report.begun, report.persisted, report.ended)]);
    if report.sleeping_contacts > 0 {
        fields.row(["sleeping_contacts", &count(report.sleeping_contacts)]);
    }
    fields.row(["lanes in use", &format!("{} %", decimal(100.0 * report.occupancy, 1))]);
    fields.row(["tests per shape", &decimal(report.tests_per_shape, 1)]);
    fields.row(["bytes per shape", &decimal(report.bytes_per_shape, 1)]);
    if let Some(size) = report.peak_rss_bytes {
        fields.row(["peak memory", &bytes(size)]);
    }
    fields.row(["digest of the pairs", &report.pairs_digest]);
    fields.row(["digest", &report.digest]);
    fields.text()
}
