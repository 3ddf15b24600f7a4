//! Figures from files of JSON: one object or many, one behind the other.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;
use serde_json::{Deserializer, Map, Value};

use super::FigureError;
use crate::{host::Host, runner::Spread};

/// What makes two figures figures of the same thing. What is found or taken is none of it.
const IDENTITY: [&str; 24] = [
    "command",
    "scene",
    "inputs",
    "elements",
    "seed",
    "moving",
    "pace",
    "dim",
    "shapes",
    "balls",
    "resting",
    "kind",
    "queries",
    "pair",
    "mode",
    "offset",
    "visit",
    "output",
    "task",
    "peer",
    "threads_allowed",
    "broad_phase",
    "level",
    "threads",
];

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
/// [`FigureError::Io`], [`FigureError::Format`], and [`FigureError::Empty`] where there are none.
pub fn read(path: &Path) -> Result<Vec<Figure>, FigureError> {
    let io = |source| FigureError::Io { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(io)?;
    let mut figures = Vec::new();
    for (index, object) in Deserializer::from_str(&text).into_iter().enumerate() {
        let format = |why| FigureError::Format { path: path.to_owned(), number: index + 1, why };
        let object: Map<String, Value> = object.map_err(|error| format(error.to_string()))?;
        figures.extend(figures_of(object).map_err(|error| format(error.to_string()))?);
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
        let identity = IDENTITY.into_iter().filter_map(of_name).collect();
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
        let telling = IDENTITY.iter().filter(|name| !["seed", "moving", "output"].contains(name));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).expect("it is an object")
    }

    fn from() -> String {
        format!(
            r#""host":{},"when":"now""#,
            serde_json::to_string(&Host::this()).expect("it has plain fields")
        )
    }

    const TIME: &str = r#"{"median":2.0,"min":1.0,"p99":4.0,"mean":2.5,"mad":0.5}"#;

    #[test]
    fn a_figure_knows_what_it_is_of() {
        let text = format!(
            r#"{{"command":"million","shapes":7,"pace":null,"pairs":3,"frames":4,"total_ms":{TIME},"digest":"ab",{}}}"#,
            from()
        );
        let [figure] = &figures_of(object(&text)).unwrap()[..] else { panic!("it is one") };
        assert_eq!(figure.name(), "million, 7 shapes");
        assert_eq!(figure.digest.as_deref(), Some("ab"));
        assert!(
            !figure.identity.contains_key("pairs"),
            "what is found does not tell what was asked"
        );
        let error = figure.uncertainty();
        assert!((error - 1.4826 * 1.2533 * 0.25 / 2.0).abs() < 1e-12, "{error}");
    }

    #[test]
    fn points_share_what_stands_around_them() {
        let text = format!(
            r#"{{"command":"scaling","scene":"crowd","points":[
                {{"threads":1,"frames":2,"total_ms":{TIME}}},{{"threads":2,"frames":2,"total_ms":{TIME}}}],{}}}"#,
            from()
        );
        let figures = figures_of(object(&text)).unwrap();
        let names: Vec<String> = figures.iter().map(Figure::name).collect();
        assert_eq!(names, ["scaling, crowd, 1 threads", "scaling, crowd, 2 threads"]);
    }

    #[test]
    fn what_lacks_a_time_or_a_machine_is_refused() {
        let timeless = format!(r#"{{"command":"list","frames":1,{}}}"#, from());
        assert!(figures_of(object(&timeless)).unwrap_err().to_string().contains("total_ms"));
        let nowhere = format!(r#"{{"frames":1,"total_ms":{TIME}}}"#);
        assert!(figures_of(object(&nowhere)).unwrap_err().to_string().contains("host"));
    }
}
