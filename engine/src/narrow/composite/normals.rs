//! Contacts of parts, as seen from the shapes that they are parts of.
//!
//! A contact that tilts over an edge between two parts further than to the neighbor gets the normal
//! that is allowed ([`normal_instead`](crate::shape::PlacedParts::normal_instead)). Its distance is
//! then that along this normal.

use jostle_kernels::{
    pairs::MAX_POINTS,
    real::vector::{add_scaled, dot, sub},
    shape::Rows,
};

use crate::{
    narrow::{Contact, ContactPoint, Separation},
    shape::{Features, PlacedParts, ShapeKind},
};

/// A contact of parts as one of their shapes.
pub(super) struct Outcome<const D: usize> {
    pub(super) separation: Separation<D>,
    pub(super) points: [ContactPoint<D>; MAX_POINTS],
    pub(super) count: usize,
}

/// What touches: a shape, or a part of one.
pub(super) struct Touching<'a, const D: usize> {
    /// As the only row of its kind.
    pub(super) row: Rows<'a>,
    pub(super) part: Option<Part<'a, D>>,
}

/// A part of a shape.
pub(super) struct Part<'a, const D: usize> {
    pub(super) of: PlacedParts<'a, D>,
    pub(super) number: u32,
    /// Its center in the world.
    pub(super) center: [f32; D],
    /// That of the shape.
    pub(super) center_of_shape: [f32; D],
}

impl<const D: usize> Part<'_, D> {
    /// A point in the world that is given as seen from the part.
    fn in_world(&self, on: [f32; D]) -> [f64; D] {
        in_world(self.center.map(f64::from), on)
    }
}

impl<const D: usize> Touching<'_, D> {
    /// A point as seen from the shape that is given as seen from the part.
    fn seen_from_shape(&self, on: [f32; D]) -> [f32; D] {
        match &self.part {
            Some(part) => relative(part.in_world(on), part.center_of_shape.map(f64::from)),
            None => on,
        }
    }

    /// Its center, and its point that is farthest in a direction of length 1.
    fn farthest(&self, direction: [f64; D]) -> ([f64; D], [f64; D]) {
        let features = Features::of_row(self.row);
        (features.center, features.farthest(direction))
    }
}

/// A contact of two parts, or of a part and a shape, as one of the shapes.
pub(super) fn corrected<const D: usize>(
    contact: &Contact<'_, D>,
    both: &[Touching<'_, D>; 2],
) -> Outcome<D> {
    let Contact { normal, distance, axis, points: given, .. } = *contact;
    let deepest = given.iter().min_by(|one, other| one.distance.total_cmp(&other.distance));
    let mut instead = None;
    for side in 0..2 {
        let other = &both[1 - side].row;
        // What has no end is no nearer to one part than to its neighbor.
        let Some(part) = both[side].part.as_ref().filter(|_| other.kind != ShapeKind::HalfSpace)
        else {
            continue;
        };
        let outward = |normal: [f32; D]| if side == 0 { normal } else { normal.map(|x| 0.0 - x) };
        let away = outward(instead.unwrap_or(normal));
        let at = deepest.map(|point| part.in_world([point.on_a, point.on_b][side]));
        let toward = || Features::of_row(*other).center;
        instead = part.of.normal_instead(part.number, away, at, toward).map(outward).or(instead);
    }
    let nothing = ContactPoint { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
    let (mut points, count) = ([nothing; MAX_POINTS], given.len());
    let Some(normal) = instead else {
        for (to, given) in points.iter_mut().zip(given) {
            let on_a = both[0].seen_from_shape(given.on_a);
            *to = ContactPoint { on_a, on_b: both[1].seen_from_shape(given.on_b), ..*given };
        }
        return Outcome { separation: Separation { normal, distance, axis }, points, count };
    };
    // How far the farthest points of both are apart along the normal. What touches is no farther
    // apart along any normal, and what does not is near.
    let along = normal.map(f64::from);
    let [(center_a, on_a), (center_b, on_b)] =
        [both[0].farthest(along), both[1].farthest(along.map(|x| -x))];
    let gap = dot(sub(on_b, on_a), along);
    let gap = if distance <= 0.0 { gap.min(0.0) } else { gap.max(f32::MIN_POSITIVE.into()) };
    let of_shape = |side: usize, center: [f64; D]| match &both[side].part {
        Some(part) => part.center_of_shape.map(f64::from),
        None => center,
    };
    let point = |[on_a, on_b]: [[f64; D]; 2], distance: f64, feature: u32| ContactPoint {
        on_a: relative(on_a, of_shape(0, center_a)),
        on_b: relative(on_b, of_shape(1, center_b)),
        distance: distance as f32,
        feature,
    };
    if let [given] = given {
        // The deepest point of the other shape, and what is before it on the part.
        let ends = if both[0].part.is_some() {
            [add_scaled(on_b, along, -gap), on_b]
        } else {
            [on_a, add_scaled(on_a, along, gap)]
        };
        points[0] = point(ends, gap, given.feature);
    } else {
        // Points are relative to the centers of what touches.
        for (to, given) in points.iter_mut().zip(given) {
            let ends = [in_world(center_a, given.on_a), in_world(center_b, given.on_b)];
            *to = point(ends, dot(sub(ends[1], ends[0]), along), given.feature);
        }
    }
    Outcome { separation: Separation { normal, distance: gap as f32, axis }, points, count }
}

/// A point in the world that is given as seen from a center.
fn in_world<const D: usize>(center: [f64; D], on: [f32; D]) -> [f64; D] {
    std::array::from_fn(|axis| center[axis] + f64::from(on[axis]))
}

/// A point of the world as seen from a center.
fn relative<const D: usize>(point: [f64; D], center: [f64; D]) -> [f32; D] {
    std::array::from_fn(|axis| (point[axis] - center[axis]) as f32)
}
