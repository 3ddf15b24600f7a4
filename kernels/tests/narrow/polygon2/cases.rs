//! Polygons, and boxes before them.

use std::cmp::Ordering;

use jostle_kernels::shape::{MAX_VERTICES, Obb, Polygon};

use crate::obb2::turned;
use crate::support::{
    Random,
    planar::{Corners, normal},
};

/// A polygon of 3 to 16 vertices.
pub(crate) fn polygon(center: [f32; 2], vertices: &[[f32; 2]]) -> Polygon {
    let vertex = |i| *vertices.get(i).unwrap_or(&vertices[0]);
    assert!((3..=MAX_VERTICES).contains(&vertices.len()));
    Polygon {
        center,
        count: vertices.len() as f32,
        vertices: std::array::from_fn(vertex),
        rounding: 0.0,
    }
}

/// The vertices of a polygon.
pub(super) fn vertices(shape: &Polygon) -> &[[f32; 2]] {
    &shape.vertices[..shape.count as usize]
}

/// A polygon of `count` vertices on an ellipse, from a corner at `start`.
pub(crate) fn round(count: u32, [x, y]: [f32; 2], start: f64) -> Polygon {
    let vertices: Vec<_> = (0..count)
        .map(|i| {
            let angle = start + f64::from(i) / f64::from(count) * std::f64::consts::TAU;
            [angle.cos() as f32 * x, angle.sin() as f32 * y]
        })
        .collect();
    polygon([0.0; 2], &vertices)
}

/// A polygon whose vertices are even whole numbers, exactly convex, with edges in line.
fn on_grid(random: &mut Random) -> Polygon {
    let count = 3 + random.below(14) as usize;
    let range = random.of(&[3, 30, 250]);
    let coordinate = |random: &mut Random| 2 * (random.below(2 * range + 1) as i32 - range as i32);
    let mut edges: Vec<[i32; 2]> = Vec::new();
    // Edges in all directions whose sum is zero, in order of their angle, make a convex polygon.
    if count % 2 == 1 {
        let [a, b, c, d] = [0; 4].map(|_| coordinate(random));
        edges.extend([[a, b], [c, d], [-a - c, -b - d]]);
    }
    while edges.len() < count {
        let [x, y] = match edges.last() {
            Some(last) if random.below(3) == 0 => *last,
            _ => [0; 2].map(|_| coordinate(random)),
        };
        edges.extend([[x, y], [-x, -y]]);
    }
    if edges.contains(&[0; 2]) {
        return on_grid(random);
    }
    let upper = |[x, y]: [i32; 2]| y > 0 || y == 0 && x > 0;
    edges.sort_by(|a, b| {
        let turn = a[0] * b[1] - a[1] * b[0];
        upper(*b).cmp(&upper(*a)).then(match turn.signum() {
            1 => Ordering::Less,
            -1 => Ordering::Greater,
            _ => Ordering::Equal,
        })
    });
    let mut place = [coordinate(random), coordinate(random)];
    let mut vertices = Vec::new();
    for edge in edges {
        vertices.push(place.map(|x| x as f32));
        place = [place[0] + edge[0], place[1] + edge[1]];
    }
    polygon([0.0; 2], &vertices)
}

/// Polygons as they come, and as they should not: round ones, flat ones, needles, points, and some
/// with vertices so close that rounding makes them concave.
fn any(random: &mut Random) -> Polygon {
    let count = 3 + random.below(14);
    let start = f64::from(random.unit()) * 6.3;
    let radius = 0.1 + random.unit();
    match random.below(10) {
        0 => on_grid(random),
        1 => {
            let thin = radius * random.of(&[1e-2, 1e-4, 1e-6]);
            round(count, random.of(&[[radius, thin], [thin, radius]]), start)
        }
        2 => round(count, [radius * 1e-6; 2], start),
        3 => {
            let mut angles: Vec<f64> = (0..count)
                .map(|i| {
                    f64::from(i / 4) + f64::from(random.unit()) * random.of(&[0.3, 1e-6, 1e-7])
                })
                .collect();
            angles.sort_by(f64::total_cmp);
            let at = |angle: &f64| [angle.cos() as f32 * radius, angle.sin() as f32 * radius];
            polygon([0.0; 2], &angles.iter().map(at).collect::<Vec<_>>())
        }
        4 => match random.below(3) {
            0 => polygon([0.0; 2], &[random.vector(1.0); 3]),
            1 => {
                let end: [f32; 2] = random.vector(1.0);
                let tip = random.of(&[0.0, 1e-30, 1e-20, 1e-10]);
                polygon([0.0; 2], &[[0.0; 2], end, [end[0] - tip, end[1] + tip]])
            }
            _ => polygon([0.0; 2], &[[0.0; 2], [0.5, 0.0], [1.0, 0.0], [0.5, 0.0]]),
        },
        _ => round(count, [radius, radius * (0.3 + random.unit())], start),
    }
}

