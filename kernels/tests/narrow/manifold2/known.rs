//! Manifolds whose points are known.

use jostle_kernels::{
    contact::{Contact, Obb2Manifold, ObbPolygonManifold, PolygonManifold, contact},
    shape::Obb,
};

use super::{as_polygon, points};
use crate::{
    obb2::turned,
    polygon2::polygon,
    support::{Random, scale},
};

const SQUARE: [[f32; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

fn square(center: [f32; 2], half: [f32; 2]) -> Obb<2> {
    Obb { center, half, axes: SQUARE }
}

/// The manifold of two boxes by each of the tests, the box as what the test takes.
fn all_kinds(a: &Obb<2>, b: &Obb<2>) -> [Contact<2, 2>; 3] {
    let (p, q) = (as_polygon(a), as_polygon(b));
    [
        contact::<Obb2Manifold, 2, 2>(a, b),
        contact::<PolygonManifold, 2, 2>(&p, &q),
        contact::<ObbPolygonManifold, 2, 2>(a, &q),
    ]
}

/// Points as `[on_a, on_b]`, in order.
fn places(contact: &Contact<2, 2>) -> Vec<[[f32; 2]; 2]> {
    let mut places: Vec<_> = points(contact).iter().map(|p| [p.on_a, p.on_b]).collect();
    places.sort_by(|p, q| p[0].partial_cmp(&q[0]).expect("numbers"));
    places
}

#[test]
fn a_box_rests_on_a_box() {
    // On the ground, into it by a quarter, over its edge, and with the ground on top.
    let ground = square([0.0, -1.0], [8.0, 1.0]);
    for (x, y, expected) in [
        (3.0, 1.0, [[[2.0, 1.0], [-1.0, -1.0]], [[4.0, 1.0], [1.0, -1.0]]]),
        (3.0, 0.75, [[[2.0, 1.0], [-1.0, -1.0]], [[4.0, 1.0], [1.0, -1.0]]]),
        (7.5, 0.75, [[[6.5, 1.0], [-1.0, -1.0]], [[8.0, 1.0], [0.5, -1.0]]]),
    ] {
        let above = square([x, y], [1.0, 1.0]);
        for found in all_kinds(&ground, &above) {
            assert_eq!(found.normal, [0.0, 1.0]);
            assert_eq!(found.distance, y - 1.0);
            assert_eq!(places(&found), expected, "{found:?}");
            assert!(points(&found).iter().all(|p| p.distance == y - 1.0));
            assert_ne!(found.points[0].feature, found.points[1].feature);
        }
        for found in all_kinds(&above, &ground) {
            let turned = expected.map(|[on_a, on_b]| [on_b, on_a]);
            assert_eq!((found.normal, places(&found)), ([0.0, -1.0], turned.to_vec()));
        }
    }
}

#[test]
fn a_corner_on_an_edge_is_one_point() {
    let ground = square([0.0, -1.0], [8.0, 1.0]);
    for angle in [0.3, 0.7, 1.2] {
        let mut b = turned([1.0, 0.0], [1.0, 0.5], angle);
        let corner = |sign: [f32; 2]| -> [f32; 2] {
            [0, 1].map(|i| sign[0] * b.axes[0][i] + sign[1] * 0.5 * b.axes[1][i])
        };
        let signs = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let lowest = signs.map(corner).into_iter().min_by(|p, q| p[1].total_cmp(&q[1]));
        let lowest = lowest.expect("there are four");
        for depth in [0.0, 1e-3, 0.05] {
            b.center[1] = -lowest[1] - depth;
            for found in all_kinds(&ground, &b) {
                let [point] = points(&found) else { panic!("{found:?}") };
                let close = |p: [f32; 2], q: [f32; 2]| {
                    assert!((p[0] - q[0]).abs() + (p[1] - q[1]).abs() < 2e-6, "{found:?}");
                };
                close(point.on_b, lowest);
                close(point.on_a, [1.0 + lowest[0], 1.0]);
                assert!((point.distance + depth).abs() < 1e-6, "{found:?}");
            }
        }
    }
}

#[test]
fn corners_that_touch_are_one_point() {
    let (a, b) = (square([0.0; 2], [1.0; 2]), square([2.0, 2.0], [1.0; 2]));
    for found in all_kinds(&a, &b) {
        let [point] = points(&found) else { panic!("{found:?}") };
        assert_eq!((point.on_a, point.on_b, point.distance), ([1.0; 2], [-1.0; 2], 0.0));
    }
}

#[test]
fn a_box_in_a_box_has_two_points() {
    let (a, b) = (square([0.0; 2], [2.0; 2]), square([1.0, 0.25], [0.5; 2]));
    let expected = [[[2.0, -0.25], [-0.5, -0.5]], [[2.0, 0.75], [-0.5, 0.5]]];
    for found in all_kinds(&a, &b) {
        assert_eq!((found.normal, found.distance), ([1.0, 0.0], -1.5));
        assert_eq!(places(&found), expected, "{found:?}");
    }
}

#[test]
fn of_a_huge_edge_the_part_before_a_tiny_one_remains() {
    let (tiny, ground) = (square([0.1, 0.9e-5], [1e-5; 2]), square([0.0, -1.0], [8.0, 1.0]));
    for found in all_kinds(&tiny, &ground) {
        let on_tiny: Vec<_> = places(&found).iter().map(|[on_a, _]| *on_a).collect();
        assert_eq!(on_tiny, [[-1e-5, -1e-5], [1e-5, -1e-5]], "{found:?}");
    }
}

#[test]
fn the_tip_of_a_segment_is_one_point() {
    // The polygon has no area, and a vertex twice: its only edges are at right angles to the
    // normal.
    let flat = polygon([0.0; 2], &[[-1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]]);
    let wall = square([1.5, 0.25], [1.0, 2.0]);
    let found = contact::<ObbPolygonManifold, 2, 2>(&wall, &flat);
    assert_eq!((found.normal, found.distance), ([-1.0, 0.0], -0.5));
    assert_eq!(points(&found)[0].on_b, [1.0, 0.0], "{found:?}");
    assert_eq!(points(&found)[0].on_a, [-1.0, -0.25], "{found:?}");
}

#[test]
fn edges_in_line_count_as_one() {
    // The top of A and the bottom of B are cut in three and in two.
    let a = polygon(
        [0.0; 2],
        &[[2.0, -1.0], [2.0, 1.0], [1.5, 1.0], [-1.5, 1.0], [-2.0, 1.0], [-2.0, -1.0]],
    );
    let b =
        polygon([0.5, 1.75], &[[-2.0, -1.0], [1.9, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]);
    let expected = vec![[[-1.5, 1.0], [-2.0, -1.0]], [[2.0, 1.0], [1.5, -1.0]]];
    let found = contact::<PolygonManifold, 2, 2>(&a, &b);
    assert_eq!((found.normal, found.distance, places(&found)), ([0.0, 1.0], -0.25, expected));
}

#[test]
fn apart_there_are_no_points() {
    let (a, b) = (square([0.0; 2], [1.0; 2]), square([2.5, 0.0], [1.0; 2]));
    for found in all_kinds(&a, &b) {
        assert_eq!((found.count, found.distance), (0, 0.5));
    }
}

/// Vertices 1 (of both) are at the upper left, and so on around.
#[test]
fn features_name_the_vertices_on_either_side() {
    let (a, b) = (square([0.0; 2], [2.0, 1.0]), square([0.5, 1.9], [1.0, 1.0]));
    for found in all_kinds(&a, &b) {
        let [right, left] = points(&found) else { panic!("{found:?}") };
        let expected = if right.on_b[0] == 1.0 { [3 * 32, 1 + 2 * 32] } else { [3, 2 + 32] };
        assert_eq!([right.feature, left.feature], expected, "{found:?}");
    }
}

/// Small turns and shifts, also such that the other shape's edge becomes the reference, and that a
/// clipped end becomes a vertex, change no feature.
#[test]
fn features_stay() {
    let mut random = Random(11);
    let (mut by_a, mut by_b) = (0, 0);
    for _ in 0..200 * scale() {
        let a = square([0.0; 2], [1.0 + random.unit(), 1.0]);
        let b = square([random.within(0.8), 1.0 + 0.5 * 0.95], [1.0, 0.5]);
        let before = contact::<Obb2Manifold, 2, 2>(&a, &b);
        let boxes = [before.points[0].feature, before.points[1].feature];
        let polygons = contact::<PolygonManifold, 2, 2>(&as_polygon(&a), &as_polygon(&b));
        let polygons = [polygons.points[0].feature, polygons.points[1].feature];
        for _ in 0..20 {
            let turn = f64::from(random.within(2e-3));
            let (mut moved_a, mut moved_b) = (turned(a.center, a.half, turn), b);
            moved_b.axes = turned([0.0; 2], b.half, f64::from(random.within(2e-3))).axes;
            moved_a.center = moved_a.center.map(|x| x + random.within(1e-3));
            let found = contact::<Obb2Manifold, 2, 2>(&moved_a, &moved_b);
            let mut features: Vec<_> = points(&found).iter().map(|p| p.feature).collect();
            let mut same = boxes.to_vec();
            features.sort_unstable();
            same.sort_unstable();
            assert_eq!(features, same, "{moved_a:?} {moved_b:?} {found:?}");
            by_a += usize::from(found.axis < 2);
            by_b += usize::from(found.axis >= 2);
            let (p, q) = (as_polygon(&moved_a), as_polygon(&moved_b));
            let found = contact::<PolygonManifold, 2, 2>(&p, &q);
            let mut features: Vec<_> = points(&found).iter().map(|p| p.feature).collect();
            let mut same = polygons.to_vec();
            features.sort_unstable();
            same.sort_unstable();
            assert_eq!(features, same, "{p:?} {q:?} {found:?}");
        }
    }
    assert!(by_a > 100 && by_b > 100, "{by_a} {by_b}");
}
