//! Where a mesh comes from.

use std::path::PathBuf;

use jostle::mesh::Mesh;

use super::make::{sphere, torus};
use crate::{input::mesh::read_mesh, runner::Error};

/// Most triangles of a mesh that is made: a GiB with its tree.
pub const TRIANGLES_LIMIT: usize = 1 << 23;

/// Makes a mesh of about so many triangles.
type Maker = fn(usize) -> Result<Mesh, jostle::Error>;

/// The meshes that are made, by name.
const MAKERS: [(&str, Maker); 2] = [("sphere", sphere), ("torus", torus)];

/// Where a mesh comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// It is made.
    Made {
        /// What it looks like.
        shape: &'static str,
        /// About how many triangles it has.
        triangles: usize,
    },
}

impl Source {
    /// What a word of a command line says: the name of a file, or `sphere:N` or `torus:N`.
    ///
    /// # Errors
    /// When a mesh is to be made of no number of triangles, or too many.
    pub fn parse(word: &str) -> Result<Self, Error> {
        let parts = word.split_once(':');
        let known = parts.and_then(|(name, number)| {
            let (shape, _) = MAKERS.iter().find(|(shape, _)| *shape == name)?;
            Some((*shape, number))
        });
        let Some((shape, number)) = known else { return Ok(Self::File(word.into())) };
        match number.parse() {
            Ok(triangles) if (1..=TRIANGLES_LIMIT).contains(&triangles) => {
                Ok(Self::Made { shape, triangles })
            }
            _ => Err(Error::Request(format!(
                "{word}: the number of triangles must be from 1 to {TRIANGLES_LIMIT}"
            ))),
        }
    }

    /// The mesh.
    ///
    /// # Errors
    /// Those of [`read_mesh`] and of the engine.
    pub fn mesh(&self) -> Result<Mesh, Error> {
        match self {
            Self::File(path) => {
                let mesh = read_mesh(path)?;
                Ok(Mesh::new(mesh.vertices, mesh.triangles)?)
            }
            Self::Made { shape, triangles } => {
                let (_, maker) = MAKERS
                    .iter()
                    .find(|(name, _)| name == shape)
                    .ok_or_else(|| Error::unknown("shape", shape, &MAKERS.map(|(name, _)| name)))?;
                Ok(maker(*triangles)?)
            }
        }
    }

    /// How it was named.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Made { shape, triangles } => format!("{shape}:{triangles}"),
        }
    }
}
