//! Convex polyhedra: geometry that many hulls share.
//!
//! * here: vertices, faces, and what is asked of them
//! * `quickhull`: the convex hull of points, as triangles
//! * `facets`: triangles that are linked to their neighbors
//! * `faces`: the faces that triangles of one plane make up
//! * `farthest`: the vertex, or the normal of a face, that is farthest in a direction

mod faces;
mod facets;
mod farthest;
mod quickhull;

use std::{cmp::Ordering, fmt};

use faces::Merged;
pub(crate) use farthest::{along, largest};

use super::bounds::TINY;
use crate::{
    real::vector::dot,
    simd::{LANES, Lanes, prefetch},
};

/// Eight points, in columns. Behind the last one of a list its first is repeated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PointBlock {
    pub(crate) columns: [[f32; LANES]; 3],
}

impl PointBlock {
    #[inline(always)]
    pub(crate) fn point(&self, lane: usize) -> [f32; 3] {
        [self.columns[0][lane], self.columns[1][lane], self.columns[2][lane]]
    }

    /// Points in blocks. There are some.
    fn list(
        points: impl ExactSizeIterator<Item = [f32; 3]> + Clone,
    ) -> Result<Vec<Self>, PolyhedronFault> {
        let first = points.clone().next().unwrap_or_default();
        let mut blocks =
            list_of(Self { columns: [[0.0; LANES]; 3] }, points.len().div_ceil(LANES))?;
        let all = points.chain(std::iter::repeat(first));
        for (place, point) in (0..LANES * blocks.len()).zip(all) {
            for (column, x) in blocks[place / LANES].columns.iter_mut().zip(point) {
                column[place % LANES] = x;
            }
        }
        Ok(blocks)
    }
}

/// A face of a [`Polyhedron`]: a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolyhedronFace<'a> {
    /// The unit normal, out of the polyhedron, within some roundings.
    pub normal: [f32; 3],
    /// The corners, counter-clockwise for who looks at the face from outside: numbers of vertices.
    pub corners: &'a [u16],
}

/// A convex polyhedron, which many shapes may share: each is it at a place. That of a
/// [`triangle`](Self::triangle) is flat.
///
/// It is the convex hull of its vertices, the stored numbers taken as they are. Its faces are their
/// triangles in one plane, decided without rounding, as one polygon each: see
/// [`hull_of`](Self::hull_of). It cannot be changed.
///
/// A pair of hulls that memory has to be asked for waits for cache lines: the first is all that the
/// search for the closest points reads beside vertices.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Polyhedron {
    blocks: Vec<PointBlock>,
    radius: f32,
    inner_radius: f32,
    /// Those of the faces.
    normals: Vec<PointBlock>,
    count: usize,
    /// Where the corners of each face begin, and where those of the last end.
    starts: Vec<u16>,
    corners: Vec<u16>,
    bounds: [[f32; 3]; 2],
}

impl Polyhedron {
    /// Most vertices: with their edges and faces, as many as the features of contacts have numbers
    /// for.
    ///
    /// Less than 256 would make a corner one byte shorter, which is a tenth of what a polyhedron
    /// takes. The search for the vertex that is farthest in a direction looks at all of them, eight
    /// at a time; a hull of some dozens is the one to collide with.
    pub const MAX_VERTICES: usize = 2048;

