//! Both kinds of trees over meshes.

use jostle::{
    Error,
    mesh::{AabbTree, Mesh, MeshTree, ObbTree},
};
use serde::Serialize;

use crate::runner::Row;

/// A kind of tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TreeKind {
    /// Oriented boxes.
    Obb,
    /// Boxes along the axes.
    Aabb,
}

/// What a run needs of a tree.
pub trait Tree: MeshTree + Sized {
    /// The tree of a mesh.
    ///
    /// # Errors
    /// Those of the engine.
    fn build(mesh: Mesh) -> Result<Self, Error>;

    /// What it is like.
    fn figures(&self) -> Row;
}

impl Tree for ObbTree {
    fn build(mesh: Mesh) -> Result<Self, Error> {
        Self::new(mesh)
    }

    fn figures(&self) -> Row {
        figures(self.len(), self.depth(), self.memory_bytes())
    }
}

impl Tree for AabbTree {
    fn build(mesh: Mesh) -> Result<Self, Error> {
        Self::new(mesh)
    }

    fn figures(&self) -> Row {
        let stats = self.stats();
        figures(stats.nodes, stats.depth.saturating_sub(1), stats.bytes)
    }
}

/// Nodes, how deep the deepest lies below the root, and bytes of the nodes and the boxes.
fn figures(nodes: usize, depth: usize, bytes: usize) -> Row {
    Row::default().with("nodes", nodes).with("depth", depth).with("memory_bytes", bytes)
}
