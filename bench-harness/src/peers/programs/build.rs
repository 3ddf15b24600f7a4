//! The programs that hold other libraries: where they are, and how they get there.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use super::refuse;
use crate::runner::Error;

/// The folder of this package: where it was built, or else below where the program runs.
fn package() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR"));
    if built.is_dir() { built.to_owned() } else { PathBuf::from("bench-harness") }
}

/// Builds the program with the Rust libraries, or with none where `plain`, those that need a C
/// compiler only if their features are named, and returns its path. Says on standard error what it
/// runs.
///
/// # Errors
/// [`Error::Request`] without cargo, and where it fails.
pub fn build(features: &[String], plain: bool) -> Result<PathBuf, Error> {
    let folder = package().join("peers");
    let target = folder.join("target");
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(folder.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&target);
    if plain {
        cargo.arg("--no-default-features");
    }
    if !features.is_empty() {
        cargo.args(["--features", &features.join(",")]);
    }
    let words: Vec<_> = std::iter::once(cargo.get_program()).chain(cargo.get_args()).collect();
    let command = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("+ {command}");
    let status = cargo.status().map_err(|error| refuse("cannot run cargo", error))?;
    if status.success() {
        Ok(target.join("release/jostle-peers"))
    } else {
        Err(refuse(command, "it failed, see above"))
    }
}

/// The program with the C++ libraries, if it was built.
#[must_use]
pub fn built_before() -> Option<PathBuf> {
    let program = package().join("peers-cpp/build/jostle-peers-cpp");
    program.is_file().then_some(program)
}
