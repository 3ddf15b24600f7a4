//! An incident face, clipped by the planes at the sides of a reference face.

use std::mem;

use super::{Face, MAX_SIDES, Points, Vector, choice::Choice, point};
use crate::{
    pairs::contact::ContactPoint,
    real::vector::{add, add_scaled, cross, dot, neg, scale, sub},
};

/// Most corners of what two faces have in common.
pub(super) const MAX_CORNERS: usize = 2 * MAX_SIDES;

/// The part of the smaller shape that counts as level: corners may be in front by so much.
const LEVEL: f64 = 1.0 / (1 << 17) as f64;

/// How many times as much corners may differ in depth to be taken for equally deep: a 512th of the
/// smaller shape. Shapes at rest lean this way and that by less.
const EVEN: f64 = 256.0;

/// A corner of what two faces have in common.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    /// A point of the incident face, from the center of the reference.
    pub(super) place: Vector,
    /// The numbers of what meets there, of the reference and of the incident shape.
    pub(super) numbers: [u32; 2],
    /// The line from here to the next corner.
    side: Side,
}

/// What a side of the polygon lies on.
#[derive(Clone, Copy)]
enum Side {
    /// An edge of the incident face.
    Incident(usize),
    /// The plane at a side of the reference.
    Reference(usize),
}

/// A polygon as it is clipped.
pub(super) struct Polygon {
    pub(super) corners: [Corner; MAX_CORNERS],
    count: usize,
}

impl Polygon {
    fn new() -> Self {
        let corner = Corner { place: [0.0; 3], numbers: [0; 2], side: Side::Incident(0) };
        Self { corners: [corner; MAX_CORNERS], count: 0 }
    }

    fn push(&mut self, corner: Corner) {
        // Each plane adds one corner at most to a convex polygon, but for rounding.
        if self.count < MAX_CORNERS {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }
}

/// A reference face and an incident one.
pub(in crate::pairs) struct Clip<'a> {
    reference: &'a Face,
    incident: &'a Face,
    /// From the center of the incident shape to that of the reference.
    back: Vector,
    /// Of the contact, out of the reference.
    normal: Vector,
    /// The normal of the reference face.
    up: Vector,
    level: f64,
}

impl<'a> Clip<'a> {
    pub(in crate::pairs) fn new(
        reference: &'a Face,
        incident: &'a Face,
        between: Vector,
        normal: Vector,
        smaller: f64,
    ) -> Self {
        let up = reference.normal.unwrap_or(normal);
        Self { reference, incident, back: neg(between), normal, up, level: smaller * LEVEL }
    }

    /// How far in front of the reference corners may be.
    pub(in crate::pairs) fn level(&self) -> f64 {
        self.level
    }

    /// The points of both shapes where they touch, the deepest first: at least that of the deepest
    /// corner.
    pub(super) fn points(&self, distance: f64) -> Points {
        self.points_before().unwrap_or_else(|| Points::one(self.deepest_corner(distance)))
    }

