//! Where a mesh comes from.

use std::path::Path;

use jostle::mesh::Mesh;

use super::make::{sphere, torus};
use crate::{number::parse, runner::Error};

/// Most triangles of a mesh that is made: a GiB with its tree.
pub const TRIANGLES_LIMIT: usize = 1 << 23;

/// Makes a mesh of about so many triangles.
type Maker = fn(usize) -> Result<Mesh, jostle::Error>;

/// The meshes that are made, by name.
const MAKERS: [(&str, Maker); 2] = [("sphere", sphere), ("torus", torus)];

/// Where a mesh comes from.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    /// If it is made, by whom and of about how many triangles; else it is a file.
    made: Option<(Maker, usize)>,
}

impl Source {
    /// What a word of a command line says: the name of a file, or `sphere:N` or `torus:N`.
    ///
    /// # Errors
    /// When a mesh is to be made of no number of triangles, or too many.
    pub fn parse(word: &str) -> Result<Self, Error> {
        let parts = word.split_once(':');
        let known = parts.and_then(|(shape, number)| {
            let (_, maker) = MAKERS.iter().find(|(name, _)| *name == shape)?;
            Some((*maker, parse(number).unwrap_or(0)))
        });
        match known {
            Some((_, triangles)) if !(1..=TRIANGLES_LIMIT).contains(&triangles) => {
                let why = format!("the number of triangles must be from 1 to {TRIANGLES_LIMIT}");
                Err(Error::Request(format!("{word}: {why}")))
            }
            made => Ok(Self { name: word.to_owned(), made }),
        }
    }

    /// The mesh.
    ///
    /// # Errors
    /// Those of [`jostle_files::mesh::read`] and of the engine.
    pub fn mesh(&self) -> Result<Mesh, Error> {
        if let Some((maker, triangles)) = self.made {
            return Ok(maker(triangles)?);
        }
        let mesh = jostle_files::mesh::read(Path::new(&self.name))?;
        Ok(Mesh::new(mesh.vertices, mesh.triangles)?)
    }

    /// How it was named.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
