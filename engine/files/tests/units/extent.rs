//! What part of space is drawn.

use super::*;

fn extent(dim: usize, boxes: &[([f32; 3], [f32; 3])]) -> Extent {
    Extent::of(dim, &boxes.iter().map(|(min, max)| [*min, *max]).collect::<Vec<_>>())
}

#[test]
fn all_shapes_are_drawn_where_they_are_together() {
    let found = extent(2, &[([1.0, 2.0, 0.0], [3.0, 2.5, 0.0]), ([-1.0, 2.0, 0.0], [0.0; 3])]);
    assert_eq!((found.min, found.max), ([-1.0, 2.0, 0.0], [3.0, 2.5, 0.0]));
    assert!(!found.is_cut);
}

#[test]
fn outliers_are_left_out() {
    let mut boxes: Vec<_> =
        (0..200).map(|i| ([i as f32, 0.0, 0.0], [i as f32 + 1.0, 1.0, 1.0])).collect();
    boxes.push(([-f32::MAX; 3], [f32::MAX; 3]));
    boxes.push(([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]));
    let found = extent(3, &boxes);
    assert!(found.is_cut);
    assert!(found.min[0] > -50.0 && found.max[0] < 250.0, "{found:?}");
}

#[test]
fn no_extent_is_without_size_or_end() {
    let inf = f32::INFINITY;
    for boxes in [
        vec![],
        vec![([3.0, 4.0, 5.0], [3.0, 4.0, 5.0])],
        vec![([-inf; 3], [inf; 3])],
        vec![([1e-45; 3], [2e-45; 3])],
        vec![([-f32::MAX; 3], [f32::MAX; 3])],
    ] {
        let found = extent(3, &boxes);
        let size = (0..3).map(|axis| found.max[axis] - found.min[axis]).fold(0.0, f64::max);
        assert!(size > 0.0 && size.is_finite(), "{boxes:?}: {found:?}");
    }
}
