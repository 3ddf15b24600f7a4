//! Where shapes are nearest of which one is a half-space.

use jostle_kernels::real::vector::{add_scaled, dot, neg, sub};

use crate::shape::Features;

/// How far two shapes are apart along the normal of a plane. Places are in the world.
pub(super) struct Apart<const D: usize> {
    /// Negative where they overlap.
    pub(super) distance: f64,
    /// Unit vector from A to B.
    pub(super) direction: [f64; D],
    /// The point of A that is nearest to B, or deepest in it, and that of B.
    pub(super) on_a: [f64; D],
    pub(super) on_b: [f64; D],
}

/// That of two shapes, if one is a half-space.
pub(super) fn apart<const D: usize>(a: &Features<D>, b: &Features<D>) -> Option<Apart<D>> {
    match (a.plane, b.plane) {
        (_, Some(normal)) => {
            let on_a = if a.plane.is_some() { a.center } else { a.farthest(neg(normal)) };
            let distance = height(on_a, b.center, normal);
            let on_b = add_scaled(on_a, normal, -distance);
            Some(Apart { distance, direction: neg(normal), on_a, on_b })
        }
        (Some(_), None) => apart(b, a).map(|Apart { distance, direction, on_a, on_b }| Apart {
            distance,
            direction: neg(direction),
            on_a: on_b,
            on_b: on_a,
        }),
        (None, None) => None,
    }
}

/// How far in front of a plane a place is.
fn height<const D: usize>(place: [f64; D], on_plane: [f64; D], normal: [f64; D]) -> f64 {
    dot(sub(place, on_plane), normal)
}

/// A point that both have, which touch: that which is deepest in the half-space. Of two
/// half-spaces, a point of either plane, or of both.
pub(super) fn common_point<const D: usize>(
    a: &Features<D>,
    b: &Features<D>,
    apart: &Apart<D>,
) -> [f64; D] {
    let (own, other) = match (a.plane, b.plane) {
        (Some(own), Some(other)) => (own, other),
        (Some(_), None) => return apart.on_b,
        _ => return apart.on_a,
    };
    if apart.distance <= 0.0 {
        return a.center;
    }
    if height(b.center, a.center, own) <= 0.0 {
        return b.center;
    }
    // Along the plane of A down to that of B. Planes that are parallel here are as good as one.
    let cosine = dot(own, other);
    let (down, slope) = (add_scaled(neg(other), own, cosine), 1.0 - cosine * cosine);
    if slope > 0.0 { add_scaled(a.center, down, apart.distance / slope) } else { a.center }
}
