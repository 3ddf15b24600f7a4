//! Boxes of the elements of a mesh, at rest or swept from one frame to the next.

use std::path::Path;

use jostle_files::{
    FileError,
    mesh::{self, Mesh},
};

use crate::boxes::Boxes;

/// In [`SweptElements::vertices_of`], stands for the vertices that an edge or a vertex has fewer
/// than a face.
pub const NO_VERTEX: u32 = u32::MAX;

/// Which elements of a mesh are looked up against which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Elements {
    /// Faces against faces
    Faces,
    /// Edges against edges
    Edges,
    /// Vertices against faces: a is the vertex, b the face
    VertexFace,
}

/// The boxes of moving elements.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptElements {
    /// One box per element, around where it is in both frames.
    pub boxes: Boxes<3>,
    /// Vertex indices of the element in each row of `boxes`, padded with [`NO_VERTEX`].
    pub vertices_of: Vec<[u32; 3]>,
    /// `None` where the elements are one set, to be joined with itself. `Some(n)` where they are
    /// two sets, to be joined with each other: rows below `n` are the vertices, the rows from `n`
    /// are the faces.
    pub split: Option<usize>,
}

impl SweptElements {
    /// Whether the elements in rows `a` and `b` of `boxes` have a common vertex; such elements
    /// always touch, so a caller usually drops them.
    ///
    /// # Panics
    /// If there is no row `a` or `b`.
    #[must_use]
    pub fn shares_vertex(&self, a: u32, b: u32) -> bool {
        let others = &self.vertices_of[b as usize];
        let own = self.vertices_of[a as usize].iter();
        own.filter(|vertex| **vertex != NO_VERTEX).any(|vertex| others.contains(vertex))
    }
}

/// The box of each triangle of `mesh`, in its order.
///
/// # Panics
/// If a triangle refers to a vertex that `mesh` does not have.
#[must_use]
pub fn triangle_boxes(mesh: &Mesh) -> Boxes<3> {
    let mut boxes = Boxes::with_capacity(mesh.triangles.len());
    for triangle in &mesh.triangles {
        let (min, max) = bounds(triangle.iter().map(|&vertex| mesh.vertices[vertex as usize]));
        boxes.push(min, max);
    }
    boxes
}

/// The boxes of `elements` swept from the mesh `first` to the mesh `second`.
///
/// Edges are the unique pairs of vertices that are neighbors in a triangle, ordered by the larger
/// vertex index and then by the smaller; vertices and faces are in their own order. Each bound is
/// moved outwards by `ulp` units in the last place; one unit makes up for the rounding of `f64`
/// positions to `f32`.
///
/// # Errors
/// How the frames differ, where they do not have equally many vertices and the same triangles.
///
/// # Panics
/// If a triangle refers to a vertex that the meshes do not have.
pub fn swept(
    first: &Mesh,
    second: &Mesh,
    elements: Elements,
    ulp: u32,
) -> Result<SweptElements, String> {
    check_topology(first, second)?;
    let (vertices_of, split) = match elements {
        Elements::Faces => (first.triangles.clone(), None),
        Elements::Edges => (edges(&first.triangles), None),
        Elements::VertexFace => {
            let vertices = (0..first.vertices.len() as u32).map(|v| [v, NO_VERTEX, NO_VERTEX]);
            let all = vertices.chain(first.triangles.iter().copied()).collect();
            (all, Some(first.vertices.len()))
        }
    };
    let moved = |bound: f32, step: fn(f32) -> f32| (0..ulp).fold(bound, |bound, _| step(bound));
    let mut boxes = Boxes::with_capacity(vertices_of.len());
    for element in &vertices_of {
        let vertices = element.iter().filter(|&&vertex| vertex != NO_VERTEX);
        let positions = vertices.map(|&vertex| vertex as usize);
        let (min, max) = bounds(positions.flat_map(|v| [first.vertices[v], second.vertices[v]]));
        boxes.push(
            min.map(|bound| moved(bound, f32::next_down)),
            max.map(|bound| moved(bound, f32::next_up)),
        );
    }
    Ok(SweptElements { boxes, vertices_of, split })
}

/// [`swept`] for the meshes in the files `first` and `second`.
///
/// # Errors
/// Those of [`mesh::read`], and [`FileError::File`] where the two files are not frames of one mesh.
pub fn read_swept(
    first: &Path,
    second: &Path,
    elements: Elements,
    ulp: u32,
) -> Result<SweptElements, FileError> {
    swept(&mesh::read(first)?, &mesh::read(second)?, elements, ulp).map_err(|why| {
        let both = format!("{} and {}", first.display(), second.display());
        FileError::file(Path::new(&both), why)
    })
}

/// Checks that two frames differ in their positions only.
fn check_topology(first: &Mesh, second: &Mesh) -> Result<(), String> {
    let counts = |what: &str, one: usize, other: usize| match one == other {
        true => Ok(()),
        false => Err(format!("the frames have {one} and {other} {what}")),
    };
    counts("vertices", first.vertices.len(), second.vertices.len())?;
    counts("triangles", first.triangles.len(), second.triangles.len())?;
    let mut pairs = first.triangles.iter().zip(&second.triangles);
    match pairs.position(|(a, b)| a != b) {
        Some(triangle) => Err(format!("the frames have different vertices in triangle {triangle}")),
        None => Ok(()),
    }
}

/// The unique edges of the triangles, ordered by larger and then smaller vertex.
fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.max(b), a.min(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_iter().map(|[larger, smaller]| [smaller, larger, NO_VERTEX]).collect()
}

fn bounds(positions: impl Iterator<Item = [f32; 3]>) -> ([f32; 3], [f32; 3]) {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for position in positions {
        for axis in 0..3 {
            min[axis] = min[axis].min(position[axis]);
            max[axis] = max[axis].max(position[axis]);
        }
    }
    (min, max)
}
