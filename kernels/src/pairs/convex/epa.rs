//! How deep two convex cores overlap, from their support mappings alone.
//!
//! The expanding polytope algorithm (G. van den Bergen, *Proximity queries and penetration depth
//! computation on 3D game objects*, 2001): a polytope inside the set of all vectors from A to B
//! grows where its surface is nearest to the origin, until that part is on the surface of the set.
//! Distances have signs, so the polytope need not have the origin inside: what is farthest outside
//! grows first, and shapes that hardly touch are no special case.

use super::gjk::{ConvexPair, Vertex};
use crate::real::vector::{add_scaled, cross, dot, neg, scale, sub, sum_abs};

/// Most vertices of a polytope. Those of polytopes are few; the surface of what is round is then
/// within a millionth of the size.
const MOST_VERTICES: usize = 128;
/// Most faces: twice the vertices, less four, and those that are replaced in one step.
const MOST_FACES: usize = 2 * MOST_VERTICES;

/// What the depth may err by, relative to the size of both shapes.
const TOLERANCE: f64 = 1e-9;
/// How large the volume of a tetrahedron is to be, of the product of three of its sides, to begin
/// with.
const ROUND: f64 = 1e-3;
/// What counts as one plane, relative to the size of both shapes.
const FLAT: f64 = 1e-11;

/// How two cores overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Unit vector from A to B.
    pub(super) normal: [f64; 3],
    /// How far the cores are apart along it: minus the depth.
    pub(super) distance: f64,
    /// The point of A's core that is deepest, relative to its center.
    pub(super) on_a: [f64; 3],
}

/// A face of the polytope.
#[derive(Clone, Copy)]
struct Face {
    corners: [u8; 3],
    /// Unit normal, outward.
    normal: [f64; 3],
    /// The distance of its plane from the origin, along the normal.
    distance: f64,
}

/// The polytope. It is large: many pairs one after the other share one.
pub(super) struct Polytope {
    vertices: [Vertex<f64>; MOST_VERTICES],
    vertex_count: usize,
    faces: [Face; MOST_FACES],
    face_count: usize,
    /// Edges between faces that go and faces that stay.
    edges: [[u8; 2]; 3 * MOST_FACES],
}

/// The place of a polytope, which is made when it is needed first.
pub(super) type Workspace = Option<Polytope>;

/// Finds the direction along which two cores overlap least.
pub(super) fn depth(pair: &ConvexPair<'_, f64>, workspace: &mut Workspace) -> Depth {
    let size = sum_abs(pair.between) + pair.a.reach + pair.b.reach;
    let polytope = workspace.get_or_insert_with(Polytope::new);
    if let Err(flat) = polytope.begin(pair, FLAT * size) {
        return flat;
    }
    loop {
        let face = polytope.nearest();
        let normal = neg(face.normal);
        let vertex = pair.support(normal);
        let reach = dot(face.normal, vertex.across);
        let is_exact = reach - face.distance <= TOLERANCE * size;
        if is_exact || !polytope.grow(vertex, FLAT * size) {
            let on_a = polytope.foot(&face);
            return Depth { normal, distance: -reach, on_a };
        }
    }
}

impl Polytope {
    fn new() -> Self {
        let zero = [0.0; 3];
        let face = Face { corners: [0; 3], normal: zero, distance: 0.0 };
        Self {
            vertices: [Vertex { across: zero, on_a: zero }; MOST_VERTICES],
            vertex_count: 0,
            faces: [face; MOST_FACES],
            face_count: 0,
            edges: [[0; 2]; 3 * MOST_FACES],
        }
    }

    /// Begins with a tetrahedron of vectors from A to B; else tells how the cores touch, where all
    /// these vectors are in one plane.
    fn begin(&mut self, pair: &ConvexPair<'_, f64>, flat: f64) -> Result<(), Depth> {
        // Mostly what is farthest in four directions all around is one.
        let around = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
        let corners = around.map(|way| pair.support(way));
        let [one, other, last] = [1, 2, 3].map(|k| sub(corners[k].across, corners[0].across));
        let normal = cross(one, other);
        let volume = dot(normal, last);
        let [one, other, last] = [one, other, last].map(|side| dot(side, side).sqrt());
        if volume.abs() > ROUND * one * other * last {
            self.begin_with(corners, volume > 0.0);
            return Ok(());
        }
        let (corners, up) = Self::search(pair, flat)?;
        self.begin_with(corners, up);
        Ok(())
    }

