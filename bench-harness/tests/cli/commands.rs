//! The commands on scenes.

use serde_json::Value;

use crate::support::{json, run, text};

fn assert_report(report: &Value) {
    for name in ["broad_phase", "level", "digest", "version", "output"] {
        assert!(report[name].is_string(), "{name}");
    }
    for name in ["dim", "shapes", "threads", "frames", "pairs", "invalid"] {
        assert!(report[name].is_u64(), "{name}");
    }
    assert!(report["bytes_per_shape"].is_number());
    assert!(report.get("peak_rss_bytes").is_some());
    assert_spread(&report["total_ms"]);
    let stages = report["stages_ms"].as_object().expect("stages are an object");
    let names = jostle::broad::StageTimes::default().named().map(|(name, _)| name);
    assert!(names.iter().all(|name| stages.contains_key(*name)), "{stages:?}");
    stages.values().for_each(assert_spread);
}

fn assert_spread(spread: &Value) {
    let of = |name: &str| spread[name].as_f64().expect("times are numbers");
    assert!(0.0 <= of("min") && of("min") <= of("median") && of("median") <= of("p99"));
}

#[test]
fn million_reports_all_there_is() {
    let report = json(run("--shapes 3000 --frames 3 --threads 2 --json"));
    assert_report(&report);
    assert_eq!(report["scene"], "uniform");
    assert_eq!(report["shapes"], 3000);
    assert_eq!(report["threads"], 2);
    assert_eq!(report["frames"], 3);
    assert_eq!(report["output"], "collected");
    assert_eq!(report["broad_phase"], "sap");
    assert_eq!(report["seed"], 1);
}

#[test]
fn the_answer_depends_on_scene_and_seed_alone() {
    let digest = |args: &str| {
        let report = json(run(&format!("million --scene crowd --shapes 2000 --json {args}")));
        report["digest"].as_str().expect("the digest is text").to_owned()
    };
    let plain = digest("");
    assert_eq!(plain.len(), 16);
    assert_eq!(digest("--broad-phase brute-force --threads 1"), plain);
    assert_eq!(digest("--level portable --threads 3"), plain);
    assert_ne!(digest("--seed 2"), plain);
    assert_ne!(digest("--moving 0.5"), plain);
    assert_ne!(digest("--pace 0.5"), plain);
    assert_eq!(digest("--pace 0 --frames 1"), digest("--moving 0 --frames 3"));
    assert_eq!(digest("--moving 0 --frames 1"), digest("--moving 0 --frames 3"));
}

#[test]
fn what_is_told_changes_no_pair() {
    for phase in ["verlet-sap", "static-cache-sap"] {
        let digest = |told: &str| {
            let scene = "million --scene crowd --shapes 3000 --moving 0.1 --pace 0.01 --frames 40";
            let report = json(run(&format!("{scene} --broad-phase {phase} --json {told}")));
            assert_eq!(report["told"].as_bool(), (!told.is_empty()).then_some(true));
            report["digest"].as_str().expect("the digest is text").to_owned()
        };
        assert_eq!(digest("--told"), digest(""));
    }
}

#[test]
fn a_share_that_moves_is_told() {
    let some = text(run("million --shapes 100 --frames 1 --moving 0.125"));
    assert!(some.contains("  moving       0.125\n") && !some.contains("pace"), "{some}");
    let paced = text(run("million --shapes 100 --frames 1 --moving 0.5 --pace 0.01"));
    assert!(paced.contains("  moving       0.500\n") && paced.contains("  pace         0.010\n"));
}

