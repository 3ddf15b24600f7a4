use super::*;

fn growths_at<const D: usize>(
    level: SimdLevel,
    node: Node<D>,
    aabb: Aabb<D>,
    per_unit: f32,
) -> [f32; LANES] {
    at_level!(level, |lanes, node: Node<D>, aabb: Aabb<D>, per_unit: f32| -> [f32; LANES] {
        let mut out = [0.0; LANES];
        lanes.store(growths(lanes, &node, &aabb, per_unit), &mut out);
        out
    })
}

fn cheapest_at<const D: usize>(
    level: SimdLevel,
    node: Node<D>,
    aabb: Aabb<D>,
    per_unit: f32,
) -> usize {
    at_level!(level, |lanes, node: Node<D>, aabb: Aabb<D>, per_unit: f32| -> usize {
        cheapest_slot(lanes, &node, &aabb, per_unit)
    })
}

fn boxes_of_all_kinds<const D: usize>() {
    let mut random = Random(31);
    let (mut grow, mut stay, mut none) = (0, 0, 0);
    for kind in 0..4000 {
        let node = any_node::<D>(&mut random, kind);
        let aabb = any_box::<D>(&mut random, kind);
        let unit = [1.0, 0.5, 2f32.powi(40), 2f32.powi(-40)][kind as usize % 4];
        let expected: [f32; LANES] =
            std::array::from_fn(|slot| growth(&node.aabb(slot), &aabb, unit));
        for level in SimdLevel::available() {
            let found = growths_at(*level, node, aabb, unit);
            for slot in 0..LANES {
                let same = same_value(found[slot], expected[slot]);
                assert!(same, "{level} {aabb:?} {found:?} {expected:?} {node:?}");
            }
            let slot = cheapest_at(*level, node, aabb, unit);
            let least = expected.into_iter().filter(|growth| !growth.is_nan());
            let least = least.fold(f32::INFINITY, f32::min);
            assert!(
                expected[slot] == least || least == f32::INFINITY,
                "{level} {slot} {expected:?}"
            );
            assert!(slot < node.len().max(1), "{level} {slot} {node:?}");
        }
        for (slot, _) in node.occupied() {
            grow += usize::from(expected[slot] > 0.0);
            stay += usize::from(expected[slot] == 0.0);
            none += usize::from(expected[slot].is_nan());
        }
    }
    assert!(grow > 2000 && stay > 500 && none > 500, "{grow} {stay} {none}");
}

#[test]
fn all_levels_equal_the_reference() {
    boxes_of_all_kinds::<2>();
    boxes_of_all_kinds::<3>();
}

/// On a line along any axis all areas are zero.
#[test]
fn on_a_line_the_box_whose_extents_grow_least_is_chosen() {
    for axis in 0..3 {
        let on_axis = |low: f32, high: f32| {
            let (mut min, mut max) = ([1.0; 3], [1.0; 3]);
            (min[axis], max[axis]) = (low, high);
            Aabb::new(min, max)
        };
        // The last place is in the first box, though the center of the second is nearer.
        let node = node_of(&[on_axis(0.0, 20.0), on_axis(20.5, 21.0)], &mut Random(1));
        for level in SimdLevel::available() {
            let cheapest = |x: f32| cheapest_at(*level, node, on_axis(x, x), 1.0);
            assert_eq!([-1.0, 25.0, 20.75, 19.0].map(cheapest), [0, 1, 1, 0], "{level}");
        }
    }
}

#[test]
fn among_equals_the_nearest_center_is_chosen_then_the_first() {
    let around = |center: f32| Aabb::new([center - 9.0, -9.0], [center + 9.0, 9.0]);
    let boxes = [around(3.0), around(-1.0), around(1.0), around(5.0)];
    let node = node_of(&boxes, &mut Random(1));
    for level in SimdLevel::available() {
        let cheapest = |x: f32| cheapest_at(*level, node, Aabb::point([x, 0.0]), 1.0);
        assert_eq!([-2.0, 0.0, 0.9, 3.1, 4.5].map(cheapest), [1, 1, 2, 0, 3]);
    }
}
