//! Trees that are refitted.
//!
//! Promised: a tree that is refitted to boxes that have moved is sound and answers as one that is
//! built of them, whatever the boxes; where it cannot be kept, because there are more boxes or less
//! or some are not valid, it is built.

use jostle::{
    BroadPhase, Join, Pairs,
    broad::Output,
    bvh::{Bvh, Hit, Lists, NearestHit, TreeStats},
    geometry::ray::Ray,
};

use crate::common::{Boxes, Random, SCENES, assert_same, pool, uniform};

const INF: f32 = f32::INFINITY;

fn sorted_pairs(tree: &mut Bvh<3>) -> Pairs {
    let mut pairs = Pairs::new();
    tree.self_pairs(Output::Collect(&mut pairs)).unwrap();
    pairs.sort_canonical().unwrap();
    pairs
}

/// What a tree answers: pairs, hits and neighbors.
fn answers(tree: &mut Bvh<3>) -> (Pairs, Lists<Hit>, Lists<NearestHit>) {
    let mut random = Random::seeded(5);
    let mut ray = || Ray::new(random.point(-5.0, 45.0), random.point::<3>(-1.0, 1.0));
    let rays: Vec<Ray<3>> = (0..300).map(|_| ray()).collect();
    let points: Vec<[f32; 3]> = rays.iter().map(|ray| ray.origin).collect();
    let (mut hits, mut near) = (Lists::new(), Lists::new());
    tree.all_hits_of(&rays, |_, _| true, &mut hits).unwrap();
    tree.nearest_of(&points, 6, INF, |_, _| true, &mut near).unwrap();
    (sorted_pairs(tree), hits, near)
}

fn move_all(boxes: &mut Boxes<3>, random: &mut Random, by: f32) {
    for index in 0..boxes.len() {
        for axis in 0..3 {
            let (step, growth) = (random.between(-by, by), random.between(0.0, 0.2 * by));
            boxes.min[axis][index] += step;
            boxes.max[axis][index] += step + growth;
        }
    }
}

/// Refits, says whether the tree was kept, and holds its answers against those of a new tree.
fn refit(tree: &mut Bvh<3>, boxes: &Boxes<3>, what: &str) -> bool {
    let stages = tree.refit(boxes.bounds()).unwrap();
    tree.validate().unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
    let mut new = Bvh::new();
    new.build(boxes.bounds()).unwrap();
    let (kept, built) = (answers(tree), answers(&mut new));
    assert_same(&kept.0, &built.0, what);
    assert!((kept.1, kept.2) == (built.1, built.2), "{what}");
    // Only building looks where the boxes are.
    stages.bounds.is_zero()
}

#[test]
fn refitted_trees_answer_as_new_ones() {
    let mut random = Random::seeded(6);
    for (what, scene) in SCENES {
        for (threads, size) in
            [(1, 1), (3, 9), (2, 700), (3, if what == "uniform" { 70_000 } else { 700 })]
        {
            let mut boxes = scene(size);
            pool(threads).install(|| {
                let mut tree = Bvh::new();
                tree.build(boxes.bounds()).unwrap();
                for by in [0.1, 3.0, 30.0] {
                    move_all(&mut boxes, &mut random, by);
                    // Infinity does not move, and large numbers may become infinite.
                    let what = format!("{what}, {size} moved by {by}");
                    assert!(refit(&mut tree, &boxes, &what), "{what}: was built");
                }
            });
        }
    }
}

#[test]
fn trees_that_cannot_be_kept_are_built() {
    let mut random = Random::seeded(7);
    let mut boxes = uniform::<3>(&mut random, 3000, 40.0, 2.0);
    let mut tree = Bvh::new();
    assert!(!refit(&mut tree, &boxes, "never built"));
    move_all(&mut boxes, &mut random, 1.0);
    assert!(refit(&mut tree, &boxes, "moved"));
    boxes.push([0.0; 3], [1.0; 3]);
    assert!(!refit(&mut tree, &boxes, "one more"));
    for threads in [1, 3] {
        for index in [0, 1234, 3000] {
            let max = boxes.max[1][index];
            boxes.max[1][index] = f32::NAN;
            let was_built = pool(threads).install(|| !refit(&mut tree, &boxes, "one not valid"));
            assert!(was_built, "box {index}");
            let listed = tree.invalid();
            assert!(listed.len() == 1 && listed[0].index == index as u32);
            assert!(!refit(&mut tree, &boxes, "still not valid"));
            boxes.max[1][index] = max;
            assert!(!refit(&mut tree, &boxes, "valid again"));
            assert!(tree.invalid().is_empty());
            assert!(refit(&mut tree, &boxes, "and kept"));
        }
    }
    assert!(!refit(&mut tree, &Boxes::new(), "no boxes"));
    assert_eq!(tree.stats(), TreeStats::default());
    assert!(!refit(&mut tree, &Boxes::new(), "still none"));
}

/// As many boxes as were valid before, when there was one more that was not.
#[test]
fn fewer_boxes_of_which_all_are_valid() {
    let all = uniform::<3>(&mut Random::seeded(9), 500, 20.0, 2.0);
    let fewer: Boxes<3> = all.iter().take(499).collect();
    for invalid in [0, 77, 498, 499] {
        let mut boxes = all.clone();
        boxes.min[2][invalid] = f32::NAN;
        let mut tree = Bvh::new();
        tree.build(boxes.bounds()).unwrap();
        // Without the last one the others are in their places.
        assert_eq!(refit(&mut tree, &fewer, "fewer"), invalid == 499, "{invalid}");
    }
}

/// What was wrong with the boxes of the run before is forgotten.
#[test]
fn refits_list_boxes_of_their_own() {
    let mut random = Random::seeded(8);
    let first = uniform::<3>(&mut random, 500, 20.0, 2.0);
    let mut second = first.clone();
    second.max[0][7] = f32::NAN;
    let mut tree = Bvh::new();
    tree.count(&Join::between(first.bounds(), second.bounds())).unwrap();
    assert_eq!(tree.invalid().len(), 1);
    let stages = tree.refit(first.bounds()).unwrap();
    assert!(stages.bounds.is_zero(), "was built");
    assert!(tree.invalid().is_empty());
}
