//! What both kinds of trees have in common.

use jostle_kernels::{Pair, SimdLevel, shape::Triangle};

use super::{
    AabbTree, Mesh, ObbTree, Pose,
    line::Line,
    place::{MeshFrame, Placement, Relative, between},
};
use crate::Error;

/// A tree over the triangles of a mesh: an [`ObbTree`] or an [`AabbTree`].
pub trait MeshTree: Sync + sealed::MeshTree {
    /// Its mesh.
    fn mesh(&self) -> &Mesh;

    /// The tree where it stands.
    fn at(&self, pose: Pose) -> Placed<'_, Self> {
        Placed { tree: self, pose }
    }
}

impl MeshTree for ObbTree {
    fn mesh(&self) -> &Mesh {
        self.mesh()
    }
}

impl MeshTree for AabbTree {
    fn mesh(&self) -> &Mesh {
        self.mesh()
    }
}

/// A tree and where it stands.
///
/// **Placed vertices.** What a query answers is exact for triangles whose vertices were placed by
/// the pose in `f64` and rounded once to `f32`. Against shapes and rays they are rounded in the
/// coordinates of the world; between two meshes, relative to the point halfway between the middles
/// of their bounds, so that little is lost far from the origin. Vertices of two meshes with the
/// same pose, and of a mesh at [`Pose::IDENTITY`] against shapes and rays, stay as they are stored.
/// A coordinate that `f32` cannot hold becomes the largest that it can.
pub struct Placed<'a, T: ?Sized> {
    /// The tree.
    pub tree: &'a T,
    /// Where it stands.
    pub pose: Pose,
}

impl<T: ?Sized> Clone for Placed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Placed<'_, T> {}

impl<T: MeshTree> Placed<'_, T> {
    /// A triangle where shapes and rays meet it: with vertices in the coordinates of the world.
    ///
    /// # Errors
    /// [`Error::Pose`] when the pose is invalid.
    ///
    /// # Panics
    /// When there is no such triangle.
    pub fn triangle(&self, index: u32) -> Result<Triangle, Error> {
        self.pose.check()?;
        let place = Placement::in_world(self.tree.frame(), &self.pose);
        Ok(place.triangle(self.tree.mesh().triangle(index)))
    }

    /// A triangle where those of the `other` mesh meet it: with vertices relative to the middle
    /// between the two, along the axes of the world.
    ///
    /// # Errors
    /// [`Error::Pose`] when a pose is invalid.
    ///
    /// # Panics
    /// When there is no such triangle.
    pub fn triangle_beside<U: MeshTree>(
        &self,
        other: &Placed<'_, U>,
        index: u32,
    ) -> Result<Triangle, Error> {
        self.pose.check()?;
        other.pose.check()?;
        let frames = [self.tree.frame(), other.tree.frame()];
        let ([place, _], _) = between(frames, [&self.pose, &other.pose]);
        Ok(place.triangle(self.tree.mesh().triangle(index)))
    }
}

/// The nodes of a tree as queries walk them, by references to nodes.
pub trait Nodes<'a>: Copy + Sync {
    /// What refers to the root, if there are triangles.
    fn root(self) -> Option<u32>;

    /// Whether a reference names a leaf.
    fn is_leaf(self, reference: u32) -> bool;

    /// The triangles of a leaf.
    fn triangles(self, leaf: u32) -> &'a [u32];

    /// Appends those pairs of children of the pairs of nodes whose boxes touch. A leaf stands for
    /// its own child; no pair is one of two leaves.
    fn divide(
        level: SimdLevel,
        trees: [Self; 2],
        relative: &Relative,
        pairs: &[Pair],
        work: &mut Work,
        children: &mut Vec<Pair>,
    ) -> Result<(), Error>;

    /// Appends the children of a node whose boxes a line meets, with when it enters them.
    fn met(self, node: u32, line: &Line, children: &mut Vec<(f64, u32)>) -> Result<(), Error>;
}

/// Buffers of [`Nodes::divide`].
#[derive(Default)]
pub struct Work {
    pub(super) pairs: Vec<Pair>,
    pub(super) touches: Vec<bool>,
}

pub(super) mod sealed {
    use super::{MeshFrame, Nodes};

    /// What queries need to know of a tree.
    pub trait MeshTree {
        /// Its nodes.
        type Nodes<'a>: Nodes<'a>
        where
            Self: 'a;
        /// A tree of a single box.
        type Single: Sync;

        /// What its boxes are relative to.
        fn frame(&self) -> &MeshFrame;
        /// Its nodes.
        fn nodes(&self) -> Self::Nodes<'_>;
        /// The tree of a box about the origin.
        fn single(half: [f32; 3]) -> Self::Single;
        /// The nodes of such a tree.
        fn nodes_of_single(single: &Self::Single) -> Self::Nodes<'_>;
    }
}
