//! An incident face, clipped by the planes at the sides of a reference face.

use std::mem;

use super::{Face, MAX_SIDES, Points, Vector, choice::Choice, point};
use crate::{
    pairs::contact::ContactPoint,
    real::vector::{add, add_scaled, cross, dot, neg, scale, sub},
};

/// Most corners of what two faces have in common.
const MAX_CORNERS: usize = 2 * MAX_SIDES;

/// Sides of two faces, together, that are few, as of triangles and rectangles: less room for what
/// they have in common is sooner made ready.
const FEW_SIDES: usize = 8;

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

impl Corner {
    const NONE: Self = Self { place: [0.0; 3], numbers: [0; 2], side: Side::Incident(0) };
}

/// A polygon as it is clipped.
struct Polygon<'r> {
    /// Its corners, and room for more.
    corners: &'r mut [Corner],
    count: usize,
}

impl Polygon<'_> {
    fn push(&mut self, corner: Corner) {
        // Each plane adds one corner at most to a convex polygon, but for rounding.
        if self.count < self.corners.len() {
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
        if self.reference.sides + self.incident.sides <= FEW_SIDES {
            let [mut from, mut to] = [[Corner::NONE; 2 * FEW_SIDES]; 2];
            return self.points_in([&mut from, &mut to]);
        }
        let [mut from, mut to] = [[Corner::NONE; MAX_CORNERS]; 2];
        self.points_in([&mut from, &mut to])
    }

    /// The same with room for two polygons.
    fn points_in(&self, room: [&mut [Corner]; 2]) -> Option<Points> {
        let polygon = self.clipped(room.map(|corners| Polygon { corners, count: 0 }));
        let corners = &polygon.corners[..polygon.count];
        let (mut depths, mut kept) = ([0.0; MAX_CORNERS], [0; MAX_CORNERS]);
        let mut count = 0;
        for (number, corner) in corners.iter().enumerate() {
            depths[number] = self.distance(corner.place);
            if depths[number] <= self.level {
                kept[count] = number;
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let at = |number: usize| self.point(&corners[number], depths[number]);
        let (apart, even) = (8.0 * self.level, EVEN * self.level);
        let chosen = Choice { corners, up: self.up, apart, even };
        let (numbers, count) = chosen.of(&kept[..count], &depths);
        Some(Points { all: numbers.map(at), count })
    }

    /// The incident face between the planes at the sides of the reference: each of them takes it
    /// from one polygon to the other.
    fn clipped<'r>(&self, [mut polygon, mut cut]: [Polygon<'r>; 2]) -> Polygon<'r> {
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
                self.cut(&polygon, i, scale(inward, way), *corner, &mut cut);
                mem::swap(&mut polygon, &mut cut);
            }
        }
        polygon
    }

    /// What of a polygon lies on the inner side of the plane at a side of the reference.
    fn cut(
        &self,
        polygon: &Polygon<'_>,
        side: usize,
        inward: Vector,
        on_plane: Vector,
        cut: &mut Polygon<'_>,
    ) {
        cut.count = 0;
        let inside = |corner: &Corner| dot(inward, sub(corner.place, on_plane)) + self.level;
        let corners = &polygon.corners[..polygon.count];
        let mut start = corners.first().map_or(0.0, inside);
        for (i, from) in corners.iter().enumerate() {
            let to = corners.get(i + 1).unwrap_or(&corners[0]);
            let end = inside(to);
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
            start = end;
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
