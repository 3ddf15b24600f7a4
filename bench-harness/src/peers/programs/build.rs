//! The programs that hold other libraries: where they are, and how they get there.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use super::ProgramError;

/// The folder of this package: where it was built, or else below where the program runs.
fn package() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR"));
    if built.is_dir() { built.to_owned() } else { PathBuf::from("bench-harness") }
}

/// Builds the program with the Rust libraries, those that need a C compiler only if their features
/// are named, and returns its path. Says on standard error what it runs.
///
/// # Errors
/// [`ProgramError::Start`] without cargo, and [`ProgramError::Build`].
pub fn build(features: &[String]) -> Result<PathBuf, ProgramError> {
    let folder = package().join("peers");
    let target = folder.join("target");
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(folder.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&target);
    if !features.is_empty() {
        cargo.args(["--features", &features.join(",")]);
    }
    let words: Vec<_> = std::iter::once(cargo.get_program()).chain(cargo.get_args()).collect();
    let command = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("+ {command}");
    let start = |source| ProgramError::Start { program: "cargo".to_owned(), source };
    if !cargo.status().map_err(start)?.success() {
        return Err(ProgramError::Build { command });
    }
    Ok(target.join("release/jostle-peers"))
}

/// The program with the C++ libraries, if it was built.
#[must_use]
pub fn built_before() -> Option<PathBuf> {
    let program = package().join("peers-cpp/build/jostle-peers-cpp");
    program.is_file().then_some(program)
}
