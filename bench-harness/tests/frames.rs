//! Whole frames and whole steps on scenes.

mod present;

use jostle_bench::{
    boxes::Shapes,
    frame::{Bodies, frames},
    runner::{DEFAULT_SEED, Motion, SceneRequest, Setup, Silent},
    scene::{self, SceneShapes},
    world::{AtRest, WorldRun},
};

#[test]
fn boxes_keep_their_places_and_extents_and_are_turned() {
    let scene = scene::by_name("uniform").and_then(|kind| kind.build(50, 1)).unwrap();
    let SceneShapes::Three(mut scene) = scene else { panic!("it is in 3D") };
    let mut bodies = Bodies::new(&scene, 1).unwrap();
    scene.step();
    bodies.follow(&scene).unwrap();
    let Shapes::Boxes(boxes) = &scene.shapes else { panic!("the scene is made of boxes") };
    let turned = bodies.shapes().boxes();
    for index in 0..50 {
        let (body, (min, max)) = (turned.get(index), boxes.corners(index));
        for axis in 0..3 {
            assert!((body.center[axis] - body.half[axis] - min[axis]).abs() < 1e-5);
            assert!((body.center[axis] + body.half[axis] - max[axis]).abs() < 1e-5);
        }
        assert!(body.rotation.quaternion()[3].abs() < 0.999_999);
    }
}

#[test]
fn every_scene_has_its_contacts_checked() {
    for scene in present::scenes() {
        let motion = Motion::OF_SCENE;
        let request = SceneRequest { scene, shapes: 200, seed: DEFAULT_SEED, motion };
        let run = |level, threads, visit| {
            let setup = Setup::new("sap", level, Some(threads)).unwrap();
            frames(&request, visit, &setup, 2, &Silent).expect("nothing is wrong")
        };
        let row = run(Some("portable"), 1, false);
        assert_eq!(row.count("invalid"), 0, "{}", scene.name);
        assert!(row.count("contacts") <= row.count("pairs"), "{}", scene.name);
        assert_eq!(row.count("checked"), row.count("pairs").min(1000), "{}", scene.name);
        let other = run(None, 3, true);
        for digest in ["digest", "pairs_digest"] {
            assert_eq!(row.text(digest), other.text(digest), "{}", scene.name);
        }
    }
}

#[test]
fn who_rests_is_held_against_moving_shapes_only() {
    for name in ["crowd", "uniform", "slab"] {
        let run = |at_rest| {
            let setup = Setup::new("auto", None, Some(2)).expect("there is such a broad phase");
            let kind = scene::by_name(name).expect("there is such a scene");
            let motion = Motion { moving: 0.25, ..Motion::OF_SCENE };
            let scene = SceneRequest { scene: kind, shapes: 2000, seed: 1, motion };
            let (balls, capture) = (name == "slab", None);
            let run = WorldRun { scene, balls, at_rest, frames: 3, capture };
            run.run(&setup, &Silent).expect("nothing is wrong")
        };
        let [awake, asleep] = [run(AtRest::Awake), run(AtRest::Asleep)];
        let [fixed, absent] = [run(AtRest::Static), run(AtRest::Absent)];
        let resting = asleep.count("resting");
        assert_eq!((awake.count("resting"), absent.count("resting")), (0, 0));
        assert_eq!(fixed.count("resting"), resting);
        assert_eq!(absent.count("shapes") + resting, awake.count("shapes"));
        assert!((1400..=1600).contains(&resting), "{resting}");
        assert_eq!(asleep.count("pairs"), fixed.count("pairs"));
        assert_eq!(asleep.text("digest"), fixed.text("digest"));
        assert!(absent.count("pairs") < asleep.count("pairs"));
        assert!(asleep.count("pairs") < awake.count("pairs"));
    }
}
