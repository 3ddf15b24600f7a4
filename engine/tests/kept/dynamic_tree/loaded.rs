//! Trees that are loaded and then changed box by box: a loaded tree has no spare node, so that
//! every operation has to make sure of its own.

use jostle::{
    Aabb, Handle,
    broad::{DynamicTree, Margin},
};

use super::model::Modeled;
use crate::common::{Boxes, Counts, Random, scale};

/// A row of squares of size 1, 10 apart.
fn row(count: usize) -> Boxes<2> {
    let left = |index: usize| 10.0 * index as f32;
    (0..count).map(|index| ([left(index), 0.0], [left(index) + 1.0, 1.0])).collect()
}

#[test]
fn a_box_of_a_loaded_tree_is_moved() {
    for count in 0..400 {
        let mut model = Modeled::new(DynamicTree::<2>::new());
        model.load(&row(count));
        let first: Option<Handle> = model.boxes.keys().next().copied();
        for (step, handle) in first.into_iter().chain(first).enumerate() {
            let left = 5.0 * count as f32 + 75.5 - step as f32;
            model.set(handle, Aabb::new([left, 0.0], [left + 1.0, 1.0]));
            model.check();
        }
    }
}

/// A box near one of a few places, so that some leaves are full and others nearly empty.
fn crowded<const D: usize>(random: &mut Random, side: f32) -> Aabb<D> {
    let (place, spread) = (random.below(4) as f32 * side / 4.0, random.pick(&[0.1, 1.0, side]));
    let min: [f32; D] = random.point(place, place + spread);
    Aabb::new(min, min.map(|low| low + random.between(0.0, 1.5)))
}

/// Moves, takes out and puts in, in shares that the seed says; counts what took or gave back nodes.
fn change<const D: usize>(
    model: &mut Modeled<D>,
    random: &mut Random,
    [sets, removals]: [usize; 2],
    counts: &mut Counts,
) {
    let before = model.tree.queries().stats().nodes;
    let (chosen, len) = (random.below(100), model.boxes.len());
    let some = (len > 0).then(|| *model.boxes.keys().nth(random.below(len)).expect("it is there"));
    let (what, fewer) = match some {
        Some(handle) if chosen < sets => {
            let moved = model.set(handle, crowded(random, 20.0));
            counts.add("boxes set elsewhere", moved);
            ("nodes divided by a set box", "nodes merged by a set box")
        }
        Some(handle) if chosen < sets + removals => {
            model.remove(handle);
            ("nodes divided by a removal", "nodes merged by a removal")
        }
        _ => {
            assert!(model.insert(crowded(random, 20.0)));
            ("nodes divided by an insertion", "nodes merged by an insertion")
        }
    };
    let after = model.tree.queries().stats().nodes;
    counts.add(what, after > before);
    counts.add(fewer, after < before);
}

fn after_loads<const D: usize>() {
    let mut counts = Counts::default();
    let most = 400;
    for count in 0..most * scale() {
        let mut random = Random::seeded((count as u64) << 8 | D as u64);
        let margin = Margin { share: random.pick(&[0.0, 0.125]), length: 0.0 };
        let tree = DynamicTree::<D>::new().with_margin(margin).expect("the margin is valid");
        let mut model = Modeled::new(tree);
        // Only moves, only removals, and all together.
        let shares = [[100, 0], [0, 100], [40, 40], [70, 15]][random.below(4)];
        for _ in 0..2 {
            let boxes = (0..count % most).map(|_| crowded::<D>(&mut random, 20.0));
            model.load(&boxes.map(|aabb| (aabb.min, aabb.max)).collect());
            for step in 0..60 {
                change(&mut model, &mut random, shares, &mut counts);
                model.check();
                if step % 30 == 29 {
                    model.check_pairs();
                }
            }
            counts.add("trees of several levels", model.tree.height() > 2);
        }
    }
    counts.assert(&[
        ("boxes set elsewhere", 5000),
        ("nodes divided by a set box", 500),
        ("nodes merged by a set box", 100),
        ("nodes divided by a removal", 10),
        ("nodes merged by a removal", 100),
        ("nodes divided by an insertion", 100),
        ("trees of several levels", 200),
    ]);
}

#[test]
fn operations_after_loads_in_2d() {
    after_loads::<2>();
}

#[test]
fn operations_after_loads_in_3d() {
    after_loads::<3>();
}
