//! Scenes that are made from recorded data, and what is said where it is absent.

use std::process::{Command, Output};

use jostle_bench::scene;
use serde_json::Value;

use crate::{
    recorded::recorded,
    support::{failure, json, run, text},
};

/// Runs the program where no recorded data is.
fn run_without_data(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jostle-bench"))
        .args(args.split_whitespace())
        .env_remove("JOSTLE_LEVEL")
        .env("JOSTLE_DATA", "no-such-folder")
        .output()
        .expect("the program starts")
}

/// The names of recorded scenes, and the files that they are made from.
fn recorded_scenes() -> impl Iterator<Item = (&'static str, &'static str)> {
    scene::all().iter().filter_map(|kind| Some((kind.name, kind.recording()?)))
}

/// The first frame of a scene, at rest.
fn at_rest(args: &str) -> Value {
    json(run(&format!("million --moving 0 --frames 1 --json {args}")))
}

#[test]
fn absent_recordings_are_named() {
    assert_eq!(recorded_scenes().count(), 3);
    for (name, file) in recorded_scenes() {
        for command in [
            "million --scene",
            "million --narrow --scene",
            "verify --scene",
            "--budget-ms 1 --scene",
            "world --scene",
            "queries --kind ray --scene",
            "render --out x.svg --scene",
        ] {
            let message = failure(run_without_data(&format!("{command} {name}")), 2);
            for part in [name, file, "JOSTLE_DATA"] {
                assert!(message.contains(part), "{command}: {part} in {message}");
            }
        }
    }
}

#[test]
fn lists_and_verifications_say_what_is_absent() {
    let listed = text(run_without_data("--list"));
    let verified = text(run_without_data("verify --shapes 20 --broad-phase sap"));
    let skips: Vec<&str> = verified.lines().filter(|line| line.contains("JOSTLE_DATA")).collect();
    assert!(verified.contains("skipped") && skips.len() == 3, "{verified}");
    for (name, file) in recorded_scenes() {
        let absent = format!("({file} is absent: set JOSTLE_DATA)");
        assert!(
            listed.lines().any(|line| line.contains(name) && line.ends_with(&absent)),
            "{listed}"
        );
        assert!(skips.iter().any(|line| line.contains(name) && line.contains(file)), "{verified}");
    }
    let listing = json(run_without_data("--list --json"));
    let scenes = listing["scenes"].as_array().expect("scenes are a list");
    assert!(scenes.iter().all(|entry| entry["available"] == entry["recording"].is_null()));
}

/// Counts of a double loop over the bounds, in another language.
#[test]
fn whole_recordings_have_their_pairs() {
    for (name, file, shapes, pairs) in [
        ("borders", "boxes2d/us_county_border_segments.minmax_deg.f32", 36_696, 48_097),
        ("md", "md/bigbox.pos_nm.f32", 132_303, 1_278_809),
    ] {
        let Some(_) = recorded(file) else { continue };
        let one = at_rest(&format!("--scene {name} --shapes {shapes}"));
        assert_eq!((&one["shapes"], &one["pairs"]), (&shapes.into(), &pairs.into()), "{name}");
        // Copies touch nobody else's, and rounding does what it does at most.
        let three = at_rest(&format!("--scene {name} --shapes {}", 3 * shapes));
        let found = three["pairs"].as_f64().expect("it is a number");
        assert!((found / f64::from(3 * pairs) - 1.0).abs() < 1e-3, "{name}: {found}");
    }
}

#[test]
fn filmed_people_move_as_they_did() {
    let Some(_) = recorded("crowd/bottleneck_ref.txt") else { return };
    let digest = |args: &str| {
        let report = json(run(&format!("--scene real-crowd --shapes 5000 --json {args}")));
        assert_eq!((&report["shapes"], &report["invalid"]), (&5000.into(), &0.into()));
        report["digest"].as_str().expect("the digest is text").to_owned()
    };
    // There and back again is 62 frames, two of which are not counted.
    assert_eq!(digest("--frames 60"), digest("--frames 1 --moving 0"));
    assert_ne!(digest("--frames 61"), digest("--frames 60"));
    assert_ne!(digest("--frames 3 --moving 0.5"), digest("--frames 3"));
    assert_eq!(digest("--frames 3 --broad-phase incremental-sap"), digest("--frames 3"));
    let paced = failure(run("--scene real-crowd --pace 0.1"), 2);
    assert!(paced.contains("moves as it was recorded"), "{paced}");
    let narrow = json(run("--narrow --scene real-crowd --shapes 5000 --frames 2 --json"));
    assert!(narrow["contacts"].as_u64() < narrow["pairs"].as_u64(), "{narrow}");
}
