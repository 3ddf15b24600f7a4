use super::*;

pub(super) fn at_level_of<const D: usize>(
    level: SimdLevel,
    at: [f32; D],
    node: Node<D>,
) -> [f32; LANES] {
    at_level!(level, |lanes, at: [f32; D], node: Node<D>| -> [f32; LANES] {
        let mut out = [0.0; LANES];
        lanes.store(Point::new(lanes, &at, 1.0).distances_squared(lanes, &node), &mut out);
        out
    })
}

fn distances<const D: usize>() {
    let mut random = Random(21);
    let (mut within, mut beyond, mut infinite, mut none) = (0, 0, 0, 0);
    for kind in 0..4000 {
        let node = any_node::<D>(&mut random, kind);
        let at: [f32; D] = std::array::from_fn(|_| coordinate(&mut random, kind));
        let expected: [f32; LANES] =
            std::array::from_fn(|slot| distance_squared(&at, 1.0, &node, slot));
        for level in SimdLevel::available() {
            let found = at_level_of(*level, at, node);
            for slot in 0..LANES {
                let same = same_value(found[slot], expected[slot]);
                assert!(same, "{level} {at:?} {found:?} {expected:?} {node:?}");
            }
        }
        assert!(expected[node.len()..].iter().all(|distance| distance.is_nan()));
        for (slot, _) in node.occupied() {
            let distance = expected[slot];
            within += usize::from(distance == 0.0);
            beyond += usize::from(distance > 0.0 && distance.is_finite());
            infinite += usize::from(distance == f32::INFINITY);
            none += usize::from(distance.is_nan());
            let inside = node.aabb(slot).contains_point(at);
            let is_finite = at.iter().all(|x| x.is_finite());
            assert!(!(inside && is_finite) || distance == 0.0, "{at:?} {node:?}");
        }
    }
    assert!(within > 500 && beyond > 2000, "{within} {beyond}");
    assert!(infinite > 500 && none > 500, "{infinite} {none}");
}

#[test]
fn all_levels_equal_the_reference() {
    distances::<2>();
    distances::<3>();
}

/// A valid box, and a finite point.
fn valid_box<const D: usize>(random: &mut Random, kind: u32) -> Aabb<D> {
    loop {
        let aabb = any_box::<D>(random, kind);
        if aabb.is_valid() {
            return aabb;
        }
    }
}

#[test]
fn a_box_is_never_nearer_than_a_box_around_it() {
    let mut random = Random(22);
    let (mut farther, mut as_near) = (0, 0);
    for kind in 0..4000 {
        let inner = valid_box::<3>(&mut random, kind);
        let other = valid_box::<3>(&mut random, kind / 7);
        let outer = Aabb {
            min: std::array::from_fn(|axis| inner.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| inner.max[axis].max(other.max[axis])),
        };
        let node = node_of(&[inner, outer], &mut random);
        let at: [f32; 3] = std::array::from_fn(|_| coordinate(&mut random, kind / 3));
        if !at.iter().all(|x| x.is_finite()) {
            continue;
        }
        let [near, far] = [1, 0].map(|slot| distance_squared(&at, 1.0, &node, slot));
        assert!(near <= far, "{near} {far} {at:?} {inner:?} {outer:?}");
        farther += usize::from(near < far);
        as_near += usize::from(near == far);
    }
    assert!(farther > 500 && as_near > 500, "{farther} {as_near}");
}

#[test]
fn distances_are_right() {
    let boxes = [Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), Aabb::EVERYTHING];
    let node = node_of(&boxes, &mut Random(0));
    let to_cube = |at| distance_squared(&at, 1.0, &node, 0);
    assert_eq!(to_cube([0.5, 1.0, 0.0]), 0.0);
    assert_eq!(to_cube([3.0, 0.5, 0.5]), 4.0);
    assert_eq!(to_cube([-1.0, 3.0, -2.0]), 1.0 + 4.0 + 4.0);
    assert_eq!(to_cube([1e20, 0.0, 0.0]), f32::INFINITY);
    assert_eq!(to_cube([-1e-30, 0.0, 0.0]), 0.0);
    assert_eq!(distance_squared(&[f32::MAX; 3], 1.0, &node, 1), 0.0);
}
