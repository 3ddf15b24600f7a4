//! The command `replay`, on a film made here.

use std::fs;

use serde_json::Value;

use crate::support::{failure, file, json, path, run, run_words, text};

/// Two people pass each other, and a third one touches the second for two frames.
const FILM: &str = "# x and y in centimeters\n\
    10 1 0 0\n20 1 100 0\n\
    10 2 20 0\n20 2 50 0\n30 2 50 39\n\
    10 3 40 0\n20 3 30 0\n30 3 30 40 170\n\
    10 5 90 0\n20 5 -10 0\n30 5 nan 0\n";

#[test]
fn says_who_touched_whom_and_for_how_long() {
    let film = file("film.txt", FILM.as_bytes());
    let out = path("film.csv");
    let frames = out.to_str().expect("the folder for tests has a plain name");
    let report = json(run_words(&["replay", &film, "--radius", "0.2", "--out", frames, "--json"]));
    assert_eq!((&report["people"], &report["begun"]), (&3.into(), &2.into()), "{report}");
    assert_eq!(report["invalid"], 1);
    assert_eq!(report["longest"]["ids"], serde_json::json!([10, 20]), "{report}");
    assert_eq!((&report["longest"]["first"], &report["longest"]["frames"]), (&2.into(), &2.into()));
    let written = fs::read_to_string(&out).expect("it was written");
    let expected =
        "frame,people,contacts,begun,ended\n1,2,0,0,0\n2,3,2,2,0\n3,3,2,0,0\n5,3,0,0,2\n";
    assert_eq!(written, expected);
    let text = text(run_words(&["replay", &film]));
    for part in [
        "3 persons in 4 frames, 2.8 at a time",
        "4 in all frames",
        "10 and 20, 2 frames from frame 2",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // In meters they are far apart.
    let far = json(run_words(&["replay", &film, "--unit", "m", "--json"]));
    assert_eq!((&far["begun"], &far["longest"]), (&0.into(), &Value::Null), "{far}");
}

/// In meters that are whole in 64ths: three people, two of whom touch in the second frame, one who
/// walks away in the third, and nobody who touches anybody in the fourth.
const STEPS: &str = "1 1 0 0\n2 1 2 0\n\
    1 2 0.5 0\n2 2 0.75 0\n3 2 9 0.25\n\
    1 3 0.5 0\n2 3 0.75 0.25\n3 3 nan 0\n\
    3 4 -1 0.25\n";

#[test]
fn copies_have_the_contacts_of_one_each() {
    let film = file("steps.txt", STEPS.as_bytes());
    let of = |args: &str| json(run(&format!("replay {film} --json {args}")));
    let one = of("");
    assert_eq!((&one["copies"], &one["begun"]), (&1.into(), &1.into()), "{one}");
    // The fullest frame has three people: 20 need seven copies.
    for (args, copies) in [("--tile 3", 1), ("--tile 4", 2), ("--tile 20", 7)] {
        for phase in ["sap", "brute-force", "quadtree"] {
            let many = of(&format!("{args} --threads 2 --broad-phase {phase}"));
            assert_eq!(many["copies"], copies, "{args}");
            let times = |count: &Value| Value::from(count.as_u64().expect("a count") * copies);
            for name in ["people", "begun", "invalid"] {
                assert_eq!(many[name], times(&one[name]), "{args}: {name}");
            }
            assert_eq!(many["longest"], one["longest"], "{args}");
            let frames = |report: &Value| report["frames"].as_array().cloned().expect("a list");
            for (all, single) in frames(&many).iter().zip(frames(&one)) {
                assert_eq!(all["frame"], single["frame"]);
                for name in ["people", "contacts", "begun", "ended"] {
                    assert_eq!(all[name], times(&single[name]), "{args}: {name} in {all}");
                }
                assert!(all["ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{all}");
            }
        }
    }
    let text = text(run(&format!("replay {film} --tile 20")));
    assert!(text.contains("21 persons in 4 frames, 15.8 at a time, in 7 copies"), "{text}");
}

#[test]
fn wrong_calls_and_files_are_refused() {
    let film = file("good-film.txt", FILM.as_bytes());
    let radius = failure(run(&format!("replay {film} --radius=-1")), 2);
    assert!(radius.contains("a radius of -1 m"), "{radius}");
    let tile = run(&format!("replay {film} --tile 0"));
    assert_eq!(tile.status.code(), Some(2), "{tile:?}");
    let in_turn = file("in-turn.txt", b"1 1 0 0\n2 2 0 0\n");
    let most = failure(run(&format!("replay {in_turn} --tile {}", u32::MAX)), 2);
    assert!(most.contains("more than can be numbered"), "{most}");
    let out = failure(run(&format!("replay {film} --out frames.txt")), 2);
    assert!(out.contains("must end in .csv"), "{out}");
    let broken = file("broken-film.txt", b"1 1 0 0\n1 2 0\n");
    let broken = failure(run(&format!("replay {broken}")), 2);
    assert!(broken.contains("line 2: 3 columns where 4 are expected"), "{broken}");
    failure(run("replay absent.txt"), 2);
}
