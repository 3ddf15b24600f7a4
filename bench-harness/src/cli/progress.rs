//! Progress on standard error.

use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::Progress;

/// A bar on standard error, hidden where that is no terminal, and gone when it is dropped.
///
/// It is drawn between steps only: a thread that draws would take time from what is measured.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg:8} {wide_bar} {pos}/{len}") {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Progress for Bar {
    fn begin(&self, what: &'static str, steps: u64) {
        self.0.set_length(steps);
        self.0.set_position(0);
        self.0.set_message(what);
        self.0.tick();
    }

    fn advance(&self) {
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
