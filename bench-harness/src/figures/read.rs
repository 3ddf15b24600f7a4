//! Figures from files of JSON: one object or many, one behind the other.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;
use serde_json::{Deserializer, Map, Value};

use super::FigureError;
use crate::{host::Host, runner::Spread};

/// What makes two figures figures of the same thing. What is found or taken is none of it.
const IDENTITY: &str = "command scene inputs elements seed moving pace told dim shapes balls \
                        resting kind queries pair mode offset visit output task peer \
                        threads_allowed broad_phase level threads";

/// A time, and what it is of.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What was asked, by name.
    pub identity: BTreeMap<&'static str, String>,
    /// What it took.
    pub total_ms: Spread,
    /// How often it was timed.
    pub frames: u32,
    /// The digest of what was found, if one was taken.
    pub digest: Option<String>,
    /// The machine.
    pub host: Host,
    /// When it was printed, in UTC.
    pub when: String,
    /// Everything that was printed.
    pub printed: Map<String, Value>,
}

/// What every object with a time has.
#[derive(Deserialize)]
struct Timed {
    total_ms: Spread,
    frames: u32,
    digest: Option<String>,
}

/// Where an object comes from.
#[derive(Clone, Deserialize)]
struct From {
    host: Host,
    when: String,
}

/// Reads the figures of a file. An object with a list of `points` stands for as many figures.
///
/// # Errors
/// [`FigureError`], also where there are none.
pub fn read(path: &Path) -> Result<Vec<Figure>, FigureError> {
    let io = |source| FigureError::Io { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(io)?;
    let mut figures = Vec::new();
    for (index, object) in Deserializer::from_str(&text).into_iter().enumerate() {
        let format = |why: serde_json::Error| {
            let (path, number) = (path.display(), index + 1);
            let what = "is not what a command prints with --json";
            FigureError::Use(format!("{path}: value {number} {what}: {why}"))
        };
        figures.extend(object.and_then(figures_of).map_err(format)?);
    }
    if figures.is_empty() {
        return Err(FigureError::Empty { path: path.to_owned() });
    }
    Ok(figures)
}

/// The figures of an object: its own, or those of its points.
fn figures_of(mut object: Map<String, Value>) -> Result<Vec<Figure>, serde_json::Error> {
    let from: From = serde_json::from_value(Value::Object(object.clone()))?;
    let points = match object.remove("points") {
        Some(Value::Array(points)) => points,
        _ => return Figure::new(object, from).map(|figure| vec![figure]),
    };
    let of_all = |point| {
        let mut whole = object.clone();
        whole.append(&mut serde_json::from_value::<Map<String, Value>>(point)?);
        Figure::new(whole, from.clone())
    };
    points.into_iter().map(of_all).collect()
}

impl Figure {
    fn new(
        printed: Map<String, Value>,
        From { host, when }: From,
    ) -> Result<Self, serde_json::Error> {
        let of_name = |name| {
            let value = printed.get(name).filter(|value| !value.is_null())?;
            Some((name, value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        };
        let identity = IDENTITY.split(' ').filter_map(of_name).collect();
        let Timed { total_ms, frames, digest } =
            serde_json::from_value(Value::Object(printed.clone()))?;
        Ok(Self { identity, total_ms, frames, digest, host, when, printed })
    }

    /// What it is a figure of, in a few words: what matters most first.
    #[must_use]
    pub fn name(&self) -> String {
        let unit = |name| match name {
            "dim" => "D",
            "shapes" | "pairs" => " shapes",
            "threads" => " threads",
            _ => "",
        };
        let telling =
            IDENTITY.split(' ').filter(|name| !["seed", "moving", "output"].contains(name));
        let words =
            telling.filter_map(|name| Some(format!("{}{}", self.identity.get(name)?, unit(name))));
        words.collect::<Vec<_>>().join(", ")
    }

    /// How uncertain the median is by what it was taken from, as a share of it: one standard error,
    /// for times that are scattered normally, and estimated from the median absolute deviation,
    /// which a few long frames leave alone.
    #[must_use]
    pub fn uncertainty(&self) -> f64 {
        /// Standard deviation over median absolute deviation, of a normal distribution.
        const DEVIATION: f64 = 1.4826;
        /// Standard error of a median over that of a mean, of the same.
        const OF_MEDIAN: f64 = 1.2533;
        let Spread { median, mad, .. } = self.total_ms;
        if median <= 0.0 {
            return 0.0;
        }
        DEVIATION * OF_MEDIAN * mad / median / f64::from(self.frames.max(1)).sqrt()
    }
}
