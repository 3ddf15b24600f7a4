use jostle::{Shape, SimdLevel};

use super::{Bodies, FrameRun};
use crate::{
    boxes::Shapes,
    narrow::{turn2, turn3},
    present,
    runner::{Motion, Setup, Silent},
    scene::{self, Scene, SceneShapes},
};

fn in_space(name: &str, shapes: u32) -> Scene<3> {
    match scene::by_name(name).unwrap().build(shapes, 1).unwrap() {
        SceneShapes::Three(scene) => scene,
        SceneShapes::Two(_) => panic!("{name} is in 3D"),
    }
}

#[test]
fn boxes_keep_their_places_and_extents_and_are_turned() {
    let mut scene = in_space("uniform", 50);
    let mut bodies = Bodies::new(&scene, turn3, 1).unwrap();
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
fn balls_stay_balls() {
    let SceneShapes::Two(mut scene) = scene::by_name("crowd").unwrap().build(50, 1).unwrap() else {
        panic!("crowds are flat")
    };
    let mut bodies = Bodies::new(&scene, turn2, 1).unwrap();
    scene.step();
    bodies.follow(&scene).unwrap();
    let Shapes::Balls(balls) = &scene.shapes else { panic!("the scene is made of balls") };
    for index in 0..50 {
        let ball = bodies.shapes().balls().get(index);
        assert_eq!(ball.center, [balls.center[0][index], balls.center[1][index]]);
        assert_eq!(ball.radius, balls.radius[index]);
    }
}

#[test]
fn the_seed_decides_how_boxes_are_turned() {
    let scene = in_space("uniform", 10);
    let rotation = |seed| {
        let bodies = Bodies::new(&scene, turn3, seed).unwrap();
        let handle = bodies.shapes().handle_of(3).unwrap();
        match bodies.shapes().get(handle).unwrap() {
            Shape::Box(turned) => turned.rotation.quaternion(),
            _ => panic!("boxes were made"),
        }
    };
    assert_eq!(rotation(1), rotation(1));
    assert_ne!(rotation(1), rotation(2));
}

#[test]
fn every_scene_has_its_contacts_checked() {
    for kind in present::scenes() {
        let setup = |level, threads| {
            let mut setup = Setup::new("sap", None, Some(threads)).unwrap();
            setup.level = level;
            setup
        };
        let run = FrameRun {
            scene: kind,
            shapes: 200,
            seed: 1,
            motion: Motion::OF_SCENE,
            frames: 2,
            visit: false,
        };
        let report = run.run(&setup(SimdLevel::PORTABLE, 1), &Silent).unwrap();
        assert_eq!((report.fault, report.invalid), (None, 0), "{}", kind.name);
        assert!(report.contacts <= report.pairs, "{}", kind.name);
        assert_eq!(report.checked as u64, report.pairs.min(1000), "{}", kind.name);
        let shown = FrameRun { visit: true, ..run };
        let other = shown.run(&setup(SimdLevel::detect(), 3), &Silent).unwrap();
        assert_eq!((&other.fault, other.visit), (&None, true), "{}", kind.name);
        assert_eq!(report.digest, other.digest, "{}", kind.name);
        assert_eq!(report.pairs_digest, other.pairs_digest, "{}", kind.name);
    }
}
