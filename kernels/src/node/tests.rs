mod cast;
mod choose;
mod distance;
mod exact;
mod oracle;
mod touch;

use super::*;
use crate::{
    Aabb, Record, SimdLevel,
    sah::Row,
    simd::LANES,
    testing::{Random, SPECIAL, at_level, same_value},
};

/// A coordinate of some kind; one kind in four is often not a number.
fn coordinate(random: &mut Random, kind: u32) -> f32 {
    match kind % 4 {
        0 => random.below(5) as f32,
        1 => SPECIAL[random.below(16) as usize],
        2 => f32::from_bits(random.bits()),
        _ => random.within(100.0),
    }
}

/// A box of some kind; a few are inverted.
fn any_box<const D: usize>(random: &mut Random, kind: u32) -> Aabb<D> {
    let (mut min, mut max) = ([0.0; D], [0.0; D]);
    for axis in 0..D {
        (min[axis], max[axis]) = (coordinate(random, kind), coordinate(random, kind));
        if min[axis] > max[axis] && random.below(20) > 0 {
            (min[axis], max[axis]) = (max[axis], min[axis]);
        }
    }
    Aabb { min, max }
}

/// A node of none to eight boxes.
fn node_of<const D: usize>(boxes: &[Aabb<D>], random: &mut Random) -> Node<D> {
    let mut node = Node::NONE;
    for (slot, aabb) in boxes.iter().enumerate() {
        for axis in 0..D {
            (node.min[axis][slot], node.max[axis][slot]) = (aabb.min[axis], aabb.max[axis]);
        }
        (node.refs[slot], node.exclusion[slot]) = (random.below(1000), random.below(4));
    }
    node
}

fn any_node<const D: usize>(random: &mut Random, kind: u32) -> Node<D> {
    let boxes: Vec<Aabb<D>> = (0..random.below(9)).map(|_| any_box(random, kind)).collect();
    node_of(&boxes, random)
}

/// Whether two nodes are the same, up to the sign of what is not a number.
fn same_node<const D: usize>(a: &Node<D>, b: &Node<D>) -> bool {
    let bounds = |node: &Node<D>| -> Vec<f32> {
        node.min.iter().chain(&node.max).flatten().copied().collect()
    };
    let mut all = bounds(a).into_iter().zip(bounds(b));
    all.all(|(a, b)| same_value(a, b)) && (a.refs, a.exclusion) == (b.refs, b.exclusion)
}

/// Nodes from rows and from records are what they were made from.
fn round_trips<const D: usize>() {
    let mut random = Random(1);
    let mut lens = [0; LANES + 1];
    for kind in 0..400 {
        let expected = any_node::<D>(&mut random, kind);
        let len = expected.len();
        let mut rows: [Row; LANES] = std::array::from_fn(|slot| row_of_slot(&expected, slot));
        rows[len..].fill(ABSENT);
        let mut records = vec![Record::default(); len];
        for (slot, record) in records.iter_mut().enumerate() {
            let mut words = [7; LANES];
            for axis in 0..D {
                words[axis] = expected.min[axis][slot].to_bits();
                words[D + axis] = expected.max[axis][slot].to_bits();
            }
            (words[6], words[7]) = (expected.refs[slot], expected.exclusion[slot]);
            record.set_words(words);
            // Idle lanes of a row mean nothing.
            rows[slot][7] = f32::from_bits(random.bits());
        }
        for level in SimdLevel::available() {
            let rows = rows;
            let bounds = at_level!(level, |lanes, rows: [Row; LANES]| -> Node<D> {
                // What was there before is gone.
                let mut node = Node { min: [[5.0; LANES]; D], ..Node::NONE };
                node.set_rows(lanes, &rows);
                node
            });
            let made = Node { refs: expected.refs, exclusion: expected.exclusion, ..bounds };
            assert!(same_node(&made, &expected), "{level}: {made:?} {expected:?}");
            let records = records.clone();
            let made = at_level!(level, |lanes, records: Vec<Record>| -> Node<D> {
                let mut node = Node { max: [[5.0; LANES]; D], refs: [1; LANES], ..Node::NONE };
                node.set_records(lanes, &records);
                node
            });
            assert!(same_node(&made, &expected), "{level}: {made:?} {expected:?}");
        }
        lens[len] += 1;
    }
    assert!(lens.iter().all(|nodes| *nodes > 20), "{lens:?}");
}

