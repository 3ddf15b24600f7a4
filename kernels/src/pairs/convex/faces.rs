//! The faces of convex shapes.

use std::f64::consts::FRAC_1_SQRT_2;

use super::{operand::Operand, search::Vertices};
use crate::{
    pairs::face_clip::{Face, MAX_SIDES, Vector},
    real::vector::{add, cross, dot, scale, sub},
    shape::{Polyhedron, PolyhedronFace, ShapeKind, Solid},
};

/// The least cosine of directions that count as one: those within a 32nd of each other.
pub(super) const ALIKE: f64 = 1.0 - 0.5 / (32.0 * 32.0);

/// The least cosine of a normal and that of a face for the face to be the one that touches: the
/// closest points of a shape and a face have its normal but for rounding.
pub(super) const LEVEL: f64 = 1.0 - 0.5 / (512.0 * 512.0);

/// The cosines of eighths of a turn. The sine is that of two eighths less.
const COSINES: [f64; 8] =
    [1.0, FRAC_1_SQRT_2, 0.0, -FRAC_1_SQRT_2, -1.0, -FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2];

/// A shape with the faces that it has.
pub(super) struct Surface<'s, 'a> {
    operand: &'s Operand<'a, f64>,
    kind: ShapeKind,
}

impl<'s, 'a> Surface<'s, 'a> {
    pub(super) fn new(operand: &'s Operand<'a, f64>, kind: ShapeKind) -> Self {
        Self { operand, kind }
    }

    /// The face of the surface that faces a direction most. One of two corners is a line, one of
    /// one corner a point.
    pub(super) fn facing(&self, direction: Vector) -> Face {
        let mut face = match (self.kind, self.operand.points) {
            (_, Vertices::Polyhedron(polyhedron)) => self.of_polyhedron(polyhedron, direction),
            (ShapeKind::Triangle, _) => self.triangle(direction),
            _ => self.of_solid(direction),
        };
        // From the core to the surface: a face moves along its normal, the rest toward the other.
        let level = face.normal.filter(|own| dot(*own, direction) >= LEVEL);
        let way = scale(level.unwrap_or(direction), self.operand.solid.rounding);
        for corner in &mut face.corners[..face.sides] {
            *corner = add(*corner, way);
        }
        face
    }

    /// The one face, whichever of its sides it is.
    fn triangle(&self, direction: Vector) -> Face {
        let [one, other, _] = self.operand.solid.axes;
        let across = cross(one, other);
        let way = dot(across, across).sqrt().copysign(dot(across, direction));
        let normal = (way != 0.0).then(|| scale(across, 1.0 / way));
        Face::new(&[([0.0; 3], 0), (one, 1), (other, 2)], &[3, 4, 5], 6, normal)
    }

    /// Of a face of more corners than there is room for, corners all around it.
    fn of_polyhedron(&self, polyhedron: &Polyhedron, direction: Vector) -> Face {
        let solid = &self.operand.solid;
        let number = polyhedron.face_facing(solid.axes.map(|axis| dot(axis, direction)));
        let (PolyhedronFace { normal, corners: all }, first) = polyhedron.face(number);
        let count = all.len().min(MAX_SIDES);
        let (mut corners, mut edges) = ([([0.0; 3], 0); MAX_SIDES], [0; MAX_SIDES]);
        for side in 0..count {
            let place = side * all.len() / count;
            let vertex = polyhedron.vertex(all[place].into()).map(f64::from);
            corners[side] = (solid.place(vertex), all[place].into());
            edges[side] = EDGES + u32::from(first) + place as u32;
        }
        let normal = solid.place(normal.map(f64::from));
        let normal = scale(normal, 1.0 / dot(normal, normal).sqrt());
        Face::new(&corners[..count], &edges[..count], FACES + number as u32, Some(normal))
    }

    fn of_solid(&self, direction: Vector) -> Face {
        let Solid { axes, half, lids: [below, above], .. } = self.operand.solid;
        let along = axes.map(|axis| dot(axis, direction) / dot(axis, axis).sqrt());
        let length = |x: f64, y: f64| (x * x + y * y).sqrt();
        let across = length(along[0], along[2]);
        let (up, lid) = if along[1] < 0.0 { (-1.0, below) } else { (1.0, above) };
        // The slope of the sides, as the height of their normal over its part across.
        let (rise, height) = (below - above, 2.0 * half[1]);
        let steep = (across * height + along[1] * rise) / length(height, rise);
        if (half[1] <= 0.0 || steep < along[1].abs()) && (lid > 0.0 || half[0] * half[2] > 0.0) {
            return self.lid(up, lid);
        }
        self.side(along, across)
    }

