//! Points of the plane, without rounding.

use super::{Exact, dot, exact, point, sub};

/// Twice the area of a triangle.
pub(crate) fn turn(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> Exact {
    let [[ux, uy], [vx, vy]] = [sub(&point(b), &point(a)), sub(&point(c), &point(a))];
    ux * vy - uy * vx
}

/// Whether a point is on a segment: where the inequality of Cauchy and Schwarz is an equality, and
/// not outside both ends.
pub(crate) fn on_segment<const D: usize>(p: [f32; D], [a, b]: [[f32; D]; 2]) -> bool {
    let [p, a, b] = [p, a, b].map(point);
    let (side, from, to) = (sub(&b, &a), sub(&p, &a), sub(&p, &b));
    let along = dot(&side, &from);
    let on_line = along.clone() * along == dot(&side, &side) * dot(&from, &from);
    on_line && dot(&from, &to) <= exact(0.0)
}

/// The convex hull, counter-clockwise, with all points that lie on it (A. M. Andrew, 1979).
pub(crate) fn hull(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut sorted: Vec<_> = points.iter().map(|p| p.map(|x| x + 0.0)).collect();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    let mut hull: Vec<[f32; 2]> = Vec::new();
    for chain in 0..2 {
        let start = hull.len();
        for p in &sorted {
            while hull.len() >= start + 2
                && turn(hull[hull.len() - 2], hull[hull.len() - 1], *p) < exact(0.0)
            {
                hull.pop();
            }
            hull.push(*p);
        }
        hull.pop();
        if chain == 0 {
            sorted.reverse();
        }
    }
    hull
}
