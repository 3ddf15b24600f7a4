//! The program, run as its parent runs it.

use std::{
    env, fs,
    path::PathBuf,
    process::{self, Command, Output},
};

use serde_json::Value;

/// A file that is removed when the test is over.
struct Boxes(PathBuf);

impl Boxes {
    fn new(name: &str, values: &[f32]) -> Self {
        let path = env::temp_dir().join(format!("jostle-peers-{}-{name}", process::id()));
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        fs::write(&path, bytes).expect("a file");
        Self(path)
    }

    /// Three unit squares in a row, the first two of which touch.
    fn squares(name: &str) -> Self {
        Self::new(name, &[0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 3.0, 0.0, 4.0, 1.0])
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for Boxes {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jostle-peers")).args(args).output().expect("the program")
}

fn json(args: &[&str]) -> Value {
    let output = run(args);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Asserts that these arguments end with code 2 and one line that says this.
fn assert_refused(args: &[&str], says: &str) {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(text.starts_with("jostle-peers: ") && text.lines().count() == 1, "{text}");
    assert!(text.contains(says), "{text}");
}

#[test]
fn pairs_are_reported() {
    let boxes = Boxes::squares("pairs");
    let args = ["--boxes", boxes.path(), "--dim", "2", "--threads", "2", "--runs", "4"];
    let report = json(&[&["pairs", "--peer", "grid"][..], &args].concat());
    for (field, value) in [("peer", "grid"), ("library", "hand-written"), ("task", "pairs")] {
        assert_eq!(report[field], value);
    }
    for (field, value) in
        [("dim", 2), ("boxes", 3), ("threads", 2), ("pairs", 1), ("duplicates", 0)]
    {
        assert_eq!(report[field], value, "{field}");
    }
    assert_eq!(report["digest"].as_str().map(str::len), Some(16));
    for times in ["build_ms", "find_ms", "total_ms"] {
        assert_eq!(report[times].as_array().map(Vec::len), Some(4), "{times}");
    }
    let reference = json(&[&["pairs", "--peer", "jostle"][..], &args].concat());
    assert_eq!(report["digest"], reference["digest"]);
}

#[test]
fn boxes_that_drift_are_reported() {
    let boxes = Boxes::squares("drift");
    // The third comes from the right, and touches the second in the last of two runs.
    let by = Boxes::new("by", &[0.0, 0.0, 0.0, 0.0, -0.5, 0.0]);
    let files = ["--boxes", boxes.path(), "--by", by.path(), "--dim", "2"];
    let runs = |runs: &str| {
        json(
            &[&["drift", "--peer", "jostle-bvh", "--warm-up", "1", "--runs", runs], &files[..]]
                .concat(),
        )
    };
    assert_eq!((&runs("1")["task"], &runs("1")["pairs"]), (&"drift".into(), &2.into()));
    assert_eq!(runs("5")["pairs"], 3);
}

#[test]
fn neighbors_are_reported() {
    let boxes = Boxes::squares("nearest");
    let args = ["nearest", "--peer", "jostle", "--boxes", boxes.path(), "--dim", "2"];
    let report = json(&[&args[..], &["--neighbors", "2"]].concat());
    assert_eq!((&report["neighbors"], &report["found"]), (&2.into(), &6.into()));
    assert_eq!(report["sum_of_distances"], 4.0);
    assert_eq!(report["jostle_sum_of_distances"], 4.0);
}

#[test]
fn peers_are_listed() {
    let list = json(&["list", "--json"]);
    let peers = list["peers"].as_array().expect("peers");
    let jostle = peers.iter().find(|peer| peer["name"] == "jostle").expect("jostle");
    assert_eq!(jostle["dims"], serde_json::json!([2, 3]));
    assert_eq!(jostle["tasks"], serde_json::json!(["pairs", "drift", "nearest"]));
    assert_eq!(jostle["threads"], true);
    let text = String::from_utf8(run(&["list"]).stdout).expect("text");
    assert!(peers.iter().all(|peer| text.contains(peer["method"].as_str().expect("method"))));
}

#[test]
fn wrong_requests_are_refused() {
    let boxes = Boxes::squares("wrong");
    let asked = |more: &[&str]| {
        let args = ["pairs", "--boxes", boxes.path()];
        [&args[..], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let refused = |more: &[&str], says: &str| {
        let args = asked(more);
        assert_refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), says);
    };
    refused(&["--peer", "nobody"], "there are jostle, ");
    refused(&["--peer", "jostle", "--dim", "4"], "--dim 4");
    refused(&["--peer", "jostle", "--dim", "2", "--threads", "0"], "--threads 0");
    refused(&["--peer", "jostle", "--dim", "2", "--runs", "0"], "--runs 0");
    refused(&["--peer", "jostle-dynamic-tree", "--dim", "2"], "does not do pairs in 2 dimensions");
    let path = boxes.path();
    assert_refused(
        &["nearest", "--peer", "jostle", "--boxes", path, "--dim", "2", "--neighbors", "0"],
        "--neighbors 0",
    );
}

#[test]
fn wrong_files_are_refused() {
    let refused = |name: &str, values: &[f32], says: &str| {
        let boxes = Boxes::new(name, values);
        assert_refused(&["pairs", "--peer", "sweep", "--dim", "2", "--boxes", boxes.path()], says);
    };
    refused("ragged", &[0.0; 7], "28 bytes are not a whole number of rows of 16 bytes");
    refused("nan", &[0.0, 0.0, 1.0, 1.0, 0.0, f32::NAN, 1.0, 1.0], "box 1 is not finite");
    refused("infinite", &[0.0, 0.0, 1.0, f32::INFINITY], "box 0 is not finite");
    refused("reversed", &[0.0, 2.0, 1.0, 1.0], "ends before it begins");
    assert_refused(
        &["pairs", "--peer", "sweep", "--boxes", "/nowhere/at-all"],
        "/nowhere/at-all: ",
    );
    let (boxes, by) = (Boxes::squares("from"), Boxes::new("short", &[0.0, 0.0, 1.0, 1.0]));
    let files = ["--boxes", boxes.path(), "--by", by.path(), "--dim", "2"];
    assert_refused(
        &[&["drift", "--peer", "jostle"][..], &files].concat(),
        "2 rows, where the other file has 3",
    );
}
