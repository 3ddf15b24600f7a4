//! The command `narrow`.

use serde_json::Value;

use crate::support::{each_is_refused, failure, json, run, text};

const MODES: [&str; 4] = ["overlap", "mtv", "manifold", "sweep"];

fn report(args: &str) -> Value {
    json(run(&format!("narrow --json --frames 2 {args}")))
}

/// The names of all pairs of kinds.
fn pairs() -> Vec<String> {
    let listing = json(run("--list --json"));
    let entries = listing["pairs"].as_array().expect("pairs are a list").iter();
    entries.map(|entry| entry["name"].as_str().expect("names are text").to_owned()).collect()
}

#[test]
fn reports_all_there_is() {
    for mode in MODES {
        let report = report(&format!("--pair obb3 --mode {mode} --pairs 3000 --threads 2"));
        for name in ["pair", "mode", "level", "digest", "version"] {
            assert!(report[name].is_string(), "{mode}: {name}");
        }
        for name in
            ["dim", "pairs", "threads", "frames", "seed", "touching", "checked", "memory_bytes"]
        {
            assert!(report[name].is_u64(), "{mode}: {name}");
        }
        let stages = &report["stages_ms"];
        for spread in [&stages["prepare"], &report["total_ms"], &report["ns_per_pair"]] {
            let of = |part: &str| spread[part].as_f64().expect("times are numbers");
            assert!(0.0 < of("min") && of("min") <= of("median") && of("median") <= of("p99"));
        }
        let [total, ns] = ["total_ms", "ns_per_pair"].map(|name| &report[name]["median"]);
        let [total, ns] = [total, ns].map(|time| time.as_f64().expect("times are numbers"));
        assert!((ns - total * 1e6 / 3000.0).abs() <= 1e-9 * ns);
        assert_eq!((&report["checked"], &report["checked_by_f64"]), (&1000.into(), &1000.into()));
        assert_eq!(report["points"].is_u64(), mode == "manifold");
        let kinds = report["kinds"].as_array().expect("kinds are a list");
        assert_eq!(kinds.len(), 1);
        let counts = &kinds[0];
        assert_eq!((&counts["kinds"], &counts["candidates"]), (&"box-box".into(), &3000.into()));
        assert_eq!(counts["touching"], report["touching"]);
        assert!(counts["occupancy"].as_f64().is_some_and(|share| share > 0.9 && share <= 1.0));
    }
}

#[test]
fn all_pairs_of_kinds_pass_the_check() {
    for pair in pairs() {
        let mut touching = Vec::new();
        for mode in MODES {
            let report = report(&format!("--pair {pair} --mode {mode} --pairs 1500"));
            assert_eq!(report["pair"], *pair);
            assert_eq!(report["checked"], 1000);
            touching.push(report["touching"].as_u64().expect("counts are numbers"));
        }
        // Those that meet on the way come on top.
        let meeting = touching.pop().expect("there are modes");
        assert!(touching[0] + 50 < meeting && meeting < 1500, "{pair}: {touching:?} {meeting}");
        assert!(touching.iter().all(|count| *count == touching[0]), "{pair}: {touching:?}");
        assert!((100..1450).contains(&touching[0]), "{pair}: {touching:?}");
    }
}

#[test]
fn answers_depend_on_scene_and_seed_alone() {
    let digest = |args: &str| report(args)["digest"].as_str().map(str::to_owned);
    let levels: Vec<String> = {
        let listing = json(run("--list --json"));
        let all = listing["levels"].as_array().expect("levels are a list").iter();
        let there = all.filter(|level| level["available"] == true);
        there.map(|level| level["name"].as_str().expect("names are text").to_owned()).collect()
    };
    for pair in ["obb3", "polygon2", "sphere-triangle3", "obb2-capsule2"] {
        for mode in MODES {
            let args = format!("--pair {pair} --mode {mode} --pairs 20000");
            let plain = digest(&args);
            assert_eq!(plain.as_ref().map(String::len), Some(16));
            for threads in 1..=3 {
                for level in &levels {
                    let other = format!("{args} --threads {threads} --level {level}");
                    assert_eq!(digest(&other), plain, "{other}");
                }
            }
            assert_ne!(digest(&format!("{args} --seed 2")), plain, "{args}");
            // Far away places are rounded, but hardly ever so far that it matters to overlaps.
            if mode != "overlap" {
                assert_ne!(digest(&format!("{args} --offset 1000")), plain, "{args}");
            }
        }
    }
}

