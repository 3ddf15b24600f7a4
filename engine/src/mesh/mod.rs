//! Triangle meshes: which of their triangles touch those of another mesh, a shape or a ray.
//!
//! A [`Mesh`] is checked once, when it is made. A tree over it finds few triangles among many: an
//! [`ObbTree`] of oriented boxes for meshes that keep their form, an [`AabbTree`] for those that
//! deform. A [`MeshQuery`] asks them, each tree [at](MeshTree::at) a [`Pose`]. Which triangles
//! touch is decided without rounding, on vertices that were placed once: see [`Placed`].
//!
//! ```
//! use jostle::{broad::Output, Pairs, mesh::{Mesh, MeshQuery, MeshTree, ObbTree, Pose}};
//!
//! let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let tree = ObbTree::new(Mesh::new(vertices, faces)?)?;
//!
//! let mut query = MeshQuery::new(); // keep it, and the list, from frame to frame
//! let mut pairs = Pairs::new();
//! // The tip of a second tetrahedron touches a corner of the first: three faces of each meet.
//! let moved = Pose::new([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0]);
//! query.pairs(tree.at(Pose::IDENTITY), tree.at(moved), Output::Collect(&mut pairs))?;
//! assert_eq!(pairs.len(), 9);
//! # Ok::<(), jostle::Error>(())
//! ```

mod aabb_tree;
mod fit;
mod indexed;
mod join;
mod line;
mod obb_tree;
mod place;
mod query;
mod ray;
mod shape;
mod tree;
mod triangles;

pub use aabb_tree::AabbTree;
pub use indexed::Mesh;
pub use obb_tree::{ObbTree, ObbTreeSettings};
pub use place::Pose;
pub use query::MeshQuery;
pub use ray::MeshHit;
pub use tree::{MeshTree, Placed};
