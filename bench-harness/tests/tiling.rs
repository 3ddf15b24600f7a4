//! Copies of what was recorded, side by side.

use jostle_bench::tiling::{Tiling, moved, range};

#[test]
fn copies_are_apart_and_in_their_places() {
    let tiling = Tiling::new([(-1.0, 1.5), (0.0, 0.0)], 0.5, 5);
    let offsets: Vec<_> = (0..5).map(|copy| tiling.offset(copy)).collect();
    assert_eq!(offsets, [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [0.0, 1.0], [4.0, 1.0]]);
    assert_eq!(moved(-0.75, offsets[4][0]), 3.25);
    let rows: Vec<_> = tiling.rows(5, 2).map(|(row, [x, _])| (row, x)).collect();
    assert_eq!(rows, [(0, 0.0), (1, 0.0), (0, 4.0), (1, 4.0), (0, 8.0)]);
}

#[test]
fn grids_are_no_larger_than_they_must_be() {
    for (copies, side) in [(0, 1), (1, 1), (2, 2), (8, 2), (9, 3), (27, 3), (28, 4)] {
        let tiling = Tiling::new([(0.0, 1.0); 3], 0.0, copies);
        // A step is 2 long here.
        let last = tiling.offset(side - 1);
        assert_eq!((last[0], tiling.offset(side)[0]), (2.0 * (side - 1) as f64, 0.0), "{copies}");
    }
}

#[test]
fn what_is_on_the_grain_is_the_same_in_all_copies() {
    let tiling = Tiling::new([(-2.5, 3.9); 2], 0.5, 5000);
    let grain = tiling.grain();
    assert_eq!(grain, 1.0 / 32_768.0);
    for place in [-2.5, -grain, 0.0, 12_345.0 * grain, 3.9 - 3.9 % grain] {
        for offset in (0..71).map(|copy| tiling.offset(copy)[0]) {
            assert_eq!(f64::from(moved(place, offset)), f64::from(place) + offset);
        }
    }
}

#[test]
fn what_is_not_finite_has_no_range() {
    assert_eq!(range([f32::NAN, 2.0, f32::INFINITY, -1.0]), (-1.0, 2.0));
    let tiling = Tiling::new([range([f32::NAN])], 1.0, 2);
    assert_eq!([tiling.offset(0), tiling.offset(1)], [[0.0], [2.0]]);
}
