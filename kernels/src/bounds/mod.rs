//! Algebra of axis-aligned bounding boxes, one box at a time and eight at a time.
//!
//! Conventions, the same in every operation:
//!
//! * A box is its `min` and `max` on each axis. Nothing is decided from a center and half-extents:
//!   those are rounded when they are made, and two boxes that touch could come apart.
//! * Boxes are **closed**. Touching counts as overlap, and a box of no size is a box.
//! * A bound that is NaN overlaps nothing, contains nothing and is contained in nothing.
//! * Boxes are not checked. [`Aabb::is_valid`] tells whether a box is one; each operation says
//!   what it makes of an inverted box where that is not obvious.
//!
//! Each operation is one file: a scalar reference on [`Aabb`], its twin on [`AabbLanes`], and, for
//! those that run over whole sets, a pass over structure-of-arrays columns that takes a
//! [`SimdLevel`](crate::SimdLevel). The twin gives the same bits in every lane as the reference (a
//! NaN that arithmetic made may differ in its payload, which no one should read).
//!
//! The interval tests are those of C. Ericson, *Real-Time Collision Detection* (2005), section
//! 4.2; the transform is J. Arvo's, *Transforming Axis-Aligned Bounding Boxes*, Graphics Gems
//! (1990).

mod aabb;
mod columns;
mod contains;
mod content;
mod grow;
mod intersection;
mod lanes;
mod measure;
mod order;
mod overlap;
mod overlap_mask;
mod swept;
mod transform;
mod union;

#[cfg(test)]
pub(crate) mod testing;

pub use aabb::Aabb;
pub use lanes::AabbLanes;
pub use overlap_mask::overlap_mask;
pub use transform::{Affine, transform_all};
pub use union::union_all;
