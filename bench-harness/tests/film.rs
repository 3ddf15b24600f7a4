//! Films of people: some that were made, and a recorded crowd whose contacts are held in every
//! frame against a double loop over distances in f64.

mod recorded;

use std::{fs, path::PathBuf};

use jostle_bench::{
    input::trajectory::{self, Frame, Trajectory, Unit},
    replay::{Longest, Replay, ReplayReport, check_name, write_frames},
    runner::{Setup, Silent, broad_phases},
};
use recorded::recorded;

const RADIUS: f32 = 0.2;

/// Pairs certainly within reach of each other, and those within reach but for a rounding.
fn pairs(frame: &Frame) -> (usize, usize) {
    let [x, y] = frame.positions.each_ref().map(|axis| axis.iter().copied().map(f64::from));
    let people: Vec<_> = x.zip(y).collect();
    let reach = 2.0 * f64::from(RADIUS);
    let (mut near, mut nearly) = (0, 0);
    for (index, a) in people.iter().enumerate() {
        for b in &people[index + 1..] {
            let distance = (a.0 - b.0).hypot(a.1 - b.1);
            near += usize::from(distance <= reach);
            nearly += usize::from(distance <= reach * (1.0 + 1e-6));
        }
    }
    (near, nearly)
}

#[test]
fn contacts_of_a_recorded_crowd() {
    let Some(path) = recorded("crowd/bottleneck_ref.txt") else { return };
    let film = trajectory::read(&path, None).expect("the file is good");
    assert_eq!((film.ids.len(), film.rows()), (348, 128_783));
    let mut before = None;
    for kind in broad_phases::all() {
        let setup = Setup::new(kind.name, None, Some(2)).expect("it is known");
        let replay = Replay { radius: RADIUS, people: 1 };
        let report = replay.run(&setup, &film, &Silent).expect("the film is good");
        assert_eq!((report.frames.len(), report.invalid), (film.frames.len(), 0));
        let mut touching = 0;
        for (found, frame) in report.frames.iter().zip(&film.frames) {
            let (near, nearly) = pairs(frame);
            assert!((near..=nearly).contains(&found.contacts), "{found:?}: {near} to {nearly}");
            assert_eq!(touching + found.begun, found.contacts + found.ended, "{found:?}");
            touching = found.contacts;
        }
        assert!(report.contacts() > 10_000, "{}", report.contacts());
        // One answer, whoever finds it.
        let summary = (report.contacts(), report.begun, report.longest);
        assert_eq!(*before.get_or_insert(summary), summary, "{}", kind.name);
    }
}

/// All copies have the contacts of the first one; these are nearly those of the film, as places are
/// rounded, by less than a 100th of a millimeter here.
#[test]
fn copies_of_a_recorded_crowd() {
    let Some(path) = recorded("crowd/bottleneck_ref.txt") else { return };
    let film = trajectory::read(&path, None).expect("the file is good");
    let setup = Setup::new("sap", None, Some(2)).expect("it is known");
    let contacts = |people| {
        let replay = Replay { radius: RADIUS, people };
        let report = replay.run(&setup, &film, &Silent).expect("the film is good");
        let of_one = report.frames.into_iter().map(|frame| {
            assert_eq!(frame.contacts % report.copies, 0, "{frame:?}");
            frame.contacts / report.copies
        });
        of_one.collect::<Vec<usize>>()
    };
    let (once, many) = (contacts(1), contacts(20_000));
    assert_eq!(once.len(), many.len());
    let apart: usize = once.iter().zip(&many).map(|(once, many)| once.abs_diff(*many)).sum();
    let all: usize = once.iter().sum();
    assert!(apart * 1000 < all, "{apart} of {all}");
}

/// Two people pass each other, and a third one touches the second for two frames.
const FILM: &str = "# x and y in centimeters\n\
    10 1 0 0\n20 1 100 0\n\
    10 2 20 0\n20 2 50 0\n30 2 50 39\n\
    10 3 40 0\n20 3 30 0\n30 3 30 40 170\n\
    10 5 90 0\n20 5 -10 0\n30 5 nan 0\n";

/// In meters that are whole in 64ths: three people, two of whom touch in the second frame, one who
/// walks away in the third, and nobody who touches anybody in the fourth.
const STEPS: &str = "1 1 0 0\n2 1 2 0\n\
    1 2 0.5 0\n2 2 0.75 0\n3 2 9 0.25\n\
    1 3 0.5 0\n2 3 0.75 0.25\n3 3 nan 0\n\
    3 4 -1 0.25\n";

/// Reads a film that was made.
fn made(name: &str, text: &str, unit: Option<Unit>) -> Trajectory {
    let path = path(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    trajectory::read(&path, unit).expect("the film is good")
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn replayed(film: &Trajectory, people: u32, phase: &str) -> ReplayReport {
    let setup = Setup::new(phase, None, Some(2)).expect("it is known");
    Replay { radius: RADIUS, people }.run(&setup, film, &Silent).expect("the film is good")
}

#[test]
fn says_who_touched_whom_and_for_how_long() {
    let report = replayed(&made("film.txt", FILM, None), 1, "sap");
    assert_eq!((report.people, report.begun, report.invalid), (3, 2, 1));
    let longest = Longest { ids: [10, 20], first: 2, frames: 2 };
    assert_eq!((report.longest, report.contacts()), (Some(longest), 4));
    let out = path("film.csv");
    write_frames(&out, &report.frames).expect("the folder for tests can be written");
    let expected =
        "frame,people,contacts,begun,ended\n1,2,0,0,0\n2,3,2,2,0\n3,3,2,0,0\n5,3,0,0,2\n";
    assert_eq!(fs::read_to_string(&out).expect("it was written"), expected);
    // In meters they are far apart.
    let far = replayed(&made("far.txt", FILM, Some(Unit::Meters)), 1, "sap");
    assert_eq!((far.begun, far.longest), (0, None));
}

#[test]
fn copies_have_the_contacts_of_one_each() {
    let film = made("steps.txt", STEPS, None);
    let one = replayed(&film, 1, "sap");
    assert_eq!((one.copies, one.begun), (1, 1));
    // The fullest frame has three people: 20 need seven copies.
    for (people, copies) in [(3, 1), (4, 2), (20, 7)] {
        for phase in ["sap", "brute-force", "quadtree"] {
            let many = replayed(&film, people, phase);
            let counts = |of: &ReplayReport| [of.people, of.begun, of.invalid];
            assert_eq!(counts(&many), counts(&one).map(|count| count * copies), "{people}");
            assert_eq!((many.copies, many.longest), (copies, one.longest));
            for (all, single) in many.frames.iter().zip(&one.frames) {
                let all = [all.people, all.contacts, all.begun, all.ended];
                let single = [single.people, single.contacts, single.begun, single.ended];
                assert_eq!(all, single.map(|count| count * copies), "{people}");
            }
        }
    }
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let setup = Setup::new("sap", None, Some(1)).expect("it is known");
    let refused = |film: &Trajectory, radius, people| {
        Replay { radius, people }.run(&setup, film, &Silent).expect_err("it is refused").to_string()
    };
    let film = made("good-film.txt", FILM, None);
    assert!(refused(&film, -1.0, 1).contains("a radius of -1 m"));
    let in_turn = made("in-turn.txt", "1 1 0 0\n2 2 0 0\n", None);
    assert!(refused(&in_turn, RADIUS, u32::MAX).contains("more than can be numbered"));
    assert!(check_name(&path("frames.txt")).is_err_and(|error| error.to_string().contains(".csv")));
}
