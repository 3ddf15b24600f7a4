//! The option `--trace`.

use std::fs;

use crate::support::{failure, path, run, text};

#[test]
fn a_timeline_is_written() {
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
