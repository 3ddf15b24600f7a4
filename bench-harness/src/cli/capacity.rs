//! The command `capacity`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    machine::Machine,
    progress::Bar,
    stdout, svg_file,
    text::{Align, Table, counted, decimal, thousands},
};
use crate::{
    capacity::{self, Capacity, CapacityReport},
    runner::{DEFAULT_SEED, broad_phases},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`
    #[arg(long, value_name = "NAME", default_value = "rectangles")]
    scene: String,
    /// Milliseconds that the median frame may take
    #[arg(long, value_name = "MS", default_value_t = 50.0)]
    budget_ms: f64,
    /// Most shapes to try
    #[arg(long, value_name = "N", default_value_t = 8_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Frames to time for each number of shapes
    #[arg(long, value_name = "F", default_value_t = 5)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    machine: Machine,
    /// Draw a plot into this file, ending in .svg
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.out.as_deref().map_or(Ok(()), svg_file::check_name)?;
    let setup = args.machine.setup(broad_phases::DEFAULT)?;
    let scene = scene::by_name(&args.scene)?;
    let Args { seed, budget_ms, frames, most, .. } = *args;
    let report = Capacity { scene, seed, budget_ms, frames, most }.run(&setup, &Bar::new())?;
    if let Some(out) = &args.out {
        svg_file::write(out, capacity::svg(&report))?;
    }
    stdout::print(args.json, "capacity", &report, || text(&report))
}

fn text(report: &CapacityReport) -> String {
    let CapacityReport { scene, seed, dim, budget_ms, level, threads, frames, .. } = report;
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["scene", &format!("{scene} in {dim}D, seed {seed}")]);
    let budget = decimal(*budget_ms, 1);
    fields.row(["budget", &format!("{budget} ms for the median of {frames} frames")]);
    fields.row(["run", &format!("{level} on {}", counted(*threads as u64, "thread"))]);
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]);
    table.row(["broad phase", "shapes, pairs", "shapes, contacts"]);
    for of in &report.broad_phases {
        let number = |shapes: u32| {
            let at_least = if shapes == report.most { ">= " } else { "" };
            format!("{at_least}{}", thousands(u64::from(shapes)))
        };
        table.row([of.broad_phase.to_owned(), number(of.pairs), number(of.contacts)]);
    }
    format!("{}\n{}", fields.text(), table.text())
}
