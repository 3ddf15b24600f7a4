//! Trees of oriented boxes.

mod build;
mod divide;
mod validate;

pub(super) use divide::ObbNodes;
use jostle_kernels::{
    real::vector::add,
    shape::{Obb, Pack, Quads4, from_quads},
};

use super::{Mesh, place::MeshFrame, tree::sealed};
use crate::{Error, error::check_setting};

/// A tree of oriented boxes over the triangles of a mesh (S. Gottschalk, M. Lin and D. Manocha,
/// *OBBTree: A Hierarchical Structure for Rapid Interference Detection*, SIGGRAPH 1996).
///
/// Each box lies along the eigenvectors of the covariance of the surface in it, and contains that
/// exactly. A node is split across the longest axis of its box, at the mean of the centroids; where
/// that divides nothing, across the next longest. Boxes turn with the mesh, so a tree serves as
/// long as the mesh keeps its form: that is what [`AabbTree`](super::AabbTree) is for if it does
/// not.
///
/// Building takes O(n log n) time, on all threads, and the tree O(n) memory: about 160 bytes for
/// each triangle in leaves of one, a fifth of it by default. It does not depend on the number of
/// threads.
pub struct ObbTree {
    mesh: Mesh,
    frame: MeshFrame,
    parts: Parts,
}

/// Limits of an [`ObbTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObbTreeSettings {
    /// Triangles that a node may have without being divided: 1 or more, usually 4 to 16.
    pub max_triangles: usize,
    /// Deepest that a node may lie below the root, whatever it has in it: 0 to
    /// [`MOST_DEPTH`](Self::MOST_DEPTH).
    pub max_depth: usize,
}

impl ObbTreeSettings {
    /// Deepest that a node lies below the root in any tree: splits are at the mean down to depth
    /// 32; from there on they are in the middle of up to 2^30 triangles.
    pub const MOST_DEPTH: usize = 62;

    /// Makes sure that both are in their ranges.
    fn check(self) -> Result<(), Error> {
        let (triangles, depths) = (1..=usize::MAX, 0..=Self::MOST_DEPTH);
        check_setting("max_triangles of a tree", self.max_triangles, triangles, "1 or more")?;
        check_setting("max_depth of a tree", self.max_depth, depths, "0 to 62")
    }
}

impl Default for ObbTreeSettings {
    fn default() -> Self {
        Self { max_triangles: 8, max_depth: Self::MOST_DEPTH }
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    /// The first of its two children, or of its triangles if it has some.
    first: u32,
    /// Number of triangles; 0 of an inner node.
    count: u32,
}

/// The nodes, each child behind its parent, and beside it the boxes and the order of the triangles.
#[derive(Debug, Default)]
struct Parts {
    nodes: Vec<Node>,
    /// The boxes, packed for the kernels, relative to the frame.
    boxes: Vec<Quads4>,
    order: Vec<u32>,
}

impl ObbTree {
    /// The tree of a mesh, with the usual settings.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn new(mesh: Mesh) -> Result<Self, Error> {
        Self::with_settings(mesh, ObbTreeSettings::default())
    }

    /// The tree of a mesh.
    ///
    /// # Errors
    /// [`Error::Setting`] when a setting is outside of its range, [`Error::OutOfMemory`].
    pub fn with_settings(mesh: Mesh, settings: ObbTreeSettings) -> Result<Self, Error> {
        settings.check()?;
        let frame = MeshFrame::of(&mesh);
        let parts = build::build(&mesh, frame.center, settings)?;
        Ok(Self { mesh, frame, parts })
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Gives the mesh back.
    #[must_use]
    pub fn into_mesh(self) -> Mesh {
        self.mesh
    }

    /// The box of the root, if there are triangles, in the coordinates of the mesh: around all of
    /// it but for a rounding of its center.
    #[must_use]
    pub fn bounding_box(&self) -> Option<Obb<3>> {
        let root = from_quads::<Obb<3>>(&self.parts.boxes.first()?.0);
        Some(Obb { center: add(root.center, self.frame.center), ..root })
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.nodes.len()
    }

    /// Whether there are no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.nodes.is_empty()
    }

    /// Deepest that a node lies below the root. O(nodes).
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut depths = vec![0; self.parts.nodes.len()];
        // Children come behind their parents.
        for (at, Node { first, count }) in self.parts.nodes.iter().enumerate() {
            if *count == 0 {
                let below = depths[at] + 1;
                depths[*first as usize..][..2].fill(below);
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Bytes held by the tree, without the mesh.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let Parts { nodes, boxes, order } = &self.parts;
        nodes.capacity() * size_of::<Node>()
            + boxes.capacity() * size_of::<Quads4>()
            + order.capacity() * size_of::<u32>()
    }
}

impl sealed::MeshTree for ObbTree {
    type Nodes<'a> = ObbNodes<'a>;
    type Single = SingleBox;

    fn frame(&self) -> &MeshFrame {
        &self.frame
    }

    fn nodes(&self) -> ObbNodes<'_> {
        let Parts { nodes, boxes, order } = &self.parts;
        ObbNodes { nodes, boxes, order }
    }

    fn single(half: [f32; 3]) -> SingleBox {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let packed = Obb::<3>::pack(&Obb { center: [0.0; 3], half, axes });
        SingleBox { nodes: [Node { first: 0, count: 1 }], boxes: [packed], order: [0] }
    }

    fn nodes_of_single(single: &SingleBox) -> ObbNodes<'_> {
        let SingleBox { nodes, boxes, order } = single;
        ObbNodes { nodes, boxes, order }
    }
}

/// The tree of a box.
pub struct SingleBox {
    nodes: [Node; 1],
    boxes: [Quads4; 1],
    order: [u32; 1],
}
