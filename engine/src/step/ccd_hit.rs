//! What continuous collision detection found.

use crate::{Pair, narrow::Impact};

/// Two shapes that met since the step before, of which one is fast at least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdHit<const D: usize> {
    /// The shapes.
    pub pair: Pair,
    /// When and how they met: at time 0 they were where they were in the step before, at time 1
    /// where they are.
    pub impact: Impact<D>,
}
