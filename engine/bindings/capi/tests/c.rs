//! Programs in C, which are C++ as well, compiled without a warning, linked both ways, and run.
//! Skipped, with a line, where there is no compiler.

#![allow(clippy::print_stdout, reason = "what was skipped is said")]

mod tools;

use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use tools::{exists, libraries};

/// Whether a compiler has the runtimes of sanitizers; if not, says so.
fn sanitizes(compiler: &str) -> bool {
    let made = env::temp_dir().join(format!("jostle-{}-sanitizes-{compiler}", std::process::id()));
    let mut command = Command::new(compiler);
    command.args(["-x", "c", "-fsanitize=address,undefined", "-", "-o"]).arg(&made);
    let source = "int main(void) { return 0; }";
    let mut run =
        command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the compiler runs");
    run.stdin.take().expect("it is piped").write_all(source.as_bytes()).expect("it reads");
    let is_made = run.wait().is_ok_and(|status| status.success());
    if is_made {
        fs::remove_file(&made).expect("it was made");
    } else {
        println!("SKIPPED: {compiler} has no sanitizers");
    }
    is_made
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
fn check(compiler: &str, flags: &str, name: &str, library: &str, watch: Watch) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (libraries, source) = (libraries(), folder.join("tests/c").join(name));
    let made = env::temp_dir().join(format!(
        "jostle-{}-{compiler}-{flags}-{}-{library}-{watch:?}",
        std::process::id(),
        name.replace('/', "-")
    ));
    let language = if flags.contains("c++") { "c++" } else { "c" };
    let mut command = Command::new(compiler);
    command
        .args(["-x", language])
        .args(flags.split(' '))
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
            .env("NO_FORK", "1")
            .arg(&made)
            .output(),
        _ => Command::new(&made).output(),
    };
    let run = run.expect("the program runs");
    fs::remove_file(&made).expect("it was made");
    let text = String::from_utf8_lossy(&run.stderr);
    let status = run.status;
    assert!(status.success(), "{name} by {compiler} {flags}, {watch:?}: {status}\n{text}");
}

const PROGRAMS: [&str; 10] = [
    "pairs.c",
    "pipeline.c",
    "queries.c",
    "worlds.c",
    "asked.c",
    "lists.c",
    "domains.c",
    "memory.c",
    "threads.c",
    "environment.c",
];

#[test]
fn programs_in_c() {
    let compilers = [
        ("gcc", "-std=c99"),
        ("g++", "-std=c++11"),
        ("clang", "-std=c99"),
        ("clang++", "-std=c++11"),
    ];
    for (compiler, flags) in compilers {
        if !exists(compiler) {
            println!("SKIPPED: {compiler} is not here");
            continue;
        }
        for name in PROGRAMS {
            for library in ["libjostle_capi.a", "libjostle_capi.so"] {
                check(compiler, flags, name, library, Watch::Nobody);
            }
        }
    }
}

#[test]
fn the_header_for_cpp() {
    for compiler in ["g++", "clang++"] {
        if !exists(compiler) {
            println!("SKIPPED: {compiler} is not here");
            continue;
        }
        for flags in ["-std=c++17", "-std=c++17 -fno-exceptions", "-std=c++20"] {
            check(compiler, flags, "cpp.cpp", "libjostle_capi.so", Watch::Nobody);
        }
        // Fails where jostle and the textbook disagree.
        let crowd = "../../../clients/crowd/main.cpp";
        check(compiler, "-std=c++17", crowd, "libjostle_capi.so", Watch::Nobody);
        if sanitizes(compiler) {
            check(compiler, "-std=c++17", "cpp.cpp", "libjostle_capi.a", Watch::Sanitizers);
        }
    }
}

#[test]
fn programs_in_c_under_sanitizers() {
    if !exists("gcc") {
        println!("SKIPPED: gcc is not here");
        return;
    }
    if !sanitizes("gcc") {
        return;
    }
    for name in PROGRAMS {
        check("gcc", "-std=c99", name, "libjostle_capi.a", Watch::Sanitizers);
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
        check("gcc", "-std=c99", name, "libjostle_capi.a", Watch::Valgrind);
    }
}
