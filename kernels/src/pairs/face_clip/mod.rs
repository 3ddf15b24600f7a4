//! The points of a contact in space by the faces that two shapes turn to each other.
//!
//! The face that the normal belongs to is the reference, the face of the other shape that faces it
//! most is the incident one. What of this lies before the reference is a polygon, found by clipping
//! it by the planes at the sides of the reference (I. Sutherland and G. Hodgman, *Reentrant Polygon
//! Clipping*, 1974; D. Gregorius, *Robust Contact Creation for Physics Simulations*, GDC 2015). Of
//! its corners that are not in front of the reference up to four are kept that span it. Where no
//! face decides, two edges have one point.
//!
//! One pair at a time, in `f64`: unlike [two boxes](super::BoxBox3Manifold), these pairs are
//! computed after it is known that they touch, and by how far.

mod choice;
mod clip;

pub(in crate::pairs) use clip::Clip;

use super::{
    contact::{Contact, ContactPoint},
    pair_test::{PairTest, in_order},
    segments::{LARGEST_SINE, closest_between_segments},
};
use crate::{
    real::vector::{add, add_scaled, dot, neg, scale, sub},
    shape::One,
};

/// A test in space whose contacts get their points by the faces of the two shapes.
///
/// There are up to four, one of the deepest first: those count that are within a 512th of the
/// smaller shape. A normal within a 32nd of that of a face counts as that
/// of the face, so that shapes at rest keep their points. Corners in front of the face by up to
/// 2^-17 of the smaller shape are among them. A point is one of either shape, on the face, edge or
/// corner that touches, and its distance is along the normal of the contact. There is always one.
pub trait FacePoints: PairTest<3, 0> {
    /// The contact of two shapes that touch, with its points.
    fn with_points(a: &One<Self::A>, b: &One<Self::B>, known: &Contact<3, 0>) -> Contact<3, 4>;
}

/// The contact of two shapes of which it is known but for its points. Where they are apart these
/// mean nothing.
#[must_use]
pub fn add_face_points<T: FacePoints>(
    a: &One<T::A>,
    b: &One<T::B>,
    known: &Contact<3, 0>,
) -> Contact<3, 4> {
    if known.distance > 0.0 {
        return known.with_room();
    }
    in_order::<T, 3, 0, _>(a, b, |first, second, swapped| {
        if !swapped {
            return T::with_points(first, second, known);
        }
        let axis = T::turned_axis(known.axis as f32) as u32;
        let turned = Contact { normal: known.normal.map(|x| -x), axis, ..*known };
        let found = T::with_points(first, second, &turned);
        let points = found.points.map(|point| flipped(&point));
        Contact { normal: known.normal, axis: known.axis, points, ..found }
    })
}

/// A vector.
pub(in crate::pairs) type Vector = [f64; 3];

/// Most corners of a face. Of a face that has more, some are left out.
pub(in crate::pairs) const MAX_SIDES: usize = 16;

/// What a feature of B counts in the number of a point.
const OF_B: u32 = 1 << 16;

/// A face of a shape, flat and convex. Places are relative to the center of the shape.
pub(in crate::pairs) struct Face {
    /// The corners, counter-clockwise or not; only the first `sides` count.
    pub(in crate::pairs) corners: [Vector; MAX_SIDES],
    /// The numbers of the features of the shape: the corners, and the edges from each to the next.
    pub(in crate::pairs) corner_numbers: [u32; MAX_SIDES],
    pub(in crate::pairs) edge_numbers: [u32; MAX_SIDES],
    /// The number of the face.
    pub(in crate::pairs) number: u32,
    pub(in crate::pairs) sides: usize,
    /// The unit normal, out of the shape; none if the face has no area.
    pub(in crate::pairs) normal: Option<Vector>,
}

impl Face {
    /// A face of some corners with their numbers, and the numbers of the edges from each to the
    /// next.
    pub(in crate::pairs) fn new(
        corners: &[(Vector, u32)],
        edges: &[u32],
        number: u32,
        normal: Option<Vector>,
    ) -> Self {
        let mut face = Self {
            corners: [[0.0; 3]; MAX_SIDES],
            corner_numbers: [0; MAX_SIDES],
            edge_numbers: [0; MAX_SIDES],
            number,
            sides: corners.len().min(MAX_SIDES),
            normal,
        };
        for side in 0..face.sides {
            (face.corners[side], face.corner_numbers[side]) = corners[side];
            face.edge_numbers[side] = edges[side];
        }
        face
    }
}

/// A shape with faces.
pub(in crate::pairs) trait Faced {
    /// The face that faces a direction most.
    fn facing(&self, direction: Vector) -> Face;
    /// The edge across an axis of a contact, as its ends and its number.
    fn edge(&self, index: usize, direction: Vector) -> ([Vector; 2], u32);
    /// The corner that is farthest in a direction, and its number.
    fn corner(&self, direction: Vector) -> (Vector, u32);
}