#[test]
fn rows_and_records_become_nodes_and_rows_again() {
    round_trips::<2>();
    round_trips::<3>();
}

#[test]
fn nodes_say_what_is_in_them() {
    let mut random = Random(3);
    let boxes = [Aabb::new([1.0, 2.0], [3.0, 4.0]), Aabb::EVERYTHING, Aabb::point([5.0, 6.0])];
    let node = node_of::<2>(&boxes, &mut random);
    assert_eq!((node.len(), node.is_empty()), (3, false));
    assert_eq!(std::array::from_fn(|slot| node.aabb(slot)), boxes);
    let occupied: Vec<(usize, u32)> = node.occupied().collect();
    assert_eq!(occupied, [(0, node.refs[0]), (1, node.refs[1]), (2, node.refs[2])]);
    let none = Node::<3>::default();
    assert_eq!((none.len(), none.is_empty(), none.occupied().count()), (0, true, 0));
    assert_eq!((size_of::<Node<2>>(), size_of::<Node<3>>()), (192, 256));
}

/// Whether no slot of a node touches everything, is met by a box of everything, or is near a point.
fn nothing_is_found<const D: usize>(level: SimdLevel, node: Node<D>, at: [f32; D]) {
    let touched = at_level!(level, |lanes, node: Node<D>| -> u32 {
        BoxQuery::new(lanes, &Aabb::<D>::EVERYTHING, 0).touches(lanes, &node)
    });
    assert_eq!(touched, 0, "{level}");
    let mut directions = vec![[1.0; D], [-1.0; D], [0.0; D]];
    for axis in 0..D {
        let mut along = [0.0; D];
        along[axis] = -2.0;
        directions.push(along);
        along[axis] = f32::MAX;
        directions.push(along);
    }
    for direction in directions {
        for aabb in [Aabb::point(at), Aabb::EVERYTHING] {
            let cast = Cast::new(aabb, direction, 0.0, f32::INFINITY);
            let hit = at_level!(level, |lanes, node: Node<D>, cast: Cast<D>| -> u32 {
                cast.wide(lanes).times(lanes, &node).2
            });
            assert_eq!(hit, 0, "{level} {aabb:?} {direction:?}");
            assert!((0..LANES).all(|slot| cast.reference(&node, slot).is_none()));
        }
    }
    for distance in distance::at_level_of(level, at, node) {
        assert!(distance.is_nan(), "{level}");
    }
}

#[test]
fn slots_without_a_box_are_never_found() {
    for level in SimdLevel::available() {
        for at in [0.0, -0.0, 1e30, f32::MAX, f32::MIN, 1e-45] {
            nothing_is_found::<2>(*level, Node { exclusion: [0; LANES], ..Node::NONE }, [at; 2]);
            nothing_is_found::<3>(*level, Node { exclusion: [0; LANES], ..Node::NONE }, [at; 3]);
            let rows = [ABSENT; LANES];
            fn assembled<const D: usize>(level: SimdLevel, rows: [Row; LANES]) -> Node<D> {
                at_level!(level, |lanes, rows: [Row; LANES]| -> Node<D> {
                    let mut node = Node { exclusion: [0; LANES], ..Node::NONE };
                    node.set_rows(lanes, &rows);
                    node
                })
            }
            nothing_is_found(*level, assembled::<3>(*level, rows), [at; 3]);
        }
    }
}
