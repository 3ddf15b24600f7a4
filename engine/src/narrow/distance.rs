//! How far two shapes are apart, and where.

use jostle_kernels::{
    pairs::convex,
    real::vector::{add_scaled, cross, dot, sub},
    shape::MAX_VERTICES,
};

use super::{common_point::common_point, plane};
use crate::shape::{Features, across_dimensions};

/// The distance of two shapes, and where they are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints<const D: usize> {
    /// The distance, 0 where the shapes touch or overlap.
    pub distance: f32,
    /// The point of A that is nearest to B, relative to the center of A, along the axes of the
    /// world. Where the shapes touch, a point that both have, within rounding.
    pub on_a: [f32; D],
    /// The point of B that is nearest to A, relative to the center of B, along the axes of the
    /// world. Where the shapes touch, the same point as `on_a`.
    pub on_b: [f32; D],
}

impl<const D: usize> ClosestPoints<D> {
    /// The same where A and B trade places.
    pub(super) fn turned(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, ..self }
    }
}

/// Two points, and the square of their distance.
#[derive(Clone, Copy)]
struct Gap<const D: usize> {
    square: f64,
    a: [f64; D],
    b: [f64; D],
}

impl<const D: usize> Gap<D> {
    fn new(a: [f64; D], b: [f64; D]) -> Self {
        let between = sub(b, a);
        Self { square: dot(between, between), a, b }
    }

    fn smaller(self, other: Self) -> Self {
        if other.square < self.square { other } else { self }
    }

    fn turned(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }
}

/// The smallest gap between two hulls that do not overlap.
///
/// Convex shapes are nearest at an edge of each or at a corner of one and a face of the other, so
/// all of these are looked at, in `f64`: up to 144 pairs of edges and 192 of corners and faces for
/// two boxes in 3D, some microseconds. No iteration, nothing to converge.
fn gap<const D: usize>(a: &Features<D>, b: &Features<D>) -> Gap<D> {
    let mut best = Gap::new(a.corners()[0], b.corners()[0]);
    for [i, j] in a.edges {
        let edge_a = [a.corners()[usize::from(*i)], a.corners()[usize::from(*j)]];
        for [k, l] in b.edges {
            let edge_b = [b.corners()[usize::from(*k)], b.corners()[usize::from(*l)]];
            best = best.smaller(between_segments(edge_a, edge_b));
        }
    }
    let over_faces = |corners: &Features<D>, faces: &Features<D>| {
        let all = corners.corners().iter().flat_map(|corner| {
            faces.faces.iter().filter_map(|face| {
                let face = face.map(|i| faces.corners()[usize::from(i)]);
                over_triangle(*corner, face).map(|point| Gap::new(*corner, point))
            })
        });
        all.reduce(Gap::smaller)
    };
    let of_a = over_faces(a, b);
    let of_b = over_faces(b, a).map(Gap::turned);
    [of_a, of_b].into_iter().flatten().fold(best, Gap::smaller)
}

/// The nearest points of two segments, either of which may be a point (C. Ericson, *Real-Time
/// Collision Detection*, section 5.1.9).
fn between_segments<const D: usize>([p1, q1]: [[f64; D]; 2], [p2, q2]: [[f64; D]; 2]) -> Gap<D> {
    let (d1, d2, r) = (sub(q1, p1), sub(q2, p2), sub(p1, p2));
    let (a, e, f) = (dot(d1, d1), dot(d2, d2), dot(d2, r));
    let (b, c) = (dot(d1, d2), dot(d1, r));
    let ratio = |x: f64, y: f64| if y > 0.0 { (x / y).clamp(0.0, 1.0) } else { 0.0 };
    let mut s = ratio(b * f - c * e, a * e - b * b);
    let mut t = if e > 0.0 { (b * s + f) / e } else { 0.0 };
    if !(0.0..=1.0).contains(&t) || e <= 0.0 {
        t = t.clamp(0.0, 1.0);
        s = ratio(t * b - c, a);
    }
    Gap::new(add_scaled(p1, d1, s), add_scaled(p2, d2, t))
}

/// The point of a triangle straight below or above a point, if there is one. The edges of the
/// triangle are for others to look at.
pub(super) fn over_triangle<const D: usize>(
    p: [f64; D],
    [a, b, c]: [[f64; D]; 3],
) -> Option<[f64; D]> {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    // By cross products: of long triangles the dot products nearly cancel.
    let [along_b, along_c, to_p] = [ab, ac, ap].map(across_dimensions);
    let normal = cross(along_b, along_c);
    let whole = dot(normal, normal);
    let (v, w) = (dot(cross(to_p, along_c), normal), dot(cross(along_b, to_p), normal));
    let inside = whole > 0.0 && v >= 0.0 && w >= 0.0 && v + w <= whole;
    inside.then(|| add_scaled(add_scaled(a, ab, v / whole), ac, w / whole))
}

