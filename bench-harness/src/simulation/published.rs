//! What was measured, beside what was published.

use serde::Serialize;

/// A figure beside what was published of it.
#[derive(Clone, Debug, Serialize)]
pub struct Published {
    /// What it is, with its unit.
    pub what: &'static str,
    /// What was measured here; none where there was nothing to measure.
    pub here: Option<f64>,
    /// What was published.
    pub there: String,
    /// Where.
    pub source: &'static str,
}

impl Published {
    pub(super) fn new(
        what: &'static str,
        here: Option<f64>,
        there: impl Into<String>,
        source: &'static str,
    ) -> Self {
        Self { what, here, there: there.into(), source }
    }
}
