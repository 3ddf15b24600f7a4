//! A record as one HTML page: without scripts, without network, for screens of all sizes and for
//! paper.

mod bars;
mod chart;
mod lines;
mod sections;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use crate::{
    figures::{Figure, FigureError, read},
    sheet::escaped,
};
pub(crate) use chart::chart;

/// Colors of series, which can be told apart on white and on black.
const SERIES: [u32; 10] = [
    0x4a7fb5, 0x6aa84f, 0xd9a441, 0xb5538a, 0x5bb5b0, 0x8a6fc9, 0xa07850, 0xcf5c4a, 0x7f8c4a,
    0x8b95a0,
];

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The name of its folder.
    pub name: String,
    /// All of its figures.
    pub figures: Vec<Figure>,
}

impl Recorded {
    /// Reads all files of figures in a folder, in the order of their names.
    ///
    /// # Errors
    /// Those of [`read`], and [`FigureError::Empty`] where there is no such file.
    pub fn read(folder: &Path) -> Result<Self, FigureError> {
        let mut figures = Vec::new();
        for path in entries(folder)? {
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                figures.extend(read(&path)?);
            }
        }
        if figures.is_empty() {
            return Err(FigureError::Empty { path: folder.to_owned() });
        }
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, figures })
    }

    /// The figures of a command.
    fn of<'a>(&'a self, command: &'a str) -> impl Iterator<Item = &'a Figure> {
        self.figures.iter().filter(move |figure| {
            figure.identity.get("command").is_some_and(|name| name == command)
        })
    }
}

/// What lies in a folder, in the order of the names.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, FigureError> {
    let io = |source| FigureError::Io { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(io)?;
    let paths = entries.map(|entry| Ok(entry.map_err(io)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, FigureError>>()?;
    paths.sort();
    Ok(paths)
}

/// The page.
#[must_use]
pub fn page(records: &[Recorded]) -> String {
    let body = |record| format!("<article>\n{}{}</article>\n", head(record), sections::all(record));
    let bodies: String = records.iter().map(body).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>jostle: measured</title>\n<style>\n{}</style></head>\n<body><main>\n\
         <h1>jostle, measured</h1>\n{bodies}</main></body></html>\n",
        include_str!("../../page/report.css")
    )
}

/// On what machine, when, and whether others were busy there.
fn head(record: &Recorded) -> String {
    let Some(first) = record.figures.first() else { return String::new() };
    let host = &first.host;
    let times = || record.figures.iter().map(|figure| &figure.when[..]);
    let minute = |time: Option<&str>| {
        time.and_then(|t| t.get(..16)).map_or(String::new(), |t| escaped(&t.replace('T', " ")))
    };
    let (from, to) = (minute(times().min()), minute(times().max()));
    let virtual_machine =
        if host.virtual_machine == Some(true) { ", a virtual machine" } else { "" };
    let load = record.figures.iter().filter_map(|figure| figure.host.load).fold(0.0, f64::max);
    let busy = if load > 1.5 * host.cores as f64 {
        format!("<p class=\"warning\">Others were busy: the load went up to {load:.1}.</p>\n")
    } else {
        String::new()
    };
    format!(
        "<h2>{}</h2>\n<p>{}, {} threads{virtual_machine}, {}. Measured from {from} to {to} UTC. \
         Bars are medians.</p>\n{busy}",
        escaped(&record.name),
        escaped(&host.cpu),
        host.cores,
        escaped(&host.platform)
    )
}

/// A number of an object.
fn number(object: &Map<String, Value>, name: &str) -> Option<f64> {
    object.get(name)?.as_f64()
}

/// A word of an object, or nothing.
fn word<'a>(object: &'a Map<String, Value>, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or("")
}