#[test]
fn far_from_the_origin_too() {
    for offset in ["-1e3", "1e5", "1e7"] {
        let report = report(&format!("--pair obb3 --mode mtv --pairs 2000 --offset {offset}"));
        assert_eq!(report["offset"].as_f64(), offset.parse().ok());
        assert_eq!(report["checked_by_f64"], 1000);
    }
}

#[test]
fn text_says_what_was_asked() {
    let shown = text(run("narrow --pair circle-polygon2 --mode manifold --pairs 1000 --frames 1 \
         --threads 1 --seed 3 --offset 10"));
    assert!(shown.contains("  pair     circle-polygon2\n"), "{shown}");
    assert!(shown.contains("  offset   10.000\n"), "{shown}");
    for word in
        ["ns per pair", "median", "p99", "touching", "points", "ball-polygon", "groups", "digest"]
    {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

#[test]
fn what_is_shown_is_what_is_kept() {
    for (pair, mode) in [("obb3", "mtv"), ("polygon2", "manifold"), ("capsule3", "manifold")] {
        let args = format!("--pair {pair} --mode {mode} --pairs 2000 --threads 2");
        let [kept, shown] = [report(&args), report(&format!("{args} --visit"))];
        for name in ["digest", "touching", "points"] {
            assert_eq!(kept[name], shown[name], "{args}: {name}");
        }
    }
    let message = failure(run("narrow --pair obb3 --mode overlap --pairs 9 --visit"), 2);
    assert!(message.contains("--visit"), "{message}");
}

#[test]
fn no_pairs_and_one_are_scenes_too() {
    for (pairs, checked) in [(0, 0), (1, 1)] {
        for mode in MODES {
            let report = report(&format!("--pair obb2 --mode {mode} --pairs {pairs}"));
            assert_eq!((&report["pairs"], &report["checked"]), (&pairs.into(), &checked.into()));
            assert_eq!(report["ns_per_pair"].is_null(), pairs == 0);
        }
        text(run(&format!("narrow --pair obb2 --mode mtv --pairs {pairs}")));
    }
}

#[test]
fn boxes_along_the_axes_are_swept_by_their_bounds() {
    for pair in ["aabb2", "aabb3"] {
        let report = report(&format!("--pair {pair} --mode sweep --pairs 20000 --threads 3"));
        assert_eq!((&report["checked"], &report["checked_by_f64"]), (&1000.into(), &1000.into()));
        // Nothing but a time is written for each pair.
        assert!(report["memory_bytes"].as_u64().is_some_and(|bytes| bytes < 5 * 20_000));
    }
}

#[test]
fn bad_requests_are_named() {
    let message = failure(run("narrow --pair obb4 --mode mtv"), 2);
    assert!(message.contains("did you mean \"obb3\"?; there are: obb3, obb2, "), "{message}");
    let message = failure(run("narrow --pair obb3 --mode depth"), 2);
    assert!(message.contains("\"depth\"; there are: overlap, mtv, manifold, sweep"), "{message}");
    each_is_refused(
        "narrow --pair obb3 --mode mtv",
        &[
            ("--level sse9", "'sse9'"),
            ("--threads 0", "0 threads"),
            ("--frames 0 --pairs 10", "0 frames"),
            ("--offset inf", "--offset inf"),
            ("--pairs 999999999999", "--pairs 999999999999: at most"),
        ],
    );
    for args in ["narrow", "narrow --pair obb3", "narrow --mode mtv"] {
        assert_eq!(run(args).status.code(), Some(2), "{args}");
    }
}
