//! Where points of space are on paper.

use super::*;

fn extent(max: [f64; 3]) -> Extent {
    Extent { min: [0.0; 3], max, is_cut: false }
}

#[test]
fn the_plane_is_seen_from_above() {
    let view = View::new(2, &extent([2.0, 1.0, 0.0]));
    assert_eq!(view.size(), [960.0, 488.0]);
    assert_eq!(view.at([0.0; 3]), [8.0, 480.0]);
    assert_eq!(view.at([2.0, 1.0, 0.0]), [952.0, 8.0]);
}

#[test]
fn all_of_space_is_on_paper_and_up_is_up() {
    let extent = extent([1.0, 2.0, 3.0]);
    let view = View::new(3, &extent);
    let [width, height] = view.size();
    for corner in extent.corners() {
        let [x, y] = view.at(corner);
        assert!((8.0 - 1e-9..=width - 8.0 + 1e-9).contains(&x), "{x}");
        assert!((8.0 - 1e-9..=height - 8.0 + 1e-9).contains(&y), "{y}");
    }
    let [from, to] = [[0.0; 3], [0.0, 0.0, 1.0]].map(|point| view.at(point));
    assert!(to[1] < from[1] && (to[0] - from[0]).abs() < 1e-9);
    assert!(view.nearness([0.0, 0.0, 1.0]) > view.nearness([0.0; 3]));
}

#[test]
fn what_is_flat_has_a_scale() {
    for max in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1e-45, 1e-44, 0.0], [6e38; 3]] {
        for dim in [2, 3] {
            let view = View::new(dim, &extent(max));
            assert!(view.scale > 0.0 && view.scale.is_finite(), "{max:?}");
            assert!(view.size()[1] <= 1016.0 + 1e-6);
        }
    }
}
