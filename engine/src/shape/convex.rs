//! Whether vertices are those of a convex polygon, decided without rounding.

use jostle_kernels::{geometry::orient2, shape::MAX_VERTICES};

use crate::{error::ShapeFault, validate::check_outline};

/// The vertices of a convex polygon, counter-clockwise; behind the last one the first is repeated.
///
/// The first vertex stays the first. Vertices may lie on the edge between their neighbors, and may
/// coincide with one.
pub(super) fn outline(given: &[[f32; 2]]) -> Result<[[f32; 2]; MAX_VERTICES], ShapeFault> {
    let found = given.len();
    if found < 3 {
        return Err(ShapeFault::TooFewVertices { found });
    }
    if found > MAX_VERTICES {
        return Err(ShapeFault::TooManyVertices { found });
    }
    check_outline(given).map_err(ShapeFault::Value)?;
    let mut vertices = [given[0]; MAX_VERTICES];
    vertices[..found].copy_from_slice(given);
    // -0.0 to +0.0.
    vertices.as_flattened_mut().iter_mut().for_each(|x| *x += 0.0);
    if winding(&vertices[..found])? == Winding::Clockwise {
        vertices[1..found].reverse();
    }
    Ok(vertices)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winding {
    Clockwise,
    CounterClockwise,
}

/// Which way around a convex polygon goes, or why it is not convex.
///
/// It is one if it turns to one side only and comes around exactly once. That it nowhere turns back
/// on itself follows: half of the round would be gone with that, all edges would point to one side
/// of a line, and the way would not close.
fn winding(vertices: &[[f32; 2]]) -> Result<Winding, ShapeFault> {
    let mut distinct = [[0.0; 2]; MAX_VERTICES];
    let mut count = 0;
    for (index, vertex) in vertices.iter().enumerate() {
        if *vertex != vertices[(index + 1) % vertices.len()] {
            distinct[count] = *vertex;
            count += 1;
        }
    }
    let corner = |index: usize| [0, 1, 2].map(|ahead| distinct[(index + ahead) % count]);
    let (mut left, mut right, mut flips) = (false, false, 0);
    for [a, b, c] in (0..count).map(corner) {
        let turn = orient2(a, b, c);
        left |= turn.is_gt();
        right |= turn.is_lt();
        flips += usize::from(points_up(a, b) != points_up(b, c));
    }
    match (left, right) {
        (false, false) => Err(ShapeFault::Flat),
        (true, true) => Err(ShapeFault::NotConvex),
        // Each round its edges come to point up once, and down once.
        _ if flips != 2 => Err(ShapeFault::NotConvex),
        (true, false) => Ok(Winding::CounterClockwise),
        (false, true) => Ok(Winding::Clockwise),
    }
}

/// Whether the direction from `a` to `b` lies in the first half turn.
fn points_up(a: [f32; 2], b: [f32; 2]) -> bool {
    b[1] > a[1] || b[1] == a[1] && b[0] > a[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::InvalidReason;

    /// Points of a grid, as whole numbers.
    type Points = [[i64; 2]];

    fn cross(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }

    /// Where each point is on the way around the hull of all, counter-clockwise: by side, and how
    /// far along it. None where a point is inside, or all are on a line. By trying all sides.
    fn around(points: &Points) -> Option<Vec<(usize, i64)>> {
        let mut at = *points.iter().min()?;
        let mut places = vec![None; points.len()];
        for side in 0..points.len() {
            // The next corner: nothing is to the right of the way there, and nothing farther.
            let reach = |b: &[i64; 2]| (b[0] - at[0]).pow(2) + (b[1] - at[1]).pow(2);
            let is_next = |b: &&[i64; 2]| points.iter().all(|c| cross(at, **b, *c) >= 0);
            let next =
                *points.iter().filter(|b| **b != at).filter(is_next).max_by_key(|b| reach(b))?;
            for (place, point) in places.iter_mut().zip(points) {
                if place.is_none() && cross(at, next, *point) == 0 && *point != next {
                    *place = Some((side, reach(point)));
                }
            }
            at = next;
        }
        let off_line = points.iter().any(|p| points.iter().any(|q| cross(points[0], *p, *q) != 0));
        places.into_iter().collect::<Option<Vec<_>>>().filter(|_| off_line)
    }

    /// Which way around points are in order on the hull of all, if they are.
    fn oracle(points: &Points) -> Option<Winding> {
        let places = around(points)?;
        let rounds = |places: &[(usize, i64)]| {
            (0..places.len()).filter(|i| places[(i + 1) % places.len()] < places[*i]).count()
        };
        let backward: Vec<_> = places.iter().rev().copied().collect();
        match (rounds(&places), rounds(&backward)) {
            (1, _) => Some(Winding::CounterClockwise),
            (_, 1) => Some(Winding::Clockwise),
            _ => None,
        }
    }

    /// The same points tiny and far from the origin, huge, and as they are.
    fn scaled(points: &Points) -> [Vec<[f32; 2]>; 3] {
        let with = |scale: f32, offset: f32| {
            points.iter().map(|p| p.map(|x| x as f32 * scale + offset)).collect()
        };
        [with(1.0, 0.0), with(0.5_f32.powi(20), 8.0), with(2.0_f32.powi(126), 0.0)]
    }

    /// All polygons on a small grid.
    fn all(size: i64, corners: u32) -> impl Iterator<Item = Vec<[i64; 2]>> {
        let cells = size * size;
        (0..cells.pow(corners)).map(move |number| {
            (0..corners)
                .map(|k| number / cells.pow(k) % cells)
                .map(|c| [c % size, c / size])
                .collect()
        })
    }

    #[test]
    fn all_small_polygons() {
        let mut seen = [0; 3];
        for points in all(4, 3).chain(all(3, 4)).chain(all(3, 5)) {
            let expected = oracle(&points);
            for vertices in scaled(&points) {
                assert_eq!(winding(&vertices).ok(), expected, "{vertices:?}");
            }
            seen[expected.map_or(0, |winding| 1 + usize::from(winding == Winding::Clockwise))] += 1;
        }
        assert_eq!(seen[1], seen[2], "each polygon can be walked either way");
        assert!(seen.iter().all(|count| *count > 3000), "{seen:?}");
    }

    #[test]
    fn outlines_go_counter_clockwise_from_the_first_vertex() {
        let given = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, -0.0]];
        let stored = outline(&given).expect("a square");
        assert_eq!(stored[..5], [given[0], given[3], given[2], given[1], given[0]]);
        assert!(stored[4..].iter().all(|vertex| *vertex == given[0]));
        assert!(stored.as_flattened().iter().all(|x| x.is_sign_positive()));
        assert_eq!(outline(&stored[..4]), Ok(stored));
    }

    #[test]
    fn what_is_no_polygon_is_told_apart() {
        let fault = |vertices: &[[f32; 2]]| outline(vertices).expect_err("no polygon");
        let (nan, inf) = (f32::NAN, f32::INFINITY);
        assert_eq!(fault(&[]), ShapeFault::TooFewVertices { found: 0 });
        assert_eq!(fault(&[[0.0, 0.0], [1.0, 0.0]]), ShapeFault::TooFewVertices { found: 2 });
        assert_eq!(fault(&[[0.0, 0.0]; 17]), ShapeFault::TooManyVertices { found: 17 });
        let with = |bad| [[0.0, 0.0], [1.0, 0.0], [0.0, bad]];
        assert_eq!(fault(&with(nan)), ShapeFault::Value(InvalidReason::NotANumber));
        assert_eq!(fault(&with(-inf)), ShapeFault::Value(InvalidReason::Infinite));
        assert_eq!(fault(&[[1.0, 2.0]; 5]), ShapeFault::Flat);
        assert_eq!(fault(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]), ShapeFault::Flat);
        let star = [0, 2, 4, 1, 3].map(|k: u8| (f32::from(k) * 1.256_637).sin_cos().into());
        assert_eq!(fault(&star), ShapeFault::NotConvex);
        let dart = [[0.0, 0.0], [2.0, 2.0], [0.0, 1.0], [-2.0, 2.0]];
        assert_eq!(fault(&dart), ShapeFault::NotConvex);
        let twice = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        assert_eq!(fault(&twice), ShapeFault::NotConvex);
        let spike = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
        assert_eq!(fault(&spike), ShapeFault::NotConvex);
    }
}
