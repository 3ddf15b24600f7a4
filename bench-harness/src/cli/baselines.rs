//! The command `baselines`.

use super::{
    failure::Failure,
    progress::Bar,
    stdout,
    text::{Align, Table, decimal, thousands},
};
use crate::{
    baseline::{Compare, Comparison},
    scene,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The scene, by its name in `list`
    #[arg(long, value_name = "NAME", default_value = "uniform")]
    scene: String,
    /// How many shapes to make it of
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    shapes: u32,
    /// Frames to time; one more runs first
    #[arg(long, value_name = "F", default_value_t = 10)]
    frames: u32,
    /// Run the sweep however many shapes there are
    #[arg(long)]
    all: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let scene = scene::by_name(&args.scene)?;
    let compare = Compare { scene, shapes: args.shapes, frames: args.frames, all: args.all };
    let comparison = compare.run(&Bar::new())?;
    stdout::print(args.json, "baselines", &comparison, || text(&comparison))?;
    if comparison.agree {
        return Ok(());
    }
    Err(Failure::Finding("the broad phases found different pairs: no time is reported".to_owned()))
}

fn text(comparison: &Comparison) -> String {
    let Comparison { scene, dim, seed, frames, level, digest, .. } = comparison;
    let (shapes, pairs) = (thousands(comparison.shapes as u64), thousands(comparison.pairs));
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    fields.row(["scene", &format!("{scene}, {shapes} shapes in {dim}D, seed {seed}")]);
    fields.row(["run", &format!("1 thread, sap at {level}, {frames} frames, taking turns")]);
    let agree = if comparison.agree { "found by all in every frame" } else { "NOT found by all" };
    fields.row(["pairs", &format!("{pairs} with digest {digest}, {agree}")]);
    format!("{}\n{}", fields.text(), times(comparison))
}

fn times(comparison: &Comparison) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.row(["broad phase", "median ms", "min ms", "to sap"]);
    for contender in &comparison.contenders {
        let text = |number: Option<f64>, places| {
            number.map_or("-".to_owned(), |number| decimal(number, places))
        };
        table.row([
            contender.name.to_owned(),
            text(contender.total_ms.map(|spread| spread.median), 3),
            text(contender.total_ms.map(|spread| spread.min), 3),
            text(contender.ratio_to_sap, 2),
        ]);
    }
    let skipped = comparison.contenders.iter().filter_map(|contender| {
        let why = contender.skipped.as_ref()?;
        Some(format!("\n  {} was not run: {why}\n", contender.name))
    });
    table.text() + &skipped.collect::<String>()
}
