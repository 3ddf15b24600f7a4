//! The command `explain`.

use std::fs;

use jostle_bench::{
    boxes::Shapes,
    scene::{self, Scene, SceneShapes},
};

use crate::support::{failure, json, path, run, run_words, text};

#[test]
fn a_pair_of_a_scene_is_explained() {
    let text = text(run("explain 3 7 --scene uniform --shapes 50 --broad-phase bvh"));
    for part in
        ["pair (3, 7) is not reported: the bounds are", "  axis z: [", "bvh: 3 lies in leaf"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn every_pair_of_a_scene_is_explained_as_it_is_found() {
    const SHAPES: u32 = 24;
    let scene = scene::by_name("uniform").expect("it is a scene").build(SHAPES, 1);
    let scene = scene.expect("it needs no file");
    let SceneShapes::Three(Scene { shapes: Shapes::Boxes(boxes), .. }) = scene else {
        panic!("the scene is of boxes in space");
    };
    let [mut touching, mut turned] = [0, 0];
    for (a, b) in (0..SHAPES).flat_map(|a| (a + 1..SHAPES).map(move |b| (a, b))) {
        let explain = |narrow: &str| {
            let words = format!("explain {a} {b} --scene uniform --shapes {SHAPES} --json");
            json(run(&(words + narrow)))["reported"] == true
        };
        let [(min, max), (low, high)] = [a, b].map(|index| boxes.corners(index as usize));
        let touches = (0..3).all(|axis| min[axis] <= high[axis] && low[axis] <= max[axis]);
        assert_eq!(explain(""), touches, "{a} {b}");
        touching += u32::from(touches);
        turned += u32::from(touches && explain(" --narrow"));
    }
    assert!(turned > 0 && turned < touching, "{turned} of {touching}");
}

#[test]
fn boxes_of_a_file_are_explained() {
    let file = path("explained.csv");
    fs::write(&file, "a,b,c,d\n0,0,1,1\n1,1,2,2\n3,0,NaN,1\n").expect("it is our folder");
    let file = file.to_str().expect("a plain name");
    let explain = |a, b| text(run_words(&["explain", a, b, file, "--dim", "2"]));
    assert!(explain("0", "1").starts_with("pair (0, 1) is reported: the bounds touch\n"));
    assert!(explain("2", "1").contains("pair (1, 2) is not reported: 2 is invalid: not a number"));
    let wrong = |words: &[&str]| failure(run_words(words), 2);
    assert!(wrong(&["explain", "0", "3", file, "--dim", "2"]).contains("shape 3 of a set of 3"));
    assert!(wrong(&["explain", "1", "1", file, "--dim", "2"]).contains("shape 1 with itself"));
}
