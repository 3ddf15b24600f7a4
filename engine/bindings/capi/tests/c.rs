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

/// What watches a program while it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Watch {
    Nobody,
    /// AddressSanitizer and UndefinedBehaviorSanitizer, compiled into it.
    Sanitizers,
    Valgrind,
}

/// Compiles a program, and runs it.
fn check(compiler: &str, standard: &str, name: &str, library: &str, watch: Watch) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (libraries, source) = (libraries(), folder.join("tests/c").join(name));
    let made = env::temp_dir()
        .join(format!("jostle-{}-{compiler}-{standard}-{name}-{library}", std::process::id()))
        .with_extension(format!("{watch:?}"));
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
    if watch == Watch::Sanitizers {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    let compiled = command.output().expect("the compiler runs");
    let text = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{command:?}\n{text}");
    let run = match watch {
        Watch::Valgrind => Command::new("valgrind")
            .args(["-q", "--error-exitcode=9", "--leak-check=full"])
            .args(["--errors-for-leak-kinds=definite", "--fair-sched=yes"])
            .arg(&made)
            .output(),
        _ => Command::new(&made).output(),
    };
    let run = run.expect("the program runs");
    fs::remove_file(&made).expect("it was made");
    let text = String::from_utf8_lossy(&run.stderr);
    let status = run.status;
    assert!(status.success(), "{name} by {compiler} as {standard}, {watch:?}: {status}\n{text}");
}

const PROGRAMS: [&str; 8] = [
    "pairs.c",
    "pipeline.c",
    "queries.c",
    "worlds.c",
    "asked.c",
    "lists.c",
    "memory.c",
    "environment.c",
];

#[test]
fn programs_in_c() {
    let compilers = [("gcc", "c99"), ("g++", "c++11"), ("clang", "c99"), ("clang++", "c++11")];
    for (compiler, standard) in compilers {
        if !exists(compiler) {
            println!("SKIPPED: {compiler} is not here");
            continue;
        }
        for name in PROGRAMS {
            for library in ["libjostle_capi.a", "libjostle_capi.so"] {
                check(compiler, standard, name, library, Watch::Nobody);
            }
        }
    }
}

#[test]
fn programs_in_c_under_sanitizers() {
    if !exists("gcc") {
        println!("SKIPPED: gcc is not here");
        return;
    }
    for name in PROGRAMS {
        check("gcc", "c99", name, "libjostle_capi.a", Watch::Sanitizers);
    }
}

#[test]
fn programs_in_c_under_valgrind() {
    if !exists("gcc") || !exists("valgrind") {
        println!("SKIPPED: gcc or valgrind is not here");
        return;
    }
    // Valgrind has one floating-point environment.
    for name in PROGRAMS.into_iter().filter(|name| *name != "environment.c") {
        check("gcc", "c99", name, "libjostle_capi.a", Watch::Valgrind);
    }
}
