//! Readers of files: every format, and whatever may be wrong with one.

mod boxes;
mod meshes;
mod ply;
mod trajectories;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// A file with a name of its own that goes when the test ends.
struct TempFile {
    path: PathBuf,
}

impl TempFile {
    /// Writes `content` to a fresh file whose name ends in `name`.
    fn new(name: &str, content: &[u8]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("jostle-read-{}-{count}-{name}", process::id()));
        fs::write(&path, content).unwrap();
        Self { path }
    }

    /// A file that was written already.
    fn of(path: PathBuf) -> Self {
        Self { path }
    }

    fn path(&self) -> &Path {
        &self.path
    }

    /// What a message about this file says behind its name.
    fn fault(&self, message: &str) -> String {
        let prefix = format!("{}: ", self.path.display());
        message.strip_prefix(&prefix).expect("a message begins with the path").to_owned()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // Left behind where this fails, which is no concern of the test.
        let _ = fs::remove_file(&self.path);
    }
}
