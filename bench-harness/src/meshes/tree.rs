//! Both kinds of trees over meshes.

use jostle::{
    Error,
    mesh::{AabbTree, Mesh, MeshTree, ObbTree},
};
use serde::Serialize;

use crate::runner;

/// A kind of tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Oriented boxes.
    Obb,
    /// Boxes along the axes.
    Aabb,
}

impl TreeKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Obb, Self::Aabb];

    /// Name, as given on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Obb => "obb",
            Self::Aabb => "aabb",
        }
    }

    /// The kind called `name`.
    ///
    /// # Errors
    /// When there is none; the message lists the known names.
    pub fn by_name(name: &str) -> Result<Self, runner::Error> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| runner::Error::unknown("tree", name, &Self::ALL.map(Self::name)))
    }
}

/// What a tree is like.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Figures {
    /// Number of nodes.
    pub nodes: usize,
    /// How deep the deepest lies below the root.
    pub depth: usize,
    /// Bytes of the nodes and the boxes.
    pub bytes: usize,
}

/// What a run needs of a tree.
pub trait Tree: MeshTree + Sized {
    /// The tree of a mesh.
    ///
    /// # Errors
    /// Those of the engine.
    fn build(mesh: Mesh) -> Result<Self, Error>;

    /// What it is like.
    fn figures(&self) -> Figures;
}

impl Tree for ObbTree {
    fn build(mesh: Mesh) -> Result<Self, Error> {
        Self::new(mesh)
    }

    fn figures(&self) -> Figures {
        Figures { nodes: self.len(), depth: self.depth(), bytes: self.memory_bytes() }
    }
}

impl Tree for AabbTree {
    fn build(mesh: Mesh) -> Result<Self, Error> {
        Self::new(mesh)
    }

    fn figures(&self) -> Figures {
        let stats = self.stats();
        let depth = stats.depth.saturating_sub(1);
        Figures { nodes: stats.nodes, depth, bytes: stats.bytes }
    }
}
