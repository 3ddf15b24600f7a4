//! Simulations end in the same state whatever they run on.

use jostle_bench::{
    runner::{Error, Setup, Silent},
    simulation::{
        crowd::Walk,
        granular::{Granular, Material},
    },
};

const THREADS: [usize; 6] = [1, 2, 3, 5, 8, 16];

/// Broad phases and levels; where there is no level of the name, the best one stands in.
const KINDS: [(&str, Option<&str>); 5] = [
    ("sap", Some("portable")),
    ("bvh", None),
    ("dynamic-tree", None),
    ("incremental-sap", None),
    ("auto", Some("portable")),
];

/// Asserts that a run has one digest for all threads, levels and broad phases.
fn assert_one_digest(digest: impl Fn(&Setup) -> Result<String, Error>) {
    let of = |phase: &str, level: Option<&str>, threads: usize| {
        let setup = Setup::new(phase, level, Some(threads)).expect("a broad phase and a level");
        digest(&setup).expect("the simulation runs")
    };
    let expected = of("sap", None, 1);
    for threads in THREADS {
        assert_eq!(of("sap", None, threads), expected, "{threads} threads");
    }
    for (phase, level) in KINDS {
        assert_eq!(of(phase, level, 3), expected, "{phase} at {level:?}");
    }
}

#[test]
fn a_crowd_ends_in_one_state() {
    let digest = |seed| {
        move |setup: &Setup| {
            let walk = Walk { people: 1500, steps: 300, seed, door: 1.2 };
            walk.run(setup, &Silent, |_, _| ()).map(|(report, _)| report.digest)
        }
    };
    assert_one_digest(digest(1));
    let setup = Setup::new("sap", None, Some(2)).expect("a broad phase");
    let [one, two] = [1, 2].map(|seed| digest(seed)(&setup).expect("the simulation runs"));
    assert_ne!(one, two, "seeds make a difference");
}

#[test]
fn a_bed_ends_in_one_state() {
    let digest = |steps, friction| {
        move |setup: &Setup| {
            let material = Material { friction, ..Material::BEADS };
            let granular = Granular { grains: 2000, steps, seed: 1, material };
            granular.run(setup, &Silent).map(|(report, _)| report.digest)
        }
    };
    assert_one_digest(digest(300, 0.5));
    let setup = Setup::new("sap", None, Some(2)).expect("a broad phase");
    let [rough, smooth] = [0.5, 0.0].map(|mu| digest(300, mu)(&setup).expect("it runs"));
    assert_ne!(rough, smooth, "friction makes a difference");
}
