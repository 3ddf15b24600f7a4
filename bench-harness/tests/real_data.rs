//! Recorded cloth: counts, and the pairs that were recorded with it.
//!
//! The recordings list the pairs of elements that come close from one frame to the next, by ids
//! that count vertices first, then edges, then faces. A broad phase must find each of them.

mod recorded;

use std::{fs, path::PathBuf};

use jostle::{Pair, Pairs, SimdLevel};
use jostle_bench::{
    elements::Elements,
    runner::{InputRequest, Row, Setup, Silent, broad_phases, pairs_of_files},
};

struct Recording {
    frames: [&'static str; 2],
    boxes: &'static str,
    elements: Elements,
    ulp: u32,
    pairs: u64,
    /// What to subtract from the ids of a recorded pair to get the indices of ours.
    offsets: [u32; 2],
}

const BALL: [&str; 2] =
    ["cloth-ball/frames/cloth_ball92.ply", "cloth-ball/frames/cloth_ball93.ply"];
const BALL_VERTICES: u32 = 46_598;
const BALL_EDGES: u32 = 138_825;
const FUNNEL: [&str; 2] = ["cloth-funnel/frames/227.ply", "cloth-funnel/frames/228.ply"];
const FUNNEL_VERTICES: u32 = 9_450;
const FUNNEL_EDGES: u32 = 27_930;

const RECORDINGS: [Recording; 4] = [
    Recording {
        frames: BALL,
        boxes: "cloth-ball/boxes/92ee.json",
        elements: Elements::Edges,
        ulp: 1,
        pairs: 5_197_332,
        offsets: [BALL_VERTICES; 2],
    },
    Recording {
        frames: BALL,
        boxes: "cloth-ball/boxes/92vf.json",
        elements: Elements::VertexFace,
        ulp: 1,
        pairs: 1_655_541,
        offsets: [0, BALL_VERTICES + BALL_EDGES],
    },
    Recording {
        frames: FUNNEL,
        boxes: "cloth-funnel/boxes/227ee.json",
        elements: Elements::Edges,
        ulp: 1,
        pairs: 33_770,
        offsets: [FUNNEL_VERTICES; 2],
    },
    Recording {
        frames: FUNNEL,
        boxes: "cloth-funnel/boxes/227vf.json",
        elements: Elements::VertexFace,
        ulp: 1,
        pairs: 7_319,
        offsets: [0, FUNNEL_VERTICES + FUNNEL_EDGES],
    },
];

/// The recorded file `name` of colliding cloth, if it is there.
fn recorded(name: &str) -> Option<PathBuf> {
    recorded::recorded(&format!("ccd/{name}"))
}

fn run(
    recording: &Recording,
    phase: &str,
    level: SimdLevel,
    threads: usize,
) -> Option<(Row, Vec<Pair>)> {
    let paths = recording.frames.iter().map(|name| recorded(name)).collect::<Option<_>>()?;
    let (elements, ulp) = (Some(recording.elements), recording.ulp);
    let request = InputRequest { paths, elements, ulp, dim: None };
    let setup = Setup::new(phase, Some(level.name()), Some(threads)).unwrap();
    let mut pairs = Pairs::new();
    let report = pairs_of_files(&request, &setup, 1, Some(&mut pairs), &Silent).unwrap();
    Some((report, pairs.to_vec()))
}

#[test]
fn recorded_pairs_are_found() {
    for recording in &RECORDINGS {
        let found = run(recording, "sap", SimdLevel::detect(), 2);
        let (Some((report, pairs)), Some(path)) = (found, recorded(recording.boxes)) else {
            continue;
        };
        assert_eq!(report.count("pairs"), recording.pairs, "{}", recording.boxes);
        assert_eq!(report.count("invalid"), 0);
        assert!(pairs.is_sorted(), "canonical order");
        let listed: Vec<[u32; 2]> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        assert!(!listed.is_empty());
        for ids in listed {
            let pair = pair_of(recording, ids);
            assert!(pairs.binary_search(&pair).is_ok(), "{}: {ids:?}", recording.boxes);
        }
    }
}

/// All but brute force, which would test twenty billion pairs of edges.
#[test]
fn every_broad_phase_finds_them() {
    for recording in &RECORDINGS {
        let found = |phase| run(recording, phase, SimdLevel::detect(), 2).map(|(report, _)| report);
        let Some(expected) = found("sap") else { continue };
        for kind in
            broad_phases::all().iter().filter(|kind| !["brute-force", "sap"].contains(&kind.name))
        {
            let report = found(kind.name).expect("the files are there");
            let what = format!("{} of {}", kind.name, recording.boxes);
            assert_eq!(report.count("pairs"), recording.pairs, "{what}");
            assert_eq!(report.text("digest"), expected.text("digest"), "{what}");
        }
    }
}

/// The pair of our indices; within one set the smaller is first.
fn pair_of(recording: &Recording, [a, b]: [u32; 2]) -> Pair {
    let pair = Pair { a: a - recording.offsets[0], b: b - recording.offsets[1] };
    match recording.elements {
        Elements::VertexFace => pair,
        Elements::Edges | Elements::Faces => Pair::ordered(pair.a, pair.b),
    }
}

#[test]
fn levels_and_threads_agree() {
    let smallest = &RECORDINGS[3];
    let digest = |level, threads| {
        run(smallest, "sap", level, threads).map(|(report, _)| report.text("digest").to_owned())
    };
    let expected = digest(SimdLevel::PORTABLE, 1);
    for &level in SimdLevel::available() {
        assert_eq!(digest(level, 3), expected, "{level}");
    }
}
