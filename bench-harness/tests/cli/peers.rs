//! The command `peers`, with programs that only say that they are libraries.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::support::{failure, json, path, run, text};

/// A program that has these libraries and prints for each of them, after as many seconds, what is
/// said here.
fn program(name: &str, answers: &[(&str, &str, &str)]) -> String {
    let entries: Vec<String> = answers
        .iter()
        .map(|(peer, ..)| {
            format!(
                r#"{{"name":"{peer}","library":"l","dims":[2,3],"tasks":["pairs"],"method":"m",
                "threads":true}}"#
            )
        })
        .collect();
    let cases: String = answers
        .iter()
        .map(|(peer, seconds, answer)| format!("{peer}) sleep {seconds}; {answer};;\n"))
        .collect();
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = list ]; then echo '{{\"peers\":[{}]}}'; exit; fi\n\
         case \"$3\" in\n{cases}esac\n",
        entries.join(",")
    );
    let file = path(name);
    fs::write(&file, script).expect("the folder for tests can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is our file");
    file.to_str().expect("a plain name").to_owned()
}

fn answer(digest: &str, ms: u32) -> String {
    format!(
        r#"echo '{{"library":"l 1.0","method":"m","threads":1,"pairs":7,"duplicates":0,
        "digest":"{digest}",
        "build_ms":[1,1],"find_ms":[2,2],"total_ms":[{ms},{ms}],"peak_rss_bytes":4096}}'"#
    )
}

#[test]
fn libraries_take_turns() {
    let program = program(
        "peers-turns",
        &[
            ("tortoise", "0", &answer("a", 60)),
            ("jostle", "0", &answer("a", 10)),
            ("hare", "0", &answer("b", 1)),
            ("sloth", "30", &answer("a", 1)),
            ("mole", "0", "echo 'cannot see' >&2; exit 1"),
        ],
    );
    let args = format!(
        "peers --scene crowd --shapes 50 --threads 1 --rounds 2 --limit 1 --program {program}"
    );
    let report = json(run(&format!("{args} --json")));
    let points = report["points"].as_array().expect("points are a list");
    let of = |name: &str| points.iter().find(|point| point["peer"] == name).expect("it answered");
    assert_eq!(points.len(), 3);
    assert_eq!(
        (of("jostle")["frames"].as_u64(), of("jostle")["ratio"].as_f64()),
        (Some(4), Some(1.0))
    );
    assert_eq!(of("tortoise")["ratio"].as_f64(), Some(6.0));
    // Who finds other pairs has no ratio, however fast.
    assert!(of("hare")["ratio"].is_null());
    assert_eq!(of("hare")["fault"], "7 other pairs");
    let failed = report["failed"].as_array().expect("a list").iter();
    let failed: Vec<&str> = failed.filter_map(|failed| failed["why"].as_str()).collect();
    assert_eq!(failed, ["stopped after 1 s", "cannot see"]);
    let text = text(run(&format!("{args} --only tortoise,hare")));
    assert!(text.contains("tortoise (l 1.0): 6.00 times as long"), "{text}");
    assert!(!text.contains("sloth"), "{text}");
}

#[test]
fn what_is_wrong_with_an_answer_is_said() {
    let of = |rest: &str| {
        format!(
            r#"echo '{{"library":"l","method":"m","threads":1,"build_ms":[1],"find_ms":[2],
            "total_ms":[3],"peak_rss_bytes":null,{rest}}}'"#
        )
    };
    let distances =
        |found: &str| of(&format!(r#""sum_of_distances":{found},"jostle_sum_of_distances":100.0"#));
    let program = program(
        "peers-faults",
        &[
            ("jostle", "0", &of(r#""pairs":2,"digest":"a""#)),
            ("echo", "0", &of(r#""pairs":2,"digest":"a","duplicates":1"#)),
            ("near", "0", &distances("100.00001")),
            ("far", "0", &distances("100.001")),
            ("fickle", "0", &of(r#""digest":"'$$'""#)),
        ],
    );
    let args = "peers --scene crowd --shapes 5 --threads 1 --rounds 2 --json --program";
    let report = json(run(&format!("{args} {program}")));
    let points = report["points"].as_array().expect("points are a list");
    let fault = |name: &str| {
        let point = points.iter().find(|point| point["peer"] == name);
        point.expect("it answered")["fault"].as_str()
    };
    assert_eq!((fault("jostle"), fault("near")), (None, None));
    assert_eq!(fault("echo"), Some("1 pairs listed more than once"));
    assert_eq!(fault("far"), Some("distances sum to 100.001, not 100"));
    assert_eq!(report["failed"][0]["peer"], "fickle");
    assert_eq!(report["failed"][0]["why"], "it found other pairs in another round");
}

#[test]
fn without_the_engine_there_is_nothing_to_hold_against() {
    let alone = program("peers-alone", &[("tortoise", "0", &answer("a", 60))]);
    let message = failure(run(&format!("peers --scene crowd --shapes 5 --program {alone}")), 2);
    assert!(message.contains("jostle did not answer"), "{message}");
}

#[test]
fn wrong_arguments() {
    let program = program("peers-wrong", &[("jostle", "0", &answer("a", 1))]);
    let of = |args: &str| failure(run(&format!("peers --shapes 5 {args} --program {program}")), 2);
    assert!(of("--scene nowhere").contains("nowhere"));
    assert!(of("--scene crowd --task drift").contains("no program has it for this task"));
    assert!(of("--scene chain --task drift").contains("chain do not drift"));
    assert!(of("--threads 0").contains("0 threads"));
    let message = of("--only phantom");
    assert!(message.contains("phantom") && message.contains("there are: jostle"), "{message}");
    let message = failure(run("peers --shapes 5 --program ./no-such-program"), 2);
    assert!(message.contains("no-such-program"), "{message}");
    let message = failure(run("peers --shapes 5 --program /bin/true"), 2);
    assert!(message.contains("list --json"), "{message}");
}