/// The same of two shapes in space of which one has no corners.
fn by_support<const D: usize>(a: &Features<D>, b: &Features<D>) -> convex::Nearest {
    let in_space = |features: &Features<D>| {
        let mut corners = [[0.0; 3]; MAX_VERTICES];
        for (to, corner) in corners.iter_mut().zip(features.corners()) {
            *to = across_dimensions(*corner);
        }
        corners
    };
    let (corners_a, corners_b) = (in_space(a), in_space(b));
    let one = a.convex(&corners_a[..a.corners().len()]);
    let other = b.convex(&corners_b[..b.corners().len()]);
    let mut found = convex::nearest(&one, &other);
    // The center of a part is not that of the shape that it is a part of.
    for axis in 0..D {
        found.on_a[axis] += one.solid.center[axis] - a.center[axis];
        found.on_b[axis] += other.solid.center[axis] - b.center[axis];
    }
    found
}

/// Where two shapes are nearest.
pub(super) struct Nearest<const D: usize> {
    /// Their distance; negative where balls around the hulls overlap.
    pub(super) distance: f64,
    /// Unit vector from A to B; nothing where the hulls touch.
    pub(super) direction: [f64; D],
    /// The points of A and B, relative to their centers.
    pub(super) on_a: [f64; D],
    pub(super) on_b: [f64; D],
    /// From the center of A to that of B.
    pub(super) between: [f64; D],
}

/// Where two shapes are nearest that do not overlap.
pub(super) fn nearest_apart<const D: usize>(a: &Features<D>, b: &Features<D>) -> Nearest<D> {
    let between = sub(b.center, a.center);
    if let Some(plane::Apart { distance, direction, on_a, on_b }) = plane::apart(a, b) {
        let (on_a, on_b) = (sub(on_a, a.center), sub(on_b, b.center));
        return Nearest { distance, direction, on_a, on_b, between };
    }
    if a.solid.is_some() || b.solid.is_some() {
        let found = by_support(a, b);
        let (on_a, on_b) = (across_dimensions(found.on_a), across_dimensions(found.on_b));
        let direction = across_dimensions(found.direction);
        return Nearest { distance: found.distance, direction, on_a, on_b, between };
    }
    let gap = gap(a, b);
    let length = gap.square.sqrt();
    let direction = if length > 0.0 { sub(gap.b, gap.a).map(|x| x / length) } else { [0.0; D] };
    let on_a = add_scaled(sub(gap.a, a.center), direction, a.radius);
    let on_b = add_scaled(sub(gap.b, b.center), direction, -b.radius);
    Nearest { distance: length - a.radius - b.radius, direction, on_a, on_b, between }
}

/// The distance of two shapes, and where they are nearest; `touching` tells whether it is 0.
pub(crate) fn nearest<const D: usize>(
    a: &Features<D>,
    b: &Features<D>,
    touching: bool,
) -> ClosestPoints<D> {
    let local = |point, center| sub(point, center).map(|component| component as f32);
    if let Some(apart) = plane::apart(a, b) {
        let shared = touching.then(|| plane::common_point(a, b, &apart));
        let [on_a, on_b] = shared.map_or([apart.on_a, apart.on_b], |point| [point; 2]);
        let distance = if touching { 0.0 } else { apart.distance.max(0.0) as f32 };
        return ClosestPoints {
            distance,
            on_a: local(on_a, a.center),
            on_b: local(on_b, b.center),
        };
    }
    if a.solid.is_some() || b.solid.is_some() {
        let found = by_support(a, b);
        let on_a: [f64; D] = across_dimensions(found.on_a);
        let mut on_b: [f64; D] = across_dimensions(found.on_b);
        let mut distance = found.distance as f32;
        if touching && distance > 0.0 {
            // By less than can be told of shapes of this size.
            distance = 0.0;
            on_b = sub(on_a, sub(b.center, a.center));
        }
        let rounded = |of: [f64; D]| of.map(|x| x as f32);
        return ClosestPoints { distance, on_a: rounded(on_a), on_b: rounded(on_b) };
    }
    let gap = gap(a, b);
    let length = gap.square.sqrt();
    // From the hulls out to the surfaces, but not past one another.
    let radii = a.radius + b.radius;
    let shrink = if radii > length { length / radii } else { 1.0 };
    let direction = if length > 0.0 { sub(gap.b, gap.a).map(|x| x / length) } else { [0.0; D] };
    let on_a = add_scaled(gap.a, direction, a.radius * shrink);
    let on_b = add_scaled(gap.b, direction, -b.radius * shrink);
    // Of hulls that overlap the nearest features may be on opposite sides of what they share.
    let shared = if touching && length > radii { common_point(a, b) } else { None };
    let [on_a, on_b] = shared.map_or([on_a, on_b], |point| [point; 2]);
    let distance = if touching { 0.0 } else { (length - radii).max(0.0) as f32 };
    ClosestPoints { distance, on_a: local(on_a, a.center), on_b: local(on_b, b.center) }
}
