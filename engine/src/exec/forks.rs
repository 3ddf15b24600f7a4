//! A record of what forks where, for a model of more threads than there are.

use std::{cell::RefCell, time::Duration};

use crate::clock::Clock;

/// What happens in a record of forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForkEvent {
    /// A section of this name begins.
    Begin(&'static str),
    /// The section that began last ends.
    End,
    /// From here on there are two ways, and this is the first one.
    Fork,
    /// The first way of the last fork ends, and the second one begins.
    Other,
    /// Both ways of the last fork have come to their ends.
    Join,
}

/// What is recorded on this thread.
struct Recorder {
    threads: usize,
    begin: Clock,
    events: Vec<(Duration, ForkEvent)>,
}

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// Does some work on this thread alone, cut into as many parts as for so many `threads`, and
/// records what could have run beside what: each event with the time since the work began. What is
/// after the last event is recorded as a [`ForkEvent::End`].
///
/// Both ways of a fork run one after the other, so each takes the time that it takes alone. Not
/// recorded are forks of a user's own, and those of a stream, which is not to be part of the work.
///
/// # Panics
/// When work that is recorded records some of itself.
pub fn record_forks<R>(
    threads: usize,
    work: impl FnOnce() -> R,
) -> (R, Vec<(Duration, ForkEvent)>) {
    /// Ends the record, also where the work panics.
    struct Recording;
    impl Drop for Recording {
        fn drop(&mut self) {
            RECORDER.take();
        }
    }
    let recorder = Recorder { threads, begin: Clock::start(), events: Vec::new() };
    assert!(RECORDER.replace(Some(recorder)).is_none(), "forks are being recorded");
    let recording = Recording;
    let result = work();
    note(ForkEvent::End);
    let events = RECORDER.take().map(|recorder| recorder.events).unwrap_or_default();
    drop(recording);
    (result, events)
}

/// For how many threads work is cut, where it is recorded.
pub(super) fn threads() -> Option<usize> {
    RECORDER.with_borrow(|recorder| recorder.as_ref().map(|recorder| recorder.threads))
}

/// Records an event, if this work is recorded.
pub(crate) fn note(event: ForkEvent) {
    RECORDER.with_borrow_mut(|recorder| {
        if let Some(Recorder { begin, events, .. }) = recorder {
            events.push((begin.elapsed(), event));
        }
    });
}
