//! Which test computes which pair of kinds: one compiled copy of each kernel of shapes, for all who use it.
//!
//! What takes columns of [quads](crate::lane::Quad) is chosen here once per run of pairs, so nothing above has to be
//! generic over the shapes.

pub mod contacts;
pub mod impacts;
