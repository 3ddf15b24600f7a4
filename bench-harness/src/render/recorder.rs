//! Takes down what a broad phase draws.

use jostle::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use super::model::{Primitive, in_space};

/// What a broad phase drew.
pub(super) struct Recorder {
    pub(super) primitives: Vec<Primitive>,
    /// By id, the leaf, cell or strip, by number, and its depth.
    pub(super) places: Vec<Option<(u32, u32)>>,
    /// Number of the last leaf, cell or strip.
    cell: u32,
}

impl Recorder {
    pub(super) fn new(shapes: usize) -> Self {
        Self { primitives: Vec::new(), places: vec![None; shapes], cell: 0 }
    }
}

impl<const D: usize> DebugDraw<D> for Recorder {
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        self.primitives.push(Primitive { ends: [in_space(from), in_space(to)], style });
    }

    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        if matches!(style.element, DrawElement::Leaf | DrawElement::Cell | DrawElement::Strip) {
            self.cell += 1;
        }
        // The planes between strips show the same.
        if style.element != DrawElement::Strip {
            let ends = [in_space(aabb.min), in_space(aabb.max)];
            self.primitives.push(Primitive { ends, style });
        }
    }

    fn member(&mut self, id: u32, style: DrawStyle) {
        // A box in several strips is shown in the one where it begins.
        self.places[id as usize].get_or_insert((self.cell, style.depth));
    }
}