/// What decided a contact.
#[derive(Clone, Copy)]
pub(in crate::pairs) enum Decided {
    /// A face of A.
    FaceOfA,
    /// A face of B.
    FaceOfB,
    /// These edges of A and B.
    Edges([usize; 2]),
    /// None of these.
    Other,
}

/// Two shapes that touch.
pub(in crate::pairs) struct Touching<'a, A, B> {
    pub(in crate::pairs) a: &'a A,
    pub(in crate::pairs) b: &'a B,
    /// From the center of A to that of B.
    pub(in crate::pairs) between: Vector,
    /// The size of the smaller shape.
    pub(in crate::pairs) smaller: f64,
    pub(in crate::pairs) decided: Decided,
}

impl<A: Faced, B: Faced> Touching<'_, A, B> {
    /// The contact with its points. That which is known has none.
    pub(in crate::pairs) fn with_points(&self, known: &Contact<3, 0>) -> Contact<3, 4> {
        let normal = known.normal.map(f64::from);
        let distance = f64::from(known.distance);
        let (of_a, of_b) = (self.a.facing(normal), self.b.facing(neg(normal)));
        let least = 1.0 - 0.5 * f64::from(LARGEST_SINE * LARGEST_SINE);
        let faces = |face: &Face, way| face.normal.is_some_and(|own| dot(own, way) >= least);
        let (by_a, by_b) = (faces(&of_a, normal), faces(&of_b, neg(normal)));
        let points = if by_a && (matches!(self.decided, Decided::FaceOfA) || !by_b) {
            Clip::new(&of_a, &of_b, self.between, normal, self.smaller).points(distance)
        } else if by_b {
            let mut points = Clip::new(&of_b, &of_a, neg(self.between), neg(normal), self.smaller)
                .points(distance);
            for point in points.all.iter_mut() {
                *point = flipped(point);
            }
            points
        } else {
            Points::one(self.alone(normal, distance))
        };
        let Contact { normal, distance, axis, .. } = *known;
        Contact { normal, distance, axis, count: points.count as u32, points: points.all }
    }

    /// The one point where no face decides.
    fn alone(&self, normal: Vector, distance: f64) -> ContactPoint<3> {
        let Decided::Edges([i, j]) = self.decided else {
            let (on_b, number) = self.b.corner(neg(normal));
            let on_a = add(self.between, add_scaled(on_b, normal, -distance));
            return point([on_a, on_b], distance, [self.a.facing(normal).number, number]);
        };
        let ([from_a, to_a], of_a) = self.a.edge(i, normal);
        let ([from_b, to_b], of_b) = self.b.edge(j, neg(normal));
        let middle = |from, to| scale(add(from, to), 0.5);
        let half = |from, to| scale(sub(to, from), 0.5);
        let (middle_a, middle_b) = (middle(from_a, to_a), middle(from_b, to_b));
        let (half_a, half_b) = (half(from_a, to_a), half(from_b, to_b));
        // Along the normal they are as far from each other wherever they are.
        let place = sub(add(self.between, middle_b), middle_a);
        let level = add_scaled(place, normal, -dot(place, normal));
        let found = closest_between_segments(half_a, half_b, level);
        let on_a = add_scaled(middle_a, half_a, found.s);
        let on_b = add_scaled(middle_b, half_b, found.t);
        point([on_a, on_b], distance, [of_a, of_b])
    }
}

/// A point of a contact.
pub(in crate::pairs) fn point(
    [on_a, on_b]: [Vector; 2],
    distance: f64,
    [of_a, of_b]: [u32; 2],
) -> ContactPoint<3> {
    ContactPoint {
        on_a: on_a.map(|x| x as f32),
        on_b: on_b.map(|x| x as f32),
        distance: distance as f32,
        feature: of_a + OF_B * of_b,
    }
}

/// The same point where A and B trade places.
pub(in crate::pairs) fn flipped(point: &ContactPoint<3>) -> ContactPoint<3> {
    let (of_a, of_b) = (point.feature % OF_B, point.feature / OF_B);
    let feature = of_b + OF_B * of_a;
    ContactPoint { on_a: point.on_b, on_b: point.on_a, feature, ..*point }
}

/// Up to four points.
pub(in crate::pairs) struct Points {
    pub(in crate::pairs) all: [ContactPoint<3>; 4],
    pub(in crate::pairs) count: usize,
}

impl Points {
    pub(in crate::pairs) fn one(point: ContactPoint<3>) -> Self {
        Self { all: [point; 4], count: 1 }
    }
}
