//! The command `scaling`.

use crate::support::{failure, json, run, text};

#[test]
fn all_points_and_what_follows() {
    let args = "scaling --scene crowd --shapes 3000 --least 1000 --frames 2 --threads 3";
    let report = json(run(&format!("{args} --json")));
    let points = report["points"].as_array().expect("points are a list");
    // One and three threads on both sizes, two on the larger.
    assert_eq!(points.len(), 5);
    assert!(points.iter().all(|point| point["total_ms"]["median"].as_f64() > Some(0.0)));
    assert_eq!(report["growth"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["threads"].as_array().map(Vec::len), Some(3));
    let text = text(run(args));
    for expected in ["to the power of", "speed-up", "efficiency", "ns per shape"] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn wrong_arguments() {
    assert!(failure(run("scaling --scene nowhere"), 2).contains("nowhere"));
    assert!(failure(run("scaling --threads 0 --shapes 10"), 2).contains("thread"));
}
