//! Quadtrees: cells quarter those above them, and boxes lie in what their cell may take up.

use jostle::{
    Aabb, Join,
    broad::{Quadtree, QuadtreeFit, QuadtreePhase, QuadtreeSettings},
    debug_draw::{DrawElement, DrawStyle},
};

use crate::{
    common::{Boxes, Counts, Random, SCENES, Style as Look, mixed, uniform},
    recorder::{Recorder, aabb_of, spoil},
};

/// A node as it was drawn: its cell, and what its boxes may take up if that was drawn as well.
struct Cell<const D: usize> {
    bounds: Aabb<D>,
    loose: Option<Aabb<D>>,
    depth: usize,
}

/// The nodes that were drawn, and for each box that was the place of its node.
fn cells_of<const D: usize>(drawn: &Recorder<D>) -> (Vec<Cell<D>>, Vec<usize>) {
    let (mut cells, mut cell_of_box) = (Vec::<Cell<D>>::new(), Vec::new());
    for (aabb, style) in &drawn.boxes {
        let depth = style.depth as usize;
        match style.element {
            DrawElement::Cell => cells.push(Cell { bounds: *aabb, loose: None, depth }),
            DrawElement::LooseCell => {
                let cell = cells.last_mut().expect("a cell comes first");
                assert!(cell.loose.is_none() && cell.depth == depth);
                cell.loose = Some(*aabb);
            }
            other => panic!("{other:?} is drawn of a quadtree"),
        }
        cell_of_box.push(cells.len() - 1);
    }
    (cells, cell_of_box)
}

/// Asserts that each cell lies in the one above it. Returns the number of levels.
fn check_levels<const D: usize>(cells: &[Cell<D>], what: &str) -> usize {
    let mut above: Vec<&Cell<D>> = Vec::new();
    for cell in cells {
        assert!(cell.depth <= above.len(), "{what}: a level is left out");
        above.truncate(cell.depth);
        if let Some(parent) = above.last() {
            assert!(parent.bounds.contains(&cell.bounds), "{what}: a cell outside its parent");
            assert!(parent.bounds != cell.bounds, "{what}: a cell as large as its parent");
        }
        above.push(cell);
    }
    cells.iter().map(|cell| cell.depth + 1).max().unwrap_or(0)
}

/// Asserts that boxes lie in what they may take up, each in one node.
fn check_boxes<const D: usize>(
    drawn: &Recorder<D>,
    boxes: &Boxes<D>,
    (what, fit): (&str, QuadtreeFit),
    counts: &mut Counts,
) {
    drawn.assert_each_once(boxes, what);
    assert!(drawn.lines.is_empty() && drawn.points == 0);
    let (cells, cell_of_box) = cells_of(drawn);
    counts.add("deep", check_levels(&cells, what) > 4);
    for (id, at, style) in &drawn.members {
        let (cell, aabb) = (&cells[cell_of_box[*at]], aabb_of(boxes, *id));
        assert_eq!(
            (style.element, style.depth as usize),
            (DrawElement::Cell, cell.depth),
            "{what}"
        );
        let reach = match fit {
            QuadtreeFit::Tight => cell.bounds,
            QuadtreeFit::Loose(_) => cell.loose.expect("a loose tree has loose cells"),
        };
        let is_root = cell.depth == 0;
        assert!(is_root && fit == QuadtreeFit::Tight || within(&reach, &aabb), "{what}: box {id}");
        counts.add("in the root", is_root);
        counts.add("below the root", !is_root);
        counts.add("stands out of its cell", !within(&cell.bounds, &aabb));
    }
}

/// Whether a box lies in a cell, on the first two axes: those are divided in all that is tested
/// here.
fn within<const D: usize>(cell: &Aabb<D>, aabb: &Aabb<D>) -> bool {
    (0..2).all(|axis| cell.min[axis] <= aabb.min[axis] && aabb.max[axis] <= cell.max[axis])
}

