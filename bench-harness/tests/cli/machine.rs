//! The command `machine`, and the option `--trace`.

use crate::support::{failure, json, run, text};

#[test]
fn what_the_machine_can_do_is_told() {
    let report = json(run("machine --threads 2 --mebibytes 1 --rounds 1 --json"));
    let memory = report["memory"].as_array().expect("it is a list");
    assert_eq!(memory.len(), 2);
    for (of, threads) in memory.iter().zip([1, 2]) {
        assert_eq!(of["threads"], threads);
        assert!(of["triad"].as_f64().expect("it is a number") > 0.0);
    }
    let levels = report["arithmetic"].as_array().expect("it is a list");
    assert!(levels.iter().any(|of| of["level"] == "portable"));

    let table = text(run("machine --threads 1 --mebibytes 1 --rounds 1"));
    assert!(table.contains("triad GB/s") && table.contains("GFLOP/s"), "{table}");
}

#[test]
fn nothing_to_measure_is_refused() {
    for nothing in ["--rounds 0", "--mebibytes 0", "--threads 0"] {
        failure(run(&format!("machine {nothing}")), 2);
    }
}

#[cfg(feature = "tracing")]
#[test]
fn a_timeline_is_written() {
    use std::fs;

    use crate::support::path;

    let file = path("timeline.json");
    let name = file.to_str().expect("it is text");
    text(run(&format!("world --scene crowd --shapes 1000 --frames 2 --threads 1 --trace {name}")));
    let written = fs::read_to_string(&file).expect("the timeline is there");
    let events: serde_json::Value = serde_json::from_str(&written).expect("it is JSON");
    let events = events.as_array().expect("it is a list");
    for stage in ["step", "prepare", "broad", "order", "narrow", "events"] {
        // Begins of two warm-up steps and of two that are timed.
        let begins = events.iter().filter(|event| event["name"] == stage && event["ph"] == "B");
        assert_eq!(begins.count(), 4, "{stage}");
    }
    failure(run("million --shapes 10 --frames 1 --trace /nowhere/timeline.json"), 2);
}
