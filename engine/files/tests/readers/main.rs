//! Readers of files: every format, and whatever may be wrong with one.

mod arrays;
mod boxes;
mod meshes;
mod particles;
mod ply;
mod stl;
mod tables;
mod trajectories;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// Looks at all prefixes of a file and at copies of it with one other byte; counts those that
/// `is_good` says are files, and those that are not.
fn damaged(whole: &[u8], is_good: impl Fn(&[u8]) -> bool) -> [usize; 2] {
    let mut counts = [0; 2];
    let mut look = |content: &[u8]| counts[usize::from(!is_good(content))] += 1;
    (0..whole.len()).for_each(|end| look(&whole[..end]));
    for place in 0..whole.len() {
        for byte in *b"\n -9/=\0\xff" {
            let mut changed = whole.to_vec();
            changed[place] = byte;
            look(&changed);
        }
    }
    counts
}

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
