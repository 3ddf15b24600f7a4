//! The command `record`.

use std::path::PathBuf;

use super::{failure::Failure, machine::Machine, progress::Bar, stdout};
use crate::{
    host::Host,
    record::{Record, SECTIONS, Section},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that the record goes to [default: bench-harness/record/PROCESSOR_LEVEL]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Shapes of the large scenes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    shapes: u32,
    /// Take these sections only: broad-phases, steps, scaling, narrow, peers
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Build libraries for the peers too that need more than Rust, or long: box2d, box3d, rapier
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    features: Vec<String>,
    #[command(flatten)]
    machine: Machine,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let named = args.only.iter().map(|name| Section::by_name(name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let sections = if named.is_empty() { &SECTIONS[..] } else { &named };
    let level = args.machine.level()?.name();
    let usual = || PathBuf::from("bench-harness/record").join(Host::this().folder(level));
    let folder = args.out.clone().unwrap_or_else(usual);
    let threads = args.machine.threads()?;
    let features = args.features.clone();
    let record = Record { folder, shapes: args.shapes, threads, level, features };
    for section in sections {
        let file = record.take(*section, &Bar::new())?;
        stdout::print_text(&format!("{}\n", file.display()))?;
    }
    Ok(())
}
