//! The command `report`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{failure::Failure, stdout};
use crate::{
    figures::FigureError,
    input::InputError,
    report::{Recorded, chart, page},
};

/// Where records are, in the repository.
const RECORDS: &str = "bench-harness/record";

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Records, as --record makes them [default: all folders in bench-harness/record]; or two files
    /// of what commands print with --json, to be compared
    #[arg(value_name = "FOLDER")]
    pub(super) records: Vec<PathBuf>,
    /// The page
    #[arg(long, value_name = "FILE.html", default_value = "target/report.html")]
    pub(super) out: PathBuf,
    /// Draw a chart instead, of a million boxes beside other libraries, from the first of the
    /// records
    #[arg(long, value_name = "FILE.svg", conflicts_with = "out")]
    chart: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let path = write(args)?;
    stdout::print_text(&format!("{}\n", path.display()))
}

/// Writes the page, or the chart, and returns its path.
pub(super) fn write(args: &Args) -> Result<&PathBuf, Failure> {
    let folders = if args.records.is_empty() { all_records()? } else { args.records.clone() };
    let records = folders.iter().map(|folder| Recorded::read(folder));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let (path, text) = match (&args.chart, records.first()) {
        (Some(path), Some(first)) => (path, chart(first).svg()),
        _ => (&args.out, page(&records)),
    };
    fs::write(path, text).map_err(|source| InputError::Io { path: path.clone(), source })?;
    Ok(path)
}

/// The folders of all records, in the order of their names.
fn all_records() -> Result<Vec<PathBuf>, FigureError> {
    let path = || PathBuf::from(RECORDS);
    let io = |source| FigureError::Io { path: path(), source };
    let entries = fs::read_dir(Path::new(RECORDS)).map_err(io)?;
    let folders = entries.map(|entry| Ok(entry.map_err(io)?.path()));
    let mut folders = folders.collect::<Result<Vec<_>, FigureError>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    if folders.is_empty() { Err(FigureError::Empty { path: path() }) } else { Ok(folders) }
}
