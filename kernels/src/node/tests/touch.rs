use super::*;

fn touches<const D: usize>() {
    let mut random = Random(11);
    let (mut hits, mut lacking, mut misses) = (0, 0, 0);
    for kind in 0..4000 {
        let node = any_node::<D>(&mut random, kind);
        let (aabb, exclusion) =
            (any_box::<D>(&mut random, kind), [0, 0, 1, 2, 3][kind as usize % 5]);
        let (mut expected, mut apart) = (0_u32, 0);
        for (slot, _) in node.occupied() {
            let other = node.aabb(slot);
            let near = (0..D)
                .all(|axis| aabb.min[axis] <= other.max[axis] && other.min[axis] <= aabb.max[axis]);
            if near && node.exclusion[slot] & exclusion == 0 {
                expected |= 1 << slot;
            }
            lacking += usize::from(near && node.exclusion[slot] & exclusion != 0);
            apart += usize::from(!near);
        }
        hits += expected.count_ones();
        misses += apart;
        for level in SimdLevel::available() {
            let found =
                at_level!(level, |lanes, node: Node<D>, aabb: Aabb<D>, exclusion: u32| -> u32 {
                    Query::new(lanes, &aabb, exclusion).touches(lanes, &node)
                });
            assert_eq!(found, expected, "{level} {aabb:?} {exclusion} {node:?}");
        }
    }
    assert!(hits > 1000 && lacking > 500 && misses > 1000, "{hits} {lacking} {misses}");
}

#[test]
fn touching_is_what_closed_intervals_say() {
    touches::<2>();
    touches::<3>();
}

#[test]
fn a_slot_asks_with_its_box_and_lacks_bits() {
    let mut random = Random(12);
    let mut hits = 0;
    for kind in 0..800 {
        let (from, to) = (any_node::<3>(&mut random, kind), any_node::<3>(&mut random, kind));
        for (slot, _) in from.occupied() {
            for level in SimdLevel::available() {
                fn both<const D: usize>(
                    level: SimdLevel,
                    from: Node<D>,
                    to: Node<D>,
                    slot: usize,
                ) -> (u32, u32) {
                    at_level!(level, |lanes,
                                      from: Node<D>,
                                      to: Node<D>,
                                      slot: usize|
                     -> (u32, u32) {
                        let plain = Query::new(lanes, &from.aabb(slot), from.exclusion[slot]);
                        let of_slot = Query::of_slot(lanes, &from, slot);
                        (plain.touches(lanes, &to), of_slot.touches(lanes, &to))
                    })
                }
                let (plain, of_slot) = both(*level, from, to, slot);
                assert_eq!(plain, of_slot, "{level}");
                hits += of_slot.count_ones();
            }
        }
    }
    assert!(hits > 500, "{hits}");
}
