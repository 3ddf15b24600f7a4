//! Files for the tests of the readers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A file with a name of its own that goes when the test ends.
pub(super) struct TempFile {
    path: PathBuf,
}

impl TempFile {
    /// Writes `content` to a fresh file whose name ends in `name`.
    pub(super) fn new(name: &str, content: &[u8]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("jostle-{}-{count}-{name}", process::id()));
        fs::write(&path, content).unwrap();
        Self { path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // Left behind where this fails, which is no concern of the test.
        let _ = fs::remove_file(&self.path);
    }
}