    /// The convex hull of points: O(n log n) for points in no particular order, in any case O(n
    /// times vertices of the hull).
    ///
    /// Points inside of it, and those in a face or on an edge between others, are left out; so is
    /// every point but one of several that are equal. Triangles in one plane are one face. All of
    /// this is decided without rounding, from the stored numbers. So points that a computation was
    /// to put into one plane, and that rounding put beside it, make several faces nearly in one
    /// plane, which is what the stored numbers say; to have one face there, give points that are in
    /// one plane, such as whole multiples of a small power of two.
    ///
    /// Vertices are in the order of the points, and their hull is equal to this one.
    ///
    /// C. Barber, D. Dobkin, H. Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, ACM
    /// Transactions on Mathematical Software 22 (1996).
    ///
    /// ```
    /// use jostle_kernels::shape::Polyhedron;
    ///
    /// // A cube, its middle, and the middle of a side.
    /// let mut points = vec![[0.5, 0.5, 0.5], [0.0, 0.5, 0.5]];
    /// for corner in 0..8 {
    ///     points.push([corner & 1, corner >> 1 & 1, corner >> 2].map(|x| x as f32));
    /// }
    /// let cube = Polyhedron::hull_of(&points)?;
    /// assert_eq!((cube.vertices().len(), cube.faces().len()), (8, 6));
    /// assert!(cube.faces().all(|face| face.corners.len() == 4));
    /// # Ok::<(), jostle_kernels::shape::PolyhedronFault>(())
    /// ```
    ///
    /// # Errors
    /// [`PolyhedronFault`] says what is wrong with the points, or that there is no memory.
    pub fn hull_of(points: &[[f32; 3]]) -> Result<Self, PolyhedronFault> {
        let points = positive(points)?;
        let facets = quickhull::facets(&points)?;
        let found = faces::merged(&facets, &points)?;
        if found.vertices.len() > Self::MAX_VERTICES {
            return Err(PolyhedronFault::TooManyVertices { found: found.vertices.len() });
        }
        Self::of_faces(&points, found)
    }

    /// A triangle, whose faces are its two sides: the core of one that is round all over.
    ///
    /// ```
    /// use jostle_kernels::shape::Polyhedron;
    ///
    /// let triangle = Polyhedron::triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])?;
    /// assert_eq!((triangle.vertices().len(), triangle.edges().count()), (3, 3));
    /// # Ok::<(), jostle_kernels::shape::PolyhedronFault>(())
    /// ```
    ///
    /// # Errors
    /// [`PolyhedronFault`] when a vertex is not finite, all three are on a line, or there is no
    /// memory.
    pub fn triangle(vertices: [[f32; 3]; 3]) -> Result<Self, PolyhedronFault> {
        let points = positive(&vertices)?;
        Self::of_faces(&points, faces::of_triangle(&points)?)
    }

    /// The polyhedron of some points with these faces.
    fn of_faces(points: &[[f32; 3]], found: Merged) -> Result<Self, PolyhedronFault> {
        let vertices = found.vertices.iter().map(|vertex| points[*vertex as usize]);
        let blocks = PointBlock::list(vertices.clone())?;
        let normals = PointBlock::list(found.normals.iter().copied())?;
        let (count, first) = (vertices.len(), blocks[0].point(0));
        let (mut bounds, mut square) = ([first; 2], 0.0_f64);
        for vertex in vertices {
            for axis in 0..3 {
                bounds[0][axis] = bounds[0][axis].min(vertex[axis]);
                bounds[1][axis] = bounds[1][axis].max(vertex[axis]);
            }
            square = square.max(vertex.map(f64::from).iter().map(|x| x * x).sum());
        }
        // The root is off by less than half a step.
        let radius = (square.sqrt() as f32).next_up();
        let Merged { starts, corners, .. } = found;
        let mut polyhedron =
            Self { blocks, radius, inner_radius: 0.0, normals, count, starts, corners, bounds };
        polyhedron.inner_radius = polyhedron.distance_of_faces();
        Ok(polyhedron)
    }

    /// A bound of how near the faces come to the origin, a few roundings of the radius less than
    /// that.
    fn distance_of_faces(&self) -> f32 {
        let mut least = f64::from(self.radius);
        for face in self.faces() {
            let normal = face.normal.map(f64::from);
            let corner = self.vertex(face.corners[0].into()).map(f64::from);
            least = least.min(dot(normal, corner) / dot(normal, normal).sqrt());
        }
        // Normals are off by a rounding or two.
        let doubt = f64::from(self.radius) * f64::from(4.0 * f32::EPSILON);
        ((least - doubt) as f32).next_down()
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + Clone + '_ {
        (0..self.count).map(|vertex| self.vertex(vertex))
    }

