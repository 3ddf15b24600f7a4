//! Spans of the crate `tracing` around the stages of a frame, for profilers and timelines.
//!
//! Without the feature `tracing` a span is the work in it and nothing else, and the crate is not
//! linked.

#[cfg(feature = "tracing")]
use crate::exec::forks::{ForkEvent, note};

/// Does some work inside of a span of this name: `span!("narrow", narrow.contacts(..))?`.
#[cfg(feature = "tracing")]
macro_rules! span {
    ($name:literal, $work:expr) => {{
        let _entered = tracing::trace_span!(target: "jostle", $name).entered();
        let _section = crate::span::Section::begin($name);
        $work
    }};
}

/// A section in a record of forks, until it is dropped.
#[cfg(feature = "tracing")]
pub(crate) struct Section(());

#[cfg(feature = "tracing")]
impl Section {
    pub(crate) fn begin(name: &'static str) -> Self {
        note(ForkEvent::Begin(name));
        Self(())
    }
}

#[cfg(feature = "tracing")]
impl Drop for Section {
    fn drop(&mut self) {
        note(ForkEvent::End);
    }
}

/// Does some work.
#[cfg(not(feature = "tracing"))]
macro_rules! span {
    ($name:literal, $work:expr) => {
        $work
    };
}

pub(crate) use span;
