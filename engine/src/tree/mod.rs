//! Trees of boxes, as far as several structures share them.
//!
//! [`nodes`] is the layout: nodes of eight boxes in one flat array. [`join`] finds the pairs of one
//! tree or of two, cut into the tasks of [`join_task`]. [`query`] answers rays, regions and nearest
//! boxes. [`inspect`] has the figures of a tree, its check and its drawing. Who builds and keeps a
//! tree is elsewhere: the [`Bvh`](crate::bvh::Bvh), the dynamic tree, the quadtree.

pub(crate) mod inspect;
pub(crate) mod join;
pub(crate) mod join_task;
pub(crate) mod nodes;
pub(crate) mod query;
