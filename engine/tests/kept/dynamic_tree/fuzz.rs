//! F2: bytes of any kind, taken for operations on a tree.
//!
//! A function of bytes, so that a fuzzer can call it; here it is given some hundred inputs from a
//! seed, and the nasty values by hand.

use jostle::{
    Aabb, Handle,
    broad::{DynamicTree, Margin},
};

use super::model::Modeled;
use crate::common::{Bytes, Counts, corpus};

/// Operations of one input at most.
const OPERATIONS: usize = 80;

/// A box of any bits.
fn any_box<const D: usize>(bytes: &mut Bytes<'_>) -> Aabb<D> {
    let boxes = bytes.boxes::<D>(1);
    boxes.iter().next().map_or(Aabb::point([0.0; D]), |(min, max)| Aabb { min, max })
}

/// A handle of something that is in the tree.
fn some_handle<const D: usize>(model: &Modeled<D>, bytes: &mut Bytes<'_>) -> Option<Handle> {
    let place = usize::from(bytes.byte()) % model.boxes.len().max(1);
    model.boxes.keys().nth(place).copied()
}

/// Holds what the tree finds in a region against all boxes.
fn check_region<const D: usize>(model: &Modeled<D>, region: Aabb<D>, counts: &mut Counts) {
    let mut found = Vec::new();
    let result = model.tree.queries().overlapping(&region, |_| true, &mut found);
    assert_eq!(result.is_ok(), region.is_valid(), "{region:?}");
    let meets = |aabb: &Aabb<D>| {
        (0..D).all(|k| aabb.min[k] <= region.max[k] && region.min[k] <= aabb.max[k])
    };
    let all = model.boxes.iter().filter(|(_, aabb)| region.is_valid() && meets(aabb));
    let mut expected: Vec<u32> = all.map(|(handle, _)| handle.slot()).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{region:?}");
    counts.add("regions with some boxes", !found.is_empty() && found.len() < model.boxes.len());
}

/// Loads some of the boxes that the bytes are, those that are valid.
fn load<const D: usize>(model: &mut Modeled<D>, bytes: &mut Bytes<'_>) {
    let count = usize::from(bytes.byte()) % 24;
    let boxes = bytes.boxes::<D>(count);
    let valid = |(min, max): &([f32; D], [f32; D])| Aabb { min: *min, max: *max }.is_valid();
    model.load(&boxes.iter().filter(valid).collect());
}

fn operate<const D: usize>(model: &mut Modeled<D>, bytes: &mut Bytes<'_>, counts: &mut Counts) {
    match (bytes.byte() % 16, some_handle(model, bytes)) {
        (0..7, _) | (_, None) => {
            let taken = model.insert(any_box(bytes));
            counts.add("boxes that were refused", !taken);
        }
        (7..10, Some(handle)) => {
            let moved = model.set(handle, any_box(bytes));
            counts.add("moves", moved);
        }
        (10..12, Some(handle)) => model.remove(handle),
        (12, Some(_)) => model.tree.rebuild_changed().expect("there is memory"),
        (13, Some(_)) => model.tree.rebuild().expect("there is memory"),
        (14, Some(_)) if bytes.byte().is_multiple_of(8) => {
            model.clear();
            counts.add("cleared", true);
        }
        (15, Some(_)) if bytes.byte().is_multiple_of(4) => {
            load(model, bytes);
            counts.add("loaded", true);
        }
        (_, Some(_)) => check_region(model, any_box(bytes), counts),
    }
}

pub(crate) fn operations<const D: usize>(data: &[u8], counts: &mut Counts) {
    let mut bytes = Bytes(data);
    let share = [0.0, 0.05, 0.125, 1.0][usize::from(bytes.byte()) % 4];
    let length = [0.0, 0.1, 1e30][usize::from(bytes.byte()) % 3];
    let tree = DynamicTree::<D>::new().with_margin(Margin { share, length });
    let mut model = Modeled::new(tree.expect("the margin is valid"));
    if bytes.byte().is_multiple_of(2) {
        load(&mut model, &mut bytes);
        counts.add("begun with a load", !model.boxes.is_empty());
    }
    for step in 0..OPERATIONS {
        if bytes.0.is_empty() {
            break;
        }
        operate(&mut model, &mut bytes, counts);
        model.check();
        if step % 16 == 15 {
            let [all, _] = model.check_pairs();
            counts.add("pairs", all > 0);
            model.check_stale();
        }
        counts.add("trees of several levels", model.tree.height() > 1);
    }
    counts.add("stale handles", !model.stale.is_empty());
}

fn fuzz<const D: usize>(seed: u64) {
    let mut counts = Counts::default();
    corpus(seed, 300).for_each(|data| operations::<D>(&data, &mut counts));
    counts.assert(&[
        ("boxes that were refused", 1000),
        ("moves", 100),
        ("cleared", 30),
        ("loaded", 50),
        ("begun with a load", 100),
        ("regions with some boxes", 50),
        ("pairs", 300),
        ("trees of several levels", 300),
        ("stale handles", 200),
    ]);
}

#[test]
fn operations_of_bytes_in_2d() {
    fuzz::<2>(21);
}

#[test]
fn operations_of_bytes_in_3d() {
    fuzz::<3>(22);
}
