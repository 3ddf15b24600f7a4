//! The polytope of the expanding polytope algorithm.

use std::iter;

use super::gjk::{Vertex, nearest_of};
use crate::{
    real::vector::{cross, dot, scale, sub},
    simd::set_bits,
};

/// Most vertices of a polytope. Those of polytopes are few; the surface of what is round is then
/// within a millionth of the size.
const MOST_VERTICES: usize = 128;
/// Most faces: twice the vertices, less four, and those that are replaced in one step.
const MOST_FACES: usize = 2 * MOST_VERTICES;
/// Faces that are looked at at a time.
const AT_ONCE: usize = 8;
/// Bits of a word of a set.
const WORD: usize = u32::BITS as usize;

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
///
/// Faces are in columns, since each step looks at all of them and changes few: a compiler makes
/// lanes of such loops, and of which face it is depends no branch.
pub(super) struct Polytope {
    vertices: [Vertex<f64>; MOST_VERTICES],
    vertex_count: usize,
    corners: [[u8; 3]; MOST_FACES],
    normals: [[f64; MOST_FACES]; 3],
    /// Infinite behind the last face.
    distances: [f64; MOST_FACES],
    face_count: usize,
    /// For each vertex a set of those to which the edges of the faces that go lead from it; empty
    /// between two steps.
    edges: [[u32; MOST_VERTICES / WORD]; MOST_VERTICES],
    /// The faces that go, and the edges between them and those that stay, of the last step.
    going: [u8; MOST_FACES],
    rim: [[u8; 2]; 3 * MOST_FACES],
}

impl Polytope {
    pub(super) fn new() -> Self {
        let zero = [0.0; 3];
        Self {
            vertices: [Vertex { across: zero, on_a: zero }; MOST_VERTICES],
            vertex_count: 0,
            corners: [[0; 3]; MOST_FACES],
            normals: [[0.0; MOST_FACES]; 3],
            distances: [f64::INFINITY; MOST_FACES],
            face_count: 0,
            edges: [[0; MOST_VERTICES / WORD]; MOST_VERTICES],
            going: [0; MOST_FACES],
            rim: [[0; 2]; 3 * MOST_FACES],
        }
    }

    /// Begins with a tetrahedron, whose last corner is above the others or not.
    #[inline(always)]
    pub(super) fn begin_with(&mut self, corners: [Vertex<f64>; 4], up: bool) {
        self.vertices[..4].copy_from_slice(&corners);
        self.distances[..self.face_count].fill(f64::INFINITY);
        (self.vertex_count, self.face_count) = (4, 4);
        for (place, [a, b, c]) in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]].iter().enumerate() {
            self.put(place, if up { [*a, *b, *c] } else { [*a, *c, *b] });
        }
    }

    /// Puts a face to a place, with corners counter-clockwise from outside; whether it has an area.
    #[inline(always)]
    fn put(&mut self, place: usize, corners: [u8; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| self.vertices[usize::from(corner)].across);
        let normal = cross(sub(b, a), sub(c, a));
        let length = dot(normal, normal).sqrt();
        let normal = scale(normal, 1.0 / length);
        self.corners[place] = corners;
        for (column, along) in self.normals.iter_mut().zip(normal) {
            column[place] = along;
        }
        self.distances[place] = dot(normal, a);
        length > 0.0
    }

    /// The face that is nearest to the origin, or farthest inside of it; the first of several.
    #[inline(always)]
    pub(super) fn nearest(&self) -> Face {
        let (groups, _) = self.distances.as_chunks::<AT_ONCE>();
        let groups = &groups[..self.face_count.div_ceil(AT_ONCE)];
        let less = |one: f64, other: f64| if other < one { other } else { one };
        let mut least = [f64::INFINITY; AT_ONCE];
        for group in groups {
            for (least, distance) in least.iter_mut().zip(group) {
                *least = less(*least, *distance);
            }
        }
        let [a, b, c, d, e, f, g, h] = least;
        let least = less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)));
        let mut place = 0;
        for (number, group) in groups.iter().enumerate().rev() {
            let mut bits = 0;
            for (face, distance) in group.iter().enumerate() {
                bits |= u32::from(*distance == least) << face;
            }
            let first = number * AT_ONCE + bits.trailing_zeros() as usize;
            place = if bits == 0 { place } else { first };
        }
        Face {
            corners: self.corners[place],
            normal: [0, 1, 2].map(|axis| self.normals[axis][place]),
            distance: self.distances[place],
        }
    }

    /// The faces that a vertex is in front of, or level with, as a set.
    #[inline(always)]
    fn seen_from(&self, vertex: [f64; 3], flat: f64) -> [u32; MOST_FACES / WORD] {
        let [xs, ys, zs] = self.normals.each_ref().map(|column| column.as_chunks::<AT_ONCE>().0);
        let (distances, _) = self.distances.as_chunks::<AT_ONCE>();
        let mut seen = [0; MOST_FACES / WORD];
        for group in 0..self.face_count.div_ceil(AT_ONCE) {
            let mut above = [0.0; AT_ONCE];
            for (face, above) in above.iter_mut().enumerate() {
                let normal = [xs[group][face], ys[group][face], zs[group][face]];
                *above = dot(normal, vertex) - distances[group][face];
            }
            let mut bits = 0;
            for (face, above) in above.iter().enumerate() {
                let is_behind = *above < -flat;
                bits |= u32::from(!is_behind) << face;
            }
            seen[group * AT_ONCE / WORD] |= bits << (group * AT_ONCE % WORD);
        }
        // Behind the last face there may be normals of slivers, even of an earlier pair, which are
        // no numbers.
        if let Some(word) = seen.get_mut(self.face_count / WORD) {
            *word &= (1 << (self.face_count % WORD)) - 1;
        }
        seen
    }

    /// Whether there is no room for another vertex.
    pub(super) fn is_full(&self) -> bool {
        self.vertex_count == MOST_VERTICES
    }

    /// Makes a vertex part of the polytope; false if nothing came of it.
    #[inline(always)]
    pub(super) fn grow(&mut self, vertex: Vertex<f64>, flat: f64) -> bool {
        if self.is_full() {
            return false;
        }
        let new = self.vertex_count;
        let mut going = 0;
        for (word, bits) in self.seen_from(vertex.across, flat).iter().enumerate() {
            for bit in set_bits(*bits) {
                self.going[going] = (word * WORD + bit) as u8;
                going += 1;
            }
        }
        let count = self.find_rim(going);
        let faces = self.face_count - going + count;
        if going == 0 || going == self.face_count || count < 3 || faces > MOST_FACES {
            return false;
        }
        self.vertices[new] = vertex;
        self.vertex_count += 1;
        let mut all = true;
        for number in 0..count {
            let behind = self.face_count + number;
            let place = if number < going { self.going[number].into() } else { behind - going };
            let [from, to] = self.rim[number];
            all &= self.put(place, [from, to, new as u8]);
        }
        // Where more faces go than come, the last ones fill the places.
        for number in (count..going).rev() {
            self.face_count -= 1;
            self.fill(self.going[number].into(), self.face_count);
        }
        self.face_count = faces;
        all
    }

    /// Finds the edges between the faces that go and those that stay: their way back is no edge of
    /// a face that goes. Returns how many.
    #[inline(always)]
    fn find_rim(&mut self, going: usize) -> usize {
        let Self { edges, corners, going: faces, rim, .. } = self;
        let faces = &faces[..going];
        for face in faces {
            for [from, to] in edges_of(corners[usize::from(*face)]) {
                edges[from][to / WORD] |= 1 << (to % WORD);
            }
        }
        let mut count = 0;
        for face in faces {
            for [from, to] in edges_of(corners[usize::from(*face)]) {
                rim[count] = [from as u8, to as u8];
                count += usize::from(edges[to][from / WORD] >> (from % WORD) & 1 == 0);
            }
        }
        for face in faces {
            for corner in corners[usize::from(*face)] {
                edges[usize::from(corner)] = [0; MOST_VERTICES / WORD];
            }
        }
        count
    }

    /// Fills the place of a face that went with the last face.
    fn fill(&mut self, to: usize, from: usize) {
        self.corners[to] = self.corners[from];
        for column in &mut self.normals {
            column[to] = column[from];
        }
        self.distances[to] = self.distances[from];
        self.distances[from] = f64::INFINITY;
    }

    /// The point of A where the origin is over a face, or over another one that is as near but for
    /// a tolerance: faces may be parts of one.
    #[inline(always)]
    pub(super) fn foot(&self, face: &Face, tolerance: f64) -> [f64; 3] {
        let most = face.distance + tolerance;
        let near = (0..self.face_count).filter(|place| self.distances[*place] <= most);
        let all = iter::once(face.corners).chain(near.map(|place| self.corners[place]));
        let all = all.map(|corners| corners.map(|corner| self.vertices[usize::from(corner)]));
        let place = scale(face.normal, face.distance);
        let mut over = all.clone().filter_map(|triangle| point_over(triangle, place));
        over.next().unwrap_or_else(|| nearest_point(all))
    }
}

