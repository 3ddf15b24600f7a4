//! Spans of the crate `tracing` around the stages of a frame, for profilers and timelines.
//!
//! Without the feature `tracing` a span is the work in it and nothing else, and the crate is not
//! linked.

/// Does some work inside of a span of this name: `span!("narrow", narrow.contacts(..))?`.
#[cfg(feature = "tracing")]
macro_rules! span {
    ($name:literal, $work:expr) => {{
        let _entered = tracing::trace_span!(target: "jostle", $name).entered();
        $work
    }};
}

/// Does some work.
#[cfg(not(feature = "tracing"))]
macro_rules! span {
    ($name:literal, $work:expr) => {
        $work
    };
}

pub(crate) use span;