    /// The points of both shapes where they touch, the deepest first; none where no part of the
    /// incident face lies before the reference.
    pub(in crate::pairs) fn points_before(&self) -> Option<Points> {
        let (mut polygon, mut cut) = (Polygon::new(), Polygon::new());
        let polygon = self.clipped(&mut polygon, &mut cut);
        let (mut depths, mut kept) = ([0.0; MAX_CORNERS], [0; MAX_CORNERS]);
        let mut count = 0;
        for (number, corner) in polygon.corners[..polygon.count].iter().enumerate() {
            depths[number] = self.distance(corner.place);
            if depths[number] <= self.level {
                kept[count] = number;
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let at = |number: usize| self.point(&polygon.corners[number], depths[number]);
        let (apart, even) = (8.0 * self.level, EVEN * self.level);
        let chosen = Choice { polygon, up: self.up, apart, even };
        let (numbers, count) = chosen.of(&kept[..count], &depths);
        Some(Points { all: numbers.map(at), count })
    }

    /// The incident face between the planes at the sides of the reference, in one of two polygons.
    fn clipped<'p>(&self, mut polygon: &'p mut Polygon, mut cut: &'p mut Polygon) -> &'p Polygon {
        let incident = self.incident;
        for i in 0..incident.sides {
            polygon.push(Corner {
                place: sub(incident.corners[i], self.back),
                numbers: [self.reference.number, incident.corner_numbers[i]],
                side: Side::Incident(i),
            });
        }
        let sides = self.reference.sides;
        let corners = &self.reference.corners[..sides];
        let middle =
            corners.iter().fold([0.0; 3], |sum, p| add(sum, scale(*p, 1.0 / sides as f64)));
        for (i, corner) in corners.iter().enumerate() {
            let edge = sub(corners[(i + 1) % sides], *corner);
            let inward = cross(self.up, edge);
            let length = dot(inward, inward).sqrt();
            if length > 0.0 {
                let way = 1.0_f64.copysign(dot(inward, sub(middle, *corner))) / length;
                self.cut(polygon, i, scale(inward, way), *corner, cut);
                mem::swap(&mut polygon, &mut cut);
            }
        }
        polygon
    }

    /// What of a polygon lies on the inner side of the plane at a side of the reference.
    fn cut(
        &self,
        polygon: &Polygon,
        side: usize,
        inward: Vector,
        on_plane: Vector,
        cut: &mut Polygon,
    ) {
        cut.count = 0;
        let inside = |corner: &Corner| dot(inward, sub(corner.place, on_plane)) + self.level;
        for i in 0..polygon.count {
            let (from, to) = (&polygon.corners[i], &polygon.corners[(i + 1) % polygon.count]);
            let (start, end) = (inside(from), inside(to));
            if start >= 0.0 {
                cut.push(*from);
            }
            if (start >= 0.0) != (end >= 0.0) {
                let part = start / (start - end);
                let place = add_scaled(from.place, sub(to.place, from.place), part);
                // Where the polygon leaves, it goes on along the plane.
                let along = if end < 0.0 { Side::Reference(side) } else { from.side };
                let numbers = self.meeting(from.side, side);
                cut.push(Corner { place, numbers, side: along });
            }
        }
    }

    /// The numbers of what meets where a side of the polygon is cut by the plane at a side of the
    /// reference.
    fn meeting(&self, line: Side, side: usize) -> [u32; 2] {
        let (reference, incident) = (self.reference, self.incident);
        match line {
            Side::Incident(edge) => [reference.edge_numbers[side], incident.edge_numbers[edge]],
            Side::Reference(other) => {
                // The corner between the two sides.
                let second = if (other + 1) % reference.sides == side { side } else { other };
                [reference.corner_numbers[second], incident.number]
            }
        }
    }

    /// How far in front of the reference face a place is, along the normal of the contact.
    fn distance(&self, place: Vector) -> f64 {
        dot(self.up, sub(place, self.reference.corners[0])) / dot(self.up, self.normal)
    }

    fn point(&self, corner: &Corner, distance: f64) -> ContactPoint<3> {
        let on_reference = add_scaled(corner.place, self.normal, -distance);
        point([on_reference, add(corner.place, self.back)], distance, corner.numbers)
    }

    /// The deepest corner of the incident face, where none lies before the reference.
    fn deepest_corner(&self, distance: f64) -> ContactPoint<3> {
        let deepest = |best: usize, i: usize| {
            let along = |i: usize| dot(self.normal, self.incident.corners[i]);
            if along(i) < along(best) { i } else { best }
        };
        let i = (1..self.incident.sides).fold(0, deepest);
        let place = sub(self.incident.corners[i], self.back);
        let numbers = [self.reference.number, self.incident.corner_numbers[i]];
        self.point(&Corner { place, numbers, side: Side::Incident(i) }, distance)
    }
}
