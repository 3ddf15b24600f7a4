//! What tests that run compilers share.

use std::{env, path::PathBuf, process::Command};

/// Where cargo puts the libraries: beside the test.
pub(crate) fn libraries() -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    test.parent().expect("it is in a folder").to_path_buf()
}

/// Whether a program is here.
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
