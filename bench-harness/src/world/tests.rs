use std::fs;

use jostle::{World, snapshot::Snapshot};

use super::{AtRest, WorldReport, WorldRun};
use crate::{
    runner::{Motion, Setup, Silent},
    scene,
};

fn run(name: &str, at_rest: AtRest) -> WorldReport {
    let setup = Setup::new("auto", None, Some(2)).expect("there is such a broad phase");
    let scene = scene::by_name(name).expect("there is such a scene");
    let motion = Motion { moving: 0.25, pace: None };
    let run = WorldRun {
        scene,
        shapes: 2000,
        seed: 1,
        motion,
        balls: name == "slab",
        at_rest,
        frames: 3,
        capture: None,
    };
    run.run(&setup, &Silent).expect("nothing is wrong")
}

#[test]
fn who_rests_is_held_against_moving_shapes_only() {
    for name in ["crowd", "uniform", "slab"] {
        let awake = run(name, AtRest::Awake);
        let asleep = run(name, AtRest::Asleep);
        let fixed = run(name, AtRest::Static);
        let absent = run(name, AtRest::Absent);
        for report in [&awake, &asleep, &fixed, &absent] {
            assert_eq!(report.fault, None);
        }
        assert_eq!((awake.resting, asleep.resting, absent.resting), (0, fixed.resting, 0));
        assert_eq!(absent.shapes + asleep.resting, awake.shapes);
        assert!((1400..=1600).contains(&asleep.resting), "{}", asleep.resting);
        assert_eq!((asleep.pairs, &asleep.digest), (fixed.pairs, &fixed.digest));
        assert!(absent.pairs < asleep.pairs && asleep.pairs < awake.pairs);
    }
}

#[test]
fn a_step_is_captured_and_found_again() {
    let path = std::env::temp_dir().join(format!("jostle-{}.snapshot", std::process::id()));
    let setup = Setup::new("sap", None, Some(1)).expect("there is such a broad phase");
    let scene = scene::by_name("crowd").expect("there is such a scene");
    let motion = Motion { moving: 1.0, pace: None };
    let capture = Some(path.as_path());
    let (shapes, at_rest) = (500, AtRest::Awake);
    let balls = false;
    let run = WorldRun { scene, shapes, seed: 2, motion, balls, at_rest, frames: 2, capture };
    let report = run.run(&setup, &Silent).expect("nothing is wrong");
    let bytes = fs::read(&path).expect("it was written");
    fs::remove_file(&path).expect("it is there");
    let snapshot = Snapshot::from_bytes(&bytes).expect("it is whole");
    let mut world = World::<2>::restore(&snapshot).expect("it is sound");
    world.step().expect("nothing is wrong");
    assert_eq!(world.contacts().digest(u64::from).to_string(), report.digest);
    assert_eq!(world.contact_changes().counts().persisted, report.persisted);
}