    /// A lid: at each corner of its rectangle an arc of three corners, or one.
    fn lid(&self, up: f64, radius: f64) -> Face {
        let Solid { half, axes, .. } = self.operand.solid;
        let mut corners = [([0.0; 3], 0); MAX_SIDES];
        let (mut edges, mut count) = ([0; MAX_SIDES], 0);
        let first = if up < 0.0 { 0 } else { MAX_SIDES as u32 };
        for quarter in 0..4 {
            let sides = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][quarter];
            // The next arc begins where this one ends if no edge is between them.
            let goes_on = half[if quarter % 2 == 0 { 0 } else { 2 }] <= 0.0;
            let arc = match (radius > 0.0, goes_on) {
                (false, _) => 1..2,
                (true, true) => 0..2,
                (true, false) => 0..3,
            };
            for eighth in arc {
                let turn = 2 * quarter + eighth;
                let place = [
                    sides[0] * half[0] + radius * COSINES[turn % 8],
                    up * half[1],
                    sides[1] * half[2] + radius * COSINES[(turn + 6) % 8],
                ];
                corners[count] = (self.operand.solid.place(place), first + count as u32);
                edges[count] = EDGES + first + count as u32;
                count += 1;
            }
        }
        let normal = scale(axes[1], up / dot(axes[1], axes[1]).sqrt());
        Face::new(&corners[..count], &edges[..count], FACES + u32::from(up > 0.0), Some(normal))
    }

    /// A flat side, or the line of a round one.
    fn side(&self, along: Vector, across: f64) -> Face {
        let Solid { half, lids: [below, above], axes, .. } = self.operand.solid;
        let flat = if along[0].abs() * half[2] < along[2].abs() * half[0] { 2 } else { 0 };
        let other = 2 - flat;
        let is_sharp = below.max(above) <= 0.0;
        let is_level = is_sharp || along[flat].abs() >= ALIKE * across;
        if half[other] > 0.0 && half[1] > 0.0 && is_level {
            let way = 1.0_f64.copysign(along[flat]);
            let number = 2 + flat as u32 + u32::from(way > 0.0);
            let sides = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let corner = |place: usize| {
                let [up, out] = sides[place];
                let lid = if up < 0.0 { below } else { above };
                let mut corner = [0.0; 3];
                corner[flat] = way * (half[flat] + lid);
                (corner[1], corner[other]) = (up * half[1], out * half[other]);
                (self.operand.solid.place(corner), 64 * number + place as u32)
            };
            let corners = [corner(0), corner(1), corner(2), corner(3)];
            let edges = [0, 1, 2, 3].map(|edge| EDGES + 64 * number + edge);
            // Across both directions in which the side goes.
            let [up, out] = [1, 3].map(|place| sub(corners[place].0, corners[0].0));
            let normal = cross(up, out);
            let outward = dot(normal, axes[flat]) * way;
            let length = dot(normal, normal).sqrt().copysign(outward);
            return Face::new(&corners, &edges, FACES + number, Some(scale(normal, 1.0 / length)));
        }
        let outward = if across > 0.0 { [along[0] / across, along[2] / across] } else { [0.0; 2] };
        let end = |up: f64, radius: f64| {
            self.operand.solid.place([
                half[0].copysign(along[0]) + radius * outward[0],
                up * half[1],
                half[2].copysign(along[2]) + radius * outward[1],
            ])
        };
        let (low, high) = (end(-1.0, below), end(1.0, above));
        let between = sub(high, low);
        let sides = if dot(between, between) > 0.0 { 2 } else { 1 };
        let corners = [(low, LINE), (high, LINE + 1)];
        Face::new(&corners[..sides], &[EDGES + LINE, EDGES + LINE][..sides], FACES + 6, None)
    }
}

/// The numbers of features: corners come first, then edges, then faces.
const EDGES: u32 = 1 << 14;
const FACES: u32 = 1 << 15;
/// That of the lower end of the line of a round side.
const LINE: u32 = 2 * MAX_SIDES as u32;
