//! The points of a contact of two convex shapes.

use super::{
    faces::{ALIKE, LEVEL, Surface},
    gjk::ConvexPair,
    kernels::Gap,
};
use crate::{
    pairs::{
        Contact, MAX_POINTS,
        face_clip::{Clip, Face, Points, Vector, flipped, point},
    },
    real::vector::{add, add_scaled, dot, neg, sub},
};

/// Finds the points of two shapes that touch: by a face of either, by two lines that are parallel,
/// else those that are closest or deepest.
pub(super) fn manifold(
    pair: &ConvexPair<'_, f64>,
    [a, b]: [&Surface<'_, '_>; 2],
    gap: &Gap<f64>,
    swapped: bool,
) -> Contact<3, MAX_POINTS> {
    let (normal, distance) = (gap.normal, gap.distance);
    let (of_a, of_b) = (a.facing(normal), b.facing(neg(normal)));
    let faces = |face: &Face, way| face.normal.is_some_and(|own| dot(own, way) >= LEVEL);
    let size = |reach: f64, rounding: f64| if reach > 0.0 { reach } else { rounding };
    let smaller =
        size(pair.a.reach, pair.a.solid.rounding).min(size(pair.b.reach, pair.b.solid.rounding));
    let found = if faces(&of_a, normal) {
        Clip::new(&of_a, &of_b, pair.between, normal, smaller).points_before()
    } else if faces(&of_b, neg(normal)) {
        let back = neg(pair.between);
        let found = Clip::new(&of_b, &of_a, back, neg(normal), smaller).points_before();
        found.map(|found| Points { all: found.all.map(|point| flipped(&point)), ..found })
    } else {
        along_lines(pair, [&of_a, &of_b], gap)
    };
    let mut points = found.unwrap_or_else(|| Points::one(alone(pair, [&of_a, &of_b], gap)));
    if swapped {
        points.all = points.all.map(|point| flipped(&point));
    }
    let normal = if swapped { neg(normal) } else { normal };
    Contact {
        normal: normal.map(|x| x as f32),
        distance: distance as f32,
        axis: 0,
        count: points.count as u32,
        points: points.all,
    }
}

/// The one point where the shapes are closest, or deepest in each other.
fn alone(
    pair: &ConvexPair<'_, f64>,
    [of_a, of_b]: [&Face; 2],
    gap: &Gap<f64>,
) -> crate::pairs::ContactPoint<3> {
    let on_b = sub(add_scaled(gap.on_a, gap.normal, gap.distance), pair.between);
    point([gap.on_a, on_b], gap.distance, [of_a.number, of_b.number])
}

/// The largest cosine of the normal and a line that touches all along.
const SKEW: f64 = 1.0 / 32.0;

/// Both ends of what two parallel lines have in common.
fn along_lines(
    pair: &ConvexPair<'_, f64>,
    [of_a, of_b]: [&Face; 2],
    gap: &Gap<f64>,
) -> Option<Points> {
    if of_a.sides != 2 || of_b.sides != 2 {
        return None;
    }
    let line = |face: &Face| sub(face.corners[1], face.corners[0]);
    let (along_a, along_b) = (line(of_a), line(of_b));
    let (square, mixed) = (dot(along_a, along_a), dot(along_a, along_b));
    // Lines that rounding left no length are parallel to nothing.
    if mixed.abs() <= ALIKE * (square * dot(along_b, along_b)).sqrt() {
        return None;
    }
    // Beside each other, and not end to end.
    if dot(along_a, gap.normal).abs() > SKEW * square.sqrt() {
        return None;
    }
    let from_a = |place: Vector| dot(sub(place, of_a.corners[0]), along_a) / square;
    let ends = [of_b.corners[0], of_b.corners[1]].map(|end| from_a(add(end, pair.between)));
    let turned = ends[1] < ends[0];
    let [first, second] = if turned { [1, 0] } else { [0, 1] };
    let (from, to) = (ends[first].max(0.0), ends[second].min(1.0));
    if to <= from {
        return None;
    }
    let of = |part: f64, number: usize, is_own: bool| {
        let on_a = add_scaled(of_a.corners[0], along_a, part);
        // On the line of B, level with it along the normal.
        let own = (part - ends[0]) / (ends[1] - ends[0]);
        let on_line = add_scaled(of_b.corners[0], along_b, own);
        let distance = dot(sub(add(on_line, pair.between), on_a), gap.normal);
        let on_b = sub(add_scaled(on_a, gap.normal, distance), pair.between);
        let numbers = if is_own {
            [of_a.corner_numbers[number], of_b.number]
        } else {
            [of_a.number, of_b.corner_numbers[if number == 0 { first } else { second }]]
        };
        point([on_a, on_b], distance, numbers)
    };
    let all = [of(from, 0, from == 0.0), of(to, 1, to == 1.0)];
    let all = if all[1].distance < all[0].distance { [all[1], all[0]] } else { all };
    Some(Points { all: [all[0], all[1], all[0], all[0]], count: 2 })
}
