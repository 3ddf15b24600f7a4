//! All short sequences of operations on few places.

use jostle::{Aabb, Handle, broad::DynamicTree};

use super::model::Modeled;
use crate::common::{Boxes, scale};

/// Boxes that touch, are apart and lie in each other.
const PLACES: [[f32; 2]; 3] = [[0.0, 1.0], [1.0, 1.0], [0.0, 3.0]];

/// What can be done next: to the oldest box or the newest.
const OPERATIONS: usize = 3 + 2 + 2 * 3 + 3;

fn at(place: usize) -> Aabb<2> {
    let [min, max] = PLACES[place];
    Aabb::new([min, min], [max, max])
}

/// Does one of the operations; false where there is nothing to do it to.
fn operate(model: &mut Modeled<2>, operation: usize) -> bool {
    let handles: Vec<Handle> = model.boxes.keys().copied().collect();
    let some = |newest: usize| if newest == 0 { handles.first() } else { handles.last() };
    match operation {
        0..3 => model.insert(at(operation)),
        3..5 => some(operation - 3).is_some_and(|handle| {
            model.remove(*handle);
            true
        }),
        5..11 => some((operation - 5) / 3).is_some_and(|handle| {
            model.set(*handle, at((operation - 5) % 3));
            true
        }),
        11 => {
            model.clear();
            true
        }
        12 => model.tree.rebuild().is_ok(),
        _ => model.tree.rebuild_changed().is_ok(),
    }
}

/// How the boxes that sequences begin with come into the tree.
#[derive(Clone, Copy, PartialEq)]
enum Begin {
    OneByOne,
    /// All at once, which leaves no spare node.
    Loaded,
}

/// All sequences of some length that begin with so many boxes in each of which each operation has
/// something to do; how many those are.
fn all_sequences(how: Begin, begin: usize, length: u32) -> usize {
    let mut done = 0;
    let boxes = (0..begin).map(|index| at(index % 3));
    let loaded: Boxes<2> = boxes.clone().map(|aabb| (aabb.min, aabb.max)).collect();
    for number in 0..OPERATIONS.pow(length) {
        let mut model = Modeled::new(DynamicTree::<2>::new());
        if how == Begin::Loaded {
            model.load(&loaded);
        } else {
            boxes.clone().for_each(|aabb| assert!(model.insert(aabb)));
        }
        let (mut rest, mut whole) = (number, true);
        for _ in 0..length {
            whole &= operate(&mut model, rest % OPERATIONS);
            if !whole {
                break;
            }
            model.tree.validate().expect("the tree is sound");
            rest /= OPERATIONS;
        }
        if whole {
            model.check();
            model.check_pairs();
            done += 1;
        }
    }
    done
}

/// How much longer sequences are when more is asked for: each makes fourteen times as many.
fn longer() -> u32 {
    (scale() as f64).log(OPERATIONS as f64).round() as u32
}

#[test]
fn on_an_empty_tree() {
    let length = (4 + longer()).min(7);
    assert!(all_sequences(Begin::OneByOne, 0, length) > OPERATIONS.pow(length) / 8);
}

#[test]
fn on_a_leaf_that_is_full() {
    let length = (3 + longer()).min(7);
    for how in [Begin::OneByOne, Begin::Loaded] {
        assert!(all_sequences(how, 8, length) > OPERATIONS.pow(length) / 10 * 9);
    }
}

#[test]
fn on_leaves_about_to_be_divided_or_merged() {
    let length = (3 + longer()).min(7);
    for (how, begin) in [
        (Begin::OneByOne, 9),
        (Begin::OneByOne, 11),
        (Begin::Loaded, 9),
        (Begin::Loaded, 11),
        (Begin::Loaded, 64),
    ] {
        assert!(all_sequences(how, begin, length) > OPERATIONS.pow(length) / 10 * 9);
    }
}
