//! Trees of boxes: nodes lie in those above them, and boxes in the leaves they are said to be in.

use jostle::{
    Aabb, BroadPhase, Join,
    broad::{DynamicTree, DynamicTreePhase},
    bvh::Bvh,
    debug_draw::{DrawElement, DrawStyle},
};

use crate::{
    common::{Boxes, Counts, Random, SCENES, Style as Look, mixed, uniform},
    recorder::{Recorder, aabb_of, is_infinite, spoil},
};

const SIZES: [usize; 8] = [0, 1, 8, 9, 65, 513, 3000, 20_000];

/// Asserts that levels nest and depths count, and returns the greatest depth with that of no node
/// as 0: the number of levels.
fn check_levels<const D: usize>(drawn: &Recorder<D>, what: &str) -> usize {
    let mut above: Vec<(Aabb<D>, DrawStyle)> = Vec::new();
    let mut levels = 0;
    for (aabb, style) in &drawn.boxes {
        let depth = style.depth as usize;
        assert!(depth <= above.len(), "{what}: a level is left out");
        above.truncate(depth);
        assert_eq!(depth == 0, above.is_empty(), "{what}");
        if let Some((parent, of)) = above.last() {
            assert!(parent.contains(aabb), "{what}: {aabb:?} is not in {parent:?}");
            assert_eq!(of.element, DrawElement::Node, "{what}: something is below a leaf");
        }
        above.push((*aabb, *style));
        levels = levels.max(depth + 1);
    }
    levels
}

/// Asserts that each valid box is in one leaf, and lies in what is drawn for it.
fn check_leaves<const D: usize>(drawn: &Recorder<D>, boxes: &Boxes<D>, what: &str) {
    drawn.assert_each_once(boxes, what);
    let mut held = vec![false; drawn.boxes.len()];
    for (id, at, style) in &drawn.members {
        let (aabb, of) = &drawn.boxes[*at];
        assert!(aabb.contains(&aabb_of(boxes, *id)), "{what}: box {id} is not in {aabb:?}");
        assert_eq!((of, of.element), (style, DrawElement::Leaf), "{what}");
        held[*at] = true;
    }
    for (held, (_, style)) in held.iter().zip(&drawn.boxes) {
        assert_eq!(*held, style.element == DrawElement::Leaf, "{what}: a leaf without boxes");
    }
    assert!(drawn.lines.is_empty() && drawn.points == 0, "{what}");
}

fn check_bvh<const D: usize>(boxes: &Boxes<D>, what: &str) -> usize {
    let mut bvh = Bvh::<D>::new();
    let drawn = Recorder::of_run(&mut bvh, boxes);
    check_leaves(&drawn, boxes, what);
    let stats = bvh.stats();
    assert_eq!(check_levels(&drawn, what), stats.depth, "{what}");
    assert_eq!(drawn.boxes.len(), stats.nodes, "{what}");
    assert_eq!(drawn.of_element(DrawElement::Leaf).count(), stats.leaves, "{what}");
    stats.depth
}

fn check_dynamic<const D: usize>(boxes: &Boxes<D>, what: &str) {
    let drawn = Recorder::of_run(&mut DynamicTreePhase::<D>::new(), boxes);
    check_leaves(&drawn, boxes, what);
    check_levels(&drawn, what);
}

#[test]
fn boxes_lie_in_leaves_and_levels_nest() {
    let mut counts = Counts::default();
    for (what, scene) in SCENES {
        for size in SIZES {
            let boxes = scene(size);
            let depth = check_bvh(&boxes, what);
            check_dynamic(&boxes, what);
            counts.add("deep", depth > 12);
            counts.add("flat", depth == 1);
            let mut spoilt = boxes.clone();
            spoil(&mut spoilt);
            check_bvh(&spoilt, what);
            check_dynamic(&spoilt, what);
            let valid = (0..size).filter(|index| spoilt.is_valid(*index)).count();
            counts.add("left out", valid < size);
        }
    }
    counts.assert(&[("deep", 5), ("flat", 15), ("left out", 80)]);
}

#[test]
fn boxes_of_all_kinds_in_the_plane() {
    let mut random = Random::seeded(1);
    let mut infinite = 0;
    for round in 0..30 {
        let look = Look { side: 30.0, unit: 1.0, special: 1.0, invalid: 2.0 };
        let boxes = mixed::<2>(&mut random, 100 * round, look);
        check_bvh(&boxes, "mixed");
        check_dynamic(&boxes, "mixed");
        let drawn = Recorder::of_run(&mut Bvh::<2>::new(), &boxes);
        infinite += drawn.boxes.iter().filter(|(aabb, _)| is_infinite(aabb)).count();
    }
    assert!(infinite > 100, "bounds without end are drawn as they are: {infinite}");
}

/// What was moved, put in and taken out by handle is drawn by slot, with its margin.
#[test]
fn handles_are_drawn_by_slot() {
    let mut random = Random::seeded(2);
    let boxes = uniform::<3>(&mut random, 800, 20.0, 1.0);
    let mut tree = DynamicTree::<3>::new();
    let insert = |(min, max): ([f32; 3], [f32; 3])| tree.insert(Aabb { min, max });
    let handles: Vec<_> = boxes.iter().map(insert).collect::<Result<_, _>>().expect("they fit");
    let (mut gone, mut loose) = (boxes.clone(), 0);
    for (index, handle) in handles.into_iter().enumerate().step_by(4) {
        assert_eq!(handle.slot() as usize, index);
        tree.remove(handle).expect("it is there");
        gone.max[0][index] = f32::NAN;
    }
    let mut drawn = Recorder::default();
    tree.debug_draw(&mut drawn);
    check_leaves(&drawn, &gone, "handles");
    assert_eq!(check_levels(&drawn, "handles"), tree.height());
    for (id, at, _) in &drawn.members {
        let (fat, tight) = (&drawn.boxes[*at].0, aabb_of(&gone, *id));
        loose += usize::from((0..3).all(|axis| fat.min[axis] < tight.min[axis]));
    }
    assert!(loose > 400, "{loose}");
}

fn check_two_sets<const D: usize>(phase: &mut dyn BroadPhase<D>) {
    let mut random = Random::seeded(3);
    let first = uniform::<D>(&mut random, 300, 9.0, 1.0);
    let second = uniform::<D>(&mut random, 200, 9.0, 1.0);
    let both: Boxes<D> = first.iter().chain(second.iter()).collect();
    for _ in 0..2 {
        phase.count(&Join::between(first.bounds(), second.bounds())).expect("the call is valid");
        let drawn = Recorder::of(phase);
        check_leaves(&drawn, &both, phase.name());
        let roots = drawn.boxes.iter().filter(|(_, style)| style.depth == 0).count();
        assert_eq!(roots, 2, "{}", phase.name());
        let drawn = Recorder::of_run(phase, &second);
        check_leaves(&drawn, &second, phase.name());
    }
}

/// The second set is drawn as well, and forgotten where there is none.
#[test]
fn both_sets_are_drawn() {
    check_two_sets(&mut Bvh::<2>::new());
    check_two_sets(&mut Bvh::<3>::new());
    check_two_sets(&mut DynamicTreePhase::<2>::new());
    check_two_sets(&mut DynamicTreePhase::<3>::new());
}
