//! The triangles of a body.

use jostle_kernels::shape::Triangle;

use crate::{Error, error::MeshFault, validate::check_vertices};

/// Most triangles: the nodes of a tree are numbered by `u32`, of which a bit is for leaves.
const MOST_TRIANGLES: usize = 1 << 30;

/// Vertices, and triangles that name three of them each.
///
/// All vertices are finite and all names exist. Triangles of no area and such that occur twice are
/// triangles like others; vertices that no triangle names change nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Checks a mesh and takes it. O(vertices + triangles).
    ///
    /// # Errors
    /// [`Error::Mesh`] when a vertex is not finite, a triangle names a vertex that is not there, or
    /// there are more than 2^30 triangles.
    pub fn new(
        vertices: impl Into<Vec<[f32; 3]>>,
        triangles: impl Into<Vec<[u32; 3]>>,
    ) -> Result<Self, Error> {
        let (mut vertices, triangles) = (vertices.into(), triangles.into());
        check_count(triangles.len())?;
        check_vertices(&vertices)?;
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(vertex) = corners.iter().find(|v| **v as usize >= vertices.len()) {
                let (vertex, vertices) = (*vertex, vertices.len());
                let fault = MeshFault::NoVertex { triangle, vertex, vertices };
                return Err(Error::Mesh { fault });
            }
        }
        make_zeros_positive(&mut vertices);
        Ok(Self { vertices, triangles })
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The vertices of each triangle.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle.
    ///
    /// # Panics
    /// When there is no such triangle.
    #[inline]
    #[must_use]
    pub fn triangle(&self, index: u32) -> Triangle {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize];
        Triangle { vertices: [corner(a), corner(b), corner(c)] }
    }

    /// Moves all vertices.
    pub(super) fn set_vertices(&mut self, vertices: &[[f32; 3]]) -> Result<(), Error> {
        let (expected, found) = (self.vertices.len(), vertices.len());
        if expected != found {
            return Err(Error::Length { what: "vertices", expected, found });
        }
        check_vertices(vertices)?;
        self.vertices.copy_from_slice(vertices);
        make_zeros_positive(&mut self.vertices);
        Ok(())
    }
}

fn check_count(triangles: usize) -> Result<(), Error> {
    let limit = MOST_TRIANGLES;
    let fault = MeshFault::TooManyTriangles { triangles, limit };
    if triangles > limit { Err(Error::Mesh { fault }) } else { Ok(()) }
}

/// Zeros without a sign, as shapes have them.
fn make_zeros_positive(vertices: &mut [[f32; 3]]) {
    vertices.as_flattened_mut().iter_mut().for_each(|x| *x += 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_triangles_are_refused() {
        assert_eq!(check_count(MOST_TRIANGLES), Ok(()));
        let (triangles, limit) = (MOST_TRIANGLES + 1, MOST_TRIANGLES);
        let fault = MeshFault::TooManyTriangles { triangles, limit };
        assert_eq!(check_count(triangles), Err(Error::Mesh { fault }));
    }
}
