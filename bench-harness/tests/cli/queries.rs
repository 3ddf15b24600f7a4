//! The command `queries`.

use serde_json::Value;

use crate::support::{each_is_refused, failure, json, run, text};

const KINDS: [&str; 4] = ["ray", "knn", "overlap", "cast"];

fn report(args: &str) -> Value {
    json(run(&format!("queries --json --frames 2 {args}")))
}

fn digest(args: &str) -> String {
    report(args)["digest"].as_str().expect("the digest is text").to_owned()
}

#[test]
fn reports_all_there_is() {
    for kind in KINDS {
        let report = report(&format!("--kind {kind} --shapes 3000 --count 500 --threads 2"));
        for name in ["scene", "kind", "build", "level", "digest", "version"] {
            assert!(report[name].is_string(), "{kind}: {name}");
        }
        for name in ["dim", "shapes", "count", "threads", "frames", "seed", "answers", "checked"] {
            assert!(report[name].is_u64(), "{kind}: {name}");
        }
        let stages = &report["stages_ms"];
        for spread in [&stages["build"], &stages["queries"], &report["total_ms"]] {
            let of = |part: &str| spread[part].as_f64().expect("times are numbers");
            assert!(0.0 < of("min") && of("min") <= of("median") && of("median") <= of("p99"));
        }
        assert!(report["queries_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
        assert!(report.get("peak_rss_bytes").is_some());
        assert_eq!(report["kind"], kind);
        assert_eq!(report["count"], 500);
        assert_eq!(report["checked"], 200);
        assert!(report["answers"].as_u64().is_some_and(|answers| answers > 100), "{kind}");
    }
}

#[test]
fn the_tree_is_described() {
    let report = report("--kind ray --shapes 3000 --count 10 --build quality");
    let tree = &report["tree"];
    for name in ["nodes", "leaves", "depth"] {
        assert!(tree[name].as_u64().is_some_and(|number| number > 1), "{name}");
    }
    for name in ["sah_cost", "bytes_per_shape", "boxes_per_leaf", "children_per_inner"] {
        assert!(tree[name].as_f64().is_some_and(|number| number > 1.0), "{name}");
    }
    assert!(tree["boxes_per_leaf"].as_f64().is_some_and(|boxes| boxes <= 8.0));
    assert_eq!(report["build"], "quality");
}

#[test]
fn neighbors_are_those_of_a_crowd() {
    let report = report("--kind knn --shapes 700");
    assert_eq!((&report["scene"], &report["dim"]), (&"crowd".into(), &2.into()));
    assert_eq!((&report["count"], &report["k"]), (&700.into(), &8.into()));
    assert_eq!(report["answers"], 8 * 700);
    assert!(report["radius"].is_null());
    let few = self::report("--kind knn --shapes 700 --k 3 --count 100 --radius 0");
    assert_eq!((&few["k"], &few["radius"]), (&3.into(), &0.0.into()));
    assert!(few["answers"].as_u64().is_some_and(|answers| (100..=300).contains(&answers)));
}

#[test]
fn answers_depend_on_scene_and_seed_alone() {
    for kind in KINDS {
        let args = format!("--kind {kind} --shapes 2000 --count 1500");
        let plain = digest(&args);
        assert_eq!(plain.len(), 16);
        for other in [
            "--threads 1 --level portable",
            "--threads 3",
            "--build fast",
            "--build quality --threads 2",
        ] {
            assert_eq!(digest(&format!("{args} {other}")), plain, "{kind}: {other}");
        }
        assert_ne!(digest(&format!("{args} --seed 2")), plain, "{kind}");
    }
}

#[test]
fn text_says_what_was_asked() {
    let shown = text(run("queries --kind overlap --shapes 2000 --count 1000 --frames 1 \
         --threads 1 --radius 0.5"));
    assert!(
        shown.contains("  radius   0.500\n") && shown.contains("  build    balanced\n"),
        "{shown}"
    );
    for word in ["build", "queries", "total", "queries per second", "tree: sah cost", "digest"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

#[test]
fn few_shapes_and_none_are_scenes_too() {
    for kind in KINDS {
        for shapes in [0, 1, 9] {
            let report = report(&format!("--kind {kind} --shapes {shapes} --count 20"));
            assert_eq!((&report["shapes"], &report["checked"]), (&shapes.into(), &20.into()));
            assert_eq!(report["tree"]["nodes"] == 0, shapes == 0, "{kind}");
        }
        assert_eq!(report(&format!("--kind {kind} --shapes 9 --count 0"))["answers"], 0);
    }
}

#[test]
fn bad_requests_are_named() {
    let message = failure(run("queries --kind rays"), 2);
    assert!(
        message.contains("did you mean \"ray\"?; there are: ray, knn, overlap, cast"),
        "{message}"
    );
    let message = failure(run("queries --kind ray --build best"), 2);
    assert!(message.contains("\"best\"; there are: fast, balanced, quality"), "{message}");
    each_is_refused(
        "queries --kind",
        &[
            ("ray --scene unifrom", "\"unifrom\""),
            ("ray --level sse9", "'sse9'"),
            ("ray --threads 0", "0 threads"),
            ("ray --shapes 10 --frames 0", "0 frames"),
            ("ray --k 3", "--k is for knn"),
            ("knn --k 0", "--k 0"),
            ("ray --radius 1", "not for rays"),
            ("overlap --radius=-1", "--radius -1"),
            ("overlap --radius NaN", "--radius NaN"),
            ("cast --radius inf", "--radius inf"),
            ("overlap --scene coincident --shapes 30000", "too many to keep"),
            ("overlap --scene coincident --shapes 100 --count 3e6", "about 300000000 answers"),
            ("knn --shapes 100 --count 4e7", "too many to keep"),
            ("ray --count 999999999999 --shapes 10", "too many to keep"),
        ],
    );
    assert_eq!(run("queries").status.code(), Some(2));
}

/// Discs are missed where their boxes are met.
#[test]
fn rays_meet_shapes_themselves() {
    let answers = |args: &str| {
        let report = report(&format!("--kind ray --shapes 3000 --count 5000 {args}"));
        assert_eq!(report["checked"], 200, "{args}");
        report["answers"].as_u64().expect("a number")
    };
    let discs = answers("--scene crowd --shapes-themselves");
    assert!(0 < discs && discs < answers("--scene crowd"), "{discs}");
    assert_eq!(answers("--scene uniform --shapes-themselves"), answers("--scene uniform"));
    let refused = failure(run("queries --kind knn --shapes-themselves"), 2);
    assert!(refused.contains("--shapes-themselves is for rays"), "{refused}");
}
