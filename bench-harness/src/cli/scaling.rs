//! The command `scaling`.

use super::{
    failure::Failure,
    machine::Engine,
    progress::Bar,
    stdout,
    text::{Align, Table, decimal, thousands},
};
use crate::{
    runner::{DEFAULT_SEED, Report},
    scaling::{Gain, Scaling, ScalingReport},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`
    #[arg(long, value_name = "NAME", default_value = "uniform")]
    scene: String,
    /// Most shapes: threads are compared with so many
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    shapes: u32,
    /// Least shapes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
    #[command(flatten)]
    engine: Engine,
    /// Frames to time with the most shapes; with fewer shapes more
    #[arg(long, value_name = "F", default_value_t = 9)]
    frames: u32,
    /// Seed of the scene
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = args.engine.setup()?;
    let scene = scene::by_name(&args.scene)?;
    let Args { seed, least, shapes: most, frames, .. } = *args;
    let report = Scaling { scene, seed, least, most, frames }.run(&setup, &Bar::new())?;
    stdout::print(args.json, "scaling", &report, || text(&report))
}

fn text(report: &ScalingReport) -> String {
    format!("{}\n{}\n{}", head(report), points(report), gains(&report.threads))
}

fn head(report: &ScalingReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    if let Some(Report { dim, broad_phase, level, .. }) = report.points.first() {
        fields.row(["run".to_owned(), format!("{broad_phase} at {level}, in {dim}D")]);
    }
    for growth in &report.growth {
        let power = growth.exponent.map_or("-".to_owned(), |exponent| decimal(exponent, 3));
        let on = if growth.threads == 1 {
            "1 thread".to_owned()
        } else {
            format!("{} threads", growth.threads)
        };
        fields.row([
            "growth".to_owned(),
            format!("time goes like shapes to the power of {power} on {on}"),
        ]);
    }
    fields.text()
}

fn points(report: &ScalingReport) -> String {
    let mut table = Table::new(&[Align::Right; 6]);
    table.row(["shapes", "threads", "median ms", "min ms", "ns per shape", "pairs"]);
    for point in &report.points {
        table.row([
            thousands(point.shapes as u64),
            point.threads.to_string(),
            decimal(point.total_ms.median, 3),
            decimal(point.total_ms.min, 3),
            decimal(point.total_ms.median * 1e6 / point.shapes as f64, 1),
            thousands(point.pairs),
        ]);
    }
    table.text()
}

fn gains(gains: &[Gain]) -> String {
    let mut table = Table::new(&[Align::Right; 3]);
    table.row(["threads", "speed-up", "efficiency"]);
    for Gain { threads, speed_up, efficiency } in gains {
        let share = format!("{} %", decimal(100.0 * efficiency, 0));
        table.row([threads.to_string(), decimal(*speed_up, 2), share]);
    }
    table.text()
}
