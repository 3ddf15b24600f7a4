//! Objects that come, go and move for long: memory, handles, and nodes that come and go.

use std::time::Instant;

use jostle::{Aabb, Handle, broad::QuadtreeFit};

use crate::{
    common::Random,
    model::{Model, settings},
};

fn small(random: &mut Random) -> Aabb<2> {
    let at = random.point(0.0, 8.0);
    Aabb::new(at, at.map(|x: f32| x + 0.05 * random.unit()))
}

#[test]
fn memory_stays_flat() {
    let mut random = Random::seeded(1);
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        let mut model = Model::<2>::new(settings(8, 10, fit));
        let mut handles = Vec::new();
        let mut bytes = 0;
        for round in 0..60 {
            // Waxing and waning between 2000 objects and none, now here and now there.
            while handles.len() < 2000 {
                let mut aabb = small(&mut random);
                if round % 3 == 1 {
                    aabb = Aabb::new(aabb.min.map(|x| 0.1 * x), aabb.max.map(|x| 0.1 * x));
                }
                handles.extend(model.insert(aabb));
            }
            for _ in 0..2000 {
                let which = random.below(handles.len());
                model.set(handles[which], small(&mut random));
            }
            let keep = [0, 1500, 30][round % 3];
            while handles.len() > keep {
                let which = random.below(handles.len());
                model.remove(handles.swap_remove(which));
            }
            model.stale.clear();
            if round % 10 == 9 {
                model.check(&[small(&mut random)]);
            }
            if round == 20 {
                bytes = model.tree.memory_bytes();
            }
        }
        assert_eq!(model.tree.memory_bytes(), bytes, "{fit:?}");
    }
}

#[test]
fn clearing_keeps_the_memory_and_no_handle() {
    let mut model = Model::<2>::new(settings(4, 10, QuadtreeFit::Loose(2.0)));
    let mut bytes = 0;
    model.check(&[]);
    for round in 0..5 {
        let mut random = Random::seeded(2);
        let inserted = (0..500).filter_map(|_| model.insert(small(&mut random))).count();
        assert_eq!(inserted, 500);
        model.check(&[]);
        let held = model.tree.memory_bytes();
        assert!(round == 0 || held == bytes, "{held} in round {round} and {bytes} before");
        bytes = held;
        model.clear();
        model.check(&[]);
        assert_eq!((model.tree.memory_bytes(), model.tree.stats().nodes), (bytes, 1));
    }
    assert_eq!(model.stale.len(), 2500);
}

/// One object that comes and goes does not divide a node and make it whole again each time.
#[test]
fn nodes_do_not_flutter() {
    let mut model = Model::<2>::new(settings(8, 10, QuadtreeFit::Loose(2.0)));
    let mut random = Random::seeded(3);
    let mut handles: Vec<_> = (0..8).filter_map(|_| model.insert(small(&mut random))).collect();
    assert_eq!(model.tree.stats().nodes, 1);
    let mut nodes = Vec::new();
    for _ in 0..10 {
        handles.extend(model.insert(Aabb::point([1.0, 1.0])));
        nodes.push(model.tree.stats().nodes);
        handles.pop().into_iter().for_each(|handle| model.remove(handle));
        nodes.push(model.tree.stats().nodes);
    }
    assert!(nodes[0] > 1 && nodes.iter().all(|count| *count == nodes[0]), "{nodes:?}");
    // At five of eight it is still divided, at four no more.
    for expected in [nodes[0], nodes[0], nodes[0], 1] {
        handles.pop().into_iter().for_each(|handle| model.remove(handle));
        model.check(&[]);
        assert_eq!(model.tree.stats().nodes, expected, "{} objects", model.boxes.len());
    }
}

/// Where an object goes, its handle goes with it; within a cell no node changes.
#[test]
fn objects_move() {
    let mut random = Random::seeded(4);
    let mut model = Model::<2>::new(settings(4, 10, QuadtreeFit::Loose(2.0)));
    let handles: Vec<_> = (0..200).filter_map(|_| model.insert(small(&mut random))).collect();
    let cells: Vec<_> = model.tree.cells().collect();
    for handle in &handles {
        let aabb = model.boxes[handle];
        model.set(*handle, Aabb::new(aabb.min, aabb.min));
        model.set(*handle, aabb);
    }
    model.check(&[]);
    assert_eq!(model.tree.cells().map(|cell| cell.objects).sum::<usize>(), 200);
    assert!(model.tree.cells().count() > 40, "{}", cells.len());
    for round in 0..20 {
        for handle in &handles {
            model.set(*handle, small(&mut random));
        }
        // All of them to one place, and back.
        if round % 5 == 4 {
            for handle in &handles {
                model.set(*handle, Aabb::point([3.0, 3.0]));
            }
            model.check(&[]);
        }
        model.check(&[small(&mut random)]);
    }
}

/// Objects in a corridor, all as high as it, so that none is in a part of the world and all share
/// two sides: a change of one must not take a look at all others.
#[test]
fn a_corridor_is_changed_and_emptied_as_fast_as_it_is_filled() {
    let count = 30_000;
    for fit in [QuadtreeFit::Tight, QuadtreeFit::Loose(2.0)] {
        let mut random = Random::seeded(3);
        let mut model = Model::<2>::new(settings(8, 10, fit));
        let tree = &mut model.tree;
        let at = |x: f32| Aabb::new([x, 0.0], [x + 0.001, 8.0]);
        let places: Vec<f32> = (0..count).map(|_| random.between(0.0, 7.0)).collect();
        let time = |begin: Instant| begin.elapsed().as_secs_f64();
        let begin = Instant::now();
        let handles: Vec<Handle> =
            places.iter().map(|x| tree.insert(&at(*x)).expect("it is valid")).collect();
        let filled = time(begin);
        let begin = Instant::now();
        for (handle, x) in handles.iter().zip(&places) {
            tree.set(*handle, &at(x + 0.5)).expect("it is valid");
        }
        let changed = time(begin);
        tree.validate().expect("it is sound");
        assert_eq!(tree.cells().map(|cell| cell.objects).max(), Some(count), "all in one node");
        let begin = Instant::now();
        handles.iter().for_each(|handle| tree.remove(*handle).expect("it is there"));
        let emptied = time(begin);
        // By looking at all others it would be some hundred times as long.
        assert!(changed < 20.0 * filled, "{fit:?}: filled in {filled} s, changed in {changed} s");
        assert!(emptied < 20.0 * filled, "{fit:?}: filled in {filled} s, emptied in {emptied} s");
    }
}

/// Unions of nodes with many objects are found anew only now and then: they may be too large, and
/// answers stay right.
#[test]
fn unions_that_are_out_of_date_change_no_answer() {
    let mut random = Random::seeded(4);
    let mut model = Model::<3>::new(settings(400, 10, QuadtreeFit::Tight));
    let inserted = (0..200).filter_map(|_| {
        let at: [f32; 3] = random.point(0.0, 7.0);
        model.insert(Aabb::new(at, at.map(|x| x + 0.5)))
    });
    let mut handles: Vec<Handle> = inserted.collect();
    // From one end to the other, so that each that goes makes the union smaller.
    handles.sort_by(|a, b| model.boxes[a].min[0].total_cmp(&model.boxes[b].min[0]));
    for (index, handle) in handles.iter().enumerate() {
        if index % 3 == 0 {
            model.set(*handle, Aabb::point(random.point(3.0, 4.0)));
        } else {
            model.remove(*handle);
        }
        let beside = Aabb::new([0.0; 3], [random.between(0.0, 7.0), 8.0, 8.0]);
        model.check(&[beside]);
    }
}