/// Puts B so that it is `depth` into A along a random direction or the normal of an edge, and
/// vertices meet, or a vertex and an edge.
fn at_depth<A: Corners>(random: &mut Random, a: &A, b: &mut Polygon, depth: f64) {
    b.center = a.center();
    let corners: Vec<[f64; 2]> = a
        .corners()
        .into_iter()
        .map(|(_, terms)| {
            [0, 1].map(|axis| {
                terms.iter().map(|(by, v)| f64::from(*by) * f64::from(v[axis])).sum::<f64>()
            })
        })
        .collect();
    let i = random.below(corners.len() as u32) as usize;
    let edge = [corners[i], corners[(i + 1) % corners.len()]];
    let direction = match random.below(3) {
        0 => random.direction(),
        _ => normal(edge[0], edge[1]),
    };
    let farthest = |points: &[[f64; 2]], sign: f64| {
        let along = |p: &[f64; 2]| (p[0] * direction[0] + p[1] * direction[1]) * sign;
        *points.iter().max_by(|p, q| along(p).total_cmp(&along(q))).expect("there are vertices")
    };
    let own: Vec<_> = vertices(b).iter().map(|v| v.map(f64::from)).collect();
    let (mut p, q) = (farthest(&corners, 1.0), farthest(&own, -1.0));
    if random.below(2) == 0 {
        // Halves and quarters of edges keep to the grid.
        let part = random.of(&[0.0, 0.25, 0.5, 1.0]);
        p = [0, 1].map(|axis| edge[0][axis] + (edge[1][axis] - edge[0][axis]) * part);
    }
    b.center = [0, 1].map(|axis| (p[axis] - q[axis] - direction[axis] * depth) as f32);
}

/// B in A: shrunk, with its vertices around the middle of A's.
fn put_inside<A: Corners>(random: &mut Random, a: &A, b: &mut Polygon) {
    let corners = a.corners();
    let mut middle = [0.0; 2];
    for (_, terms) in &corners {
        for (by, v) in terms {
            middle = [0, 1].map(|axis| middle[axis] + by * v[axis] / corners.len() as f32);
        }
    }
    let by = random.of(&[1e-6, 1e-3, 0.05]) * middle[0].abs().max(0.1);
    b.vertices = b.vertices.map(|v| v.map(|x| x * by));
    b.center = middle;
}

/// The case mix, for an A of any kind that is made around the origin.
fn cases<A: Corners + Copy>(
    random: &mut Random,
    count: usize,
    make: impl Fn(&mut Random, bool) -> A,
    place: impl Fn(A, f32, [f32; 2]) -> A,
) -> Vec<(A, Polygon)> {
    let depths = [-1e-3, -1e-6, -1e-7, 0.0, 0.0, 1e-7, 1e-6, 1e-3, 0.1];
    let mut pairs = Vec::new();
    for _ in 0..count {
        let kind = random.below(10);
        let is_grid = (3..6).contains(&kind);
        let a = make(random, is_grid);
        let mut b = if is_grid { on_grid(random) } else { any(random) };
        match kind {
            0..3 => put_inside(random, &a, &mut b),
            3..6 => {
                at_depth(random, &a, &mut b, 0.0);
                let step = random.of(&[0.0, 0.0, 0.0, 1.0, 1.0 / 64.0]);
                let side = random.below(2) as usize;
                b.center[side] += step * random.of(&[1.0, -1.0]);
            }
            6..9 => {
                let depth = random.of(&depths);
                at_depth(random, &a, &mut b, depth);
            }
            _ => {
                let depth = f64::from(random.within(0.5));
                at_depth(random, &a, &mut b, depth);
            }
        }
        let by = match random.below(8) {
            // Whole numbers of the smallest number.
            0 if is_grid => f32::from_bits(1),
            _ => random.of(&[1.0, 1.0, 1e-15, 1e15, 1e-30, 1e30]),
        };
        let offset = random.of(&[0.0, 0.0, 1.0, 1e3, 1e5, 1e7]);
        let to = random.vector::<2>(offset * by);
        pairs.push((place(a, by, to), placed(b, by, to)));
    }
    pairs
}

/// A polygon resized, and moved.
pub(super) fn placed(shape: Polygon, by: f32, to: [f32; 2]) -> Polygon {
    let vertices = shape.vertices.map(|v| v.map(|x| x * by));
    let center = [0, 1].map(|axis| shape.center[axis] * by + to[axis]);
    Polygon { center, vertices, ..shape }
}

/// A box resized, and moved.
pub(super) fn placed_box(shape: Obb<2>, by: f32, to: [f32; 2]) -> Obb<2> {
    let center = [0, 1].map(|axis| shape.center[axis] * by + to[axis]);
    Obb { center, half: shape.half.map(|x| x * by), ..shape }
}

pub(super) fn polygons(random: &mut Random, count: usize) -> Vec<(Polygon, Polygon)> {
    let make = |random: &mut Random, grid| if grid { on_grid(random) } else { any(random) };
    let pairs = cases(random, count, make, placed);
    let swap = |(a, b)| if random.below(2) == 0 { (a, b) } else { (b, a) };
    pairs.into_iter().map(swap).collect()
}

pub(super) fn boxes_and_polygons(random: &mut Random, count: usize) -> Vec<(Obb<2>, Polygon)> {
    let make = |random: &mut Random, grid| {
        if grid {
            let half = [0; 2].map(|_| 2.0 * random.below(100) as f32);
            let axes = [[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]];
            return Obb { center: [0.0; 2], half, axes: random.of(&axes) };
        }
        let [x, y] = [0.1 + random.unit(), 0.1 + random.unit()];
        let half = random.of(&[[x, y], [x, y], [x, 0.0], [0.0, y], [x, x * 1e-4], [0.0; 2]]);
        let mut shape = turned([0.0; 2], half, f64::from(random.unit()) * 6.3);
        if random.below(2) == 0 {
            // As good a box, with its second axis to the right of the first.
            shape.axes[1] = shape.axes[1].map(|x| -x);
        }
        shape
    };
    cases(random, count, make, placed_box)
}
