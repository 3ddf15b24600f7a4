//! Both baselines against the plain double loop, on every scene.

use jostle::Pair;

use super::{coarseness, grid, sweep};
use crate::{
    boxes::{Boxes, Shapes},
    present,
    runner::box_columns,
    scene::SceneShapes,
    verify::naive,
};

fn sorted(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_unstable();
    pairs
}

fn assert_right<const D: usize>(name: &str, shapes: &Shapes<D>) {
    let boxes = box_columns(shapes);
    let expected = naive::pairs(&boxes.min, &boxes.max);
    assert_eq!(sorted(grid::pairs(&boxes.min, &boxes.max)), expected, "grid, {name}");
    assert_eq!(sorted(sweep::pairs(&boxes.min, &boxes.max)), expected, "sweep, {name}");
}

#[test]
fn both_find_all_pairs_of_every_scene() {
    for kind in present::scenes() {
        for shapes in [0, 1, 2, 27, 500] {
            match kind.build(shapes, 3).unwrap() {
                SceneShapes::Two(scene) => assert_right(kind.name, &scene.shapes),
                SceneShapes::Three(scene) => assert_right(kind.name, &scene.shapes),
            }
        }
    }
}

#[test]
fn points_are_boxes_too() {
    let mut points = Boxes::<2>::new();
    for index in 0..300 {
        let point = [(index % 10) as f32, (index % 15) as f32];
        points.push(point, point);
    }
    assert_right("points", &Shapes::Boxes(points));
}

#[test]
fn coarseness_is_the_largest_box_over_the_domain() {
    let mut boxes = Boxes::<2>::new();
    boxes.push([0.0, 0.0], [1.0, 2.0]);
    boxes.push([9.0, 2.0], [10.0, 3.0]);
    assert_eq!(coarseness(&boxes), 0.2);
}
