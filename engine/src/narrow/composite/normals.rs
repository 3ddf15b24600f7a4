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
/// None if they do not touch along the normal that the contact has then.
pub(super) fn corrected<const D: usize>(
    contact: &Contact<'_, D>,
    placed: [Option<PlacedParts<'_, D>>; 2],
    parts: [u32; 2],
    features: &[Features<D>; 2],
    centers: [[f32; D]; 2],
) -> Option<Outcome<D>> {
    let Contact { normal, distance, axis, .. } = *contact;
    let nothing = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
    let mut outcome = Outcome {
        separation: Separation { normal, distance, axis },
        points: [nothing; MAX_POINTS],
        count: contact.points.len(),
    };
    // Points are relative to the centers of what touches.
    let places = features.each_ref().map(|features| features.center);
    let in_world = |side: usize, on: [f32; D]| -> [f64; D] {
        std::array::from_fn(|axis| places[side][axis] + f64::from(on[axis]))
    };
    let deepest =
        contact.points.iter().min_by(|one, other| one.distance.total_cmp(&other.distance));
    for side in 0..2 {
        let Some(shape) = placed[side] else { continue };
        let at =
            deepest.map(|point| in_world(side, if side == 0 { point.on_a } else { point.on_b }));
        let away = outcome.separation.normal.map(|x| if side == 0 { x } else { 0.0 - x });
        let toward = places[1 - side];
        if let Some(instead) = shape.normal_instead(parts[side], away, at, toward) {
            outcome.separation.normal = instead.map(|x| if side == 0 { x } else { 0.0 - x });
            outcome.separation.distance = f32::NAN;
        }
    }
    let is_other = outcome.separation.distance.is_nan();
    let normal = outcome.separation.normal.map(f64::from);
    if is_other {
        // How far the farthest points of both are apart along the normal.
        let on_a = farthest(&features[0], normal);
        let on_b = farthest(&features[1], normal.map(|x| -x));
        let gap = dot(sub(on_b, on_a), normal);
        if gap.is_nan() || gap > 0.0 {
            return None;
        }
        outcome.separation.distance = gap as f32;
        if let [point] = contact.points {
            // The deepest point of the other shape, and what is before it on the face.
            let [on_a, on_b] = if placed[0].is_some() {
                [add_scaled(on_b, normal, -gap), on_b]
            } else {
                [on_a, add_scaled(on_a, normal, gap)]
            };
            outcome.points[0] = ContactPoint {
                on_a: relative(on_a, centers[0]),
                on_b: relative(on_b, centers[1]),
                distance: gap as f32,
                feature: point.feature,
            };
            return Some(outcome);
        }
    }
    for (to, point) in outcome.points.iter_mut().zip(contact.points) {
        let (on_a, on_b) = (in_world(0, point.on_a), in_world(1, point.on_b));
        let distance = if is_other { dot(sub(on_b, on_a), normal) as f32 } else { point.distance };
        let (on_a, on_b) = (relative(on_a, centers[0]), relative(on_b, centers[1]));
        *to = ContactPoint { on_a, on_b, distance, feature: point.feature };
    }
    Some(outcome)
}

/// A point of the world as seen from a center.
fn relative<const D: usize>(point: [f64; D], center: [f32; D]) -> [f32; D] {
    std::array::from_fn(|axis| (point[axis] - f64::from(center[axis])) as f32)
}

/// The point of a shape that is farthest in a direction, of length 1.
fn farthest<const D: usize>(shape: &Features<D>, direction: [f64; D]) -> [f64; D] {
    add_scaled(shape.farthest_of_core(direction), direction, shape.radius)
}