    /// The vertex with a number.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn vertex(&self, number: usize) -> [f32; 3] {
        self.blocks[number / LANES].point(number % LANES)
    }

    /// The faces.
    #[must_use]
    pub fn faces(&self) -> impl ExactSizeIterator<Item = PolyhedronFace<'_>> + Clone + '_ {
        (0..self.starts.len() - 1).map(|number| self.face(number).0)
    }

    /// The face with a number, and the number of its first corner among those of all faces.
    #[inline(always)]
    pub(crate) fn face(&self, number: usize) -> (PolyhedronFace<'_>, u16) {
        let (first, end) = (self.starts[number], self.starts[number + 1]);
        let corners = &self.corners[first.into()..end.into()];
        (
            PolyhedronFace { normal: self.normals[number / LANES].point(number % LANES), corners },
            first,
        )
    }

    /// The edges, each once, as numbers of vertices.
    pub fn edges(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let around = |PolyhedronFace { corners, .. }| {
            corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
        };
        self.faces().flat_map(around).filter(|[from, to]| from < to)
    }

    /// The minima and maxima of the coordinates of the vertices.
    #[must_use]
    pub fn bounds(&self) -> [[f32; 3]; 2] {
        self.bounds
    }

    /// A bound of how far vertices are from the origin, larger than that by a few steps at most;
    /// infinite where that is more than [`f32::MAX`].
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The radius of a ball around the origin that is in the polyhedron; negative where the origin
    /// may not be in it.
    pub(crate) fn inner_radius(&self) -> f32 {
        self.inner_radius
    }

    /// Bounds along the axes of the world of all that the sums of `x[i] * axes[i]` are over the
    /// points `x` of the polyhedron; they are tight but for some roundings of the sizes of both.
    #[inline(always)]
    #[must_use]
    pub fn turned_bounds<L: Lanes>(&self, lanes: L, axes: [[f32; 3]; 3]) -> [[f32; 3]; 2] {
        let mut bounds = [[0.0; 3]; 2];
        for axis in 0..3 {
            // A quarter of all, so that no sum of three leaves the range of numbers.
            let parts = [axes[0][axis], axes[1][axis], axes[2][axis]].map(|part| 0.25 * part);
            let [x, y, z] = parts.map(|part| lanes.splat(part));
            let along = |block: &PointBlock| {
                let [xs, ys, zs] = &block.columns;
                let plane = lanes.add(lanes.mul(lanes.load(xs), x), lanes.mul(lanes.load(ys), y));
                lanes.add(plane, lanes.mul(lanes.load(zs), z))
            };
            let mut low = along(&self.blocks[0]);
            let mut high = low;
            for block in &self.blocks[1..] {
                let along = along(block);
                (low, high) = (lanes.min(low, along), lanes.max(high, along));
            }
            let [mut lows, mut highs] = [[0.0; LANES]; 2];
            lanes.store(low, &mut lows);
            lanes.store(high, &mut highs);
            let (mut least, mut most) = (lows[0], highs[0]);
            for lane in 1..LANES {
                (least, most) = (least.min(lows[lane]), most.max(highs[lane]));
            }
            // Three products and two sums err by at most three roundings of the sum of their sizes.
            let size =
                |k: usize| parts[k].abs() * self.bounds[0][k].abs().max(self.bounds[1][k].abs());
            let slack = (size(0) + size(1) + size(2)) * (2.0 * f32::EPSILON) + 4.0 * TINY;
            bounds[0][axis] = (4.0 * (least - slack)).min(f32::MAX);
            bounds[1][axis] = (4.0 * (most + slack)).max(f32::MIN);
        }
        bounds
    }

    /// Any order of polyhedra in which those of equal vertices are equal.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let bits = |vertex: [f32; 3]| vertex.map(f32::to_bits);
        self.vertices().map(bits).cmp(other.vertices().map(bits))
    }

    /// The vertices, eight to a block. There are some.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[PointBlock] {
        &self.blocks
    }

    /// Prefetches the vertices: all of them, unless they are many.
    #[inline(always)]
    pub(crate) fn prefetch_vertices(&self) {
        prefetch::lines_for_reading(&self.blocks, LINES);
    }

    /// Prefetches the faces: all of them, unless they are many.
    #[inline(always)]
    pub(crate) fn prefetch_faces(&self) {
        prefetch::lines_for_reading(&self.normals, LINES);
        prefetch::lines_for_reading(&self.starts, LINES);
        prefetch::lines_for_reading(&self.corners, LINES);
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of_val(&self.blocks[..])
            + size_of_val(&self.normals[..])
            + size_of_val(&self.starts[..])
            + size_of_val(&self.corners[..])
    }
}

