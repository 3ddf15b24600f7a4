//! STL files, as text and as binary data.
//!
//! A file is binary where its size is that of as many triangles as it tells, whatever it begins
//! with; programs write "solid" there too. Vertices of the same coordinates become one, as the
//! format has no indices. Normals and attributes are skipped.

use std::{collections::HashMap, path::Path};

use super::Mesh;
use crate::{FileError, bytes_of, lines};

/// Bytes before the number of triangles, before the triangles, and of each.
const NAME: usize = 80;
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn read(path: &Path) -> Result<Mesh, FileError> {
    let bytes = bytes_of(path)?;
    let mesh = match bytes.get(NAME..HEADER).and_then(<[u8]>::first_chunk) {
        Some(count) if is_binary(&bytes, u32::from_le_bytes(*count)) => parse_binary(&bytes),
        _ if bytes.trim_ascii_start().starts_with(b"solid") => parse_text(&bytes),
        Some(count) => {
            let (count, size) = (u32::from_le_bytes(*count), bytes.len());
            Err(format!("byte {NAME}: {count} triangles are not in a file of {size} bytes"))
        }
        None => Err(format!("byte {}: the file ends in its header", bytes.len())),
    };
    mesh.map_err(|why| FileError::file(path, why))
}

fn is_binary(bytes: &[u8], count: u32) -> bool {
    (count as usize).checked_mul(TRIANGLE) == Some(bytes.len() - HEADER)
}

/// Collects vertices, each of which is there once.
#[derive(Default)]
struct Soup {
    mesh: Mesh,
    indices: HashMap<[u32; 3], u32>,
}

impl Soup {
    /// Appends a triangle of finite corners.
    fn push(&mut self, corners: [[f32; 3]; 3]) -> Result<(), String> {
        let mut triangle = [0; 3];
        for (index, corner) in triangle.iter_mut().zip(corners) {
            if !corner.iter().all(|x| x.is_finite()) {
                let [x, y, z] = corner;
                return Err(format!("a vertex at {x} {y} {z}: coordinates must be finite"));
            }
            // Both zeros are one place.
            let key = corner.map(|x| (x + 0.0).to_bits());
            let all = self.mesh.vertices.len();
            let next = u32::try_from(all).map_err(|_| format!("{all} vertices are too many"))?;
            *index = *self.indices.entry(key).or_insert_with(|| {
                self.mesh.vertices.push(corner);
                next
            });
        }
        self.mesh.triangles.push(triangle);
        Ok(())
    }
}

fn parse_binary(bytes: &[u8]) -> Result<Mesh, String> {
    let mut soup = Soup::default();
    for (index, triangle) in bytes[HEADER..].as_chunks::<TRIANGLE>().0.iter().enumerate() {
        // Behind the normal.
        let numbers = triangle[12..].as_chunks::<4>().0;
        let number = |at: usize| f32::from_le_bytes(numbers[at]);
        let corners = [0, 3, 6].map(|at| [number(at), number(at + 1), number(at + 2)]);
        let at = HEADER + TRIANGLE * index;
        soup.push(corners).map_err(|why| format!("byte {at}: triangle {index} has {why}"))?;
    }
    Ok(soup.mesh)
}

fn parse_text(bytes: &[u8]) -> Result<Mesh, String> {
    let text = String::from_utf8_lossy(bytes);
    let (mut soup, mut facet, mut is_open) = (Soup::default(), None::<Vec<[f32; 3]>>, false);
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        last = index + 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        let fault = |why: &str| format!("line {}: {why}", index + 1);
        match (words.first().copied().unwrap_or_default(), is_open, &mut facet) {
            ("", ..) => {}
            ("solid", false, None) => is_open = true,
            ("endsolid", true, None) => is_open = false,
            ("facet", true, None) => facet = Some(Vec::new()),
            ("outer" | "endloop", true, Some(_)) => {}
            ("vertex", true, Some(corners)) => {
                corners.push(vertex(&words).map_err(|why| fault(&why))?);
            }
            ("endfacet", true, Some(corners)) => {
                let corners: [[f32; 3]; 3] = corners[..]
                    .try_into()
                    .map_err(|_| fault(&format!("a facet of {} vertices, not 3", corners.len())))?;
                soup.push(corners).map_err(|why| fault(&format!("the facet has {why}")))?;
                facet = None;
            }
            (word, ..) => return Err(fault(&format!("{word:?} is not expected here"))),
        }
    }
    if is_open {
        return Err(format!("line {last}: the file ends where \"endsolid\" is expected"));
    }
    Ok(soup.mesh)
}

fn vertex(words: &[&str]) -> Result<[f32; 3], String> {
    if words.len() != 4 {
        return Err(format!("{} coordinates where 3 are expected", words.len() - 1));
    }
    Ok([lines::parse_cell(words, 1)?, lines::parse_cell(words, 2)?, lines::parse_cell(words, 3)?])
}
