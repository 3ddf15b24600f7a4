//! Points in polygons.

use jostle_kernels::geometry::inside;

use super::support::{Cases, exact, hull, on_segment, scale, turn};

/// Whether a point is in a polygon: on an edge, or under an odd number of edges.
fn in_polygon(p: [f32; 2], polygon: &[[f32; 2]]) -> bool {
    let edges = || (0..polygon.len()).map(|i| [polygon[i], polygon[(i + 1) % polygon.len()]]);
    if edges().any(|edge| on_segment(p, edge)) {
        return true;
    }
    let under = edges().filter(|[a, b]| {
        let (left, right) = if a[0] < b[0] { (a, b) } else { (b, a) };
        left[0] <= p[0] && p[0] < right[0] && {
            let [px, py, lx, ly, rx, ry] =
                [p[0], p[1], left[0], left[1], right[0], right[1]].map(exact);
            py * (rx.clone() - lx.clone()) < ly.clone() * (rx - lx.clone()) + (ry - ly) * (px - lx)
        }
    });
    under.count() % 2 == 1
}

#[test]
fn polygons_are_exact() {
    let mut cases = Cases::new(11);
    let (mut inside_count, mut outside, mut edge, mut vertex, mut level, mut extreme) =
        (0, 0, 0, 0, 0, 0);
    for _ in 0..60_000 * scale() {
        cases.next();
        let count = cases.random.below(10) as usize;
        let polygon: Vec<[f32; 2]> = (0..count).map(|_| cases.point()).collect();
        let p = if count > 0 { cases.among(&polygon) } else { cases.point() };
        let found = inside::polygon(p, &polygon);
        assert_eq!(found, in_polygon(p, &polygon), "{p:?} {polygon:?}");
        let reversed: Vec<_> = polygon.iter().rev().copied().collect();
        assert_eq!(found, inside::polygon(p, &reversed), "{p:?} {polygon:?}");
        let next = |i: usize| polygon[(i + 1) % count];
        let on_edge = (0..count).any(|i| on_segment(p, [polygon[i], next(i)]));
        inside_count += usize::from(found && !on_edge);
        outside += usize::from(!found);
        edge += usize::from(on_edge);
        vertex += usize::from(polygon.contains(&p));
        level += usize::from(!on_edge && polygon.iter().any(|v| v[1] == p[1]));
        extreme += usize::from(found && cases.is_extreme());
    }
    assert!(inside_count > 2_000 && outside > 20_000, "{inside_count} {outside}");
    assert!(edge > 10_000 && vertex > 5_000, "{edge} {vertex}");
    assert!(level > 3_000 && extreme > 5_000, "{level} {extreme}");
}

#[test]
fn convex_polygons_are_exact() {
    let mut cases = Cases::new(12);
    let (mut inside_count, mut outside, mut edge, mut collinear, mut large) = (0, 0, 0, 0, 0);
    for _ in 0..40_000 * scale() {
        cases.next();
        let count = cases.random.of(&[1, 2, 3, 5, 8, 20, 60]);
        let points: Vec<[f32; 2]> = (0..count).map(|_| cases.point()).collect();
        let mut polygon = hull(&points);
        if polygon.is_empty() {
            continue;
        }
        let start = cases.random.below(polygon.len() as u32) as usize;
        polygon.rotate_left(start);
        if cases.random.below(2) == 0 {
            polygon.reverse();
        }
        if cases.random.below(2) == 0 {
            let twice = cases.random.below(polygon.len() as u32) as usize;
            polygon.insert(twice, polygon[twice]);
        }
        let p = cases.among(&polygon);
        let found = inside::convex_polygon(p, &polygon);
        assert_eq!(found, inside::polygon(p, &polygon), "{p:?} {polygon:?}");
        let len = polygon.len();
        let on_edge = (0..len).any(|i| on_segment(p, [polygon[i], polygon[(i + 1) % len]]));
        inside_count += usize::from(found && !on_edge);
        outside += usize::from(!found);
        edge += usize::from(on_edge);
        let straight = |i: usize| turn(polygon[i], polygon[(i + 1) % len], polygon[(i + 2) % len]);
        collinear += usize::from((0..len).any(|i| straight(i) == exact(0.0)) && found);
        large += usize::from(len > 6);
    }
    assert!(inside_count > 2_000 && outside > 4_000, "{inside_count} {outside}");
    assert!(edge > 5_000 && collinear > 3_000 && large > 3_000, "{edge} {collinear} {large}");
}

#[test]
fn points_of_the_notch_of_an_arrow_are_outside() {
    let arrow = [[0.0, 0.0], [4.0, 2.0], [0.0, 4.0], [1.0, 2.0]];
    assert!(inside::polygon([1.0, 2.0], &arrow) && inside::polygon([3.9, 2.0], &arrow));
    assert!(!inside::polygon([1.0_f32.next_down(), 2.0], &arrow));
    assert!(!inside::polygon([0.0, 0.0_f32.next_up()], &arrow));
    assert!(!inside::polygon([0.0, 0.0], &[]) && !inside::convex_polygon([0.0, 0.0], &[]));
    assert!(inside::polygon([1.0, 1.0], &[[1.0, 1.0]]));
    assert!(inside::convex_polygon([1.0, 1.0], &[[0.0, 0.0], [2.0, 2.0]]));
}
