//! F4: bytes of any kind, taken for operations on a quadtree.
//!
//! A function of bytes, so that a fuzzer can call it; here it is given some hundred inputs from a
//! seed, and the nasty values by hand. One box in two has ends on lines where nodes are split. Half
//! of the inputs begin with many boxes, so that trees are deep and nodes have several blocks.

use jostle::{Aabb, broad::QuadtreeFit};

use crate::{
    common::{Bytes, Counts, corpus},
    model::{Model, settings},
};

/// Operations of one input at most.
const OPERATIONS: usize = 80;

/// A box of any bits, or one on split lines of the world from 0 to 8.
fn any_box<const D: usize>(bytes: &mut Bytes<'_>) -> Aabb<D> {
    if bytes.byte().is_multiple_of(2) {
        let boxes = bytes.boxes::<D>(1);
        return boxes.iter().next().map_or(Aabb::point([0.0; D]), |(min, max)| Aabb { min, max });
    }
    let ends: [[f32; 2]; D] = std::array::from_fn(|_| {
        let (low, len) = (bytes.byte() % 17, bytes.byte() % 4);
        [f32::from(low), f32::from(low + len)].map(|line| 0.5 * line)
    });
    Aabb::new(ends.map(|[low, _]| low), ends.map(|[_, high]| high))
}

pub(crate) fn operations<const D: usize>(data: &[u8], counts: &mut Counts) {
    let mut bytes = Bytes(data);
    let fit = [QuadtreeFit::Tight, QuadtreeFit::Loose(1.5), QuadtreeFit::Loose(2.0)]
        [usize::from(bytes.byte()) % 3];
    let (objects, levels) = (bytes.byte() % 5, bytes.byte() % 10);
    let mut model = Model::<D>::new(settings(usize::from(objects) + 1, usize::from(levels), fit));
    if bytes.byte().is_multiple_of(2) {
        for _ in 0..bytes.byte() % 64 {
            model.insert(any_box(&mut bytes));
        }
        counts.add("begun with many boxes", model.boxes.len() > 16);
    }
    for _ in 0..OPERATIONS {
        if bytes.0.is_empty() {
            break;
        }
        let (chosen, place) = (bytes.byte() % 16, usize::from(bytes.byte()));
        let handles = model.handles();
        let handle = handles.get(place % handles.len().max(1)).copied();
        match (chosen, handle) {
            (0..8, _) | (_, None) => {
                let taken = model.insert(any_box(&mut bytes)).is_some();
                counts.add("boxes that were refused", !taken);
            }
            (8..12, Some(handle)) => model.set(handle, any_box(&mut bytes)),
            (15, Some(_)) if place.is_multiple_of(8) => model.clear(),
            (_, Some(handle)) => model.remove(handle),
        }
        let region = any_box(&mut bytes);
        let pairs =
            model.check(if region.is_valid() { std::slice::from_ref(&region) } else { &[] });
        counts.add("pairs", pairs > 0);
        counts.add("divided trees", model.tree.stats().depth > 1);
    }
    counts.add("stale handles", !model.stale.is_empty());
}

fn fuzz<const D: usize>(seed: u64) {
    let mut counts = Counts::default();
    corpus(seed, 300).for_each(|data| operations::<D>(&data, &mut counts));
    counts.assert(&[
        ("boxes that were refused", 500),
        ("pairs", 1000),
        ("divided trees", 1000),
        ("stale handles", 300),
        ("begun with many boxes", 100),
    ]);
}

#[test]
fn operations_of_bytes_in_2d() {
    fuzz::<2>(41);
}

#[test]
fn operations_of_bytes_in_3d() {
    fuzz::<3>(42);
}
