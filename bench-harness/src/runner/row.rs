//! The one kind of report: named figures in order.

use serde::Serialize;
use serde_json::{Map, Value};

/// Named figures in the order in which they were set: what was asked, what it took, what was found.
///
/// A figure is a word, a number, a [`Spread`](super::Spread) of times, a map of these, or a list of
/// rows. Serializes to the JSON object that the program prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Row(Map<String, Value>);

impl Row {
    /// The report of a command.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self::default().with("command", command)
    }

    /// The fields of a value as figures.
    ///
    /// # Panics
    /// When it is no struct of plain values.
    #[must_use]
    pub fn of(value: &impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(Value::Object(fields)) => Self(fields),
            _ => panic!("figures are plain values with names"),
        }
    }

    /// The same with one more figure. A quotient that is not finite becomes `null`.
    ///
    /// # Panics
    /// When the value does not serialize, which no plain value does.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.set(name, value);
        self
    }

    /// Sets a figure.
    ///
    /// # Panics
    /// As [`with`](Self::with).
    pub fn set(&mut self, name: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("figures are plain values");
        self.0.insert(name.to_owned(), value);
    }

    /// The same without a figure.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.shift_remove(name);
        self
    }

    /// Adds the figures of another row behind these.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// A figure; `null` where there is none of the name.
    #[must_use]
    pub fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// A figure that is a whole number; 0 where it is none.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.get(name).as_u64().unwrap_or(0)
    }

    /// A figure that is a word; nothing where it is none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.get(name).as_str().unwrap_or("")
    }

    /// The median of a figure that is a spread of times; 0 where it is none.
    #[must_use]
    pub fn median(&self, name: &str) -> f64 {
        self.get(name)["median"].as_f64().unwrap_or(0.0)
    }

    /// All figures.
    #[must_use]
    pub fn figures(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The quotient, where there is one.
pub(crate) fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
