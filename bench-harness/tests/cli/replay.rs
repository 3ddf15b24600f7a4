//! The command `replay`, on a film made here.

use std::fs;

use crate::support::{failure, file, json, path, run, run_words, text};

/// Two people pass each other, and a third one touches the second for two frames.
const FILM: &str = "# x and y in centimetres\n\
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
    assert_eq!(report["quarantined"], 1);
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
    // In metres they are far apart.
    let far = json(run_words(&["replay", &film, "--unit", "m", "--json"]));
    assert_eq!((&far["begun"], &far["longest"]), (&0.into(), &serde_json::Value::Null), "{far}");
}

#[test]
fn wrong_calls_and_files_are_refused() {
    let film = file("good-film.txt", FILM.as_bytes());
    let radius = failure(run(&format!("replay {film} --radius=-1")), 2);
    assert!(radius.contains("a radius of -1 m"), "{radius}");
    let out = failure(run(&format!("replay {film} --out frames.txt")), 2);
    assert!(out.contains("must end in .csv"), "{out}");
    let broken = file("broken-film.txt", b"1 1 0 0\n1 2 0\n");
    let broken = failure(run(&format!("replay {broken}")), 2);
    assert!(broken.contains("line 2: 3 columns where 4 are expected"), "{broken}");
    failure(run("replay absent.txt"), 2);
}
