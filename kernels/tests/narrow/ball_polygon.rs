//! Circles and polygons.

use jostle_kernels::{
    pairs::{BallPolygon, contact_of},
    shape::{Ball, MAX_VERTICES, Polygon},
};

use crate::support::{
    Random,
    draw::Draw,
    evidence,
    round::{OfBall, verify},
    scale,
    solid::{Solid, plus, wide},
};

/// The convex hull of points, counter-clockwise, with the points that are on its edges or without:
/// A. Andrew, *Another efficient algorithm for convex hulls in two dimensions*, 1979.
fn hull(mut points: Vec<[f32; 2]>, keeps: bool) -> Vec<[f32; 2]> {
    points.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let [[x, y], [u, v]] = [b, point].map(|p| plus(wide(p), wide(a), -1.0));
                let turn = x * v - y * u;
                if turn > 0.0 || keeps && turn == 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut chain = half(&mut points.iter().copied());
    chain.extend(half(&mut points.iter().rev().copied()));
    chain
}

/// A polygon from its vertices.
fn polygon(center: [f32; 2], corners: &[[f32; 2]]) -> Polygon {
    let mut vertices = [corners[0]; MAX_VERTICES];
    vertices[..corners.len()].copy_from_slice(corners);
    Polygon { center, count: corners.len() as f32, vertices, rounding: 0.0 }
}

fn outline(draw: &mut Draw<'_>) -> Vec<[f32; 2]> {
    loop {
        let count = draw.random.of(&[3, 4, 6, 12, 16]);
        let (thin, away) = (draw.random.of(&[1.0, 1.0, 1e-4]), draw.vector::<2>(3.0));
        let round = draw.random.below(2) == 0;
        let unit = draw.unit;
        let mut point = |_| {
            if draw.on_grid {
                return draw.vector::<2>(6.0);
            }
            let direction = draw.random.direction::<2>();
            let [x, y] =
                if round { direction.map(|x| x as f32 * 4.0) } else { draw.random.vector(5.0) };
            [x * unit + away[0], y * thin * unit + away[1]]
        };
        let points: Vec<_> = (0..count).map(&mut point).collect();
        let chain = hull(points, draw.on_grid);
        if (3..=MAX_VERTICES).contains(&chain.len()) {
            return chain;
        }
    }
}

fn pair(draw: &mut Draw<'_>) -> (Ball<2>, Polygon) {
    let offset = draw.offset();
    let center = draw.near(offset, 2.0);
    let corners = outline(draw);
    let b = polygon(center, &corners);
    let range = draw.random.of(&[0.0, 3.0, 6.0, 14.0]);
    let mut a = draw.ball_at(&b, range);
    if draw.random.below(8) == 0 {
        // At a vertex or in the middle of an edge, or beyond.
        let ends = [b.vertices[0], b.vertices[1]].map(wide);
        let along = plus(ends[1], ends[0], -1.0);
        let at = draw.random.of(&[-1.0, -1e-6, 0.0, 0.5, 1.0, 1.0 + 1e-6, 2.0]);
        let point = plus(wide(center), plus(ends[0], along, at), 1.0);
        a.center = point.map(|x| x as f32);
    }
    (a, b)
}

/// The same with each vertex a step or two off, so that the outline is not quite convex.
fn crooked(draw: &mut Draw<'_>) -> (Ball<2>, Polygon) {
    let (a, mut b) = pair(draw);
    let count = b.count as usize;
    for vertex in &mut b.vertices[..count] {
        let [x, y] = *vertex;
        *vertex = [draw.random.of(&[x, x.next_up(), x.next_down()]), y.next_up()];
    }
    let first = b.vertices[0];
    b.vertices[count..].fill(first);
    (a, b)
}

#[test]
fn circles_and_polygons() {
    type Of = OfBall<Polygon>;
    let tally = verify::<BallPolygon, Of, 2, 1>("circle, polygon", 9, 50_000, pair);
    // Of two features at the same distance but for rounding, either may be taken.
    assert!(tally.distance < 2e-7 && tally.moved < 5e-4, "{tally:?}");
    assert!(tally.surface[0] < 2e-7 && tally.points < 1e-5, "{tally:?}");
    assert!(tally.axes.len() == 32 && tally.axes.iter().all(|count| *count > 10), "{tally:?}");
}

/// Never apart unless the convex hull is: a point in the hull and outside the outline touches.
#[test]
fn circles_and_crooked_polygons() {
    let mut random = Random(10);
    let (mut reached, mut apart) = (0, 0);
    for _ in 0..200_000 * scale() {
        let (mut a, b) = crooked(&mut Draw::new(&mut random));
        // The middle of a chord that skips a vertex.
        let count = b.count as usize;
        let from = random.below(count as u32) as usize;
        let [from, to] = [b.vertices[from], b.vertices[(from + 2) % count]];
        let middle = [0, 1].map(|axis| from[axis] / 2.0 + to[axis] / 2.0);
        a.center = [0, 1].map(|axis| b.center[axis] + middle[axis]);
        let exactly = [0, 1].map(|axis| {
            f64::from(from[axis]) / 2.0 + f64::from(to[axis]) / 2.0
                == f64::from(a.center[axis]) - f64::from(b.center[axis])
        });
        if exactly != [true; 2] {
            continue;
        }
        a.radius = 0.0;
        reached += 1;
        let point = wide(a.center);
        apart += usize::from(b.distance(plus(point, wide(b.center), -1.0)) > 0.0);
        let contact = contact_of::<BallPolygon, 2, 1>(&a, &b);
        assert!(contact.distance <= 0.0, "{a:?} {b:?} {contact:?}");
    }
    evidence("point, crooked polygon", reached, 0, format!("{apart} outside of the outline"));
    assert!(reached > 1000 && apart > 30, "{reached} {apart}");
}