/// Why there is no polyhedron of some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolyhedronFault {
    /// All points are in one plane, on a line or in one place; or there are none.
    Flat,
    /// The vertices of a triangle are on a line or in one place.
    InLine,
    /// A point with a coordinate that is a NaN or infinite.
    NotFinite {
        /// The index of the first one.
        index: usize,
    },
    /// More points than the builder has numbers for.
    TooManyPoints {
        /// Number of points.
        found: usize,
    },
    /// More vertices than [`Polyhedron::MAX_VERTICES`].
    TooManyVertices {
        /// Number of vertices of the hull.
        found: usize,
    },
    /// No memory.
    OutOfMemory {
        /// Bytes that were asked for.
        bytes: usize,
    },
}

impl fmt::Display for PolyhedronFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flat => f.write_str("all points in one plane: give four that are not"),
            Self::InLine => f.write_str("all vertices of a triangle on one line"),
            Self::NotFinite { index } => write!(f, "point {index} is infinite or NaN"),
            Self::TooManyPoints { found } => {
                write!(f, "at most {MOST_POINTS} points, got {found}: leave out inner ones")
            }
            Self::TooManyVertices { found } => {
                let most = Polyhedron::MAX_VERTICES;
                write!(f, "at most {most} vertices, got {found}: leave out points")
            }
            Self::OutOfMemory { bytes } => write!(f, "no memory for a polyhedron ({bytes} bytes)"),
        }
    }
}

impl std::error::Error for PolyhedronFault {}

/// Most cache lines that are prefetched of a list: those of 80 points. More would push out what
/// is computed with now.
const LINES: usize = 16;

/// Makes room for more entries.
fn make_room<T>(list: &mut Vec<T>, more: usize) -> Result<(), PolyhedronFault> {
    let bytes = more.saturating_mul(size_of::<T>());
    list.try_reserve(more).map_err(|_| PolyhedronFault::OutOfMemory { bytes })
}

/// Adds an entry.
fn push<T>(list: &mut Vec<T>, entry: T) -> Result<(), PolyhedronFault> {
    make_room(list, 1)?;
    list.push(entry);
    Ok(())
}

/// A list of so many equal entries.
fn list_of<T: Clone>(entry: T, count: usize) -> Result<Vec<T>, PolyhedronFault> {
    let mut list = Vec::new();
    make_room(&mut list, count)?;
    list.resize(count, entry);
    Ok(list)
}

/// Most points: their facets and the corners of these have numbers in 32 bits.
const MOST_POINTS: usize = 1 << 28;

/// The points, which are finite, without signs of zeros.
fn positive(points: &[[f32; 3]]) -> Result<Vec<[f32; 3]>, PolyhedronFault> {
    if points.len() > MOST_POINTS {
        return Err(PolyhedronFault::TooManyPoints { found: points.len() });
    }
    if let Some(index) = points.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(PolyhedronFault::NotFinite { index });
    }
    let mut list = Vec::new();
    make_room(&mut list, points.len())?;
    list.extend(points.iter().map(|point| point.map(|x| x + 0.0)));
    Ok(list)
}
