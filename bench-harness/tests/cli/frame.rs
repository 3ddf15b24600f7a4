//! The command `million --narrow`.

use serde_json::Value;

use crate::support::{failure, json, run, text};

fn report(args: &str) -> Value {
    json(run(&format!("million --narrow --json --frames 2 {args}")))
}

#[test]
fn reports_all_there_is() {
    let report = report("--shapes 3000 --threads 2");
    for name in ["scene", "broad_phase", "level", "pairs_digest", "digest", "version"] {
        assert!(report[name].is_string(), "{name}");
    }
    for name in ["dim", "shapes", "threads", "frames", "seed", "pairs", "contacts", "points"] {
        assert!(report[name].is_u64(), "{name}");
    }
    let stages = report["stages_ms"].as_object().expect("stages are an object");
    assert!(["prepare", "broad", "narrow"].iter().all(|name| stages.contains_key(*name)));
    assert_eq!(stages.len(), 3);
    for spread in stages.values().chain([&report["total_ms"], &report["narrow_ns_per_pair"]]) {
        let of = |part: &str| spread[part].as_f64().expect("times are numbers");
        assert!(0.0 < of("min") && of("min") <= of("median") && of("median") <= of("p99"));
    }
    let [pairs, contacts, points] =
        ["pairs", "contacts", "points"].map(|name| report[name].as_f64().expect("counts"));
    assert!(0.0 < contacts && contacts < pairs && contacts < points);
    let share = report["touching_share"].as_f64().expect("the share is a number");
    assert!((share - contacts / pairs).abs() < 1e-9);
    assert_eq!((&report["checked"], &report["invalid"]), (&1000.into(), &0.into()));
    assert!(report["bytes_per_shape"].is_number());
}

#[test]
fn contacts_depend_on_scene_and_seed_alone() {
    for scene in ["uniform", "crowd", "touching-squares"] {
        let digests = |args: &str| {
            let report = report(&format!("--scene {scene} --shapes 2000 {args}"));
            [&report["pairs_digest"], &report["digest"]].map(ToString::to_string)
        };
        let plain = digests("");
        for other in
            ["--threads 1 --level portable", "--threads 3", "--broad-phase bvh --threads 2"]
        {
            assert_eq!(digests(other), plain, "{scene}: {other}");
        }
        assert_ne!(digests("--seed 2"), plain, "{scene}");
    }
}

#[test]
fn balls_have_a_point_for_each_contact() {
    let report = report("--scene crowd --shapes 2000");
    assert_eq!(report["turned"], false);
    assert_eq!(report["contacts"], report["points"]);
    assert_eq!(report["kinds"][0]["kinds"], "ball-ball");
    assert_eq!(report["checked_by_f64"], report["checked"]);
}

#[test]
fn text_says_what_was_run() {
    let shown = text(run("--narrow --shapes 1000 --frames 1 --threads 1"));
    assert!(shown.contains("  shapes       1,000\n"), "{shown}");
    for word in ["prepare", "broad", "narrow", "total", "contacts", "points", "box-box", "digest"] {
        assert!(shown.contains(word), "{word}");
    }
}

#[test]
fn no_shapes_are_a_scene_too() {
    let report = report("--shapes 0");
    assert_eq!((&report["pairs"], &report["contacts"]), (&0.into(), &0.into()));
    assert!(report["touching_share"].is_null());
}

#[test]
fn what_cannot_be_run_is_named() {
    let message = failure(run("--narrow --scene coincident --shapes 10000"), 2);
    assert!(message.contains("49995000 pairs"), "{message}");
    assert!(failure(run("--narrow --shapes 10 --frames 0"), 2).contains("0 frames"));
    assert!(failure(run("--narrow --scene unifrom"), 2).contains("\"unifrom\""));
}
