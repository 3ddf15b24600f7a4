//! What is counted.

/// Anything that goes wrong ends the program; it can cross threads.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A piece of work that is the same each time, and its name in the record.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) work: Box<dyn FnMut()>,
}

impl Case {
    pub(crate) fn new(name: &'static str, work: impl FnMut() + 'static) -> Self {
        Self { name, work: Box::new(work) }
    }
}

/// The cases of a group, made ready.
pub(crate) type Cases = Result<Vec<Case>, Failure>;
