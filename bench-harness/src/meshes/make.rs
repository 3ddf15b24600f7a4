//! Meshes that are made.

use std::{collections::HashMap, f32::consts::TAU};

use jostle::{Error, mesh::Mesh};

/// A closed ball of radius 1 about the origin, of about so many triangles: a cube whose faces are
/// divided into squares of two triangles, blown up. Never fewer than 12.
///
/// # Errors
/// Those of the engine.
pub fn sphere(triangles: usize) -> Result<Mesh, Error> {
    let cells = rounded_root(triangles, 12).max(1);
    let (mut ball, corner) = (Ball { cells, ..Ball::default() }, |u, v| [u, v]);
    for axis in 0..3 {
        for end in [0, cells] {
            for (u, v) in (0..cells).flat_map(|u| (0..cells).map(move |v| (u, v))) {
                let square =
                    [corner(u, v), corner(u + 1, v), corner(u + 1, v + 1), corner(u, v + 1)];
                let [a, b, c, d] = square.map(|[u, v]| ball.vertex(axis, end, u, v));
                // All seen from outside the same way round.
                let both = if end == 0 { [[a, c, b], [a, d, c]] } else { [[a, b, c], [a, c, d]] };
                ball.triangles.extend(both);
            }
        }
    }
    Mesh::new(ball.vertices, ball.triangles)
}

/// A ball on its way.
#[derive(Default)]
struct Ball {
    cells: u32,
    /// Vertices by their places on the cube, in cells.
    known: HashMap<[u32; 3], u32>,
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Ball {
    /// The vertex at a corner of a cell.
    fn vertex(&mut self, axis: usize, end: u32, u: u32, v: u32) -> u32 {
        let mut place = [0; 3];
        (place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3]) = (end, u, v);
        let (vertices, cells) = (&mut self.vertices, self.cells as f32);
        *self.known.entry(place).or_insert_with(|| {
            // Angles that grow evenly from the middle of a face, so that cells are of about one
            // size.
            let on_cube = place.map(|x| (TAU / 8.0 * (2.0 * x as f32 / cells - 1.0)).tan());
            let length = on_cube.iter().map(|x| x * x).sum::<f32>().sqrt();
            vertices.push(on_cube.map(|x| x / length));
            vertices.len() as u32 - 1
        })
    }
}

/// A closed ring about the z axis, of about so many triangles: radius 1, thickness 0.4, twice as
/// many steps around as across. Never fewer than 36.
///
/// # Errors
/// Those of the engine.
pub fn torus(triangles: usize) -> Result<Mesh, Error> {
    let across = rounded_root(triangles, 4).max(3);
    let around = 2 * across;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (i, j) in (0..around).flat_map(|i| (0..across).map(move |j| (i, j))) {
        let (u, v) = (i as f32 / around as f32 * TAU, j as f32 / across as f32 * TAU);
        let out = 1.0 + 0.4 * v.cos();
        vertices.push([out * u.cos(), out * u.sin(), 0.4 * v.sin()]);
        let at = |i: u32, j: u32| i % around * across + j % across;
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        faces.extend([[a, b, c], [a, c, d]]);
    }
    Mesh::new(vertices, faces)
}

/// The whole number whose square comes nearest to so many parts.
fn rounded_root(count: usize, part: usize) -> u32 {
    (count as f64 / part as f64).sqrt().round() as u32
}
