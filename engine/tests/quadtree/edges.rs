//! The edges of what a quadtree divides: its lines, its world, its depth and the ends of numbers.

use jostle::{
    Aabb, SimdLevel,
    broad::{Quadtree, QuadtreeCell, QuadtreeFit, QuadtreeSettings},
};

use crate::{
    common::{Random, SCENES},
    model::{Model, settings, world},
};

const INF: f32 = f32::INFINITY;

/// Fills the corners of the world, so that the lines at 4, 2 and 6 are drawn, and one box more.
fn beside_corners(fit: QuadtreeFit, aabb: Aabb<2>) -> Model<2> {
    let mut model = Model::new(settings(1, 2, fit));
    for x in [0.5, 2.5, 4.5, 6.5] {
        for y in [0.5, 2.5, 4.5, 6.5] {
            model.insert(Aabb::new([x, y], [x + 1.0, y + 1.0]));
        }
    }
    assert_eq!(model.tree.stats().nodes, 1 + 4 + 16);
    model.insert(aabb);
    model.check(&[aabb]);
    model
}

/// Objects per level.
fn levels(model: &Model<2>) -> [usize; 3] {
    let mut levels = [0; 3];
    model.tree.cells().for_each(|cell| levels[cell.depth] += cell.objects);
    levels
}

#[test]
fn what_touches_a_line_of_a_tight_tree_stays_above_it() {
    for (low, high, expected) in [
        ([4.0, 1.0], [4.0, 1.0], [1, 0, 16]),
        ([3.0, 3.0], [5.0, 5.0], [1, 0, 16]),
        ([1.0, 4.0], [1.5, 4.0], [1, 0, 16]),
        ([3.0, 1.0], [4.0, 1.5], [1, 0, 16]),
        ([4.0, 1.0], [5.0, 1.5], [1, 0, 16]),
        ([2.0, 1.0], [2.0, 1.0], [0, 1, 16]),
        ([1.0, 1.0], [2.0, 1.0], [0, 1, 16]),
        ([5.0, 5.0], [7.0, 7.0], [0, 1, 16]),
        ([1.0, 1.0], [2.0_f32.next_down(), 1.0], [0, 0, 17]),
        ([4.0_f32.next_up(), 1.0], [5.0, 1.0], [0, 0, 17]),
        ([0.0, 0.0], [0.0, 0.0], [0, 0, 17]),
        ([8.0, 8.0], [8.0, 8.0], [0, 0, 17]),
        ([8.0, 8.0], [8.0_f32.next_up(), 8.0], [1, 0, 16]),
        ([0.0, 0.0], [8.0, 8.0], [1, 0, 16]),
    ] {
        let model = beside_corners(QuadtreeFit::Tight, Aabb::new(low, high));
        assert_eq!(levels(&model), expected, "{low:?} to {high:?}");
    }
}

#[test]
fn small_boxes_on_lines_go_down_in_a_loose_tree() {
    for (low, high, expected) in [
        ([4.0, 1.0], [4.0, 1.0], [0, 0, 17]),
        ([3.5, 3.5], [4.5, 4.5], [0, 0, 17]),
        // As long as a cell of the last level: wherever it is, a loose cell encloses it.
        ([3.0, 3.0], [5.0, 5.0], [0, 0, 17]),
        ([2.5, 2.5], [6.5, 6.5], [0, 1, 16]),
        ([2.0, 2.0], [6.0, 6.0], [0, 1, 16]),
        ([1.0, 1.0], [7.5, 7.5], [1, 0, 16]),
        ([8.0, 8.0], [8.5, 8.5], [0, 0, 17]),
        ([8.0, 8.0], [20.0, 8.5], [1, 0, 16]),
    ] {
        let model = beside_corners(QuadtreeFit::Loose(2.0), Aabb::new(low, high));
        assert_eq!(levels(&model), expected, "{low:?} to {high:?}");
    }
}

#[test]
fn everything_at_one_place() {
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        for (at, objects) in [([1.3, 5.2], 500), ([0.0, 0.0], 300), ([4.0, 4.0], 300)] {
            let mut model = Model::new(settings(4, 9, fit));
            for _ in 0..objects {
                model.insert(Aabb::point(at));
            }
            assert_eq!(model.check(&[Aabb::point(at)]), objects * (objects - 1) / 2);
            let stats = model.tree.stats();
            let on_line = fit == QuadtreeFit::Tight && at == [4.0, 4.0];
            assert_eq!(stats.depth, if on_line { 1 } else { 9 }, "{fit:?} {at:?}");
            assert_eq!((stats.nodes, stats.most_objects), (1 + 4 * stats.depth, objects));
            model.handles().into_iter().for_each(|handle| model.remove(handle));
            model.check(&[]);
            assert_eq!(model.tree.stats().nodes, 1);
        }
    }
}

/// However many levels are asked for, there is an end to them, and one to numbers.
#[test]
fn depth_has_a_bound() {
    let tiny = f32::from_bits(1);
    for (world, bound) in [
        (Aabb::new([0.0, 0.0], [8.0, 8.0]), QuadtreeSettings::MOST_LEVELS),
        // In front of the least number there is none closer than one 2^24th of it.
        (Aabb::new([-f32::MAX; 2], [f32::MAX; 2]), 25),
        (Aabb::new([0.0, 0.0], [16.0 * tiny, 16.0 * tiny]), 4),
        (Aabb::new([1.0, 1.0], [1.0, 1.0]), 0),
        (Aabb::new([1.0, 0.0], [1.0, 4.0 * tiny]), 2),
    ] {
        let settings = settings(2, usize::MAX, QuadtreeFit::Loose(2.0));
        let mut tree = Quadtree::new(world, settings).expect("the world is valid");
        for _ in 0..40 {
            tree.insert(&Aabb::point(world.min)).expect("the box is valid");
        }
        tree.validate().expect("it is sound");
        assert_eq!(tree.stats().depth, bound, "{world:?}");
    }
}

