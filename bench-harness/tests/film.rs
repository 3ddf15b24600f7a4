//! The example `film`: contacts of every frame of a recorded crowd against a double loop over
//! distances in `f64`, and of small films that are made here.

#[path = "../examples/film.rs"]
#[expect(dead_code, reason = "an example is a program, which prints as well")]
mod film;
mod recorded;

use std::{
    fs,
    path::{Path, PathBuf},
};

use film::{Copies, Found, Longest, Report, table, watch};
use jostle::{Sap, SimdLevel};
use jostle_bench::runner::broad_phases::{self, Makes};
use jostle_files::trajectory::{self, Frame, Trajectory, Unit};
use recorded::recorded;

const RADIUS: f32 = 0.2;

fn report(film: &Trajectory, people: u32) -> (usize, Report) {
    let copies = Copies::new(film, people, RADIUS).expect("they can be numbered");
    (copies.count, watch(&copies, &mut Sap::new(), RADIUS).expect("the film is good"))
}

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

fn sum(report: &Report, of: fn(&Found) -> usize) -> usize {
    report.frames.iter().map(of).sum()
}

#[test]
fn contacts_of_a_recorded_crowd() {
    let Some(path) = recorded("crowd/bottleneck_ref.txt") else { return };
    let film = trajectory::read(&path, None).expect("the file is good");
    assert_eq!((film.ids.len(), film.rows()), (348, 128_783));
    let copies = Copies::new(&film, 1, RADIUS).expect("they can be numbered");
    let mut before = None;
    for kind in broad_phases::all() {
        let level = SimdLevel::from_env().expect("the variable names a level");
        let report = watch(&copies, &mut *kind.make(level), RADIUS).expect("the film is good");
        assert_eq!((report.frames.len(), report.invalid), (film.frames.len(), 0));
        let mut touching = 0;
        for (found, frame) in report.frames.iter().zip(&film.frames) {
            let (near, nearly) = pairs(frame);
            assert!((near..=nearly).contains(&found.contacts), "{found:?}: {near} to {nearly}");
            assert_eq!(touching + found.begun, found.contacts + found.ended, "{found:?}");
            touching = found.contacts;
        }
        let contacts = sum(&report, |found| found.contacts);
        assert!(contacts > 10_000, "{contacts}");
        // One answer, whoever finds it.
        let summary = (contacts, sum(&report, |found| found.begun), report.longest);
        assert_eq!(*before.get_or_insert(summary), summary, "{}", kind.name);
    }
}

/// All copies have the contacts of the first one; these are nearly those of the film, as places are
/// rounded, by less than a 100th of a millimeter here.
#[test]
fn copies_of_a_recorded_crowd() {
    let Some(path) = recorded("crowd/bottleneck_ref.txt") else { return };
    let film = trajectory::read(&path, None).expect("the file is good");
    let contacts = |people| -> Vec<usize> {
        let (copies, report) = report(&film, people);
        let of_one = report.frames.into_iter().map(|frame| {
            assert_eq!(frame.contacts % copies, 0, "{frame:?}");
            frame.contacts / copies
        });
        of_one.collect()
    };
    let (once, many) = (contacts(1), contacts(20_000));
    assert_eq!(once.len(), many.len());
    let apart: usize = once.iter().zip(&many).map(|(once, many)| once.abs_diff(*many)).sum();
    let all: usize = once.iter().sum();
    assert!(apart * 1000 < all, "{apart} of {all}");
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    path
}

/// Two people pass each other, and a third one touches the second for two frames.
const FILM: &str = "# x and y in centimeters\n\
    10 1 0 0\n20 1 100 0\n\
    10 2 20 0\n20 2 50 0\n30 2 50 39\n\
    10 3 40 0\n20 3 30 0\n30 3 30 40 170\n\
    10 5 90 0\n20 5 -10 0\n30 5 nan 0\n";

#[test]
fn says_who_touched_whom_and_for_how_long() {
    let path = file("film.txt", FILM);
    let film = trajectory::read(&path, None).expect("the file is good");
    let (copies, found) = report(&film, 1);
    assert_eq!((copies, sum(&found, |f| f.begun), found.invalid), (1, 2, 1));
    assert_eq!(found.longest, Some(Longest { ids: [10, 20], first: 2, frames: 2 }));
    let expected =
        "frame,people,contacts,begun,ended\n1,2,0,0,0\n2,3,2,2,0\n3,3,2,0,0\n5,3,0,0,2\n";
    assert_eq!(table(&found.frames), expected);
    // In meters they are far apart.
    let film = trajectory::read(&path, Some(Unit::Meters)).expect("the file is good");
    let (_, far) = report(&film, 1);
    assert_eq!((sum(&far, |f| f.begun), far.longest), (0, None));
}

/// In meters that are whole in 64ths: three people, two of whom touch in the second frame, one who
/// walks away in the third, and nobody who touches anybody in the fourth.
const STEPS: &str = "1 1 0 0\n2 1 2 0\n\
    1 2 0.5 0\n2 2 0.75 0\n3 2 9 0.25\n\
    1 3 0.5 0\n2 3 0.75 0.25\n3 3 nan 0\n\
    3 4 -1 0.25\n";

#[test]
fn copies_have_the_contacts_of_one_each() {
    let film = trajectory::read(&file("steps.txt", STEPS), None).expect("the file is good");
    let (count, one) = report(&film, 1);
    assert_eq!((count, sum(&one, |f| f.begun)), (1, 1));
    // The fullest frame has three people: 20 need seven copies.
    for (people, expected) in [(3, 1), (4, 2), (20, 7)] {
        for name in ["sap", "brute-force", "quadtree"] {
            let copies = Copies::new(&film, people, RADIUS).expect("they can be numbered");
            assert_eq!(copies.count, expected, "{people}");
            let kind = broad_phases::by_name(name).expect("it is known");
            let mut phase = kind.make(SimdLevel::PORTABLE);
            let many = watch(&copies, &mut *phase, RADIUS).expect("the film is good");
            assert_eq!(many.longest, one.longest, "{people}");
            assert_eq!(many.invalid, expected * one.invalid);
            for (all, single) in many.frames.iter().zip(&one.frames) {
                let times = |of: fn(&Found) -> usize| assert_eq!(of(all), expected * of(single));
                times(|found| found.people);
                times(|found| found.contacts);
                times(|found| found.begun);
                times(|found| found.ended);
                assert!(all.frame == single.frame && all.ms >= 0.0, "{all:?}");
            }
            assert_eq!(many.frames.len(), one.frames.len());
        }
    }
}

#[test]
fn wrong_requests_are_refused() {
    let in_turn = trajectory::read(&file("in-turn.txt", "1 1 0 0\n2 2 0 0\n"), None);
    let in_turn = in_turn.expect("the file is good");
    let refused = |people, radius| Copies::new(&in_turn, people, radius).err().expect("too much");
    assert!(refused(u32::MAX, RADIUS).contains("too many"));
    for radius in [-1.0, f32::NAN] {
        assert!(refused(1, radius).contains("a radius of"), "{radius}");
    }
}
