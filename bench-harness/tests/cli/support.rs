//! Runs the program and looks at what it prints.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// Runs the program with these arguments, separated by spaces.
pub(crate) fn run(args: &str) -> Output {
    let words: Vec<&str> = args.split_whitespace().collect();
    run_words(&words)
}

/// Runs the program with these arguments.
pub(crate) fn run_words(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jostle-bench"))
        .args(args)
        .env_remove("JOSTLE_LEVEL")
        .output()
        .expect("the program starts")
}

/// Asserts that the program went well, and returns what it printed.
pub(crate) fn text(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "", "nothing is said where all is well");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Asserts that the program went well and printed one JSON object and nothing else.
pub(crate) fn json(output: Output) -> Value {
    let value: Value = serde_json::from_str(&text(output)).expect("the output is JSON");
    assert!(value.is_object());
    value
}

/// Asserts that the program failed with `code` and one line on standard error, and returns that.
pub(crate) fn failure(output: Output, code: i32) -> String {
    let errors = String::from_utf8(output.stderr).expect("the errors are text");
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}

/// Asserts that each of these arguments behind a command is refused with exit code 2, by a message
/// that has the part beside it.
pub(crate) fn each_is_refused(command: &str, cases: &[(&str, &str)]) {
    for (args, part) in cases {
        let message = failure(run(&format!("{command} {args}")), 2);
        assert!(message.contains(part), "{args}: {part} in {message}");
    }
}

/// The path of a file of this name for tests, unused by other tests.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Writes a file for a test and returns its path.
pub(crate) fn file(name: &str, content: &[u8]) -> String {
    let path = path(name);
    fs::write(&path, content).expect("the folder for tests can be written");
    path.to_str().expect("the folder for tests has a plain name").to_owned()
}

/// Rows of floats as a raw file has them.
pub(crate) fn raw(rows: &[[f32; 6]]) -> Vec<u8> {
    rows.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect()
}
