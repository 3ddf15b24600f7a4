//! Drawing what a structure is like, with the user's own renderer.
//!
//! A renderer implements [`DebugDraw`]; [`BroadPhase::debug_draw`], [`DynamicTree::debug_draw`] and
//! [`Quadtree::debug_draw`] call it. A [`DrawStyle`] tells what something is, how deep it lies, and
//! a color for it. Nothing is kept for pictures: what is not drawn costs nothing.
//!
//! [`BroadPhase::debug_draw`]: crate::BroadPhase::debug_draw
//! [`DynamicTree::debug_draw`]: crate::broad::DynamicTree::debug_draw
//! [`Quadtree::debug_draw`]: crate::broad::Quadtree::debug_draw

mod style;

pub use style::{DrawElement, DrawStyle};

use crate::Aabb;

/// Takes what there is to draw: boxes, lines and points in the unit of the user's coordinates.
///
/// Every method does nothing unless it is implemented. Coordinates are as the structures have
/// them, so they may be infinite: a plane between two strips is a box without end that is flat on
/// one axis, and the first strip begins at minus infinity. A renderer clips to what it shows. None
/// is NaN.
///
/// ```
/// use jostle::debug_draw::{DebugDraw, DrawElement, DrawStyle};
/// use jostle::{Aabb, Bounds, BroadPhase, bvh::Bvh};
///
/// #[derive(Default)]
/// struct Outlines(Vec<([f32; 2], [f32; 2], [u8; 4])>);
///
/// impl DebugDraw<2> for Outlines {
///     fn aabb(&mut self, aabb: &Aabb<2>, style: DrawStyle) {
///         if style.element == DrawElement::Leaf {
///             self.0.push((aabb.min, aabb.max, style.color()));
///         }
///     }
/// }
///
/// let mut bvh = Bvh::<2>::new();
/// bvh.build(Bounds::from_points(&[[0.0, 0.0], [3.0, 0.0]], &[1.0, 1.0])?)?;
/// let mut outlines = Outlines::default();
/// bvh.debug_draw(&mut outlines);
/// assert_eq!(outlines.0[0].0, [-1.0, -1.0]);
/// assert_eq!(outlines.0[0].1, [4.0, 1.0]);
/// # Ok::<(), jostle::Error>(())
/// ```
pub trait DebugDraw<const D: usize> {
    /// A line between two points.
    fn line(&mut self, from: [f32; D], to: [f32; D], style: DrawStyle) {
        let _ = (from, to, style);
    }

    /// A box.
    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        let _ = (aabb, style);
    }

    /// A point.
    fn point(&mut self, at: [f32; D], style: DrawStyle) {
        let _ = (at, style);
    }

    /// The box with this id was put into the leaf, cell or strip that was drawn last with
    /// [`aabb`](Self::aabb).
    ///
    /// Ids are the indices of boxes, those of the second of two sets behind those of the first;
    /// in a structure with handles they are the [slots](crate::Handle::slot) of these.
    fn member(&mut self, id: u32, style: DrawStyle) {
        let _ = (id, style);
    }
}
