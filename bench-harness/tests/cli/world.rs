//! The command `world`, and the step that it captures.

use crate::support::{failure, json, path, run, run_words, text};

#[test]
fn a_world_is_stepped_captured_and_stepped_again() {
    let out = path("world.snapshot");
    let out = out.to_str().expect("the folder for tests has a plain name");
    let args = ["world", "--shapes", "3000", "--frames", "2", "--capture", out, "--json"];
    let report = json(run_words(&args));
    assert_eq!((&report["shapes"], &report["resting"]), (&3000.into(), &0.into()), "{report}");
    let again = json(run_words(&["world", "--replay", out, "--broad-phase", "bvh", "--json"]));
    for field in ["shapes", "pairs", "contacts", "begun", "persisted", "ended", "digest"] {
        assert_eq!(report[field], again[field], "{field}");
    }
    let text = text(run_words(&["world", "--replay", out]));
    assert!(text.lines().any(|line| line.split_whitespace().eq(["shapes", "3,000"])), "{text}");
    assert!(failure(run("world --replay Cargo.toml"), 2).contains("snapshot"));
}

#[test]
fn who_does_not_move_may_sleep() {
    let of = |args: &str| json(run(&format!("world --shapes 2000 --frames 1 --json {args}")));
    let awake = of("--moving 0.2");
    let asleep = of("--moving 0.2 --at-rest asleep --broad-phase static-cache-sap");
    assert_eq!((&awake["resting"], &asleep["resting"]), (&0.into(), &1600.into()));
    assert!(asleep["pairs"].as_u64() < awake["pairs"].as_u64());
    let balls = of("--scene uniform --balls");
    assert_eq!(balls["dim"], 3);
    let text = text(run("world --shapes 500 --frames 1 --moving 0.5 --at-rest static"));
    for part in ["resting", "250", "persisted", "occupancy"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn wrong_requests_are_told_apart() {
    for (args, part) in [
        ("world --scene nothing", "unknown scene"),
        ("world --frames 0 --shapes 10", "0 frames"),
        ("world --shapes 10 --frames 1 --capture /nowhere/at/all", "cannot write"),
    ] {
        let message = failure(run(args), 2);
        assert!(message.contains(part), "{part} in {message}");
    }
}
