//! Laws that the box operations keep whatever the boxes.

use jostle_kernels::{
    Aabb, SimdLevel,
    bounds::{Affine, overlap_mask, union_all},
};
use proptest::prelude::*;

/// A coordinate: small integers (so that boxes touch), plain ones, and finite ones of any size.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        (-3i8..4).prop_map(f32::from),
        -100.0f32..100.0,
        any::<f32>().prop_filter("finite", |value| value.is_finite()),
    ]
}

fn valid_box() -> impl Strategy<Value = Aabb<3>> {
    let point = || prop::array::uniform3(coordinate());
    (point(), point()).prop_map(|(a, b)| Aabb::point(a).including(b))
}

fn columns(boxes: &[Aabb<3>]) -> [Vec<f32>; 6] {
    std::array::from_fn(|column| {
        let bound =
            |aabb: &Aabb<3>| if column < 3 { aabb.min[column] } else { aabb.max[column - 3] };
        boxes.iter().map(bound).collect()
    })
}

proptest! {
    #[test]
    fn the_union_contains_both_and_is_the_smallest(a in valid_box(), b in valid_box()) {
        let both = a.union(&b);
        prop_assert!(both.contains(&a) && both.contains(&b));
        prop_assert_eq!(both, b.union(&a));
        prop_assert_eq!(Aabb::from_points([a.min, a.max, b.min, b.max]), Some(both));
    }

    #[test]
    fn the_intersection_is_there_when_they_overlap(a in valid_box(), b in valid_box()) {
        prop_assert_eq!(a.intersection(&b).is_some(), a.overlaps(&b));
        if let Some(region) = a.intersection(&b) {
            prop_assert!(a.contains(&region) && b.contains(&region));
        }
    }

    #[test]
    fn a_contained_box_overlaps(a in valid_box(), b in valid_box()) {
        prop_assert!(!a.contains(&b) || a.overlaps(&b));
        prop_assert!(a.overlaps(&a) && a.contains(&a));
    }

    #[test]
    fn growing_never_loses_the_box(
        a in valid_box(),
        by in prop::array::uniform3(coordinate()),
        margin in 0.0f32..1e6,
    ) {
        prop_assert!(a.swept(by).contains(&a));
        prop_assert!(a.including(by).contains(&a) && a.including(by).contains_point(by));
        prop_assert!(a.enlarged(margin).contains(&a));
        if margin > 0.0 {
            let larger = a.enlarged(margin);
            prop_assert!((0..3).all(|x| larger.min[x] < a.min[x] && a.max[x] < larger.max[x]));
        }
    }

    #[test]
    fn transforming_keeps_order(
        a in valid_box(),
        b in valid_box(),
        linear in prop::array::uniform3(prop::array::uniform3(-10.0f32..10.0)),
        translation in prop::array::uniform3(-10.0f32..10.0),
    ) {
        // Rounding is monotonic, so this holds exactly; only an overflow may make a bound NaN.
        let map = Affine { linear, translation };
        let (inner, outer) = (a.transformed(&map), a.union(&b).transformed(&map));
        prop_assume!(outer.is_valid() && inner.is_valid());
        prop_assert!(outer.contains(&inner));
    }

    #[test]
    fn passes_agree_with_the_reference_at_every_level(
        boxes in prop::collection::vec(valid_box(), 1..60),
    ) {
        let [a, b, c, d, e, f] = &columns(&boxes);
        let (min, max): ([&[f32]; 3], [&[f32]; 3]) = ([a, b, c], [d, e, f]);
        for level in SimdLevel::available() {
            let all = boxes.iter().fold(Aabb::EMPTY, |all, aabb| all.union(aabb));
            prop_assert_eq!(union_all(*level, min, max), all);
            let mut mask = vec![0; boxes.len().div_ceil(8)];
            overlap_mask(*level, &boxes[0], min, max, &mut mask);
            for (index, aabb) in boxes.iter().enumerate() {
                prop_assert_eq!(mask[index / 8] >> (index % 8) & 1 == 1, boxes[0].overlaps(aabb));
            }
        }
    }
}
