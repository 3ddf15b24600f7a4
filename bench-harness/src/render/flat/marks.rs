//! Shapes, boxes, planes and lines on paper.

use std::cmp::Reverse;

use jostle::debug_draw::DrawElement;
use jostle_files::page::{Extent, Model, Primitive, Solid, extent::corners, legend::Shown};

use super::{look_of_primitive, look_of_shape, view::View};
use crate::sheet::{Form, Look, Mark, Point, rectangle};

/// Brightness of the sides of a box by the axis that they face: the upper one has most light.
const LIGHT: [f64; 3] = [0.78, 0.9, 1.0];

/// Opacity of shapes that may lie over each other.
const OPACITY: u8 = 0x80;

/// Paints the shapes, in space the farthest first.
pub(super) fn solids(model: &Model, view: &View, marks: &mut Vec<Mark>) {
    let width = line_width(model, view);
    let mut seen: Vec<&Solid> =
        model.solids.iter().filter(|solid| model.extent.touches(solid.reach())).collect();
    if model.dim == 3 {
        let nearness = |solid: &&Solid| view.nearness(middle(&model.extent, solid));
        seen.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    }
    for solid in seen {
        if solid.round {
            marks.push(ball(&model.extent, view, solid, width));
        } else if model.dim == 2 {
            let corners = solid.corners(&model.extent);
            let around = [0, 1, 3, 2].map(|corner| view.at(corners[corner]));
            let form = Form::Polygon(around.to_vec());
            marks.push(Mark { form, look: translucent(solid, width) });
        } else {
            sides(&model.extent, view, solid, width, marks);
        }
    }
}

/// Lines no thicker than a part of what they go around.
fn line_width(model: &Model, view: &View) -> f64 {
    let side = |solid: &Solid| f64::from(solid.own.max[0]) - f64::from(solid.own.min[0]);
    let mut sides: Vec<f64> = model.solids.iter().map(side).collect();
    let middle = sides.len() / 2;
    let median = match sides.is_empty() {
        true => 0.0,
        false => *sides.select_nth_unstable_by(middle, f64::total_cmp).1,
    };
    (0.06 * median * view.scale).clamp(0.2, 0.8)
}

/// The middle of what is seen of a shape.
fn middle(extent: &Extent, solid: &Solid) -> [f64; 3] {
    let [min, max] = [solid.own.min, solid.own.max].map(|end| extent.clamp(end));
    std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis]))
}

/// The look of a shape that what is behind it is seen through.
fn translucent(solid: &Solid, width: f64) -> Look {
    let mut look = look_of_shape(solid.degree > 0, 1.0, width);
    look.fill = look.fill.map(|[red, green, blue, _]| [red, green, blue, OPACITY]);
    look
}

/// A circle, or a ball, which looks the same from everywhere.
fn ball(extent: &Extent, view: &View, solid: &Solid, width: f64) -> Mark {
    let [min, max] = [solid.own.min, solid.own.max].map(|end| end.map(f64::from));
    let center = std::array::from_fn(|axis| 0.5 * (min[axis] + max[axis]));
    let radius = 0.5 * (max[0] - min[0]) * view.scale;
    let form = if radius.is_finite() {
        Form::Circle(view.at(center), radius)
    } else {
        // A ball without end covers all there is.
        rectangle(view.at(extent.min), view.at(extent.max))
    };
    Mark { form, look: translucent(solid, width) }
}

/// The three sides of a box that face the eye: of the two across each edge, one comes towards it
/// and the other goes away.
fn sides(extent: &Extent, view: &View, solid: &Solid, width: f64, marks: &mut Vec<Mark>) {
    let at: [Point; 8] = solid.corners(extent).map(|corner| view.at(corner));
    let axes = solid.axes();
    for (axis, normal) in axes.into_iter().enumerate() {
        let (first, second) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let near = if view.nearness(normal) > 0.0 { 1 << axis } else { 0 };
        let around = [near, near | first, near | first | second, near | second];
        let light = (0..3).map(|k| LIGHT[k] * normal[k] * normal[k]).sum();
        marks.push(Mark {
            form: Form::Polygon(around.map(|corner| at[corner]).to_vec()),
            look: look_of_shape(solid.degree > 0, light, width),
        });
    }
}

/// How much thinner lines are in space, where they lie over each other.
const IN_SPACE: f64 = 0.7;

/// Paints what is shown: the deepest first, so that what is around it stays to be seen.
pub(super) fn primitives(model: &Model, view: &View, shown: &Shown, marks: &mut Vec<Mark>) {
    let mut seen: Vec<&Primitive> =
        model.primitives.iter().filter(|primitive| shown.shows(primitive.style)).collect();
    seen.sort_by_key(|primitive| {
        let is_contact = primitive.style.element == DrawElement::Contact;
        (is_contact, Reverse(primitive.style.depth))
    });
    let thin = 2.0 * line_width(model, view);
    for primitive in seen.into_iter().filter(|one| is_seen(&model.extent, one)) {
        let ends = primitive.ends.map(|end| model.extent.clamp(end));
        let form = match primitive.style.element {
            DrawElement::Interval | DrawElement::Contact => {
                Form::Lines(vec![ends.map(|end| view.at(end)).to_vec()])
            }
            _ if model.dim == 2 => outline(view, &ends),
            _ => Form::Lines(edges(view, &ends)),
        };
        let mut look = look_of_primitive(primitive.style);
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
        return Form::Lines(vec![vec![min, max]]);
    }
    rectangle([min[0], max[1]], [max[0], min[1]])
}

/// The edges of a box in space, without those that have no length.
fn edges(view: &View, ends: &[[f64; 3]; 2]) -> Vec<Vec<Point>> {
    let all = corners(ends);
    let mut edges = Vec::new();
    for axis in (0..3).filter(|axis| ends[0][*axis] < ends[1][*axis]) {
        for from in (0..8).filter(|corner| corner >> axis & 1 == 0) {
            let flat = |k: usize| ends[0][k] == ends[1][k] && from >> k & 1 == 1;
            if !(0..3).any(flat) {
                edges.push(vec![view.at(all[from]), view.at(all[from | 1 << axis])]);
            }
        }
    }
    edges
}
