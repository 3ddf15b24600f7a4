//! Boxes, planes and lines on paper.

use jostle::debug_draw::DrawElement;

use super::{Form, Look, Mark, Point, solids::line_width, view::View};
use crate::render::{
    extent::{Extent, corners},
    levels::Shown,
    model::{Model, Primitive},
};

/// How much thinner lines are in space, where they lie over each other.
const IN_SPACE: f64 = 0.7;

/// Paints what is shown: the deepest first, so that what is around it stays to be seen.
pub(super) fn draw(model: &Model, view: &View, shown: &Shown, marks: &mut Vec<Mark>) {
    let mut primitives: Vec<&Primitive> =
        model.primitives.iter().filter(|primitive| shown.shows(primitive.style)).collect();
    primitives.sort_by_key(|primitive| {
        let is_contact = primitive.style.element == DrawElement::Contact;
        (is_contact, std::cmp::Reverse(primitive.style.depth))
    });
    let thin = 2.0 * line_width(model, view);
    for primitive in primitives.into_iter().filter(|one| is_seen(&model.extent, one)) {
        let ends = primitive.ends.map(|end| model.extent.clamp(end));
        let form = match primitive.style.element {
            DrawElement::Interval | DrawElement::Contact => {
                Form::Lines(vec![ends.map(|end| view.at(end))])
            }
            _ if model.dim == 2 => outline(view, &ends),
            _ => Form::Lines(edges(view, &ends)),
        };
        let mut look = Look::of_primitive(primitive.style);
        if primitive.style.element == DrawElement::Contact {
            look.width = look.width.min(thin);
        } else if model.dim == 3 {
            look.width *= IN_SPACE;
        }
        marks.push(Mark { form, look });
    }
}

/// Whether some of it lies in the part of space that is drawn.
fn is_seen(extent: &Extent, primitive: &Primitive) -> bool {
    let [from, to] = primitive.ends;
    let end = |choose: fn(f32, f32) -> f32| std::array::from_fn(|k| choose(from[k], to[k]));
    extent.touches([end(f32::min), end(f32::max)])
}

/// A box in the plane; where it is flat on an axis, a line, as dashes there and back would fill
/// each other's gaps.
fn outline(view: &View, ends: &[[f64; 3]; 2]) -> Form {
    let [min, max] = ends.map(|end| view.at(end));
    if min[0] == max[0] || min[1] == max[1] {
        return Form::Lines(vec![[min, max]]);
    }
    super::rectangle([min[0], max[1]], [max[0], min[1]])
}

/// The edges of a box in space, without those that have no length.
fn edges(view: &View, ends: &[[f64; 3]; 2]) -> Vec<[Point; 2]> {
    let all = corners(ends);
    let mut edges = Vec::new();
    for axis in (0..3).filter(|axis| ends[0][*axis] < ends[1][*axis]) {
        for from in (0..8).filter(|corner| corner >> axis & 1 == 0) {
            let flat = |k: usize| ends[0][k] == ends[1][k] && from >> k & 1 == 1;
            if !(0..3).any(flat) {
                edges.push([all[from], all[from | 1 << axis]].map(|corner| view.at(corner)));
            }
        }
    }
    edges
}