#[test]
fn text_has_separators_and_says_where_the_pairs_went() {
    let text = text(run("million --scene coincident --shapes 2000 --frames 1 --threads 1"));
    assert!(text.contains("1,999,000\n"), "{text}");
    assert!(text.contains("  output            collected\n"), "{text}");
    for word in ["stage", "median ms", "total", "pairs per second", "bytes per shape", "digest"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn more_pairs_than_fit_are_streamed() {
    let args = "--scene coincident --shapes 23171 --frames 1 --json";
    let report = json(run(args));
    assert_eq!(report["output"], "streamed");
    assert_eq!(report["pairs"], 23171_u64 * 23170 / 2);
    assert!(report["bytes_per_shape"].as_f64().is_some_and(|bytes| bytes < 10_000.0));
}

#[test]
fn no_shapes_are_a_scene_too() {
    let report = json(run("--shapes 0 --frames 1 --json"));
    assert_eq!(report["pairs"], 0);
    assert!(report["bytes_per_shape"].is_null());
}

#[test]
fn list_names_everything() {
    let listing = json(run("--list --json"));
    let text = text(run("--list"));
    for group in ["scenes", "broad_phases", "pairs", "modes", "levels"] {
        for entry in listing[group].as_array().expect("groups are lists") {
            let name = entry["name"].as_str().expect("names are text");
            assert!(text.contains(name), "{name}");
        }
    }
    assert_eq!(listing["scenes"].as_array().map(Vec::len), Some(21));
    assert_eq!(listing["levels"][0]["available"], true);
}

#[test]
fn verify_finds_no_fault() {
    let result = json(run("verify --shapes 300 --json"));
    assert_eq!(result["ok"], true);
    assert_eq!(result["failed"], 0);
    assert!(result["broad_phases"].as_array().is_some_and(|rows| rows.len() >= 48));
    assert!(result["queries"].as_array().is_some_and(|rows| rows.len() >= 96));
    let text = text(run("verify --shapes 100 --scene chain --broad-phase sap --threads 1"));
    for part in ["99", "brute-force, double loop, closed form", "verified  1\n", "ok        yes\n"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn verify_asks_trees() {
    let text = text(run("verify --shapes 100 --scene crowd --broad-phase bvh --threads 2"));
    for kind in ["ray", "cast", "overlap", "overlap boxes", "knn", "knn within"] {
        assert!(text.contains(&format!("  {kind}  ")), "{kind}: {text}");
    }
    assert!(text.contains("verified  7\n"), "{text}");
}

#[test]
fn shapes_within_a_budget_are_found_for_every_broad_phase() {
    let args = "--budget-ms 1 --shapes 3000 --frames 1 --threads 1";
    let report = json(run(&format!("{args} --json")));
    assert_eq!(report["scene"], "rectangles");
    let all = report["broad_phases"].as_array().expect("a list of broad phases");
    let names: Vec<&str> = all.iter().filter_map(|of| of["broad_phase"].as_str()).collect();
    let known = jostle_bench::runner::broad_phases::all().iter().map(|kind| kind.name);
    assert!(known.eq(names), "{report}");
    assert!(all.iter().all(|of| of["shapes"].as_u64().is_some_and(|shapes| shapes <= 3000)));
    assert!(all.iter().any(|of| of["shapes"] == 3000), "{report}");
    let one = json(run(&format!("{args} --narrow --broad-phase bvh --json")));
    assert_eq!(one["broad_phases"].as_array().map(Vec::len), Some(1), "{one}");
}

#[test]
fn every_command_has_help_and_json() {
    let help = text(run("--help"));
    for command in ["million", "narrow", "world", "queries", "mesh", "verify", "peers", "report"] {
        assert!(help.contains(&format!("  {command} ")), "{command}: {help}");
        assert!(text(run(&format!("{command} --help"))).contains("--json"), "{command}");
    }
    assert!(text(run("render --help")).contains("--json"));
}

#[test]
fn numbers_are_written_in_many_ways() {
    let digest = |shapes: &str| {
        let row = json(run(&format!("--shapes {shapes} --frames 1e0 --json")));
        assert_eq!(row["shapes"], 2000);
        row["digest"].to_string()
    };
    assert_eq!(digest("2e3"), digest("2_000"));
}
