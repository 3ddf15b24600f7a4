//! The command `simulate`.

mod crowd;
mod granular;

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Subcommand;

use super::{
    failure::Failure,
    machine::Engine,
    text::{Align, Table, counted, decimal},
};
use crate::{
    input::InputError,
    render::Format,
    runner::DEFAULT_SEED,
    simulation::{Course, Published, Stage},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, Subcommand)]
enum What {
    /// People who leave rooms by doors: the social force model of Helbing, Farkas and Vicsek
    Crowd(crowd::Args),
    /// Spheres that settle in a box: springs, dashpots and friction after Cundall and Strack
    Granular(granular::Args),
}

/// What all simulations take.
#[derive(Clone, Debug, clap::Args)]
struct Common {
    /// Seed of the beginning
    #[arg(long, value_name = "K", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    engine: Engine,
    /// Draw the end into this file, ending in .svg or .png, or .html for a page
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Common {
    /// Where to draw, and how.
    fn picture(&self) -> Result<Option<(&Path, Format)>, Failure> {
        let path = self.out.as_deref();
        path.map(|path| Ok((path, Format::of(path)?))).transpose()
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.what {
        What::Crowd(args) => crowd::run(args),
        What::Granular(args) => granular::run(args),
    }
}

fn write(path: &Path, picture: Vec<u8>) -> Result<(), Failure> {
    fs::write(path, picture)
        .map_err(|source| InputError::Io { path: path.to_owned(), source }.into())
}

/// A figure, or a dash.
fn figure(figure: Option<f64>, places: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| decimal(figure, places))
}

/// What a run ran on.
fn run_on(Course { broad_phase, level, threads, step_ms, .. }: &Course) -> String {
    let (threads, ms) = (counted(*threads as u64, "thread"), decimal(*step_ms, 3));
    format!("{broad_phase} at {level} on {threads}, {ms} ms a step")
}

/// Mean times of stages.
fn stages(stages: &[Stage]) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right]);
    table.row(["stage", "ms a step"]);
    for stage in stages {
        table.row([stage.name.to_owned(), decimal(stage.ms, 3)]);
    }
    table.text()
}

/// What was measured beside what was published.
fn comparison(published: &[Published]) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Left, Align::Left]);
    table.row(["", "here", "published", "by"]);
    for of in published {
        table.row([of.what.to_owned(), figure(of.here, 3), of.there.clone(), of.source.to_owned()]);
    }
    table.text()
}
