//! The command `report`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{failure::Failure, stdout};
use crate::{
    figures::FigureError,
    input::InputError,
    report::{Recorded, page},
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
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    write(args)?;
    stdout::print_text(&format!("{}\n", args.out.display()))
}

/// Writes the page.
pub(super) fn write(args: &Args) -> Result<(), Failure> {
    let folders = if args.records.is_empty() { all_records()? } else { args.records.clone() };
    let records = folders.iter().map(|folder| Recorded::read(folder));
    let html = page(&records.collect::<Result<Vec<_>, _>>()?);
    let io = |source| InputError::Io { path: args.out.clone(), source };
    Ok(fs::write(&args.out, html).map_err(io)?)
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
