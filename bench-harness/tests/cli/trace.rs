//! The options `--trace` and `--model-threads`.

use std::fs;

use crate::support::{failure, json, path, run, text};

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

/// The model's times are between the longest chain of parts and the sum of all, and on one thread
/// nothing could run beside something else.
#[test]
fn more_threads_are_modeled() {
    let asked = "--scene crowd --shapes 30000 --frames 3 --threads 1 --model-threads 1,4,16 --json";
    for command in ["million --broad-phase sap", "world --broad-phase verlet-sap --pace 0.01"] {
        let row = json(run(&format!("{command} {asked}")));
        let rows = row["model"].as_array().expect("it is a list");
        assert_eq!(rows.len(), 3);
        let figure = |row: &serde_json::Value, name: &str| row[name].as_f64().expect("a number");
        for row in rows {
            let [work, span, time] =
                ["work_ms", "span_ms", "time_ms"].map(|name| figure(row, name));
            assert!(0.0 < span && span <= time && span <= work, "{row}");
            let threads = figure(row, "threads");
            assert!(time >= work / threads, "{row}");
        }
        assert_eq!(figure(&rows[0], "work_ms"), figure(&rows[0], "time_ms"));
        assert!(figure(&rows[1], "span_ms") < 0.8 * figure(&rows[1], "work_ms"), "{rows:?}");
        let sections = row["serial_sections"].as_array().expect("it is a list");
        assert!(sections.iter().any(|row| row["section"] == "broad" || row["section"] == "plan"));
    }
}
