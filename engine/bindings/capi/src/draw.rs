//! What a broad phase made of its boxes, drawn by the caller.

use std::ffi::c_void;

use jostle::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

use crate::{
    arrays::{Sized32, sized},
    broad::{Broad, jst_broad_phase},
    objects::using,
    shape::in_three,
    status::jst_status,
};

/// What is drawn.
pub type jst_draw_element = i32;
/// The bounds of a node of a tree that has nodes below it.
pub const JST_DRAW_NODE: jst_draw_element = 0;
/// The bounds of a node that holds boxes.
pub const JST_DRAW_LEAF: jst_draw_element = 1;
/// The part of the world that a node of a quadtree stands for.
pub const JST_DRAW_CELL: jst_draw_element = 2;
/// What the boxes of a node of a loose quadtree may take up.
pub const JST_DRAW_LOOSE_CELL: jst_draw_element = 3;
/// A strip of a sweep and prune that holds boxes.
pub const JST_DRAW_STRIP: jst_draw_element = 4;
/// The plane between two strips.
pub const JST_DRAW_CUT: jst_draw_element = 5;
/// A box on the axis that is swept.
pub const JST_DRAW_INTERVAL: jst_draw_element = 6;

/// How something is drawn.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_draw_style {
    /// What it is.
    pub element: jst_draw_element,
    /// Levels above it in a tree, or the like.
    pub depth: u32,
    /// A color for that: red, green, blue, and how far it hides what is behind it.
    pub color: [u8; 4],
}

/// Draws a line, or a box by its minimum and maximum: three numbers each, of which the last is 0 in
/// 2D. Numbers may be infinite.
pub type jst_draw_callback = Option<
    extern "C" fn(user: *mut c_void, a: *const f32, b: *const f32, style: *const jst_draw_style),
>;

/// Who draws. What is null is not drawn.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_draw {
    /// Its size, by `JST_INIT`.
    pub size: u32,
    /// Draws lines.
    pub line: jst_draw_callback,
    /// Draws boxes.
    pub aabb: jst_draw_callback,
    /// For both.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, with its size first, and zeros are numbers, no functions and null.
unsafe impl Sized32 for jst_draw {
    const NAME: &'static str = "jst_draw";
}

fn told(style: DrawStyle) -> jst_draw_style {
    let element = match style.element {
        DrawElement::Node => JST_DRAW_NODE,
        DrawElement::Leaf => JST_DRAW_LEAF,
        DrawElement::Cell => JST_DRAW_CELL,
        DrawElement::LooseCell => JST_DRAW_LOOSE_CELL,
        DrawElement::Strip => JST_DRAW_STRIP,
        DrawElement::Cut => JST_DRAW_CUT,
        DrawElement::Interval => JST_DRAW_INTERVAL,
        _ => -1,
    };
    jst_draw_style { element, depth: style.depth, color: style.color() }
}

impl jst_draw {
    fn give<const D: usize>(
        &self,
        callback: jst_draw_callback,
        [a, b]: [[f32; D]; 2],
        style: DrawStyle,
    ) {
        if let Some(callback) = callback {
            let (a, b, style) = (in_three(a), in_three(b), told(style));
            callback(self.user, a.as_ptr(), b.as_ptr(), &raw const style);
        }
    }
}

impl<const D: usize> DebugDraw<D> for jst_draw {
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        self.give(self.line, [from, to], style);
    }

    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        self.give(self.aabb, [aabb.min, aabb.max], style);
    }
}

/// Has drawn what the last call made of the bounds: nodes, cells, strips, intervals. Nothing where
/// there is no such thing.
///
/// # Safety
/// The struct is there, with as much as it says. The callbacks do not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jst_broad_phase_draw(
    broad_phase: jst_broad_phase,
    draw: *const jst_draw,
) -> jst_status {
    using(broad_phase, |broad: &mut Broad| {
        // SAFETY: the caller's promise.
        let mut draw = unsafe { sized(draw) }?;
        broad.draw(&mut draw);
        Ok(())
    })
}
