//! The polytope of the expanding polytope algorithm.

use super::gjk::Vertex;
use crate::real::vector::{add_scaled, cross, dot, scale, sub};

/// Most vertices of a polytope. Those of polytopes are few; the surface of what is round is then
/// within a millionth of the size.
const MOST_VERTICES: usize = 128;
/// Most faces: twice the vertices, less four, and those that are replaced in one step.
const MOST_FACES: usize = 2 * MOST_VERTICES;

/// A face of the polytope.
#[derive(Clone, Copy)]
pub(super) struct Face {
    corners: [u8; 3],
    /// Unit normal, outward.
    pub(super) normal: [f64; 3],
    /// The distance of its plane from the origin, along the normal.
    pub(super) distance: f64,
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

impl Polytope {
    pub(super) fn new() -> Self {
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

    /// Begins with a tetrahedron, whose last corner is above the others or not.
    pub(super) fn begin_with(&mut self, corners: [Vertex<f64>; 4], up: bool) {
        self.vertices[..4].copy_from_slice(&corners);
        (self.vertex_count, self.face_count) = (4, 0);
        for [a, b, c] in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            self.add(if up { [a, b, c] } else { [a, c, b] });
        }
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
    pub(super) fn nearest(&self) -> Face {
        let (mut best, mut least) = (0, self.faces[0].distance);
        for (number, face) in self.faces[..self.face_count].iter().enumerate().skip(1) {
            if face.distance < least {
                (least, best) = (face.distance, number);
            }
        }
        self.faces[best]
    }

    /// Whether there is no room for another vertex.
    pub(super) fn is_full(&self) -> bool {
        self.vertex_count == MOST_VERTICES
    }

    /// Makes a vertex part of the polytope; false if nothing came of it.
    pub(super) fn grow(&mut self, vertex: Vertex<f64>, flat: f64) -> bool {
        if self.is_full() {
            return false;
        }
        let new = self.vertex_count;
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
    pub(super) fn foot(&self, face: &Face) -> [f64; 3] {
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
