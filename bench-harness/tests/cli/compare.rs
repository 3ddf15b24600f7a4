//! The command `report` on two files of what other commands printed.

use serde_json::Value;

use crate::support::{failure, file, json, run, text};

/// What a command prints with `--json`, changed as wished, in a file of its own.
fn printed(name: &str, args: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value = json(run(&format!("{args} --json")));
    change(&mut value);
    file(name, value.to_string().as_bytes())
}

const MILLION: &str = "million --shapes 2000 --frames 5 --threads 1";

fn median(value: &mut Value, ms: f64) {
    value["total_ms"] =
        serde_json::json!({"median": ms, "min": ms, "p99": ms, "mean": ms, "mad": 0.0});
}

#[test]
fn faster_slower_and_the_same() {
    let a = printed("compare-a.json", MILLION, |value| median(value, 10.0));
    for (ms, verdict) in [(8.0, "faster"), (12.0, "slower"), (10.05, "same")] {
        let b = printed("compare-b.json", MILLION, |value| median(value, ms));
        let comparison = json(run(&format!("report {a} {b} --json")));
        let [row] = &comparison["points"].as_array().expect("rows are a list")[..] else {
            panic!("{comparison}")
        };
        assert_eq!(row["verdict"], verdict);
        assert!((row["ratio"].as_f64().expect("it is a number") - ms / 10.0).abs() < 1e-9);
    }
    let b = printed("compare-slow.json", MILLION, |value| median(value, 12.0));
    assert!(text(run(&format!("report {a} {b}"))).contains("slower"));
    text(run(&format!("report {a} {b} --fail-over 0.25")));
    let output = run(&format!("report {a} {b} --fail-over 0.1"));
    assert!(failure(output, 1).contains("1.200 times"));
}

/// One standard error is 0.046 of each here, three of both 0.2.
#[test]
fn noise_hides_what_is_smaller() {
    let noisy = |name: &str, ms: f64| {
        printed(name, "--shapes 2000 --frames 16 --threads 1", |value| {
            median(value, ms);
            value["total_ms"]["mad"] = (0.1 * ms).into();
        })
    };
    let a = noisy("compare-noisy-a.json", 10.0);
    for (ms, verdict) in [(11.5, "same"), (12.5, "slower")] {
        let b = noisy("compare-noisy-b.json", ms);
        let comparison = json(run(&format!("report {a} {b} --json")));
        assert_eq!(comparison["points"][0]["verdict"], verdict, "{comparison}");
    }
}

#[test]
fn many_figures_meet_by_what_they_are_of() {
    let scaling = "--shapes 100,316,1000 --frames 2 --threads 1,2";
    let a = printed("compare-scaling-a.json", scaling, |_| {});
    let b = printed("compare-scaling-b.json", scaling, |value| {
        value["points"].as_array_mut().expect("points are a list").pop();
    });
    let comparison = json(run(&format!("report {a} {b} --json")));
    assert_eq!(comparison["points"].as_array().map(Vec::len), Some(5));
    assert_eq!(comparison["only_a"].as_array().map(Vec::len), Some(1));
    assert_eq!(comparison["only_b"].as_array().map(Vec::len), Some(0));
}

#[test]
fn what_cannot_be_compared() {
    let a = printed("compare-of-a.json", MILLION, |_| {});
    let other = printed("compare-other.json", MILLION, |value| value["digest"] = "other".into());
    let message = failure(run(&format!("report {a} {other}")), 1);
    assert!(message.contains("did not find the same"), "{message}");
    let elsewhere = printed("compare-elsewhere.json", MILLION, |value| {
        value["host"]["cpu"] = "abacus".into();
    });
    let message = failure(run(&format!("report {a} {elsewhere}")), 2);
    assert!(message.contains("abacus") && message.contains("--across-machines"), "{message}");
    text(run(&format!("report {a} {elsewhere} --across-machines")));
    let message = failure(run(&format!("report {a} no-such-file")), 2);
    assert!(message.contains("no-such-file"), "{message}");
    for (name, content, expected) in [
        ("compare-empty.json", "", "no times"),
        ("compare-text.json", "median 3 ms", "value 1"),
        ("compare-list.json", "{\"command\":\"list\"}", "host"),
    ] {
        let bad = file(name, content.as_bytes());
        let message = failure(run(&format!("report {a} {bad}")), 2);
        assert!(message.contains(expected), "{name}: {message}");
    }
}
