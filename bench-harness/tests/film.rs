//! A recorded crowd: contacts of every frame against a double loop over distances in f64.

mod recorded;

use jostle_bench::{
    input::trajectory::{self, Frame},
    replay::Replay,
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