    /// Begins with a tetrahedron, whose last corner is above the others or not.
    fn begin_with(&mut self, corners: [Vertex<f64>; 4], up: bool) {
        self.vertices[..4].copy_from_slice(&corners);
        (self.vertex_count, self.face_count) = (4, 0);
        for [a, b, c] in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            self.add(if up { [a, b, c] } else { [a, c, b] });
        }
    }

    /// Searches for a tetrahedron.
    fn search(pair: &ConvexPair<'_, f64>, flat: f64) -> Result<([Vertex<f64>; 4], bool), Depth> {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let first = pair.support(axes[0]);
        // What is farthest from some plane through the first vertex, on either side.
        let off = |direction: [f64; 3]| {
            let [low, high] = [direction, neg(direction)].map(|way| pair.support(way));
            let along =
                |vertex: &Vertex<f64>| dot(sub(vertex.across, first.across), direction).abs();
            if along(&low) < along(&high) { high } else { low }
        };
        let from_first = |vertex: &Vertex<f64>| sub(vertex.across, first.across);
        let long = |vector: [f64; 3]| dot(vector, vector).sqrt();
        let mut second = first;
        for axis in axes {
            let other = off(axis);
            if long(from_first(&second)) < long(from_first(&other)) {
                second = other;
            }
        }
        let line = from_first(&second);
        if long(line) <= flat {
            return Err(Depth::flat(axes[0], &first));
        }
        let mut third = first;
        for axis in axes {
            let across = cross(line, axis);
            let other = off(scale(across, 1.0 / long(across).max(f64::MIN_POSITIVE)));
            let area = |vertex: &Vertex<f64>| long(cross(line, from_first(vertex)));
            if area(&third) < area(&other) {
                third = other;
            }
        }
        let normal = cross(line, from_first(&third));
        if long(normal) <= flat * long(line) {
            // Any direction across the line.
            let least = if line[0].abs() < line[1].abs() { axes[0] } else { axes[1] };
            let across = cross(line, least);
            return Err(Depth::flat(scale(across, 1.0 / long(across)), &first));
        }
        let normal = scale(normal, 1.0 / long(normal));
        let fourth = off(normal);
        if dot(normal, from_first(&fourth)).abs() <= flat {
            return Err(Depth::flat(normal, &first));
        }
        let up = dot(normal, from_first(&fourth)) > 0.0;
        Ok(([first, second, third, fourth], up))
    }

    /// Adds a face with corners counter-clockwise from outside, if it has an area.
    fn add(&mut self, corners: [u8; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| self.vertices[usize::from(corner)].across);
        let normal = cross(sub(b, a), sub(c, a));
        let length = dot(normal, normal).sqrt();
        if length <= 0.0 || self.face_count == MOST_FACES {
            return false;
        }
        let normal = scale(normal, 1.0 / length);
        self.faces[self.face_count] = Face { corners, normal, distance: dot(normal, a) };
        self.face_count += 1;
        true
    }

    /// The face that is nearest to the origin, or farthest inside of it.
    fn nearest(&self) -> Face {
        let (mut best, mut least) = (0, self.faces[0].distance);
        for (number, face) in self.faces[..self.face_count].iter().enumerate().skip(1) {
            if face.distance < least {
                (least, best) = (face.distance, number);
            }
        }
        self.faces[best]
    }

    /// Makes a vertex part of the polytope; false if nothing came of it.
    fn grow(&mut self, vertex: Vertex<f64>, flat: f64) -> bool {
        let new = self.vertex_count;
        if new == MOST_VERTICES {
            return false;
        }
        // The faces that the vertex is in front of, or level with, move to the end.
        let mut kept = 0;
        for face in 0..self.face_count {
            let Face { normal, distance, .. } = self.faces[face];
            if dot(normal, vertex.across) - distance < -flat {
                self.faces.swap(kept, face);
                kept += 1;
            }
        }
        let (seen_from, seen_to) = (kept, self.face_count);
        if kept == 0 || seen_from == seen_to {
            return false;
        }
        // The edges between a face that goes and one that stays.
        let edges = &mut self.edges;
        let mut count = 0;
        for face in &self.faces[seen_from..seen_to] {
            let [a, b, c] = face.corners;
            for edge in [[a, b], [b, c], [c, a]] {
                let back = edges[..count].iter().position(|other| *other == [edge[1], edge[0]]);
                if let Some(back) = back {
                    count -= 1;
                    edges[back] = edges[count];
                } else {
                    edges[count] = edge;
                    count += 1;
                }
            }
        }
        if kept + count > MOST_FACES || count < 3 {
            return false;
        }
        self.vertices[new] = vertex;
        self.vertex_count += 1;
        self.face_count = kept;
        let mut all = true;
        for edge in 0..count {
            let [a, b] = self.edges[edge];
            all &= self.add([a, b, new as u8]);
        }
        all
    }

    /// The point of A where the origin is over a face.
    fn foot(&self, face: &Face) -> [f64; 3] {
        let [a, b, c] = face.corners.map(|corner| self.vertices[usize::from(corner)]);
        let (ab, ac) = (sub(b.across, a.across), sub(c.across, a.across));
        let ap = sub(scale(face.normal, face.distance), a.across);
        let (bb, bc, cc) = (dot(ab, ab), dot(ab, ac), dot(ac, ac));
        let (pb, pc) = (dot(ap, ab), dot(ap, ac));
        let whole = bb * cc - bc * bc;
        let (s, t) = ((pb * cc - pc * bc) / whole, (pc * bb - pb * bc) / whole);
        let on = add_scaled(a.on_a, sub(b.on_a, a.on_a), s);
        add_scaled(on, sub(c.on_a, a.on_a), t)
    }
}

impl Depth {
    /// That of cores whose vectors from A to B are all in a plane, which the origin is in.
    fn flat(normal: [f64; 3], first: &Vertex<f64>) -> Self {
        Self { normal, distance: 0.0, on_a: first.on_a }
    }
}
