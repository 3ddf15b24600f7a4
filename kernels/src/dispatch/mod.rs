//! Which test computes which pair of kinds: one compiled copy of each kernel of shapes, for all who
//! use it.
//!
//! What takes columns of [quads](crate::lane::Quad) is chosen here once per run of pairs, so
//! nothing above has to be generic over the shapes.

pub mod contacts;
pub mod impacts;

use crate::shape::ShapeKind;

/// What there is for each pair of kinds, by both, the smaller first.
pub type ByKind<T> = [[Option<T>; ShapeKind::COUNT]; ShapeKind::COUNT];

const BALL: usize = ShapeKind::Ball as usize;
const BOX: usize = ShapeKind::Box as usize;
const CAPSULE: usize = ShapeKind::Capsule as usize;
const POLYGON: usize = ShapeKind::Polygon as usize;
const TRIANGLE: usize = ShapeKind::Triangle as usize;