#[test]
fn boxes_outside_the_world_and_without_end() {
    let mut random = Random::seeded(3);
    let ends =
        [-INF, f32::MIN, -1e30, -9.0, -0.5, 0.0, 3.0, 4.0, 7.0, 8.5, 20.0, 1e30, f32::MAX, INF];
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0), QuadtreeFit::Loose(f32::MAX)] {
        let mut model = Model::<3>::new(settings(3, 5, fit));
        let mut pairs = 0;
        for _ in 0..120 {
            let (a, b): ([f32; 3], [f32; 3]) = (
                std::array::from_fn(|_| random.pick(&ends)),
                std::array::from_fn(|_| random.pick(&ends)),
            );
            let low = std::array::from_fn(|axis| a[axis].min(b[axis]));
            let high = std::array::from_fn(|axis| a[axis].max(b[axis]));
            model.insert(Aabb::new(low, high));
            let at = random.point(0.0, 7.0);
            model.insert(Aabb::new(at, at.map(|x: f32| x + random.unit())));
            let region = [Aabb::new(low, high.map(|x| x.min(5.0)))];
            pairs += model.check(&region[usize::from(!region[0].is_valid())..]);
        }
        assert!(pairs > 100_000 && model.tree.stats().nodes > 20, "{fit:?}: {pairs}");
        let handles = model.handles();
        for handle in handles.into_iter().step_by(2) {
            model.set(handle, Aabb::point([INF, -INF, 3.0]));
            model.check(&[Aabb::point([INF, -INF, 3.0])]);
        }
    }
}

/// Scenes that were chosen to make bad trees, in worlds that fit them and in ones that do not.
#[test]
fn bad_scenes() {
    let worlds = [
        Aabb::new([0.0; 3], [40.0, 30.0, 20.0]),
        Aabb::new([-f32::MAX; 3], [f32::MAX; 3]),
        Aabb::new([0.0; 3], [1e-40, 1e-30, 1e-20]),
    ];
    for (what, scene) in SCENES {
        for (index, world) in worlds.into_iter().enumerate() {
            let fit = [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)][index % 2];
            let mut model = Model::<3>::new(settings(8, 28, fit));
            model.tree = Quadtree::new(world, settings(8, 28, fit)).expect("it is valid");
            for (min, max) in scene(300).iter() {
                model.insert(Aabb::new(min, max)).unwrap_or_else(|| panic!("{what}"));
            }
            model.check(&[Aabb::new([0.0; 3], [3.0; 3])]);
            for handle in model.handles().into_iter().step_by(3) {
                model.remove(handle);
            }
            model.check(&[Aabb::new([0.0; 3], [3.0; 3])]);
        }
    }
}

#[test]
fn the_two_widest_axes_are_divided() {
    let world = Aabb::new([0.0, 0.0, 0.0], [16.0, 2.0, 8.0]);
    let mut tree =
        Quadtree::new(world, settings(1, 1, QuadtreeFit::Loose(2.0))).expect("it is valid");
    tree.insert(&Aabb::point([1.0, 1.0, 1.0])).expect("it is valid");
    tree.insert(&Aabb::point([9.0, 1.0, 5.0])).expect("it is valid");
    let cells: Vec<QuadtreeCell<3>> = tree.cells().collect();
    assert_eq!(cells[0].bounds, world);
    assert_eq!(cells[1].bounds, Aabb::new([0.0; 3], [8.0, 2.0, 4.0]));
    assert_eq!(cells[4].bounds, Aabb::new([8.0, 0.0, 4.0], [16.0, 2.0, 8.0]));
    let objects: Vec<usize> = cells.iter().map(|cell| cell.objects).collect();
    assert_eq!(objects, [0, 1, 0, 0, 1]);
    assert!(!cells[0].leaf && cells[1..].iter().all(|cell| cell.leaf && cell.depth == 1));
}

#[test]
fn every_level_answers_alike() {
    let mut random = Random::seeded(5);
    let mut trees: Vec<Quadtree<2>> = SimdLevel::available()
        .iter()
        .map(|level| {
            let tree = Quadtree::new(world(), settings(4, 6, QuadtreeFit::Loose(2.0)));
            tree.expect("it is valid").with_level(*level)
        })
        .collect();
    for _ in 0..400 {
        let at = random.point(0.0, 8.0);
        let aabb = Aabb::new(at, at.map(|x| x + random.unit()));
        trees.iter_mut().for_each(|tree| drop(tree.insert(&aabb)));
    }
    let mut met = 0;
    for _ in 0..100 {
        let region = Aabb::point(random.point(0.0, 9.0));
        let answers: Vec<Vec<_>> = trees
            .iter()
            .map(|tree| {
                let mut found = Vec::new();
                tree.touching(&region, |handle| found.push(handle)).expect("it is valid");
                found
            })
            .collect();
        assert!(answers.windows(2).all(|two| two[0] == two[1]), "another sequence");
        met += answers[0].len();
    }
    assert!(met > 50, "{met}");
}