#[test]
fn boxes_lie_in_their_cells() {
    let mut counts = [Counts::default(), Counts::default()];
    for (counts, fit) in counts.iter_mut().zip([QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)]) {
        let mut random = Random::seeded(1);
        for round in 0..20 {
            let look = Look { side: 40.0, unit: 1.0, special: 1.0, invalid: 2.0 };
            let boxes = mixed::<2>(&mut random, 150 * round, look);
            let mut phase = QuadtreePhase::new().with_fit(fit).expect("the looseness is valid");
            let drawn = Recorder::of_run(&mut phase, &boxes);
            check_boxes(&drawn, &boxes, ("mixed", fit), counts);
            let loose = drawn.of_element(DrawElement::LooseCell).count();
            let cells = drawn.of_element(DrawElement::Cell).count();
            assert_eq!(loose, if fit == QuadtreeFit::Tight { 0 } else { cells });
        }
        counts.assert(&[("deep", 10), ("in the root", 1000), ("below the root", 1000)]);
    }
    counts[1].assert(&[("stands out of its cell", 1000)]);
}

/// Whatever the boxes, they are drawn once, and levels nest.
#[test]
fn bad_scenes_are_drawn() {
    let mut deepest = 0;
    for (what, scene) in SCENES {
        for size in [1, 9, 513, 3000] {
            let mut boxes = scene(size);
            for _ in 0..2 {
                let drawn = Recorder::of_run(&mut QuadtreePhase::new(), &boxes);
                drawn.assert_each_once(&boxes, what);
                deepest = deepest.max(check_levels(&cells_of(&drawn).0, what));
                spoil(&mut boxes);
            }
        }
    }
    assert!(deepest > 10, "{deepest}");
}

/// The cells that are drawn are those that the tree tells of, and one that is not divided lasts.
#[test]
fn cells_are_those_of_the_tree() {
    let mut random = Random::seeded(2);
    let boxes = uniform::<3>(&mut random, 700, 30.0, 1.0);
    let world = Aabb::new([0.0; 3], [32.0, 32.0, 31.0]);
    let mut tree = Quadtree::new(world, QuadtreeSettings::default()).expect("the world is finite");
    for (min, max) in boxes.iter() {
        tree.insert(&Aabb { min, max }).expect("it fits");
    }
    let mut drawn = Recorder::default();
    tree.debug_draw(&mut drawn);
    let mut counts = Counts::default();
    check_boxes(&drawn, &boxes, ("by hand", QuadtreeSettings::default().fit), &mut counts);
    let key = |bounds: &Aabb<3>, depth: usize| (bounds.min.map(f32::to_bits), depth);
    let mut told: Vec<_> = tree.cells().map(|cell| key(&cell.bounds, cell.depth)).collect();
    let (cells, _) = cells_of(&drawn);
    let mut found: Vec<_> = cells.iter().map(|cell| key(&cell.bounds, cell.depth)).collect();
    told.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, told);
    assert!(cells.iter().all(|cell| (cell.bounds.min[2], cell.bounds.max[2]) == (0.0, 31.0)));
    assert_eq!(drawn.boxes[0], (world, DrawStyle::new(DrawElement::Cell, 0)));
}

/// The second set is drawn as well, and forgotten where there is none.
#[test]
fn both_sets_are_drawn() {
    let mut random = Random::seeded(3);
    let first = uniform::<2>(&mut random, 300, 9.0, 1.0);
    let second = uniform::<2>(&mut random, 200, 9.0, 1.0);
    let both: Boxes<2> = first.iter().chain(second.iter()).collect();
    let mut phase = QuadtreePhase::<2>::new();
    for _ in 0..2 {
        let join = Join::between(first.bounds(), second.bounds());
        jostle::BroadPhase::count(&mut phase, &join).expect("the call is valid");
        Recorder::of(&phase).assert_each_once(&both, "two sets");
        Recorder::of_run(&mut phase, &second).assert_each_once(&second, "one set");
    }
}
