//! Who is told how far a run has come.

/// Told how far a run has come. Never called within a time that is measured.
pub trait Progress: Sync {
    /// Something of `steps` steps begins.
    fn begin(&self, what: &'static str, steps: u64);

    /// A step is done.
    fn advance(&self);
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &'static str, _steps: u64) {}

    fn advance(&self) {}
}
