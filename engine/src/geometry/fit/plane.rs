//! The smallest rectangle around points in the plane.

use jostle_kernels::{
    geometry::orient2,
    real::vector::{dot, scale, sub},
    shape::Obb,
};

use super::enclose::enclose;
use crate::{Error, memory::reserve, tree::query::check_points};

/// The oriented box of least area that contains points: all of them for certain, as it is rounded
/// outward. None if there are no points, or if it would be larger than `f32` tells, which takes
/// coordinates above 1e38. Points may coincide or lie on a line. O(n log n)
///
/// A side of it lies along an edge of the convex hull (H. Freeman and R. Shapira, *Determining the
/// minimum-area encasing rectangle for an arbitrary closed curve*, 1975), and all edges are tried
/// in one round about the hull (G. T. Toussaint, *Solving geometric problems with the rotating
/// calipers*, 1983).
///
/// # Errors
/// [`Error::Query`] when a point is not finite, with its index; [`Error::OutOfMemory`].
pub fn obb2(points: &[[f32; 2]]) -> Result<Option<Obb<2>>, Error> {
    check_points(points, 0.0)?;
    let hull = convex_hull(points)?;
    if hull.is_empty() {
        return Ok(None);
    }
    let [x, y] = flush_side(&hull).map(|x| x as f32);
    // In space, in the plane of zero height.
    let axes = [[x, y, 0.0], [-y, x, 0.0], [0.0, 0.0, 1.0]];
    let raised = hull.iter().map(|[x, y]| [[f64::from(*x), f64::from(*y), 0.0]]);
    let Obb { center: [cx, cy, _], half: [hx, hy, _], .. } = enclose(axes, raised).obb;
    let obb = Obb { center: [cx, cy], half: [hx, hy], axes: [[x, y], [-y, x]] };
    Ok(Some(obb).filter(|obb| obb.half.iter().all(|half| half.is_finite())))
}

/// The vertices of the convex hull of finite points, counter-clockwise, each once and none on the
/// line of its neighbors, decided without rounding. O(n log n)
///
/// A. M. Andrew, *Another efficient algorithm for convex hulls in two dimensions* (1979).
pub(super) fn convex_hull(points: &[[f32; 2]]) -> Result<Vec<[f32; 2]>, Error> {
    let (mut sorted, mut hull) = (Vec::new(), Vec::new());
    reserve(&mut sorted, points.len(), "a convex hull")?;
    // No -0.0: it would be another point.
    sorted.extend(points.iter().map(|[x, y]| [x + 0.0, y + 0.0]));
    sorted.sort_unstable_by(|[ax, ay], [bx, by]| ax.total_cmp(bx).then(ay.total_cmp(by)));
    sorted.dedup();
    if sorted.len() < 3 {
        return Ok(sorted);
    }
    reserve(&mut hull, 2 * sorted.len(), "a convex hull")?;
    chain(&mut hull, sorted.iter().copied());
    chain(&mut hull, sorted.iter().rev().copied());
    Ok(hull)
}

/// Adds one side of the hull, from the first of sorted points to before the last.
fn chain(hull: &mut Vec<[f32; 2]>, sorted: impl Iterator<Item = [f32; 2]>) {
    let begin = hull.len();
    for point in sorted {
        while let [.., a, b] = hull[begin..]
            && orient2(a, b, point).is_le()
        {
            hull.pop();
        }
        hull.push(point);
    }
    // It begins the other side.
    hull.pop();
}

/// A unit vector along the edge of a convex hull, counter-clockwise and not empty, against which
/// the smallest box lies. O(n)
pub(super) fn flush_side(hull: &[[f32; 2]]) -> [f64; 2] {
    let len = hull.len();
    let at = |index: usize| hull[index % len].map(f64::from);
    let way = |from: usize| sub(at(from + 1), at(from));
    let (mut best, mut least) = ([1.0, 0.0], f64::INFINITY);
    // The vertices that are farthest along the edge, to the left of it, and against it.
    let (mut front, mut top, mut back) = (1, 1, 1);
    for edge in 0..len {
        let square = dot(way(edge), way(edge));
        if square == 0.0 {
            break;
        }
        let along = scale(way(edge), 1.0 / square.sqrt());
        let left = [-along[1], along[0]];
        // Nothing goes round more than once, however it is rounded.
        let advance = |mut vertex: usize, goes_on: &dyn Fn([f64; 2]) -> bool| {
            while vertex < edge + len && goes_on(way(vertex)) {
                vertex += 1;
            }
            vertex
        };
        front = advance(front.max(edge + 1), &|way| dot(along, way) > 0.0);
        top = advance(top.max(front), &|way| dot(left, way) > 0.0);
        back = advance(back.max(top), &|way| dot(along, way) < 0.0);
        let area = dot(along, sub(at(front), at(back))) * dot(left, sub(at(top), at(edge)));
        if area < least {
            (best, least) = (along, area);
        }
    }
    best
}
