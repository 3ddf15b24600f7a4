//! The command `report`: the page of all records, a record to be made, two files to be compared.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jostle_files::FileError;

use super::{
    failure::Failure,
    machine::{Machine, positive},
    progress::Bar,
    stdout::{Output, print_text},
};
use crate::{
    figures::{self, FigureError},
    host::Host,
    names::find,
    record::{Record, SECTIONS, Section},
    report::{Recorded, chart, entries, page},
    runner::Row,
};

/// Where records are, in the repository.
const RECORDS: &str = "bench-harness/record";

/// Without files the page of all records; of two files of figures the comparison.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Records, as --record makes them [default: all folders in bench-harness/record]; or two files
    /// of what commands print with --json, to be compared
    #[arg(value_name = "FOLDER")]
    records: Vec<PathBuf>,
    /// The page
    #[arg(long, value_name = "FILE.html", default_value = "target/report.html")]
    out: PathBuf,
    /// Draw a chart instead, of a million boxes beside other libraries, from the first of the
    /// records
    #[arg(long, value_name = "FILE.svg", conflicts_with = "out")]
    chart: Option<PathBuf>,
    /// End with exit code 1 if a figure of the second file is slower by more than this share,
    /// beyond the noise
    #[arg(long, value_name = "SHARE")]
    fail_over: Option<f64>,
    /// Compare times of two machines all the same
    #[arg(long)]
    across_machines: bool,
    /// Take all figures of this machine first, into this folder
    /// [default: bench-harness/record/PROCESSOR_LEVEL]
    #[arg(long, value_name = "FOLDER", num_args = 0..=1)]
    record: Option<Option<PathBuf>>,
    /// Shapes of the large scenes of a record
    #[arg(
        long,
        value_name = "N",
        default_value = "1000000",
        requires = "record",
        value_parser = positive,
    )]
    shapes: u32,
    /// Take these sections only: broad-phases, steps, scaling, narrow, peers
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', requires = "record")]
    only: Vec<String>,
    /// Build libraries for the peers too that need more than Rust, or long: box2d, box3d, rapier
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', requires = "record")]
    features: Vec<String>,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(folder) = &args.record {
        return record(args, folder.as_ref());
    }
    if let [a, b] = &args.records[..]
        && [a, b].iter().all(|path| !path.is_dir())
    {
        let comparison = figures::compare(a, b, args.across_machines)?;
        args.output.print(&comparison, &[])?;
        let fault = figures::fault(&comparison, args.fail_over);
        return fault.map_or(Ok(()), |why| Err(Failure::Finding(why)));
    }
    let path = write(args)?;
    if args.output.json {
        return args.output.print(&Row::new("report").with("out", path), &[]);
    }
    print_text(&format!("{}\n", path.display()))
}

/// Writes the page, or the chart, and returns its path.
fn write(args: &Args) -> Result<&PathBuf, Failure> {
    let folders = if args.records.is_empty() { all_records()? } else { args.records.clone() };
    let records = folders.iter().map(|folder| Recorded::read(folder));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let (path, text) = match (&args.chart, records.first()) {
        (Some(path), Some(first)) => (path, chart(first).svg()),
        _ => (&args.out, page(&records)),
    };
    fs::write(path, text).map_err(|source| FileError::io(path, source))?;
    Ok(path)
}

/// The folders of all records.
fn all_records() -> Result<Vec<PathBuf>, FigureError> {
    let mut folders = entries(Path::new(RECORDS))?;
    folders.retain(|path| path.is_dir());
    if folders.is_empty() {
        return Err(FigureError::Empty { path: PathBuf::from(RECORDS) });
    }
    Ok(folders)
}

/// Takes the figures of this machine.
fn record(args: &Args, folder: Option<&PathBuf>) -> Result<(), Failure> {
    let named = args.only.iter().map(|name| find("section", name, &SECTIONS, |one| one.name));
    let named = named.collect::<Result<Vec<&Section>, _>>()?;
    let sections = if named.is_empty() { SECTIONS.iter().collect() } else { named };
    let level = args.machine.level()?.name();
    let usual = || Path::new(RECORDS).join(Host::this().folder(level));
    let folder = folder.cloned().unwrap_or_else(usual);
    let (threads, features) = (args.machine.threads()?, args.features.clone());
    let record = Record { folder, shapes: args.shapes, threads, level, features };
    let mut files = Vec::new();
    for section in sections {
        let file = record.take(*section, &Bar::new())?;
        if !args.output.json {
            print_text(&format!("{}\n", file.display()))?;
        }
        files.push(file);
    }
    if args.output.json {
        args.output.print(&Row::new("report --record").with("files", files), &[])?;
    }
    Ok(())
}