/// The point of A at a place in the plane of a triangle, if the triangle has that.
#[inline(always)]
fn point_over([a, b, c]: [Vertex<f64>; 3], place: [f64; 3]) -> Option<[f64; 3]> {
    let (ab, ac, ap) = (sub(b.across, a.across), sub(c.across, a.across), sub(place, a.across));
    let (bb, bc, cc) = (dot(ab, ab), dot(ab, ac), dot(ac, ac));
    let (pb, pc) = (dot(ap, ab), dot(ap, ac));
    let whole = bb * cc - bc * bc;
    let (s, t) = ((pb * cc - pc * bc) / whole, (pc * bb - pb * bc) / whole);
    let is_over = 0.0 <= s && 0.0 <= t && s + t <= 1.0;
    is_over.then(|| a.mix([b, c], [s, t]).on_a)
}

/// The point of A of the shortest vector of triangles.
#[cold]
fn nearest_point(triangles: impl Iterator<Item = [Vertex<f64>; 3]>) -> [f64; 3] {
    let nearest = |best: (f64, [f64; 3]), triangle| {
        let found = nearest_of(triangle);
        if found.0 < best.0 { found } else { best }
    };
    triangles.fold((f64::INFINITY, [0.0; 3]), nearest).1
}

/// The edges of a face, each as seen from it.
#[inline(always)]
fn edges_of(corners: [u8; 3]) -> [[usize; 2]; 3] {
    let [a, b, c] = corners.map(usize::from);
    [[a, b], [b, c], [c, a]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an earlier pair left behind the last face decides nothing.
    #[test]
    fn slivers_of_an_earlier_pair_are_not_seen() {
        let at = |across: [f64; 3]| Vertex { across, on_a: [0.0; 3] };
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut polytope = Polytope::new();
        polytope.normals.iter_mut().for_each(|column| column.fill(f64::NAN));
        polytope.begin_with(corners.map(at), true);
        // In front of one face, so that three come for it.
        assert!(polytope.grow(at([0.5; 3]), 1e-11));
        assert_eq!((polytope.vertex_count, polytope.face_count), (5, 6));
        assert_eq!(polytope.seen_from([9.0; 3], 1e-11)[0].count_ones(), 3);
    }
}
