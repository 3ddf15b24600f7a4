//! The command `soak`.

use crate::support::{each_is_refused, failure, json, run, text};

/// A short one in which everything happens.
const SHORT: &str = "soak --steps 3000 --shapes 300 --check-every 100";

#[test]
fn a_short_soak_reaches_everything_and_finds_nothing_wrong() {
    let report = json(run(&format!("{SHORT} --json")));
    assert_eq!((&report["wrong"], &report["ok"]), (&0.into(), &true.into()), "{report}");
    assert_eq!((&report["steps"], &report["checks"]), (&3000.into(), &30.into()));
    assert_eq!((&report["world_steps"], &report["pools_started"]), (&18_000.into(), &90.into()));
    for part in ["churn_in_2d", "found_in_2d", "churn_in_3d", "found_in_3d"] {
        let counts = report[part].as_object().expect("it is told");
        assert!(counts.len() >= 9, "{part}");
        assert!(counts.values().all(|count| count.as_u64() > Some(0)), "{part}: {counts:?}");
    }
    let chosen = report["chosen"].as_object().expect("it is told");
    assert!(chosen.len() > 1, "one broad phase is chosen for all: {chosen:?}");
    let memory = report["memory"].as_array().expect("it is told");
    let percent: Vec<_> = memory.iter().map(|sample| sample["percent"].as_f64()).collect();
    assert_eq!(percent, [Some(10.0), Some(50.0), Some(100.0)]);
    assert!(memory.iter().all(|sample| sample["held_bytes"].as_u64() > Some(100_000)));
}

#[test]
fn a_seed_has_one_digest_and_another_seed_another() {
    let digests = |args: &str| {
        let report = json(run(&format!("{SHORT} --json {args}")));
        ["in_2d", "in_3d"].map(|of| report[of]["digest"].to_string())
    };
    let first = digests("");
    // Whatever the threads, the level and the other broad phases.
    assert_eq!(first, digests("--threads 2 --level portable --broad-phase sap,bvh"));
    let other = digests("--seed 2");
    assert!(first[0] != other[0] && first[1] != other[1] && first[0] != first[1]);
}

#[test]
fn a_soak_may_last_for_some_time() {
    let report = json(run("soak --seconds 6 --shapes 60 --check-every 50 --json"));
    let seconds = report["seconds"].as_f64().expect("it is told");
    assert!(seconds >= 6.0, "{seconds}");
    assert!(report["steps"].as_u64() > Some(500), "{report}");
    let text = text(run(&format!("{SHORT} --dimensions 2")));
    for part in ["wrong", "churn in 2d: teleports", "held bytes", "held slope"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("3d"));
}

#[test]
fn too_few_steps_are_no_soak() {
    let message = failure(run("soak --steps 20 --shapes 60 --check-every 10"), 1);
    assert!(message.contains("the steps are too few"), "{message}");
}

#[test]
fn wrong_requests_are_told_apart() {
    each_is_refused(
        "soak",
        &[
            ("--dimensions 4", "2 or 3"),
            ("--broad-phase nothing", "unknown broad phase"),
            ("--shapes 3", "at least 20"),
            ("--threads 0", "0 threads"),
        ],
    );
}
