//! Contacts of parts, as seen from the shapes that they are parts of.
//!
//! A contact that tilts over an edge between two parts further than to the neighbor gets the normal
//! that is allowed ([`normal_instead`](crate::shape::PlacedParts::normal_instead)). Its distance is
//! then that along this normal.

use jostle_kernels::{
    pairs::MAX_POINTS,
    real::vector::{add_scaled, dot, sub},
};

use crate::{
    narrow::{Contact, ContactPoint, Separation},
    shape::{Features, PlacedParts},
};

/// A contact of parts as one of their shapes.
pub(super) struct Outcome<const D: usize> {
    pub(super) separation: Separation<D>,
    pub(super) points: [ContactPoint<D>; MAX_POINTS],
    pub(super) count: usize,
}

/// A contact of two parts as one of the shapes that they are parts of, whose centers are given:
/// `placed` are the shapes that have parts, of which `parts` touch, and `features` what touches.
pub(super) fn corrected<const D: usize>(
    contact: &Contact<'_, D>,
    placed: [Option<PlacedParts<'_, D>>; 2],
    parts: [u32; 2],
    features: &[Features<D>; 2],
    centers: [[f32; D]; 2],
) -> Outcome<D> {
    let Contact { normal, distance, axis, points: given, .. } = *contact;
    // Points are relative to the centers of what touches.
    let in_world = |point: &ContactPoint<D>| {
        let world = |side: usize, on: [f32; D]| -> [f64; D] {
            std::array::from_fn(|axis| features[side].center[axis] + f64::from(on[axis]))
        };
        [world(0, point.on_a), world(1, point.on_b)]
    };
    let deepest = given.iter().min_by(|one, other| one.distance.total_cmp(&other.distance));
    let (at, mut instead) = (deepest.map(in_world), None);
    for side in 0..2 {
        // What has no end is no nearer to one part than to its neighbor.
        let Some(shape) = &placed[side].filter(|_| features[1 - side].plane.is_none()) else {
            continue;
        };
        let outward = |normal: [f32; D]| if side == 0 { normal } else { normal.map(|x| 0.0 - x) };
        let away = outward(instead.unwrap_or(normal));
        let (at, toward) = (at.map(|at| at[side]), features[1 - side].center);
        instead = shape.normal_instead(parts[side], away, at, toward).map(outward).or(instead);
    }
    let point = |[on_a, on_b]: [[f64; D]; 2], distance: f32, feature: u32| ContactPoint {
        on_a: relative(on_a, centers[0]),
        on_b: relative(on_b, centers[1]),
        distance,
        feature,
    };
    let nothing = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
    let (mut points, count) = ([nothing; MAX_POINTS], given.len());
    let Some(normal) = instead else {
        for (to, given) in points.iter_mut().zip(given) {
            *to = point(in_world(given), given.distance, given.feature);
        }
        return Outcome { separation: Separation { normal, distance, axis }, points, count };
    };
    // How far the farthest points of both are apart along the normal. What touches is no farther
    // apart along any normal, and what does not is near.
    let along = normal.map(f64::from);
    let on_a = features[0].farthest(along);
    let on_b = features[1].farthest(along.map(|x| -x));
    let gap = dot(sub(on_b, on_a), along);
    let gap = if distance <= 0.0 { gap.min(0.0) } else { gap.max(f32::MIN_POSITIVE.into()) };
    if let [given] = given {
        // The deepest point of the other shape, and what is before it on the part.
        let both = if placed[0].is_some() {
            [add_scaled(on_b, along, -gap), on_b]
        } else {
            [on_a, add_scaled(on_a, along, gap)]
        };
        points[0] = point(both, gap as f32, given.feature);
    } else {
        for (to, given) in points.iter_mut().zip(given) {
            let both = in_world(given);
            *to = point(both, dot(sub(both[1], both[0]), along) as f32, given.feature);
        }
    }
    Outcome { separation: Separation { normal, distance: gap as f32, axis }, points, count }
}

/// A point of the world as seen from a center.
fn relative<const D: usize>(point: [f64; D], center: [f32; D]) -> [f32; D] {
    std::array::from_fn(|axis| (point[axis] - f64::from(center[axis])) as f32)
}
