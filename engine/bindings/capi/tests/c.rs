//! Programs in C, which are C++ as well, compiled without a warning, linked both ways, and run.
//! Skipped, with a line, where there is no compiler.

#![allow(clippy::print_stdout, reason = "what was skipped is said")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where cargo puts the libraries: beside the test.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    test.parent().expect("it is in a folder").to_path_buf()
}

fn exists(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok()
}

/// Compiles a program, and runs it.
fn check(compiler: &str, standard: &str, name: &str, library: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (libraries, source) = (libraries(), folder.join("tests/c").join(name));
    let made = env::temp_dir()
        .join(format!("jostle-{}-{compiler}-{standard}-{name}-{library}", std::process::id()));
    let language = if standard.starts_with("c++") { "c++" } else { "c" };
    let mut command = Command::new(compiler);
    command
        .args(["-x", language, &format!("-std={standard}")])
        .args(["-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unknown-pragmas"])
        .arg("-I")
        .arg(folder.join("../include"))
        .arg(source)
        .args(["-x", "none"])
        .arg(libraries.join(library))
        .arg(format!("-Wl,-rpath,{}", libraries.display()))
        .args(["-lpthread", "-ldl", "-lm", "-lgcc_s", "-o"])
        .arg(&made);
    let compiled = command.output().expect("the compiler runs");
    let text = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{command:?}\n{text}");
    let run = Command::new(&made).output().expect("the program runs");
    fs::remove_file(&made).expect("it was made");
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{name} by {compiler} as {standard}: {}\n{text}", run.status);
}

#[test]
fn programs_in_c() {
    let compilers = [("gcc", "c99"), ("g++", "c++11"), ("clang", "c99"), ("clang++", "c++11")];
    for (compiler, standard) in compilers {
        if !exists(compiler) {
            println!("SKIPPED: {compiler} is not here");
            continue;
        }
        for name in [
            "pairs.c",
            "pipeline.c",
            "queries.c",
            "worlds.c",
            "asked.c",
            "lists.c",
            "memory.c",
            "environment.c",
        ] {
            for library in ["libjostle_capi.a", "libjostle_capi.so"] {
                check(compiler, standard, name, library);
            }
        }
    }
}
