//! The command `million` at many sizes and on many threads.

use crate::support::{failure, json, run, text};

#[test]
fn all_points_and_what_follows() {
    let args = "--scaling --scene crowd --shapes 3000 --frames 2 --threads 3";
    let report = json(run(&format!("{args} --json")));
    let points = report["points"].as_array().expect("points are a list");
    // One and three threads on both sizes, two on the larger.
    assert_eq!(points.len(), 5);
    assert!(points.iter().all(|point| point["total_ms"]["median"].as_f64() > Some(0.0)));
    assert_eq!(report["growth"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["gains"].as_array().map(Vec::len), Some(3));
    let text = text(run(args));
    for expected in ["growth", "exponent", "speed up", "efficiency"] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn lists_are_taken_as_they_are() {
    let report = json(run("--shapes 100,1e3 --threads 1,2 --frames 2 --narrow --json"));
    let points = report["points"].as_array().expect("points are a list");
    let at: Vec<_> = points.iter().map(|point| (&point["threads"], &point["shapes"])).collect();
    assert_eq!(at.len(), 4, "{at:?}");
    let digest = |threads: u64| {
        let of =
            |point: &&serde_json::Value| point["threads"] == threads && point["shapes"] == 1000;
        points.iter().find(of).map(|point| &point["digest"])
    };
    assert_eq!(digest(1), digest(2));
}

#[test]
fn wrong_arguments() {
    assert!(failure(run("--scaling --scene nowhere"), 2).contains("nowhere"));
    assert!(failure(run("--scaling --threads 0 --shapes 10"), 2).contains("thread"));
}
